"""Who of each side was the first to name what the standing call names, such as its trump: `first of side`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.layout import Lasts, place
from hasenpfeffer.kernel.settings import spelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.steps.auction import AuctionLowering
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.play.rules import CompiledRules


def kinds_named(rules: CompiledRules, calls: Sequence[int], name: str) -> list[int]:
    """What each of these calls says under a name, such as its trump: what is alike has the same number, from 0 on."""
    named = [repr(rules.fields[call].get(name)) for call in calls]
    values = sorted(set(named))
    return [values.index(one) for one in named]


class FirstToName:
    """Keeps, for each side and each thing that can be named, one more than the seat that named it first."""

    def __init__(self, auction: AuctionLowering, name: str) -> None:
        self._program = auction.program
        self._label = f"NAMED_{spelled(name)}_{auction.number}"
        self._place = f"FIRST_TO_NAME_{auction.number}"
        calls = [auction.open.first + index for index in auction.open.order]
        self._kinds = kinds_named(auction.program.rules, calls, name)
        self._count = max(self._kinds, default=0) + 1
        sides = len(self._program.rules.seating.teams)
        auction.program.layout.put(self._place, sides * self._count, Lasts.MOMENT)

    def begin(self, function: Function) -> None:
        """Nobody has named anything."""
        for at in range(self._program.layout.count(self._place)):
            function.store(place(self._place, at), 0)

    def called(self, function: Function) -> None:
        """A call is heard: `bit`, by `seat`."""
        at = function.named(self._at("seat", "bit"))
        first = f"s[{place(self._place, at)}]"
        function.line(f"{first} = {first} or seat + 1")

    def of_standing(self, function: Function) -> Code:
        """The seat that was the first of its side to name what the standing call names."""
        at = function.named(self._at("s[BIDDER]", "s[STANDING]"))
        return f"s[{place(self._place, at)}] - 1"

    def _at(self, seat: Code, bit: Code) -> Code:
        look_up = self._program.tables.look_up
        side = look_up("TEAM", self._program.rules.seating.team_of, seat)
        return codes.add(codes.multiply(side, self._count), look_up(self._label, self._kinds, bit))
