"""The players of a sheet, who may have names of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.cards import fold
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.study.sheets.telling import Telling


class Players:
    """Names by seat; those of the seats where nobody gave any."""

    def __init__(self, rules: CompiledRules, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.names = tuple(names) or rules.seating.names
        self.accounts = tuple(map(self.named, rules.seating.teams))

    def shown(self, who: str, told: Telling) -> str:
        """A seat, a team or a side by the names of the players."""
        seating = self.rules.seating
        seats = 0
        if who in seating.names:
            seats = 1 << seating.names.index(who)
        elif who in seating.team_names:
            seats = seating.teams[seating.team_names.index(who)]
        elif told.declarer >= 0 and self.rules.declarers is None:
            team = seating.teams[seating.team_of[told.declarer]]
            seats = team if who == "declarers" else seating.everybody & ~team
        return self.named(seats) if seats else f"the {who}"

    def named(self, seats: int) -> str:
        """Players side by side: `Ada & Cy`; partners by the names of the seats as the rules call them."""
        seating = self.rules.seating
        if self.names == seating.names and seats in seating.teams:
            return seating.team_names[seating.teams.index(seats)]
        return " & ".join(self.names[seat] for seat in members(seats))

    def seat(self, word: str) -> int | None:
        """The seat of a name, of the seat or of who sits there."""
        for names in (self.names, self.rules.seating.names):
            for seat, name in enumerate(names):
                if fold(name) == fold(word):
                    return seat
        return None
