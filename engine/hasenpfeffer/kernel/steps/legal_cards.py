"""Which cards may be played, lowered: bars, then what may always be played, then the first duty that binds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.formulas.sets import cards_of_suits
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.values import Bits, at_most_one, difference, is_empty, is_some, meet, split, union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import Duty, TricksStep


class LegalCards:
    """Writes the judgement on a hand into a function: as `play.legal_cards.CardRules.judge` does."""

    def __init__(self, formulas: Formulas, step: TricksStep) -> None:
        self._formulas = formulas
        self._step = step

    def judge(self, function: Function, hand: Bits, seat: Code, leading: Code | None = None) -> Bits:
        """The legal cards of a hand that is not empty. `leading`: whether the seat leads, where that is known."""
        scope = Scope(seat)
        free = self._free(function, hand, scope)
        if leading is None:
            leading = function.named("(s[TABLE_COUNT] == 0 or s[LED] == 0)")
        return function.decided(
            leading,
            lambda: self._led(function, free, scope),
            lambda: self._followed(function, free, scope),
        )

    def _free(self, function: Function, hand: Bits, scope: Scope) -> Bits:
        """What no bar forbids; a bar that leaves nothing is lifted for this turn."""
        if not self._step.bars:
            return hand
        names = [function.fresh() for _ in hand.words]
        for name, word in zip(names, hand.words, strict=True):
            function.line(f"{name} = {word}")
        for bar in self._step.bars:
            holds: Code = 1
            if bar.condition is not None:
                holds = self._formulas.truth(bar.condition, function, scope)
            if isinstance(holds, int):
                if holds:
                    self._shut(function, names, self._formulas.bits(bar.cards, function, scope))
                continue
            with function.block(f"if {holds}:"):
                self._shut(function, names, self._formulas.bits(bar.cards, function, scope))
        left = is_some(Bits(tuple(names)))
        return Bits(
            tuple(
                function.named(codes.if_else(left, name, word))
                for name, word in zip(names, hand.words, strict=True)
            )
        )

    def _shut(self, function: Function, names: Sequence[str], cards: Bits) -> None:
        for name, word in zip(names, cards.words, strict=False):
            if word != 0:
                function.line(f"{name} &= ~{word}")

    def _led(self, function: Function, free: Bits, scope: Scope) -> Bits:
        return self._with_always(function, free, self._bound(function, free, self._step.lead, scope), scope)

    def _followed(self, function: Function, free: Bits, scope: Scope) -> Bits:
        contracts = self._formulas.program.contracts
        if not contracts.has_loose:
            return self._duties(function, free, scope)
        contract = self._formulas.contract(function, scope)
        forced = meet(free, contracts.loose(contract, "forced when void"))
        if forced.is_known and not forced.known:
            return self._duties(function, free, scope)
        void = is_empty(meet(free, cards_of_suits(self._formulas, at_most_one("s[LED]"), function, scope)))
        must = codes.both_hold(is_some(forced), void)
        return function.decided(must, lambda: forced, lambda: self._duties(function, free, scope))

    def _duties(self, function: Function, free: Bits, scope: Scope) -> Bits:
        found = self._with_always(
            function, free, self._bound(function, free, self._step.follow, scope), scope
        )
        contracts = self._formulas.program.contracts
        if not contracts.has_loose:
            return found
        at_any_time = contracts.loose(self._formulas.contract(function, scope), "any time")
        return union(found, meet(free, at_any_time))

    def _with_always(self, function: Function, free: Bits, found: Bits, scope: Scope) -> Bits:
        if self._step.always is None:
            return found
        return union(found, meet(free, self._formulas.bits(self._step.always, function, scope)))

    def _bound(self, function: Function, free: Bits, duties: Sequence[Duty], scope: Scope) -> Bits:
        """The cards to which the first duty binds that can be met; all that are free where none can."""
        if self._step.kept_back:
            return self._bound_but_kept(function, free, duties, scope)
        if not duties:
            return free
        first, *rest = duties

        def otherwise() -> Bits:
            return self._bound(function, free, rest, scope)

        def bound() -> Bits:
            cards = self._formulas.bits(first.cards, function, scope)
            if cards.is_known and cards.known == self._formulas.program.rules.pack.everything:
                return free
            found = function.kept(meet(free, cards))
            return function.decided(is_some(found), lambda: found, otherwise)

        if first.condition is None:
            return bound()
        return function.decided(self._formulas.truth(first.condition, function, scope), bound, otherwise)

    def _bound_but_kept(self, function: Function, free: Bits, duties: Sequence[Duty], scope: Scope) -> Bits:
        """A duty that only cards could meet which may be kept back does not bind; they may be played all the same."""
        width = self._formulas.program.width
        kept = self._kept(function, free, scope)
        names = [function.fresh() for _ in range(width)]
        spare = [function.fresh() for _ in range(width)]
        for name in (*names, *spare):
            function.line(f"{name} = 0")
        for duty in duties:
            with function.block(f"if {is_empty(Bits(tuple(names)))}:"):
                holds: Code = 1
                if duty.condition is not None:
                    holds = self._formulas.truth(duty.condition, function, scope)
                with function.block(f"if {holds}:"):
                    found = function.kept(meet(free, self._formulas.bits(duty.cards, function, scope)))
                    with function.block(f"if {is_some(difference(found, kept))}:"):
                        for name, word, more in zip(names, found.words, spare, strict=True):
                            function.line(f"{name} = {word} | {more}")
                    with function.block("else:"):
                        for more, word in zip(spare, found.words, strict=True):
                            function.line(f"{more} |= {word}")
        none = is_empty(Bits(tuple(names)))
        return Bits(
            tuple(
                function.named(codes.if_else(none, word, name))
                for name, word in zip(names, free.words, strict=True)
            )
        )

    def _kept(self, function: Function, free: Bits, scope: Scope) -> Bits:
        """The first of the sets that may be kept back of which the hand has any."""
        width = self._formulas.program.width

        def first(duties: Sequence[Duty]) -> Bits:
            if not duties:
                return Bits(split(0, width))
            duty, *rest = duties
            holds: Code = 1
            if duty.condition is not None:
                holds = self._formulas.truth(duty.condition, function, scope)

            def there() -> Bits:
                found = function.kept(meet(free, self._formulas.bits(duty.cards, function, scope)))
                return function.decided(is_some(found), lambda: found, lambda: first(rest))

            return function.decided(holds, there, lambda: first(rest))

        return function.kept(first(self._step.kept_back))
