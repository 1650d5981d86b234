"""A line that says how far long work is."""

from __future__ import annotations

import sys

from hasenpfeffer.cli import terminal


class Progress:
    """A line on standard error that says how far the work is; only for a person."""

    def __init__(self, unit: str, number: int) -> None:
        self._unit = unit
        self._number = number
        self._is_on = terminal.is_terminal(sys.stderr)

    def show(self, done: int) -> None:
        if self._is_on:
            print(f"\r{done:,} of {self._number:,} {self._unit}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._is_on:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
