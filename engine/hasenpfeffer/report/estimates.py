"""Figures with their intervals, as cells of tables and as data."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.play.state import Number
    from hasenpfeffer.study.statistics import Estimate

_NONE: Final = "–"


def estimate_cells(estimate: Estimate | None, text: Callable[[float], str]) -> list[str]:
    """Middle, low and high end."""
    if estimate is None:
        return [_NONE] * 3
    return [_NONE if value is None else text(value) for value in (estimate.mean, estimate.low, estimate.high)]


def estimate_data(estimate: Estimate | None) -> dict[str, float | None]:
    if estimate is None:
        return {"mean": None, "low": None, "high": None}
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def exact(value: Number) -> int | str:
    """A sum for JSON: text where it is no whole number."""
    value = Fraction(value)
    return int(value) if value.denominator == 1 else str(value)


def points(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def percent(value: float) -> str:
    return f"{100 * value:.1f}"
