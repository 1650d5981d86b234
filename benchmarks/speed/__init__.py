"""The parts of `benchmarks/speed.py`: who plays, how they take turns, and the table."""
