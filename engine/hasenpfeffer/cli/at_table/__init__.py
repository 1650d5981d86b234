"""A game at the terminal: the sitting, its commands, and the look back at a deal."""
