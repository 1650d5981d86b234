"""What many pairs come to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from hasenpfeffer.study.impact.walk import KINDS
from hasenpfeffer.study.statistics import Sums

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.play.state import Number
    from hasenpfeffer.seats import Seating
    from hasenpfeffer.study.impact.outcome import End, Outcome
    from hasenpfeffer.study.impact.pairs import Pair
    from hasenpfeffer.study.impact.walk import Kind, OtherChoices, Parting

T = TypeVar("T")

MOST_EXAMPLES: Final = 2
"""Of each sort."""


@dataclass(slots=True)
class Figures:
    """What came of one ruleset's deals or games. `points` are by account."""

    points: list[Sums]
    ends: Counter[End] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    """By the set of seats that won."""

    def add(self, outcome: Outcome) -> None:
        self.ends[outcome.end] += 1
        self.won[outcome.winners] += 1
        if outcome.points is not None:
            self.points = [
                sums.and_value(value) for sums, value in zip(self.points, outcome.points, strict=True)
            ]


class Impact:
    """Sums over pairs. Points are held against each other by team where the teams are the same, else by seat.

    `by_team` says which of the two; `differences` are then as many as there are teams or seats.
    """

    def __init__(self, before: Seating, after: Seating) -> None:
        self.pairs = 0
        self.before = Figures([Sums()] * len(before.teams))
        self.after = Figures([Sums()] * len(after.teams))
        self.compared = 0
        """Pairs that could be held against each other."""
        self.positions: dict[Kind, int] = dict.fromkeys(KINDS, 0)
        self.other_choices: dict[Kind, int] = dict.fromkeys(KINDS, 0)
        self.with_other_choices = 0
        self.partings: Counter[Parting] = Counter()
        self.ends: Counter[tuple[End, End]] = Counter()
        """By the end before and after, where they differ."""
        self.contracts = self.winners = self.points = 0
        """Pairs in which these are others."""
        self.by_team = before.names == after.names and before.teams == after.teams
        self.differences = [Sums()] * (len(before.teams) if self.by_team else before.count)
        self.first_choices: list[tuple[int, OtherChoices]] = []
        self.first_ends: list[Pair] = []
        self.first_winners: list[Pair] = []
        self._teams_of = (before.team_of, after.team_of)

    def add(self, pair: Pair) -> None:
        self.pairs += 1
        self.before.add(pair.before)
        self.after.add(pair.after)
        if pair.common is None:
            return
        self.compared += 1
        self._add_choices(pair)
        one, other = pair.before, pair.after
        if one.end != other.end:
            self.ends[one.end, other.end] += 1
            _keep(self.first_ends, pair)
        self.contracts += one.contract != other.contract
        if one.winners != other.winners:
            self.winners += 1
            _keep(self.first_winners, pair)
        if one.points is not None and other.points is not None:
            self._add_points(one.points, other.points)

    def _add_choices(self, pair: Pair) -> None:
        assert pair.common is not None
        self.partings[pair.common.parting] += 1
        for kind, number in pair.common.positions.items():
            self.positions[kind] += number
        for one in pair.common.others:
            self.other_choices[one.kind] += 1
        if pair.common.others:
            self.with_other_choices += 1
            _keep(self.first_choices, (pair.seed, pair.common.others[0]))

    def _add_points(self, before: tuple[Number, ...], after: tuple[Number, ...]) -> None:
        if not self.by_team:
            before, after = (
                tuple(points[account] for account in teams)
                for points, teams in zip((before, after), self._teams_of, strict=True)
            )
        changes = [new - old for old, new in zip(before, after, strict=True)]
        self.points += any(changes)
        self.differences = [
            sums.and_value(change) for sums, change in zip(self.differences, changes, strict=True)
        ]


def impact_of(pairs: Iterable[Pair], before: Seating, after: Seating) -> Impact:
    """What all these pairs come to."""
    impact = Impact(before, after)
    for pair in pairs:
        impact.add(pair)
    return impact


def _keep(kept: list[T], one: T) -> None:
    if len(kept) < MOST_EXAMPLES:
        kept.append(one)
