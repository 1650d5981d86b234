"""Inputs that nobody would write, taken through every door of the program."""
