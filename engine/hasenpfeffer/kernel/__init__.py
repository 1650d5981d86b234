"""The fast backend: a ruleset as a plain program over whole numbers, printed as Python and compiled to machine code."""
