"""Which of two kinds of players is better: games on the same cards, once from each side of the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from hasenpfeffer.seats import members
from hasenpfeffer.study.driver import GameResult, play_game
from hasenpfeffer.study.statistics import Estimate, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.history import SeenTurn, Turn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.view import View
    from hasenpfeffer.study.players import Player


@dataclass(frozen=True, slots=True)
class Match:
    """How a challenger did. A game that was stopped at its bound counts as lost, one that is shared too."""

    games: int
    won: int
    unfinished: int
    failures: int
    """Choices that were made for a player because it failed."""
    seconds: tuple[float, ...]
    """How long the challenger thought about each choice that was one."""

    @property
    def share(self) -> Estimate | None:
        """The share of games won, with its interval."""
        return share(self.won, self.games)


def match(
    rules: CompiledRules,
    challenger: Player | None,
    others: Player | None,
    games: int,
    seed: int,
) -> Match:
    """Plays a match; None stands for players who play at random.

    As many games in a row as there are accounts have the same cards; the challenger has another account in each,
    with all the seats that belong to it.
    """
    watch = _Watch()
    timed = None if challenger is None else _Timed(challenger, watch)
    won = unfinished = 0
    for number in range(games):
        cards, account = divmod(number, len(rules.accounts))
        players = dict(_seated(rules, timed, others, account))
        result = play_game(rules, seed, cards, players, watch.turn)
        won += is_won_by(result, account)
        unfinished += result.unfinished
    return Match(games, won, unfinished, watch.failures, tuple(watch.seconds))


def is_won_by(result: GameResult, account: int) -> bool:
    """Whether an account has won a game for itself."""
    return not result.unfinished and result.winners == 1 << account


def quantile(values: Sequence[float], part: float) -> float:
    """The value that this part of the values does not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)] if ordered else 0.0


@dataclass(slots=True)
class _Watch:
    """What is noted in the course of a match."""

    seconds: list[float] = field(default_factory=list)
    failures: int = 0

    def turn(self, turn: Turn) -> None:
        self.failures += any(event.kind == "replaced" for event in turn.events)


class _Timed:
    """A player whose time is taken, but for choices that are none."""

    def __init__(self, player: Player, watch: _Watch) -> None:
        self._player = player
        self._watch = watch

    def choose(self, seen: View, history: Sequence[SeenTurn], draws: Stream) -> Action:
        began = perf_counter()
        action = self._player.choose(seen, history, draws)
        if len(seen.legal) > 1:
            self._watch.seconds.append(perf_counter() - began)
        return action


def _seated(
    rules: CompiledRules, challenger: Player | None, others: Player | None, account: int
) -> Iterator[tuple[int, Player]]:
    """Who plays at which seat; nobody where it is played at random."""
    own = rules.seating.teams[account]
    for seat in members(rules.seating.everybody):
        player = challenger if own >> seat & 1 else others
        if player is not None:
            yield seat, player
