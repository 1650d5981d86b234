"""Whole tricks at once: the same as card by card, with everything known that is the same in every trick."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.state import DRAWS
from hasenpfeffer.kernel.values import is_empty, size
from hasenpfeffer.ruleset.steps import AuctionStep, DealStep, GoAloneStep, TricksStep

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.steps.tricks import TricksLowering
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.model import Ruleset


class WholeTrick:
    """Writes `whole_trick_N(s, k)`, which plays a trick at random, for tables at which every seat that plays has cards.

    The order of turns and who leads are known then, so that the machine can look at several turns at once.
    """

    def __init__(self, tricks: TricksLowering) -> None:
        self._tricks = tricks
        self._program = tricks.program
        self._may_sit = may_sit(tricks.program.ruleset)

    def lower(self) -> None:
        whole = self._tricks.function(
            "whole_trick", about="Plays a trick at random, where everybody has cards."
        )
        n, ending = self._program.seats, "trick_over"
        if self._tricks.keeps_even:
            ending = "even_trick_over"
            nobody = is_empty(self._tricks.cards("HANDS", "s[BEST_SEAT]" if self._may_sit else 0))
            self._tricks.end.is_over("is_over_even", nobody)
            self._tricks.end.trick_over(ending, "is_over_even", winner_has_cards=True)
            self._is_even()
        with whole.block(f"if AHEAD and s[DECISIONS] + {n} > s[DRAWN] + {DRAWS}:"):
            whole.line("draw_ahead(s, k)")
        at = whole.fresh()
        whole.line(f"{at} = s[DECISIONS] - s[DRAWN]")
        seat = whole.named("s[TURN]")
        best = self._best(whole)
        for turn in range(n):
            if turn and self._may_sit:
                with whole.block(f"if not s[SITTING] >> {seat} & 1:"):
                    self._turn(whole, seat, turn, at, best)
            else:
                self._turn(whole, seat, turn, at, best)
            if turn < n - 1:
                seat = whole.named(self._tricks.next_to(seat))
        if best is not None:
            for name, kept in zip(("BEST_STRENGTH", "BEST_SEAT", "BEST_CARD"), best, strict=True):
                whole.store(name, kept)
        whole.store("DECISIONS", f"{at} + s[DRAWN]")
        whole.call(f"{ending}_{self._tricks.number}")
        whole.line("return 0")

    def _is_even(self) -> None:
        """Writes `is_even_N`: whether everybody who plays holds equally many cards, so that this stays so."""
        even = self._tricks.function(
            "is_even", about="Whether all who play hold equally many cards, and some."
        )
        most, seat = even.fresh(), even.fresh()
        even.line(f"{most} = -1")
        with even.block(f"for {seat} in range({self._program.seats}):"):
            with even.block(f"if not s[SITTING] >> {seat} & 1:"):
                held = even.named(size(self._tricks.cards("HANDS", seat)))
                with even.block(f"if {held} == 0 or {most} >= 0 and {held} != {most}:"):
                    even.line("return 0")
                even.line(f"{most} = {held}")
        even.line("return 1")

    def _best(self, function: Function) -> tuple[str, str, str] | None:
        """Names for the best card so far, where no formula asks for it before the trick is over."""
        if {"winning", "winner"} & self._program.words:
            return None
        strength, seat, card = function.fresh(), function.fresh(), function.fresh()
        for name, code in ((strength, -1), (seat, 0), (card, 0)):
            function.line(f"{name} = {code}")
        return strength, seat, card

    def _turn(
        self, function: Function, seat: Code, turn: int, at: str, best: tuple[str, str, str] | None
    ) -> None:
        tricks, first = self._tricks, int(turn == 0)
        function.on_table = turn
        hand = function.kept(tricks.cards("HANDS", seat))
        playable = function.kept(tricks.legal_cards.judge(function, hand, seat, first))
        words = [function.named(word) for word in tricks.faces_of(playable, function)]
        count = function.named(reduce(codes.add, map(codes.popcount, words)))
        chosen = f"below(next_draw(s, k, {at}), {count})"
        if len(words) == 1:
            code = function.named(f"nth({words[0]}, {chosen})")
        else:
            for number, word in enumerate(words):
                function.store(place("LEGAL", number), word)
            code = function.named(f"nth_action(s, k, {chosen}, {len(words)})")
        function.line(f"{at} += 1")
        card = function.named(tricks.first_copy(code, hand, function))
        tricks.play.put_down(function, seat, card, tricks.one_card(card, function), first)
        function.on_table = turn + 1
        if first and not tricks.is_lively:
            function.card_led = card
        if first and best is not None and tricks.program.contracts.can_be_won_by_leading:
            tricks.play.is_best(function, seat, card, best)
        elif best is None:
            tricks.play.best_so_far(function, seat, card)
        else:
            tricks.play.best_so_far(function, seat, card, best)


def may_sit(ruleset: Ruleset) -> bool:
    """Whether anybody can sit out, or take no part."""
    for step in ruleset.steps:
        match step:
            case GoAloneStep():
                return True
            case AuctionStep() if any(call.alone is not None for call in step.calls):
                return True
            case TricksStep() | DealStep() if step.who is not None:
                return True
            case DealStep() if step.up_to is not None or (
                step.cards is not None and not step.cards.is_constant
            ):
                return True
    return False
