"""How often a deal brings how many tricks or points, and how long games are, as bars."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.studies.plots import Bars, Panel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.play.state import Number
    from hasenpfeffer.report.studies.plots import Plot
    from hasenpfeffer.study.figures import RulesetFigures, TeamFigures

    Counts = Sequence[tuple[Number, int]]

_MOST_BARS: Final = 31
_DEALS: Final = "% of the deals"


def points_of_a_deal(rulesets: Sequence[RulesetFigures], most: int = _MOST_BARS) -> Iterator[Plot]:
    """No more bars than `most`, at least four: more results are put together in ranges."""
    for title, panels in _by_team(rulesets, "Points of a deal"):
        held = [(name, team.by_points) for name, team in panels]
        if any(counts for _, counts in held):
            yield bars(title, "points", _DEALS, held, most)


def tricks_of_a_deal(rulesets: Sequence[RulesetFigures]) -> Iterator[Plot]:
    for title, panels in _by_team(rulesets, "Tricks of a deal"):
        held = [(name, _counts(team.tricks)) for name, team in panels]
        if any(number for _, counts in held for number, _ in counts):
            yield bars(title, "tricks", _DEALS, held)


def lengths_of_games(rulesets: Sequence[RulesetFigures]) -> Iterator[Plot]:
    held = [(one.label if len(rulesets) > 1 else "", _counts(one.lengths)) for one in rulesets]
    if any(counts for _, counts in held):
        yield bars("Length of a game", "deals", "% of the games", held)


def bars(
    title: str, rows_are: str, unit: str, held: Sequence[tuple[str, Counts]], most: int = _MOST_BARS
) -> Bars:
    """A panel for each name; numbers that are many or far apart are put together in ranges."""
    numbers = [number for _, counts in held for number, _ in counts]
    low, high = min(numbers), max(numbers)
    width = _width(low, high, most)
    whole = all(number == int(number) for number in numbers)
    starts = [start * width for start in range(int(low // width), int(high // width) + 1)]
    panels = []
    for name, counts in held:
        of_row = [0] * len(starts)
        for number, deals in counts:
            of_row[int(number // width) - int(low // width)] += deals
        all_deals = sum(of_row) or 1
        panels.append(Panel(name, tuple(100 * deals / all_deals for deals in of_row)))
    rows = tuple(_row(start, width, whole=whole) for start in starts)
    from_edge = width > 1 or not whole
    return Bars(title, rows_are, rows, unit, tuple(panels), tuple(map(_signed, starts)), from_edge)


def _by_team(
    rulesets: Sequence[RulesetFigures], title: str
) -> Iterator[tuple[str, list[tuple[str, TeamFigures]]]]:
    """One ruleset shows its teams together; several are shown together, team by team."""
    if len(rulesets) == 1:
        yield title, [(team.name, team) for team in rulesets[0].teams]
        return
    for teams in zip(*(one.teams for one in rulesets), strict=False):
        named = zip((one.label for one in rulesets), teams, strict=True)
        yield f"{title}, {teams[0].name}", list(named)


def _counts(histogram: Sequence[int]) -> Counts:
    return [(number, deals) for number, deals in enumerate(histogram) if deals]


def _width(low: Number, high: Number, most: int) -> int:
    """1, 2, 5, 10, 20 and so on: the smallest with which the bars are not too many."""
    widths: Iterator[int] = chain.from_iterable(
        (10**power, 2 * 10**power, 5 * 10**power) for power in range(400)
    )
    return next(width for width in widths if int(high // width) - int(low // width) < most)


def _row(start: int, width: int, *, whole: bool) -> str:
    if not whole:
        return f"{_signed(start)} to under {_signed(start + width)}"
    return _signed(start) if width == 1 else f"{_signed(start)} to {_signed(start + width - 1)}"


def _signed(value: int) -> str:
    return str(value).replace("-", "−")
