"""Which plots a sweep has: curves over the values of a parameter."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.studies.chosen import call_shares, hundredfold, stood
from hasenpfeffer.report.studies.plots import Curve, Series
from hasenpfeffer.study.statistics import Estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hasenpfeffer.report.studies.plots import Plot
    from hasenpfeffer.study.figures import Figures

_AT_ONCE: Final = 5
"""Curves that can be told apart in one plot."""
_MOST_CURVES: Final = 20


def curves_of_points(figures: Figures) -> Iterator[Plot]:
    """Points, games won and differences over the parameter."""
    rulesets, unit = figures.rulesets, figures.plan.unit[:-1]
    teams = [team.name for team in rulesets[0].teams]

    def named(title: str, name: str, digits: int, figure: Callable[[int, int], Estimate | None]) -> Plot:
        series = [
            Series(team, tuple(figure(row, account) for row in range(len(rulesets))))
            for account, team in enumerate(teams)
        ]
        return _curve(figures, title, name, series, digits, "team")

    yield named("Points of each team", f"points a {unit}", 2, lambda row, i: rulesets[row].teams[i].score)
    if figures.plan.of_games:
        yield named(
            "Games won",
            "% of the games",
            1,
            lambda row, i: hundredfold(rulesets[row].teams[i].games_won_share),
        )
    if figures.differences and figures.differences[0].teams:
        yield named(
            f"Points more than with {figures.parameter} {rulesets[0].label}, in the same {unit}",
            f"points a {unit} more",
            2,
            lambda row, i: figures.differences[row - 1].teams[i].score if row else Estimate(0.0, 0.0, 0.0),
        )


def curves_of_play(figures: Figures) -> Iterator[Plot]:
    """What it is worth to deal, which calls stand and which lines count, over the parameter."""
    rulesets = figures.rulesets
    if any(one.dealer_advantage is not None for one in rulesets):
        series = [Series("", tuple(one.dealer_advantage for one in rulesets))]
        title = "What the dealer's side has more than the others"
        yield _curve(figures, title, "points a deal", series, 2, "")
    calls_of = [call_shares(one) for one in rulesets]
    lines_of = [{line.name: line.share for line in one.lines} for one in rulesets]
    for title, kind, names, found in (
        ("How often each call stood", "call", stood(rulesets), calls_of),
        (
            "How often each line of the score counted",
            "line",
            tuple(dict.fromkeys(chain(*lines_of))),
            lines_of,
        ),
    ):
        names = names[:_MOST_CURVES]
        pieces = -(-len(names) // _AT_ONCE)
        for piece in range(pieces):
            some = names[len(names) * piece // pieces : len(names) * (piece + 1) // pieces]
            series = [Series(name, tuple(hundredfold(one.get(name)) for one in found)) for name in some]
            yield _curve(figures, title, "% of the deals", series, 1, kind)


def _curve(
    figures: Figures, title: str, unit: str, series: Sequence[Series], digits: int, series_are: str
) -> Curve:
    values = tuple(one.label for one in figures.rulesets)
    zero = "more" in title.casefold()
    return Curve(title, figures.parameter, values, unit, tuple(series), digits, zero, series_are)
