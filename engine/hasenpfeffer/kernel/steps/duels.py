"""`auction` by duels lowered: of two seats one names values, the other holds each or passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.steps.auction import PASS, AuctionLowering

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.writer import Function


class DuelsLowering(AuctionLowering):
    """An auction in which two seats at a time are asked."""

    def lower_order(self) -> None:
        self.open.lower_hold()
        self._pair()
        self._next_duel()
        begin = self.begun()
        begin.store("DUEL", -1)
        begin.store("SURVIVOR", -1)
        begin.store("DUELLING", 1)
        begin.call(f"next_duel_{self.number}")
        begin.line("return 0")
        self._legal()
        self._apply()

    def _legal(self) -> None:
        legal = self.function(
            "legal", about="The calls of who names values; holding or passing for the other."
        )
        with legal.block("if s[TURN] == s[HOLDER] and s[FORCING] == 0:"):
            opened = legal.named(f"may_hold_{self.number}(s, k)")
            for number in range(self.words_of_actions):
                here = self.hold - number * WORD
                bit = 1 << here if 0 <= here < WORD else 0
                passing = 1 if number == 0 else 0
                legal.store(place("LEGAL", number), f"({bit | passing} if {opened} else {passing})")
            legal.line(f"return 2 if {opened} else 1")
        self.legal_calls(legal)

    def done(self, function: Function) -> None:
        function.store("DUELLING", 0)
        super().done(function)

    def go_to(self, function: Function, step: Code) -> None:
        function.store("DUELLING", 0)
        super().go_to(function, step)

    def _apply(self) -> None:
        apply = self.function("apply", "code", about="A value is named, held or passed.")
        seat = apply.named("s[TURN]")
        if self.step.all_pass.how == "forced":
            with apply.block("if s[FORCING]:"):
                self.made(apply, seat)
                apply.call(f"won_{self.number}")
                apply.line("return 0")
        with apply.block(f"if code == {PASS}:"):
            apply.call(f"passed_{self.number}", seat)
            apply.store("SURVIVOR", f"(s[HOLDER] if {seat} == s[CALLER] else s[CALLER])")
            apply.call(f"next_duel_{self.number}")
        with apply.block(f"elif code == {self.hold}:"):
            apply.call(f"called_{self.number}", seat, "s[STANDING]")
            with apply.block(f"if calls_{self.number}(s, k, s[CALLER]) > 0:"):
                apply.store("TURN", "s[CALLER]")
            with apply.block("else:"):
                apply.store("SURVIVOR", seat)
                apply.call(f"next_duel_{self.number}")
        with apply.block("else:"):
            apply.call(f"called_{self.number}", seat, "code - 1")
            with apply.block("if s[HOLDER] >= 0:"):
                apply.store("TURN", "s[HOLDER]")
            with apply.block("else:"):
                apply.store("SURVIVOR", "s[CALLER]")
                apply.call(f"next_duel_{self.number}")
        apply.line("return 0")

    def _next_duel(self) -> None:
        """The next duel that takes place, or the end. A caller whose own bid stands does not name it again."""
        following = self.function("next_duel", about="The next duel, or the end of the auction.")
        with following.block("while True:"):
            following.line("s[DUEL] += 1")
            with following.block(f"if s[DUEL] >= {len(self.step.ends.duels)}:"):
                following.line("break")
            with following.block(f"if pair_{self.number}(s, k) == 0:"):
                following.line("continue")
            with following.block("if s[CALLER] == s[BIDDER] and s[HOLDER] >= 0:"):
                following.store("TURN", "s[HOLDER]")
                following.store("WAIT", 1)
                following.line("return 0")
            with following.block(f"if calls_{self.number}(s, k, s[CALLER]) > 0:"):
                following.store("TURN", "s[CALLER]")
                following.store("WAIT", 1)
                following.line("return 0")
            with following.block("if s[HOLDER] >= 0:"):
                following.store("SURVIVOR", "s[HOLDER]")
        following.store("WAIT", 0)
        following.call(f"ended_{self.number}")
        following.line("return 0")

    def _pair(self) -> None:
        """Who calls in a duel and who holds. It takes no part in it who sits out or has passed for good."""
        pair = self.function("pair", about="Finds who duels now; whether anybody does.")
        left = pair.named(f"(bidders_{self.number}(s, k) & ~s[PASSED])")
        for number, duel in enumerate(self.step.ends.duels):
            with pair.block(f"if s[DUEL] == {number}:"):
                if duel.condition is not None:
                    with pair.block(f"if not {self.formulas.truth(duel.condition, pair, Scope())}:"):
                        pair.line("return 0")
                caller = self.first_of(duel.caller, pair, Scope(), -1)
                holder = self.first_of(duel.holder, pair, Scope(), -1)
                with pair.block(f"if {caller} < 0 or not {left} >> max({caller}, 0) & 1:"):
                    pair.line("return 0")
                in_it = f"{holder} >= 0 and {holder} != {caller} and {left} >> max({holder}, 0) & 1"
                pair.store("CALLER", caller)
                pair.store("HOLDER", codes.if_else(f"({in_it})", holder, -1))
        pair.line("return 1")
