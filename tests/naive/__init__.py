"""A second implementation of the game, written as plainly as possible, to count against."""
