"""What samples say: exact sums that can be put together in any cut, and intervals about means and shares."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hasenpfeffer.play.state import Number

CONFIDENCE: Final = 0.95
_DIGITS: Final = 6
"""Decimals of a figure: fewer than the last ones, in which machines may differ."""


@dataclass(frozen=True, slots=True)
class Sums:
    """How many values there were, their sum and the sum of their squares, all exact."""

    count: int = 0
    total: Number = 0
    squares: Number = 0

    def and_value(self, value: Number) -> Sums:
        return Sums(self.count + 1, self.total + value, self.squares + value * value)

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.count + other.count, self.total + other.total, self.squares + other.squares)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a share with its interval; `low` and `high` are None where one value says nothing of it."""

    mean: float
    low: float | None
    high: float | None


def mean(sums: Sums, confidence: float = CONFIDENCE) -> Estimate | None:
    """The mean of independent values and its normal interval; None where there are no values."""
    n = sums.count
    if n == 0:
        return None
    middle = Fraction(sums.total) / n
    if n == 1:
        return Estimate(_rounded(middle), None, None)
    away = half_width(sums, confidence)
    return Estimate(_rounded(middle), _rounded(float(middle) - away), _rounded(float(middle) + away))


def half_width(sums: Sums, confidence: float = CONFIDENCE) -> float:
    """How far the normal interval of the mean reaches to either side; without end where one value says nothing."""
    n = sums.count
    if n < 2:
        return math.inf
    variance = (sums.squares - Fraction(sums.total) * sums.total / n) / (n - 1)
    return _z(confidence) * math.sqrt(variance / n)


def share(part: int, whole: int, confidence: float = CONFIDENCE) -> Estimate | None:
    """A share of cases and its interval after Wilson, which stays within 0 and 1; None where there are none."""
    if whole == 0:
        return None
    z, found = _z(confidence), part / whole
    scale = 1 + z * z / whole
    middle = (found + z * z / (2 * whole)) / scale
    away = z / scale * math.sqrt(found * (1 - found) / whole + (z / (2 * whole)) ** 2)
    return Estimate(_rounded(found), _rounded(max(0.0, middle - away)), _rounded(min(1.0, middle + away)))


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _rounded(value: float | Fraction) -> float:
    return round(float(value), _DIGITS) + 0.0  # never -0.0
