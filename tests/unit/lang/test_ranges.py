"""The range of a formula holds every value that the formula can have."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hasenpfeffer.lang import ranges
from hasenpfeffer.lang.types import Type, number

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = st.integers(-12, 12)


@st.composite
def inside(draw: st.DrawFn) -> tuple[Type, Fraction]:
    """A range and a number in it."""
    low, high = sorted((draw(SMALL), draw(SMALL)))
    denominator = draw(st.sampled_from([1, 1, 1, 2, 3]))
    value = Fraction(draw(st.integers(low * denominator, high * denominator)), denominator)
    return number(low, high, denominator), value


WORKED: dict[str, tuple[Callable[[Type, Type], Type], Callable[[Fraction, Fraction], Fraction]]] = {
    "+": (ranges.add, lambda a, b: a + b),
    "-": (ranges.subtract, lambda a, b: a - b),
    "*": (ranges.multiply, lambda a, b: a * b),
    "//": (ranges.floor, lambda a, b: Fraction(a // b)),
    "mod": (ranges.modulo, lambda a, b: a % b),
    "but at least": (ranges.at_least, max),
    "but at most": (ranges.at_most, min),
}


@pytest.mark.parametrize("operator", WORKED)
@given(left=inside(), right=inside())
def test_the_range_holds_every_value(
    operator: str, left: tuple[Type, Fraction], right: tuple[Type, Fraction]
) -> None:
    of_types, of_values = WORKED[operator]
    (left_type, a), (right_type, b) = left, right
    if operator in ("//", "mod") and b == 0:
        return
    assert_inside(of_types(left_type, right_type), of_values(a, b))


@given(inside(), SMALL.filter(bool))
def test_the_range_of_a_division_holds_every_value(left: tuple[Type, Fraction], by: int) -> None:
    kind, value = left
    assert_inside(ranges.divide(kind, by), value / by)


@given(inside())
def test_the_range_of_a_negative_holds_every_value(left: tuple[Type, Fraction]) -> None:
    assert_inside(ranges.negate(left[0]), -left[1])


@given(inside(), st.integers(0, 6))
def test_the_range_of_a_sum_holds_every_value(left: tuple[Type, Fraction], count: int) -> None:
    assert_inside(ranges.times(left[0], 6), left[1] * count)


def test_ranges_stay_within_what_machines_count() -> None:
    wide = number(-(10**9), 10**9)
    found = ranges.multiply(ranges.multiply(wide, wide), wide)
    assert (found.low, found.high) == (-ranges.LIMIT, ranges.LIMIT)


def assert_inside(kind: Type, value: Fraction) -> None:
    assert kind.low <= value <= kind.high
    assert (value * kind.denominator).denominator == 1
