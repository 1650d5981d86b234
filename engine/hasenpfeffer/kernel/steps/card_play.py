"""A card is played: it lies on the table, it may be the best so far, and what formulas ask about it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.values import Bits, one_of

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.steps.tricks import TricksLowering
    from hasenpfeffer.kernel.writer import Function

IN_STATE: Final = ("s[BEST_STRENGTH]", "s[BEST_SEAT]", "s[BEST_CARD]")
"""Where the best card of the trick so far is kept."""


class CardPlay:
    """Writes what playing a card does into a function, card by card or for a whole trick."""

    def __init__(self, tricks: TricksLowering) -> None:
        self._tricks = tricks
        self._formulas = tricks.formulas
        self._program = tricks.program

    def put_down(
        self, function: Function, seat: Code, card: Code, one: Bits, first: Code | None = None
    ) -> None:
        """A card lies on the table. `first`: whether it is the first of the trick, where that is known."""
        contract = self._formulas.contract(function, Scope(seat))
        led = self._led(function, seat, contract, card, first)
        if first is None:
            first = function.named("(s[TABLE_COUNT] == 0)")
        self._tricks.drop(function, "HANDS", seat, one)
        if "cards" in self._tricks.needs:
            self._tricks.put(function, "TABLE_CARDS", 0, one)
        function.line("s[TABLE_COUNT] += 1")
        function.line(f"s[TABLE_SEATS] |= {codes.bit(seat)}")
        self._remember(function, seat, card, one, first)
        if first != 0:
            function.store("LED", led)
        if self._tricks.is_lively:
            self._tricks.settle(function)
            contract = self._formulas.contract(function, Scope(seat))
            with function.block(f"if {first} and {led} != 0 and s[TRICK_COUNT] == 0:"):
                self._asked_for(function, led, contract, card)
                function.store("LED", led)

    def best_so_far(
        self, function: Function, seat: Code, card: Code, best: tuple[str, str, str] = IN_STATE
    ) -> None:
        """Finds out whether a card on the table is the best. `best`: where strength, seat and card are kept."""
        strength = function.named(self._strength(function, seat, card))
        better = f"({strength} > {best[0]})"
        equal = self._program.ruleset.ranking.equal_last_wins
        if equal is not None:
            inner = Scope(None, {"card": one_of(card, self._program.width)})
            last = self._tricks.every(
                function,
                [
                    lambda: f"({strength} == {best[0]} and {strength} > 0)",
                    lambda: self._formulas.truth(equal, function, inner),
                ],
            )
            better = f"({better} | {last})"
        better = str(function.named(better))
        for name, code in zip(best, (strength, seat, card), strict=True):
            function.line(f"{name} = {code} if {better} else {name}")

    def is_best(self, function: Function, seat: Code, card: Code, best: tuple[str, str, str]) -> None:
        """The first card of a trick is the best as yet."""
        strength = self._program.contracts.own_strength(self._formulas.contract(function, Scope(seat)), card)
        for name, code in zip(best, (strength, seat, card), strict=True):
            function.line(f"{name} = {code}")

    def _strength(self, function: Function, seat: Code, card: Code) -> Code:
        contract = self._formulas.contract(function, Scope(seat))
        contracts = self._program.contracts
        if function.card_led is None:
            return contracts.strength(contract, "s[LED]", card)
        return contracts.strength_after(contract, function.card_led, card)

    def _led(self, function: Function, seat: Code, contract: Code, card: Code, first: Code | None) -> str:
        """Finds the suit led, and remembers who does not follow it."""
        led = function.fresh()
        if first == 1:
            self._asked_for(function, led, contract, card)
            return led
        function.line(f"{led} = s[LED]")
        does_not_follow = f"{self._program.contracts.suit_row(contract, card)} != {led}"
        out = f"s[{place('SHOWN_OUT', seat)}] |= 1 << {led} >> 1"
        asks_out = "shown out" in self._program.words
        if first is None:
            with function.block(f"if {led} == 0:"):
                self._asked_for(function, led, contract, card)
            if asks_out:
                with function.block(f"elif {does_not_follow}:"):
                    function.line(out)
        elif asks_out:
            with function.block(f"if {does_not_follow}:"):
                function.line(out)
        return led

    def _asked_for(self, function: Function, led: str, contract: Code, card: Code) -> None:
        """The suit that a card asks for when it is led."""
        contracts = self._program.contracts
        if not contracts.has_leads:
            function.line(f"{led} = {contracts.suit_row(contract, card)}")
            return
        lead = function.named(contracts.lead(contract, card))
        function.line(f"{led} = {contracts.suit_row(contract, card)} if {lead} == 0 else 0")
        function.store("NAMING", f"1 if {lead} == 2 else 0")

    def _remember(self, function: Function, seat: Code, card: Code, one: Bits, first: Code) -> None:
        """What formulas ask about the play so far."""
        words = self._program.words
        if "card led" in words or self._program.contracts.has_leads:
            with function.block(f"if {first}:"):
                function.store("CARD_LED", card)
        if "played" in words:
            self._tricks.put(function, "PLAYED", 0, one)
        if "first card played" in words:
            with function.block("if s[FIRST_CARD] < 0:"):
                function.store("FIRST_CARD", card)
        if "player" in words:
            function.store("PLAYED_CARD + s[PLAYED_COUNT]", card)
            function.store("PLAYED_BY + s[PLAYED_COUNT]", seat)
            function.line("s[PLAYED_COUNT] += 1")
