"""Announcements lowered: what a seat may say at its turn to play, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.values import Bits, Number, is_some, meet, size

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.steps.tricks import TricksLowering
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import Announcement


class AnnouncingLowering:
    """The announcements of one step. SAID has those of this turn as bits, TIED the cards of which one is to follow."""

    def __init__(self, tricks: TricksLowering) -> None:
        self._tricks = tricks
        self._formulas = tricks.formulas
        self._program = tricks.program
        self._during = tricks.step.during
        self.label = f"{tricks.number}"

    @property
    def is_there(self) -> bool:
        return bool(self._during)

    def lower(self) -> None:
        """Writes what is said by itself at a turn, and what is said with a card."""
        if not self.is_there:
            return
        for number in range(len(self._during)):
            self._program.layout.put(f"ANNOUNCED_{self.label}_{number}")
        for number in range(len(self._during)):
            self._make(number)
        self._musts("at_once", lambda one: one.playing is None)
        self._musts("with_card", lambda one: one.playing is not None)

    def free(self) -> list[int]:
        """The numbers of those that a seat may make or not."""
        return [number for number, one in enumerate(self._during) if not one.must]

    def is_open(self, function: Function, number: int, seat: Code, playable: Bits) -> Code:
        """Whether a seat may make an announcement now."""
        one = self._during[number]
        scope = Scope(seat)
        tests: list[Callable[[], Code]] = [lambda: f"(not s[SAID] >> {number} & 1)"]
        sides = self._program.ruleset.sides
        if sides is not None and sides.decided is not None and _is_of_a_side(one):
            decided = sides.decided
            tests.append(lambda: self._formulas.truth(decided, function, scope))
        if one.who is not None:
            who = one.who
            tests.append(lambda: codes.has_bit(self._formulas.bits(who, function, scope).only, seat))
        if one.trick is not None:
            trick = one.trick
            tests.append(
                lambda: codes.compare(
                    "==", self._formulas.whole(trick, function, scope), "(s[TRICK_COUNT] + 1)"
                )
            )
        if one.cards_left is not None:
            tests.append(lambda: self._has_left(function, one, seat))
        if one.condition is not None:
            condition = one.condition
            tests.append(lambda: self._formulas.truth(condition, function, scope))
        if one.melding is not None:
            tests.append(lambda: f"(not s[ANNOUNCED_{self.label}_{number}] >> {seat} & 1)")
            finder = self._tricks.melds.finder(one.melding)
            tests.append(lambda: f"({finder}(s, k, {seat}) > 0)")
        tests.append(
            lambda: is_some(
                meet(meet(playable, self._tricks.cards("TIED")), self._cards(function, one, scope))
            )
        )
        return self._tricks.every(function, tests)

    def _has_left(self, function: Function, one: Announcement, seat: Code) -> Code:
        assert one.cards_left is not None
        wanted = self._formulas.number(one.cards_left, function, Scope(seat))
        held = Number(size(self._tricks.cards("HANDS", seat))).over(wanted.denominator)
        return codes.compare(">=", held, wanted.code)

    def _cards(self, function: Function, one: Announcement, scope: Scope) -> Bits:
        """The cards with one of which it is made."""
        if one.playing is None:
            return self._tricks.all_cards()
        return self._formulas.bits(one.playing, function, scope)

    def _musts(self, name: str, is_meant: Callable[[Announcement], bool]) -> None:
        """Writes `at_once_N(s, k, seat)` and `with_card_N(s, k, seat)`: what has to be announced is announced."""
        numbers = [n for n, one in enumerate(self._during) if one.must and is_meant(one)]
        function = self._tricks.function(name, "seat", about="Announces what has to be announced.")
        if numbers:
            again = function.fresh()
            function.line(f"{again} = 1")
            with function.block(f"while {again}:"):
                function.changed()
                function.line(f"{again} = 0")
                for number in numbers:
                    playable = (
                        self._tricks.all_cards() if name == "at_once" else self._tricks.cards("PLAYING")
                    )
                    test = self.is_open(function, number, "seat", playable)
                    with function.block(f"if {again} == 0 and {test}:"):
                        function.call(f"announce_{self.label}_{number}", "seat")
                        function.line(f"{again} = 1")
        function.line("return 0")

    def _make(self, number: int) -> None:
        one = self._during[number]
        function = self._program.function(
            f"announce_{self.label}_{number}", "seat", about=f"Announces `{one.name}`."
        )
        scope = Scope("seat")
        cards = function.kept(self._cards(function, one, scope))
        if one.melding is not None:
            self._tricks.melds.make(function, one.melding, "seat", is_open=one.shown.mode == "yes")
        for word, code in enumerate(cards.words):
            function.line(f"s[{place('TIED', word)}] &= {code}")
        function.line(f"s[SAID] |= {1 << number}")
        self._tricks.assign(one.sets, function, "seat")
        function.line(f"s[ANNOUNCED_{self.label}_{number}] |= 1 << seat")
        function.line("return 0")


def _is_of_a_side(announcement: Announcement) -> bool:
    """Whether it is for the declarers, or for the others."""
    if announcement.who is None:
        return False
    parts = announcement.who.walk()
    return any(part.op == "lookup" and part.value in ("declarers", "defenders") for part in parts)
