"""`auction` lowered: who is asked, what may be said, and whether all has been said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import Lasts, place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.steps.auction_end import AuctionEnd
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.steps.calls import OpenCallsLowering
from hasenpfeffer.kernel.steps.first_to_name import FirstToName
from hasenpfeffer.kernel.values import Number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.settings import Fields
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import AuctionStep

_HOLDER = "(1 << s[BIDDER] + 1 >> 1)"
"""Whoever has made the standing call, as a set; empty where none stands."""

PASS = 0
"""The action of passing; call number b of the order has action b + 1, holding comes last."""


class AuctionLowering(StepLowering):
    step: AuctionStep

    def lower(self) -> None:
        self.open = OpenCallsLowering(self)
        self.actions = len(self.open.order) + 2
        self.hold = len(self.open.order) + 1
        self._put_state()
        name = self.step.first_of_side
        self.first_to_name = None if name is None else FirstToName(self, name)
        self.open.lower()
        self._bidders()
        self._called()
        self._passed()
        AuctionEnd(self).lower()
        self.lower_order()

    def lower_order(self) -> None:
        """Who is asked, and when it is over."""
        self._is_over()
        self._next()
        self._go_on()
        begin = self.begun()
        opener = self.first_of(self.step.opens, begin, Scope(), "s[DEALER]")
        begin.store("TURN", f"first_from(s, k, {opener}, {self.bidders})")
        begin.store("WAIT", 1)
        begin.line("return 0")
        self._legal()
        apply = self.function("apply", "code", about="A call or a pass.")
        self.made(apply, "s[TURN]")
        self.after_forced(apply)
        apply.call(f"go_on_{self.number}")
        apply.line("return 0")

    def _put_state(self) -> None:
        layout = self.program.layout
        if "BIDDER" in layout:
            return
        singles = "SPOKEN PASSED BIDDER STANDING PASSES EQUALLED DOUBLED FORCING DUELLING SURVIVOR"
        for name in (*singles.split(), "DUEL", "CALLER", "HOLDER"):
            if name not in layout:
                layout.put(name, lasts=Lasts.MOMENT)

    @property
    def fields(self) -> tuple[str, ...]:
        """The settings that calls of this auction can change."""
        return tuple(dict.fromkeys(name for call in self.step.calls for name, _ in call.fields))

    def begun(self) -> Function:
        """The function that begins the step, as far as a fresh auction."""
        begin = self.function("begin", about=f"Opens the auction `{self.step.name}`.")
        with begin.block(f"if not {self.holds(begin)}:"):
            self.done(begin)
            begin.line("return 0")
        self.bidders = begin.named(f"bidders_{self.number}(s, k)")
        with begin.block(f"if {self.bidders} == 0:"):
            self.done(begin)
            begin.line("return 0")
        for name in ("SPOKEN", "PASSED", "PASSES", "EQUALLED", "DOUBLED", "FORCING"):
            begin.store(name, 0)
        begin.store("BIDDER", -1)
        begin.store("STANDING", -1)
        if self.first_to_name is not None:
            self.first_to_name.begin(begin)
        self.formulas.settings.copy_whole(self.fields, begin, f"BEFORE_{self.number}", back=False)
        return begin

    def _bidders(self) -> None:
        bidders = self.function("bidders", about="The seats that take part.")
        everybody: Code = (1 << self.program.seats) - 1
        if self.step.who is not None:
            everybody = self.formulas.bits(self.step.who, bidders, Scope()).only
        bidders.line(f"return {codes.without(everybody, 's[SITTING]')}")

    # --- what is said

    def _legal(self) -> None:
        legal = self.function("legal", about="Passing, and the calls that the seat may make.")
        self.legal_calls(legal)

    def legal_calls(self, function: Function) -> None:
        count = function.named(f"calls_{self.number}(s, k, s[TURN])")
        function.changed()
        if self.step.all_pass.how == "forced":
            with function.block("if s[FORCING]:"):
                function.line(f"{count} = forced_choice_{self.number}(s, k, s[TURN])")
                function.changed()
        shifted = self._shifted([f"s[{place('OPEN', number)}]" for number in range(self.open.words)])
        for number, word in enumerate(shifted):
            function.store(place("LEGAL", number), word)
        if self.step.all_pass.how == "forced":
            with function.block("if s[FORCING]:"):
                function.line(f"return {count}")
        function.line(f"s[LEGAL] |= {1 << PASS}")
        function.line(f"return {count} + 1")

    def _shifted(self, words: list[str]) -> list[Code]:
        """The calls as actions: one further, since passing is the first."""
        found: list[Code] = []
        mask = (1 << WORD) - 1
        for number in range(self.words_of_actions):
            this: Code = f"({words[number]} << 1 & {mask})" if number < len(words) else 0
            carried: Code = f"({words[number - 1]} >> {WORD - 1})" if number else 0
            found.append(codes.either(this, carried))
        return found

    def made(self, function: Function, seat: Code) -> None:
        """Does what an action says."""
        with function.block(f"if code == {PASS}:"):
            function.call(f"passed_{self.number}", seat)
        with function.block("else:"):
            function.call(f"called_{self.number}", seat, "code - 1")

    def after_forced(self, function: Function) -> None:
        """A call that was forced ends the auction."""
        if self.step.all_pass.how == "forced":
            with function.block("if s[FORCING]:"):
                function.call(f"won_{self.number}")
                function.line("return 0")

    def _passed(self) -> None:
        passed = self.function("passed", "seat", about="A seat passes.")
        passed.line("s[SPOKEN] |= 1 << seat")
        if self.step.pass_is_final:
            passed.line("s[PASSED] |= 1 << seat")
        passed.line("s[PASSES] += 1")
        passed.line("return 0")

    def _called(self) -> None:
        """A bid stands until a higher one; a double sets its fields upon it."""
        called = self.function("called", "seat", "bit", about="A seat makes a call.")
        called.line("s[SPOKEN] |= 1 << seat")
        called.store("PASSES", 0)
        if self.first_to_name is not None:
            self.first_to_name.called(called)
        supplies = [self.step.calls[index].fields for index in self.open.order]
        label = f"CALL_{self.number}"
        if self.open.bids < len(self.open.order):
            with called.block(f"if bit >= {self.open.bids}:"):
                with called.block("if seat != s[BIDDER]:"):
                    called.store("DOUBLED", 1)
                self.formulas.settings.supply(supplies, "bit", "seat", called, label)
                self.settle(called)
                called.line("return 0")
            called.store("DOUBLED", 0)
        if self.step.may_equal is not None:
            heights = [self.step.calls[index].height for index in self.open.order]
            ranks = [sorted({h for h in heights if h}).index(h) if h else -1 for h in heights]
            read = self.program.tables.look_up
            mine = read(f"HEIGHT_{self.number}", ranks, "bit")
            theirs = read(f"HEIGHT_{self.number}", ranks, "s[STANDING]")
            called.store("EQUALLED", f"(1 if s[STANDING] >= 0 and {mine} == {theirs} else 0)")
        called.store("BIDDER", "seat")
        called.store("STANDING", "bit")
        numbers = [self.open.first + index for index in self.open.order]
        called.store("CALL", self.program.tables.look_up(f"CALL_{self.number}", numbers, "bit"))
        self.formulas.settings.copy_whole(
            self._not_always_set(supplies), called, f"BEFORE_{self.number}", back=True
        )
        self.formulas.settings.supply(supplies, "bit", "seat", called, label)
        self.settle(called)
        called.line("return 0")

    def _not_always_set(self, supplies: Sequence[Fields]) -> list[str]:
        """The settings that some bid leaves as they were before the auction."""
        bids = [dict(fields) for fields in supplies[: self.open.bids]]
        return [name for name in self.fields if not all(name in fields for fields in bids)]

    # --- how it goes on

    def _is_over(self) -> None:
        over = self.function("is_over", about="Whether all has been said.")
        everybody = over.named(f"bidders_{self.number}(s, k)")
        with over.block("if s[STANDING] < 0:"):
            over.line(f"return 1 if s[PASSES] >= popcount({everybody}) else 0")
        match self.step.ends.how:
            case "one bidder left":
                over.line(f"return 1 if {everybody} & ~s[PASSED] == 1 << s[BIDDER] else 0")
            case "passes in a row":
                assert self.step.ends.passes is not None
                wanted = self.formulas.number(self.step.ends.passes, over, Scope())
                passes = Number("s[PASSES]").over(wanted.denominator)
                over.line(f"return 1 if {passes} >= {wanted.code} else 0")
            case _:
                over.line("return 1")

    def _still_in(self, function: Function) -> Code:
        """The seats that can have another turn."""
        everybody = f"bidders_{self.number}(s, k)"
        has_spoken = " & ~s[SPOKEN]" if self.step.ends.how == "one turn each" else ""
        return function.named(f"({everybody} & ~s[PASSED]{has_spoken})")

    def _next(self) -> None:
        """Writes `next_N`: the next seat that is still in, -1 where there is none; whoever holds the standing bid
        only if it could go on, or if all passes are said."""
        following = self.function("next", about="The next seat that has something to say, or -1.")
        still_in = self._still_in(following)
        if self.step.ends.cut_short and self.open.are_the_same_for_all:
            still_in = following.named(f"({still_in} & ~{_HOLDER})")
        first = following.fresh()
        find = f"{first} = first_after(s, k, s[TURN], {{0}}) if {{0}} else -1"
        following.line(find.format(still_in))
        if self.step.ends.cut_short and not self.open.are_the_same_for_all:
            with following.block(f"if {first} >= 0 and {first} == s[BIDDER]:"):
                with following.block(f"if calls_{self.number}(s, k, {first}) == 0:"):
                    others = following.named(f"({still_in} & ~{_HOLDER})")
                    following.line(find.format(others))
        following.line(f"return {first}")

    def _go_on(self) -> None:
        """The next turn, or the end. Everybody has a turn before the auction can end."""
        go_on = self.function("go_on", about="The next turn, or the end of the auction.")
        if self.step.ends.how == "first bid":
            with go_on.block("if s[STANDING] >= 0:"):
                go_on.call(f"won_{self.number}")
                go_on.line("return 0")
        everybody = go_on.named(f"bidders_{self.number}(s, k)")
        with go_on.block(f"if s[SPOKEN] & {everybody} == {everybody} and is_over_{self.number}(s, k):"):
            go_on.call(f"ended_{self.number}")
            go_on.line("return 0")
        if self.step.ends.cut_short and self.step.ends.how != "first bid":
            with go_on.block("if s[STANDING] >= 0:"):
                with go_on.block(f"if {self._nobody_can_go_on(go_on)}:"):
                    go_on.call(f"won_{self.number}")
                    go_on.line("return 0")
        following = go_on.named(f"next_{self.number}(s, k)")
        with go_on.block(f"if {following} < 0:"):
            go_on.call(f"ended_{self.number}")
            go_on.line("return 0")
        go_on.store("TURN", following)
        self._could_only_be_forced(go_on)
        go_on.store("WAIT", 1)
        go_on.line("return 0")

    def _nobody_can_go_on(self, function: Function) -> Code:
        """Whether no seat that is still in has a call over the standing one."""
        still_in = self._still_in(function)
        if self.open.are_the_same_for_all:
            higher = self.open.higher_than_standing(function)
            return f"({still_in} & ~{_HOLDER} == 0 or {higher} == 0)"
        anybody, seat = function.fresh(), function.fresh()
        function.line(f"{anybody} = 0")
        with function.block(f"for {seat} in range({self.program.seats}):"):
            with function.block(f"if {still_in} >> {seat} & 1 and calls_{self.number}(s, k, {seat}) > 0:"):
                function.line(f"{anybody} = 1")
                function.line("break")
        return f"({anybody} == 0)"

    def _could_only_be_forced(self, function: Function) -> None:
        """A pass that would come straight back to the seat at turn, with the same calls, is not asked for."""
        rule = self.step.all_pass
        if rule.how != "forced" or rule.to_bid is not None or rule.forced is None:
            return
        everybody = function.named(f"bidders_{self.number}(s, k)")
        with function.block(f"if s[STANDING] < 0 and s[SPOKEN] == {everybody} & ~(1 << s[TURN]):"):
            forced = self.first_of(rule.forced, function, Scope(), -1)
            with function.block(f"if {forced} == s[TURN]:"):
                function.call(f"force_{self.number}")
                function.line("return 0")
