"""How a deal or a game ended, in words that two rulesets share: seats, and what is said at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from hasenpfeffer.seats import members
from hasenpfeffer.study.reference_rows import made_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State

End: TypeAlias = Literal["made", "failed", "scored", "thrown in", "won", "unfinished", "stuck"]
END_WORDS: Final[tuple[End, ...]] = ("made", "failed", "scored", "thrown in", "won", "unfinished", "stuck")
"""A deal is `made` or `failed` where the rules have a term `made`, else `scored`, unless it is thrown in. A game is
`won`, or `unfinished` where it was stopped at its bound. What cannot go on is `stuck`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An end. `points` are by account, of the deal or at the end of the game; None where it is stuck.

    `winners` are seats: those with the best points of a deal, nobody where all have the same; who won the game.
    """

    end: End
    winners: int
    points: tuple[Number, ...] | None
    contract: str = ""
    """Who said what, where an auction was won."""


STUCK: Final = Outcome("stuck", 0, None)


class Judge:
    """Says how deals and games by one ruleset ended."""

    def __init__(self, rules: CompiledRules) -> None:
        self._rules = rules
        self._made: Callable[[State], bool] | None = made_of(rules)

    def deal(self, last: State) -> Outcome:
        if last.thrown_in:
            return Outcome("thrown in", 0, last.this_deal)
        made = None if self._made is None else self._made(last)
        end: End = "scored" if made is None else "made" if made else "failed"
        return Outcome(end, self._best(last.this_deal), last.this_deal, self._contract(last))

    def game(self, last: State) -> Outcome:
        end: End = "unfinished" if last.unfinished else "won"
        return Outcome(end, self._seats(last.winners), last.scores)

    def _best(self, points: tuple[Number, ...]) -> int:
        best = (min if self._rules.ruleset.game_end.best == "lowest score" else max)(points)
        if all(one == best for one in points):
            return 0
        return self._seats(sum(1 << account for account, one in enumerate(points) if one == best))

    def _seats(self, accounts: int) -> int:
        teams = self._rules.seating.teams
        return sum(teams[account] for account in members(accounts))

    def _contract(self, last: State) -> str:
        if last.call < 0:
            return ""
        who = self._rules.seating.names[last.declarer] if last.declarer >= 0 else "nobody"
        return f"{who}: {self._rules.calls[last.call].text}"
