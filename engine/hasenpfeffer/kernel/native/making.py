"""How long it takes to make machine code, and when some that plays deals side by side pays as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel.native.machine import can_play_side_by_side, would_be_warm

if TYPE_CHECKING:
    from collections.abc import Mapping

A_WHILE: Final = 0.2
"""Seconds of deals one by one: what takes less is not worth loading other code for."""

MUCH: Final = 4.5
"""Side by side deals take two thirds of the time, or less: other code is made where one by one they take so many times
as long as making it, so that a third of that is more than it costs."""

_AT_LEAST: Final = 0.2
_A_LINE: Final = 0.6e-3
"""Seconds to make machine code of a line of a program."""
_A_LINE_SIDE_BY_SIDE: Final = 1.4e-3
_LONG_FUNCTIONS: Final = 5.5e-8
"""Seconds for each line of a function and each two others in it: what LLVM needs for long functions over lanes grows
far faster than they do. One of 700 lines takes longer than all the rest of a program."""


def to_make(text: str) -> float:
    """Seconds to make machine code of a program, roughly."""
    return _AT_LEAST + text.count("\n") * _A_LINE


def to_make_side_by_side(text: str) -> float:
    """Seconds to make that for deals side by side, roughly."""
    lines = [function.count("\n") for function in text.split("\ndef ")]
    return _AT_LEAST + sum(lines) * _A_LINE_SIDE_BY_SIDE + sum(count**3 for count in lines) * _LONG_FUNCTIONS


def pays(text: str, entries: Mapping[str, tuple[str, ...]], seconds: float) -> bool:
    """Whether to load or to make that code, for what takes so many seconds of the processor one by one."""
    if seconds < A_WHILE or not can_play_side_by_side(text):
        return False
    return would_be_warm(text, entries, side_by_side=True) or seconds >= MUCH * to_make_side_by_side(text)
