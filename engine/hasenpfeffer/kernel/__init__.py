"""The fast backend: compiled rules as a plain program over whole numbers, which runs as Python or as machine code."""
