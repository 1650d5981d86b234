"""Seats that answer one after the other: what answers have in common, and `predict` and `go alone` lowered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.program import Scope, refuse
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.values import Bits, Number, Numbers, one_of
from hasenpfeffer.lang.typed import alternatives

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.steps import GoAloneStep, PredictStep


class AskingLowering(StepLowering):
    """What answers have in common."""

    def begin(self) -> Function:
        begin = self.function("begin", about=f"Asks the seats of `{self.step.name}`.")
        mask = self.asked(begin)
        self.queue(begin, mask, getattr(self.step, "opens", None))
        self.ask_next(begin)
        begin.line("return 0")
        return begin

    def numbers(self, node: Typed, function: Function, scope: Scope) -> Numbers:
        """The numbers to choose from, in order."""
        value = self.formulas.value(node, function, scope)
        if isinstance(value, Number):
            return Numbers((value,))
        assert isinstance(value, Numbers)
        if any(part.denominator != 1 for part in (*value.listed, *(value.span or ()))):
            raise refuse("a choice among fractions", node.place)
        return value

    def count(self, numbers: Numbers, function: Function) -> Code:
        """How many numbers there are to choose from."""
        if numbers.span is None:
            return len(numbers.listed)
        low, high, step = (part.code for part in numbers.span)
        count = codes.add(codes.floor_divide(codes.subtract(high, low), step), 1)
        return max(count, 0) if isinstance(count, int) else function.named(f"max({count}, 0)")

    def most(self, node: Typed, numbers: Numbers) -> int:
        """How many numbers there can be to choose from. Raises KernelRefusal where that is too many."""
        if numbers.span is None:
            most = len(numbers.listed)
        else:
            low, high, step = numbers.span
            steps = step.code if isinstance(step.code, int) else 1
            least = low.code if isinstance(low.code, int) else node.args[0].type.low
            greatest = high.code if isinstance(high.code, int) else node.args[1].type.high
            most = max((greatest - least) // max(steps, 1) + 1, 1)
        if most > WORD:
            raise refuse(f"a choice among more than {WORD} numbers", node.place)
        return most

    def at(self, numbers: Numbers, place: Code) -> Number:
        """The number of a place in the order."""
        if numbers.span is None:
            listed = [int(one.code) for one in numbers.listed if isinstance(one.code, int)]
            if len(listed) < len(numbers.listed):
                assert len(numbers.listed) == 1
                return numbers.listed[0]
            return Number(self.program.tables.look_up(f"NUMBERS_{self.number}", listed, place))
        low, _, step = (part.code for part in numbers.span)
        return Number(codes.add(low, codes.multiply(place, step)))

    def says(self, node: Typed) -> None:
        """Writes `says_N`: the number that an action stands for."""
        says = self.function("says", "code", about="The number that an answer means.")
        numbers = self.numbers(node, says, Scope(says.named("s[TURN]")))
        says.line(f"return {self.at(numbers, 'code').code}")

    def trial(
        self, function: Function, name: str, value: Value, seats: Bits | None, allowed: Typed, me: Code
    ) -> Code:
        """Whether an answer is allowed, in the state in which it has been given."""
        settings = self.formulas.settings
        settings.copy_all(name, function, back=False)
        self.set_answer(function, name, value, seats)
        self.settle(function)
        answer = function.named(codes.if_else(self.formulas.truth(allowed, function, Scope(me)), 1, 0))
        settings.copy_all(name, function, back=True)
        self.settle(function)
        return answer

    def set_answer(self, function: Function, name: str, value: Value, seats: Bits | None) -> None:
        if seats is None:
            self.formulas.settings.write(name, value, function)
        else:
            self.formulas.settings.write_own(name, seats, value, function)

    def places(self, function: Function, count: Code, test: Callable[[Code], Code]) -> str:
        """The places, as bits, of which something is true."""
        found, place = function.fresh(), function.fresh()
        function.line(f"{found} = 0")
        with function.block(f"for {place} in range({count}):"), function.block(f"if {test(place)}:"):
            function.line(f"{found} |= 1 << {place}")
        return found


class PredictLowering(AskingLowering):
    step: PredictStep

    def lower(self) -> None:
        self.begin()
        legal = self.function("legal", about=f"The numbers for `{self.step.name}`.")
        self._legal(legal)
        self.says(self.step.values)
        apply = self.function("apply", "code", about=f"A number for `{self.step.name}`.")
        me = apply.named("s[TURN]")
        number = self.at(self.numbers(self.step.values, apply, Scope(me)), "code")
        self.formulas.settings.write_own(self.step.name, one_of(me), number, apply)
        self.leave_queue(apply, me)
        self.settle(apply)
        self.ask_next(apply)
        apply.line("return 0")

    def _legal(self, function: Function) -> None:
        """The numbers that are allowed and not barred; what leaves nothing is lifted."""
        me = function.named("s[TURN]")
        numbers = self.numbers(self.step.values, function, Scope(me))
        self.actions = self.most(self.step.values, numbers)
        count = self.count(numbers, function)
        found = function.named(codes.subtract(codes.bit(count), 1))
        allowed = self.step.allowed
        if allowed is not None:
            ok = self.places(
                function,
                count,
                lambda place: self.trial(
                    function, self.step.name, self.at(numbers, place), one_of(me), allowed, me
                ),
            )
            found = function.named(codes.if_else(codes.compare("!=", ok, 0), ok, found))
        if self.step.barred is not None:
            shut = self._shut(function, me, numbers, count)
            free = function.named(codes.without(found, shut))
            found = function.named(codes.if_else(codes.compare("!=", free, 0), free, found))
        self.offer(function, [found])

    def _shut(self, function: Function, me: Code, numbers: Numbers, count: Code) -> Code:
        """The numbers that may not be said, as bits; none where no item of a list holds."""
        assert self.step.barred is not None
        shut, scope = function.fresh(), Scope(me)
        function.line(f"{shut} = 0")
        done = function.fresh()
        function.line(f"{done} = 0")
        for test, value in alternatives(self.step.barred):
            holds: Code = 1 if test is None else self.formulas.truth(test, function, scope)
            with function.block(f"if {codes.both_hold(codes.compare('==', done, 0), holds)}:"):
                function.line(f"{done} = 1")
                barred = self.numbers(value, function, scope)
                other, place = function.fresh(), function.fresh()
                with function.block(f"for {other} in range({self.count(barred, function)}):"):
                    number = function.named(self.at(barred, other).code)
                    with function.block(f"for {place} in range({count}):"):
                        with function.block(f"if {self.at(numbers, place).code} == {number}:"):
                            function.line(f"{shut} |= 1 << {place}")
        return shut


class GoAloneLowering(AskingLowering):
    step: GoAloneStep

    def lower(self) -> None:
        self.actions = 2
        begin = self.function("begin", about="Asks who has a partner whether to go alone.")

        def has_partner(seat: Code) -> Code:
            partners = begin.named(f"partners_of(s, k, {seat})")
            return f"{partners} != 0 and {partners} & s[SITTING] == 0"

        self.queue(begin, self.those(begin, self.asked(begin), has_partner), self.step.opens)
        self.ask_next(begin)
        begin.line("return 0")
        legal = self.function("legal", about="Alone, or with the partner.")
        self.offer(legal, [3])
        apply = self.function("apply", "code", about="A seat goes alone, or the next is asked.")
        me = apply.named("s[TURN]")
        with apply.block("if code == 0:"):
            apply.line(f"s[SITTING] |= partners_of(s, k, {me})")
            self.done(apply)
            apply.line("return 0")
        self.leave_queue(apply, me)
        self.ask_next(apply)
        apply.line("return 0")
