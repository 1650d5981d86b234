"""What a deal is worth to a side: how it stands in the game when the deal has been scored."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from hasenpfeffer.play.scoring import end_game

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

FARTHEST: Final = 1 << 12
"""Points beyond which no goal is looked for."""
LEAST_SPREAD: Final = 0.5
"""Deals are never taken to be more alike than this."""
UNKNOWN_LENGTH: Final = 4.0
"""How many deals are taken to be still to come where nothing tells."""
_CURVE: Final = NormalDist()


class Prospects:
    """The game as it stands before a deal, for one account; `chance` says how it stands after one.

    A lead is worth much when few deals are still to come, and little when there are many: the difference of the
    points still needed is held against the spread that deals bring. How many points win is found out by asking
    the rules, so that any way to write it will do; where no number of points wins, a lead is just a lead.
    """

    def __init__(self, rules: CompiledRules, state: State, account: int) -> None:
        self._rules = rules
        self._account = account
        self._goals = [goal_of(rules, state, each) for each in range(len(state.scores))]
        self._upwards = -1 if rules.ruleset.game_end.best == "lowest score" else 1

    def chance(self, end: State, spread: float) -> float:
        """The chance to win the game after a deal, from 0 to 1; `spread`: by how much deals differ."""
        if end.game_over:
            winners = end.winners
            return 1 / winners.bit_count() if winners >> self._account & 1 else 0.0
        own = float(end.scores[self._account])
        others = [float(score) for each, score in enumerate(end.scores) if each != self._account]
        lead = self._upwards * (own - sum(others) / len(others)) if others else own
        spread = max(spread, LEAST_SPREAD)
        return _CURVE.cdf(lead / (spread * self._deals_left(end, spread) ** 0.5))

    def _deals_left(self, end: State, spread: float) -> float:
        """About how many deals there are still to come: until the account that is nearest gets there."""
        needed = [
            goal - float(score)
            for goal, score in zip(self._goals, end.scores, strict=True)
            if goal is not None
        ]
        return max(min(needed) / spread, 1.0) if needed else UNKNOWN_LENGTH


def gain(state: State, account: int) -> float:
    """What a deal brought an account, less what it brought the others on average."""
    own = float(state.this_deal[account])
    others = [float(points) for each, points in enumerate(state.this_deal) if each != account]
    return own - sum(others) / len(others) if others else own


def goal_of(rules: CompiledRules, state: State, account: int) -> float | None:
    """The fewest points with which an account would win, as the rules say; None where no number is enough."""
    low, high = 0, 1
    while not _would_win(rules, state, account, high):
        low, high = high, high * 2
        if high > FARTHEST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if _would_win(rules, state, account, middle):
            high = middle
        else:
            low = middle
    return float(high)


def _would_win(rules: CompiledRules, state: State, account: int, points: int) -> bool:
    """Whether the game would be this account's, if the deal ended with so many points."""
    scores = tuple(points if each == account else score for each, score in enumerate(state.scores))
    end = end_game(rules, state._replace(scores=scores), [])
    return bool(end.winners >> account & 1)
