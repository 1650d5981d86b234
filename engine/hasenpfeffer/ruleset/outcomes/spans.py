"""Numbers of which only the least and the greatest are known, kept exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Number: TypeAlias = "int | Fraction"


class Span(NamedTuple):
    """Every number from `low` to `high`; one number where both are the same."""

    low: Number
    high: Number

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def hull(self, other: Span) -> Span:
        """The least span that holds both."""
        return Span(min(self.low, other.low), max(self.high, other.high))

    def within(self, other: Span) -> Span:
        """What both have in common; nothing changes where that is nothing."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Span(low, high) if low <= high else self


ZERO: Final = Span(0, 0)

_KEPT: Final = 4096
"""So many spans of one number are made once."""


@lru_cache(_KEPT, typed=True)
def exactly(value: Number) -> Span:
    """One number."""
    return Span(value, value)


def add(a: Span, b: Span) -> Span:
    return Span(a.low + b.low, a.high + b.high)


def subtract(a: Span, b: Span) -> Span:
    return Span(a.low - b.high, a.high - b.low)


def negate(a: Span) -> Span:
    return Span(-a.high, -a.low)


def multiply(a: Span, b: Span) -> Span:
    return _corners(lambda x, y: x * y, a, b)


def divide(a: Span, b: Span) -> Span | None:
    """None where the divisor may be 0."""
    return None if b.low <= 0 <= b.high else _corners(lambda x, y: Fraction(x) / y, a, b)


def floor(a: Span, b: Span) -> Span | None:
    """`//`, rounding down; None where the divisor may be 0."""
    return None if b.low <= 0 <= b.high else _corners(lambda x, y: x // y, a, b)


def modulo(a: Span, b: Span) -> Span | None:
    """`mod`; None where the divisor may be 0."""
    if b.low <= 0 <= b.high:
        return None
    if a.is_exact and b.is_exact:
        return exactly(a.low % b.low)
    return Span(min(0, b.low), max(0, b.high))


def at_least(a: Span, b: Span) -> Span:
    return Span(max(a.low, b.low), max(a.high, b.high))


def at_most(a: Span, b: Span) -> Span:
    return Span(min(a.low, b.low), min(a.high, b.high))


def _corners(op: Callable[[Number, Number], Number], a: Span, b: Span) -> Span:
    if a.is_exact and b.is_exact:
        return exactly(op(a.low, b.low))
    values = [op(x, y) for x, y in product(a, b)]
    return Span(min(values), max(values))


def compared(op: str, a: Span, b: Span) -> bool | None:
    """Whether a comparison holds for all such numbers (True) or for none (False)."""
    match op:
        case "at_least":
            return True if a.low >= b.high else False if a.high < b.low else None
        case "more":
            return True if a.low > b.high else False if a.high <= b.low else None
        case "at_most":
            return compared("at_least", b, a)
        case "less":
            return compared("more", b, a)
        case "unequal":
            same = compared("equal", a, b)
            return None if same is None else not same
        case _:
            if a.is_exact and b.is_exact:
                return a.low == b.low
            return False if a.high < b.low or b.high < a.low else None
