"""Players of the same thing take turns on one core, and medians are taken over the rounds."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence


class Timed(NamedTuple):
    """So many games, the decisions in them, and how long they took."""

    seconds: float
    games: int
    decisions: int


Run: TypeAlias = Callable[[int], Timed]
"""Plays at least so many games."""


class Player(NamedTuple):
    """Who plays."""

    name: str
    run: Run


class Figures(NamedTuple):
    """What a player did in each round."""

    name: str
    rounds: tuple[Timed, ...]

    @property
    def games_a_second(self) -> float:
        return median(one.games / one.seconds for one in self.rounds)

    @property
    def decisions_a_second(self) -> float:
        return median(one.decisions / one.seconds for one in self.rounds)

    @property
    def decisions_a_game(self) -> float:
        return sum(one.decisions for one in self.rounds) / sum(one.games for one in self.rounds)

    def times(self, other: Figures) -> float:
        """How many games this one plays while the other plays one: the median of the rounds' ratios."""
        return self._median_ratio(other, lambda one: one.games)

    def decisions_to(self, other: Figures) -> float:
        """The same in decisions, for games that are not quite the same."""
        return self._median_ratio(other, lambda one: one.decisions)

    def _median_ratio(self, other: Figures, count: Callable[[Timed], int]) -> float:
        return median(
            (count(one) / one.seconds) / (count(two) / two.seconds)
            for one, two in zip(self.rounds, other.rounds, strict=True)
        )


def take_turns(players: Sequence[Player], rounds: int, seconds: float) -> list[Figures]:
    """Lets each play for about so long in each round."""
    return in_turn(players, [enough(player.run, seconds) for player in players], rounds)


def in_turn(players: Sequence[Player], games: Sequence[int], rounds: int) -> list[Figures]:
    """Lets each play so many games in each round, one after the other, every other round from the last to the first."""
    timed: list[list[Timed]] = [[] for _ in players]
    for number in range(rounds):
        places = range(len(players))
        for place in places if number % 2 == 0 else reversed(places):
            timed[place].append(players[place].run(games[place]))
    return [Figures(player.name, tuple(turns)) for player, turns in zip(players, timed, strict=True)]


def enough(run: Run, seconds: float) -> int:
    """How many games take about so long. What is made ready once is not counted."""
    run(1)
    games = 1
    while (timed := run(games)).seconds < seconds / 5:
        games *= 2 if timed.seconds > seconds / 50 else 8
    return max(1, round(timed.games * seconds / timed.seconds))
