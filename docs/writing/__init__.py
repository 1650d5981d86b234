"""The parts of the documentation that are made from the program; `docs/build.py` puts them into the pages."""
