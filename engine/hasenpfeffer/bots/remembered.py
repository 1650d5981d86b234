"""Answers that are worked out once, for worlds come again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

K = TypeVar("K")
V = TypeVar("V")

MOST_REMEMBERED: Final = 1 << 14
"""Where there would be more answers than this, it begins anew."""


class Remembered(dict[K, V]):
    """A dictionary that works out what it is asked for and does not have."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, key: K) -> V:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        found = self[key] = self._work_out(key)
        return found
