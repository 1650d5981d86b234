"""`take`, `move` and `turn up` lowered: cards change places, and nobody is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.values import is_some, meet

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.steps import MoveStep, TakeStep, TurnUpStep


class MovingLowering(StepLowering):
    """What is done as a step of its own or after each trick; `label` tells the two apart."""

    asks = False
    asks_all = True

    @property
    def label(self) -> str:
        return f"{self.number}"

    def lower(self) -> None:
        self.lower_moving(self.label, closing=False)
        begin = self.function("begin", about=f"`{self.step.name}`: nobody is asked.")
        begin.call(f"moves_{self.label}")
        self.done(begin)
        begin.line("return 0")

    def lower_moving(self, label: str, *, closing: bool) -> None:
        """Writes `moves_LABEL(s, k)`."""
        raise NotImplementedError


class TakeLowering(MovingLowering):
    step: TakeStep

    def lower_moving(self, label: str, *, closing: bool) -> None:
        """Each seat of `who` in turn takes its cards."""
        self._one(label)
        moves = self.program.function(
            f"moves_{label}", about=f"The seats of `{self.step.name}` take their cards."
        )
        mask = moves.named(self.asked(moves))
        seat = self.first(self.step.opens, moves, closing=closing)
        turn, number = moves.fresh(), moves.fresh()
        moves.line(f"{turn} = {seat}")
        with moves.block(f"for {number} in range({self.program.seats}):"):
            with moves.block(f"if {mask} >> {turn} & 1:"):
                moves.call(f"takes_{label}", turn)
            moves.line(f"{turn} = {self.program.one_on(turn)}")
        moves.line("return 0")

    def _one(self, label: str) -> None:
        takes = self.program.function(f"takes_{label}", "seat", about="One seat takes its cards.")
        assert self.step.source is not None
        scope = Scope("seat", now=True)
        cards = takes.kept(self.in_reach(self.formulas.bits(self.step.source, takes, scope)))
        if self.step.count is not None:
            cards = self.top(takes, cards, self.formulas.whole(self.step.count, takes, scope))
        with takes.block(f"if {is_some(cards)}:"):
            self.move_out(takes, cards)
            self.put(takes, "HANDS", "seat", cards)
            self.put(takes, "MOVED", self.program.rules.move_index[self.step.name], cards)
            self.assign(self.step.sets, takes, "seat")
        takes.line("return 0")


class MoveLowering(MovingLowering):
    step: MoveStep

    def lower_moving(self, label: str, *, closing: bool) -> None:
        """Moves the cards into a hand (`to`) or onto somebody's tricks (`onto`)."""
        moves = self.program.function(f"moves_{label}", about=f"`{self.step.name}` moves its cards.")
        with moves.block(f"if not {self.holds(moves, closing=closing)}:"):
            moves.line("return 0")
        assert self.step.source is not None
        scope = Scope(closing=closing, now=True)
        cards = moves.kept(self.in_reach(self.formulas.bits(self.step.source, moves, scope)))
        if self.step.count is not None:
            if self.step.count.type.is_set:
                cards = meet(cards, self.formulas.bits(self.step.count, moves, scope))
            else:
                cards = self.top(moves, cards, self.formulas.whole(self.step.count, moves, scope))
        kept = moves.kept(cards)
        to = self._seats(moves, self.step.to, scope)
        onto = self._seats(moves, self.step.onto, scope)
        target = moves.named(codes.if_else(codes.compare("!=", to, 0), to, onto))
        with moves.block(f"if {codes.both_hold(codes.compare('!=', target, 0), is_some(kept))}:"):
            seat = moves.named(f"first_after(s, k, s[DEALER], {target})")
            self.move_out(moves, kept)
            with moves.block(f"if {to}:"):
                self.put(moves, "HANDS", seat, kept)
            with moves.block("else:"):
                self.put(moves, "TAKEN", seat, kept)
            self.put(moves, "MOVED", self.program.rules.move_index[self.step.name], kept)
        self.assign(self.step.sets, moves, closing=closing)
        moves.line("return 0")

    def _seats(self, function: Function, node: Typed | None, scope: Scope) -> Code:
        if node is None:
            return 0
        return function.named(self.formulas.bits(node, function, scope).only)


class TurnUpLowering(StepLowering):
    """Whether cards lie face up changes no choice: nothing is to be done."""

    step: TurnUpStep
    asks = False

    def lower(self) -> None:
        begin = self.function(
            "begin", about=f"`{self.step.name}`: cards are turned up, which changes no choice."
        )
        self.done(begin)
        begin.line("return 0")
