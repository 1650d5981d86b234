"""A trick is over: somebody takes it, what is done after each trick is done, and perhaps no more is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.steps.moving import MoveLowering, TakeLowering
from hasenpfeffer.kernel.values import Bits, split
from hasenpfeffer.ruleset.steps import MoveStep, TakeStep

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.steps.tricks import TricksLowering


class TrickEnd:
    """Writes the functions for the end of a trick: `is_over_N`, `after_N_M` and `trick_over_N`."""

    def __init__(self, tricks: TricksLowering) -> None:
        self._tricks = tricks
        self._formulas = tricks.formulas
        self._program = tricks.program
        self._step = tricks.step

    def is_over(self, name: str = "is_over", nobody_has_cards: Code = "anybody_has_cards(s, k) == 0") -> None:
        """Writes a function that tells whether no further trick is played."""
        over = self._tricks.function(name, about="Whether no further trick is played.")
        with over.block(f"if {nobody_has_cards}:"):
            over.line("return 1")
        if self._step.count is not None:
            wanted = self._formulas.number(self._step.count, over, Scope())
            played = codes.multiply("s[TRICK_COUNT]", wanted.denominator)
            with over.block(f"if {codes.compare('>=', played, wanted.code)}:"):
                over.line("return 1")
        if self._step.stop_when is not None:
            stop = self._formulas.truth(self._step.stop_when, over, Scope())
            over.line(f"return {codes.if_else(stop, 1, 0)}")
        else:
            over.line("return 0")

    def trick_over(
        self, name: str = "trick_over", is_over: str = "is_over", *, winner_has_cards: bool = False
    ) -> None:
        """Writes a function for the end of a trick. `winner_has_cards`: unless the play is over."""
        over = self._tricks.function(
            name, about="Somebody takes the trick; the next begins, or the play is over."
        )
        width, count = self._program.width, over.named("s[TRICK_COUNT]")
        winner, needs = over.named("s[BEST_SEAT]"), self._tricks.needs
        if "winners" in needs:
            over.store(place("TRICK_WINNER", count), winner)
        over.store("TRICK_COUNT", codes.add(count, 1))
        over.line(f"s[{place('TRICKS_WON', winner)}] += 1")
        if "cards" in needs:
            cards = over.kept(self._tricks.cards("TABLE_CARDS"))
            for word, code in enumerate(cards.words):
                over.store(place("TRICK_CARDS", count, width, word), code)
            self._tricks.put(over, "TAKEN", winner, cards)
            self._tricks.write(over, "TABLE_CARDS", 0, Bits(split(0, width)))
        over.store("TABLE_COUNT", 0)
        over.store("BEST_STRENGTH", -1)
        over.store("TABLE_SEATS", 0)
        if any(one.shown.mode == "if best" for one in self._step.during):
            over.call("show_best_melds")
        if self._tricks.is_lively:
            self._tricks.settle(over)
        for number in range(len(self._step.after_each)):
            over.call(f"after_{self._tricks.number}_{number}")
        led = over.named("s[LED]")
        over.store("LED", 0)
        if self._tricks.is_lively:
            self._tricks.settle(over)
        with over.block(f"if {is_over}_{self._tricks.number}(s, k):"):
            self._tricks.done(over)
            over.line("return 0")
        leader: Code = winner
        if self._step.next_leader is not None:
            over.store("LED", led)
            leader = self._tricks.first_of(self._step.next_leader, over, Scope(closing=True), winner)
            over.store("LED", 0)
        elif winner_has_cards:
            over.store("TURN", winner)
            over.store("WAIT", 1)
            over.line("return 0")
            return
        over.call(f"turn_{self._tricks.number}", leader)
        over.line("return 0")

    def after_tricks(self) -> None:
        """Writes `after_N_M`: what is done after each trick."""
        for number, after in enumerate(self._step.after_each):
            name = f"after_{self._tricks.number}_{number}"
            label = f"{self._tricks.number}_{number}"
            if isinstance(after.step, TakeStep):
                TakeLowering(self._formulas, after.step, self._tricks.number).lower_moving(
                    label, closing=True
                )
            elif isinstance(after.step, MoveStep):
                MoveLowering(self._formulas, after.step, self._tricks.number).lower_moving(
                    label, closing=True
                )
            function = self._program.function(name, about=f"After each trick: `{after.name}`.")
            if after.step is not None:
                function.call(f"moves_{label}")
            else:
                holds = self._formulas.all_hold(after.conditions, function, Scope(closing=True))
                with function.block(f"if {holds}:"):
                    self._tricks.assign(after.sets, function, closing=True)
            function.line("return 0")
