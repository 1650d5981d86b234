"""`discard`, `give` and `exchange` lowered: what happens with the cards that a seat has picked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.steps.picking import PickingLowering
from hasenpfeffer.kernel.values import is_some, size

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import DiscardStep, ExchangeStep, GiveStep


class DiscardLowering(PickingLowering):
    step: DiscardStep

    def given(self, function: Function) -> None:
        picked = self.cards("PICKED")
        if self.step.onto is None:
            self.put(function, "ASIDE", "seat", picked)
        else:
            keeper = self.first_of(self.step.onto, function, Scope("seat"), -1)
            with function.block(f"if {keeper} >= 0:"):
                self.put(function, "TAKEN", keeper, picked)
            with function.block("else:"):
                self.put(function, "ASIDE", "seat", picked)
        self.assign(self.step.sets, function, "seat")
        self.leave_queue(function, "seat")


class GiveLowering(PickingLowering):
    step: GiveStep

    def begin_queue(self, function: Function) -> None:
        receivers = self.step.to
        assert receivers is not None

        def gives(seat: Code) -> Code:
            return is_some(self.formulas.bits(receivers, function, Scope(seat)))

        self.ask_those(function, self.those(function, self.asked(function), gives))

    def given(self, function: Function) -> None:
        """Gifts at once are under way until all have given."""
        assert self.step.to is not None
        picked = self.cards("PICKED")
        receiver = self.first_of(self.step.to, function, Scope("seat"), -1)
        with function.block(f"if {receiver} < 0:"):
            self.put(function, "HANDS", "seat", picked)
        with function.block("else:"):
            self.put(function, "UNDER_WAY" if self.step.at_once else "HANDS", receiver, picked)
            self.assign(self.step.sets, function, "seat")
        self.leave_queue(function, "seat")

    def arrived(self, function: Function) -> None:
        for seat in range(self.program.seats):
            self.put(function, "HANDS", seat, self.cards("UNDER_WAY", seat))


class ExchangeLowering(PickingLowering):
    """Two seats give each other as many cards, one before seeing the other's; or a seat and a pile."""

    step: ExchangeStep

    def lower(self) -> None:
        self.pile = None if self.step.pile is None else self.program.rules.pile_index[self.step.pile]
        super().lower()

    def begin_queue(self, function: Function) -> None:
        if self.pile is not None:
            super().begin_queue(function)
            return
        mask = function.named(self.asked(function))
        function.store("QUEUE", 0)
        function.store("GIVEN_FIRST", 0)
        with function.block(f"if {mask} == 0:"):
            self.done(function)
            function.line("return 0")
        first = self.first(self.step.opens, function)
        own = function.named(f"first_from(s, k, {first}, {mask})")
        partner = self.first_of(self.step.partner, function, Scope(own), -1)
        with function.block(f"if {partner} < 0:"):
            self.done(function)
            function.line("return 0")
        giver = own
        if self.step.first is not None:
            giver = self.first_of(self.step.first, function, Scope(own), own)
        other = function.named(f"({partner} if {giver} == {own} else {own})")
        function.store("QUEUE_FIRST", giver)
        function.store("QUEUE", f"1 << {giver} | 1 << {other}")
        function.store("FIRST_GIVER", -1)

    def _numbers(self) -> None:
        """No more than lie on the pile; as many as the seat that gave first."""
        own = self.program.functions
        super()._numbers()
        free = own.pop(f"numbers_{self.number}")
        free.name = f"free_numbers_{self.number}"
        own[free.name] = free
        numbers = self.function("numbers", "seat", about="How many cards the seat may pick, as bits.")
        found = numbers.named(f"free_numbers_{self.number}(s, k, seat)")
        numbers.changed()
        if self.pile is None:
            with numbers.block("if s[FIRST_GIVER] >= 0:"):
                most = size(self.cards("POOL"))
                numbers.line(f"return 1 << min(s[GIVEN_FIRST], {most})")
            numbers.line(f"return {found}")
            return
        lying = numbers.named(size(self.cards("PILES", self.pile)))
        over = f"{found} >> {lying} + 1"
        numbers.line(f"return {found} & (1 << {lying} + 1) - 1 | (1 << {lying} if {over} else 0)")

    def given(self, function: Function) -> None:
        picked = self.cards("PICKED")
        if self.pile is not None:
            self._with_pile(function)
            self.assign(self.step.sets, function, "seat")
            self.leave_queue(function, "seat")
            return
        with function.block("if s[FIRST_GIVER] < 0:"):
            rest = function.named("(s[QUEUE] & ~(1 << seat))")
            other = function.named(f"(lowest({rest}) if {rest} else seat)")  # somebody alone with itself
            self.put(function, "HANDS", other, picked)
            function.store("FIRST_GIVER", "seat")
            function.store("GIVEN_FIRST", size(picked))
            function.store("QUEUE_FIRST", other)
            with function.block(f"if {rest} == 0:"):
                function.line("return 0")
        with function.block("else:"):
            self.put(function, "HANDS", "s[FIRST_GIVER]", picked)
            self.assign(self.step.sets, function, "s[FIRST_GIVER]")
        self.leave_queue(function, "seat")

    def _with_pile(self, function: Function) -> None:
        """The seat gets as many cards of the pile, from its top, and its own go there."""
        assert self.pile is not None
        count = function.named(size(self.cards("PICKED")))
        lying = function.kept(self.cards("PILES", self.pile))
        got = self.top(function, lying, count)
        self.drop(function, "PILES", self.pile, got)
        self.put(function, "PILES", self.pile, self.cards("PICKED"))
        self.put(function, "HANDS", "seat", got)
