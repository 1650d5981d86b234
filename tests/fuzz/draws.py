"""Where a fuzzed input gets its chance from: a numbered stream, or hypothesis, which then finds smaller ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DataObject

T = TypeVar("T")


class Draw(Protocol):
    """`chance.Stream` is one."""

    def below(self, bound: int, /) -> int:
        """A whole number from 0 up to, not including, `bound`."""
        ...


class Shrinking:
    """Draws of hypothesis."""

    def __init__(self, data: DataObject) -> None:
        self._data = data

    def below(self, bound: int, /) -> int:
        drawn: int = self._data.draw(st.integers(0, bound - 1))
        return drawn


def one_of(draw: Draw, choices: Sequence[T]) -> T:
    return choices[draw.below(len(choices))]
