"""Typed formulas as program text; every word and operation means what it means in `play`."""
