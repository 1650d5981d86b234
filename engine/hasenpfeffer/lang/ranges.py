"""Interval arithmetic: the least and greatest value that a formula of numbers can have."""

from __future__ import annotations

from itertools import product
from math import lcm
from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Type, number

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 10**12
"""Beyond this a range is cut: a formula that leaves it cannot be lowered to machine numbers."""


def add(a: Type, b: Type) -> Type:
    return _cut(a.low + b.low, a.high + b.high, lcm(a.denominator, b.denominator))


def subtract(a: Type, b: Type) -> Type:
    return _cut(a.low - b.high, a.high - b.low, lcm(a.denominator, b.denominator))


def multiply(a: Type, b: Type) -> Type:
    return _corners(lambda x, y: x * y, a, b, a.denominator * b.denominator)


def divide(a: Type, by: int) -> Type:
    """Exact division by a literal."""
    low, high = sorted((a.low / by, a.high / by))
    return _cut(_down(low), _up(high), a.denominator * abs(by))


def floor(a: Type, b: Type) -> Type:
    """`//`, rounding down; a divisor is at least one of its steps away from 0."""
    steps = _in_steps(b)
    return _corners(lambda x, y: x * b.denominator // y, a, _without_zero(steps), 1)


def modulo(a: Type, b: Type) -> Type:
    """`mod`, with the sign of the divisor and nearer to 0 than it."""
    nearer = 1 if a.denominator == b.denominator == 1 else 0
    low, high = min(0, b.low + nearer), max(0, b.high - nearer)
    return number(low, high, lcm(a.denominator, b.denominator))


def negate(a: Type) -> Type:
    return number(-a.high, -a.low, a.denominator)


def at_least(a: Type, b: Type) -> Type:
    return number(max(a.low, b.low), max(a.high, b.high), lcm(a.denominator, b.denominator))


def at_most(a: Type, b: Type) -> Type:
    return number(min(a.low, b.low), min(a.high, b.high), lcm(a.denominator, b.denominator))


def times(a: Type, count: int) -> Type:
    """A sum of up to `count` such numbers."""
    return _cut(min(0, a.low * count), max(0, a.high * count), a.denominator)


def _in_steps(b: Type) -> Type:
    """The same range, counted in steps of one over its denominator."""
    return number(b.low * b.denominator, b.high * b.denominator)


def _without_zero(b: Type) -> Type:
    low = 1 if b.low == 0 else b.low
    high = -1 if b.high == 0 else b.high
    return number(low, high) if low <= high else number(1, 1)


def _corners(op: Callable[[int, int], int], a: Type, b: Type, denominator: int) -> Type:
    edges = (
        {b.low, b.high} | ({1} if b.low < 1 < b.high else set()) | ({-1} if b.low < -1 < b.high else set())
    )
    values = [op(x, y) for x, y in product((a.low, a.high), edges)]
    return _cut(min(values), max(values), denominator)


def _cut(low: int, high: int, denominator: int) -> Type:
    return number(max(-LIMIT, low), min(LIMIT, high), denominator)


def _down(value: float) -> int:
    return int(value // 1)


def _up(value: float) -> int:
    return -int(-value // 1)
