"""A line that says how far long work is."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from hasenpfeffer.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def compiling() -> Iterator[Callable[[], None]]:
    """Gives what to call before rules are compiled, which takes seconds: a person is told until it is done."""
    is_shown = False

    def show() -> None:
        nonlocal is_shown
        is_shown = terminal.is_terminal(sys.stderr)
        if is_shown:
            dots = "..." if terminal.is_ascii_only(sys.stderr) else "…"
            print(f"compiling the rules, once {dots}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if is_shown:
            _clear()


class Progress:
    """A line on standard error that says how far the work is, how fast it goes, and how long it may take;
    only for a person."""

    def __init__(self, unit: str, number: int) -> None:
        self._unit = unit
        self._number = number
        self._is_on = terminal.is_terminal(sys.stderr)
        self._started = monotonic()

    def show(self, done: int) -> None:
        if self._is_on:
            passed = monotonic() - self._started
            print(f"\r{self.line(done, passed)}\x1b[K", end="", file=sys.stderr, flush=True)

    def line(self, done: int, passed: float) -> str:
        """What it says after so many seconds."""
        line = f"{done:,} of {self._number:,} {self._unit}"
        if done <= 0 or passed <= 0:
            return line
        rate = done / passed
        return f"{line}, {_rate(rate)} a second, {_time((self._number - done) / rate)} left"

    def clear(self) -> None:
        if self._is_on:
            _clear()


def _clear() -> None:
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"


def _time(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
