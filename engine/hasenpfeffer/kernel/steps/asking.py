"""`choose`, `predict` and `go alone` lowered: one seat after the other gives an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.program import Scope, refuse
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.values import Bits, Number, Numbers, known_bits, one_of
from hasenpfeffer.lang.typed import alternatives
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.steps import ChooseStep, GoAloneStep, PredictStep


_NUMBERED = (Kind.NUMBER, Kind.YESNO)
"""What is chosen by its place in a list: yes is 1 and no is 0."""


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


class ChooseLowering(AskingLowering):
    step: ChooseStep

    def lower(self) -> None:
        values = self.step.values
        self.may_be_empty = values is not None and values.op == "or_nothing"
        self.values = values.args[0] if values is not None and self.may_be_empty else values
        self.begin()
        legal = self.function("legal", about=f"The answers to `{self.step.name}`.")
        me = legal.named("s[TURN]")
        if self.step.options:
            self._legal_options(legal, me)
        else:
            self._legal_values(legal, me)
        self._says()
        apply = self.function("apply", "code", about=f"An answer to `{self.step.name}`.")
        self._apply(apply)

    def _says(self) -> None:
        """Writes `says_N` where a code is no answer by itself: for numbers, for cards, which codes mean by face, and
        for nothing, which is -1."""
        if self.values is None:
            return
        if self.values.type.kind in _NUMBERED:
            self.says(self.values)
            return
        says = self.function("says", "code", about="The member of a set that an answer means, -1 for none.")
        if self.may_be_empty:
            with says.block(f"if code == {self.actions - 1}:"):
                says.line("return -1")
        member: Code = "code"
        if self.values.type.kind is Kind.CARDS:
            among = self.formulas.bits(self.values, says, Scope(says.named("s[TURN]")))
            member = self.first_copy("code", among, says)
        says.line(f"return {member}")

    def _legal_options(self, function: Function, me: Code) -> None:
        self.actions = len(self.step.options)
        if self.actions > WORD:
            raise refuse(f"more than {WORD} options", self.step.place)
        found: Code = 0
        for number, option in enumerate(self.step.options):
            holds: Code = 1
            if option.condition is not None:
                holds = function.named(self.formulas.truth(option.condition, function, Scope(me)))
            found = codes.either(found, codes.if_else(holds, 1 << number, 0))
        self.offer(function, [found])

    def _legal_values(self, function: Function, me: Code) -> None:
        assert self.values is not None
        if self.values.type.kind in _NUMBERED:
            self._legal_numbers(function, me)
            return
        width = self.program.width_of(self.values.type.kind)
        members = function.kept(self.formulas.bits(self.values, function, Scope(me)))
        is_cards = self.values.type.kind is Kind.CARDS
        words = self.faces_of(members, function) if is_cards else [*members.words]
        words += [0] * (width - len(words))
        nothing = self.faces if is_cards else len(words) * WORD
        self.actions = nothing + self.may_be_empty
        found = [
            self._allowed_members(function, me, word, number, members) for number, word in enumerate(words)
        ]
        if self.may_be_empty:
            found += [0] * (self.words_of_actions - len(found))
            empty = known_bits(0, width)
            ok: Code = 1
            if self.step.allowed is not None:
                ok = self.trial(function, self.step.name, empty, self._whose(me), self.step.allowed, me)
            last, at = divmod(nothing, WORD)
            found[last] = codes.either(found[last], codes.if_else(ok, 1 << at, 0))
        self.offer(function, found)

    def _allowed_members(self, function: Function, me: Code, word: Code, number: int, among: Bits) -> Code:
        allowed = self.step.allowed
        if allowed is None:
            return word
        found = function.fresh()
        function.line(f"{found} = 0")
        with function.members(word) as member:
            value = self._member(function, codes.add(member, number * WORD), among)
            ok = self.trial(function, self.step.name, value, self._whose(me), allowed, me)
            with function.block(f"if {ok}:"):
                function.line(f"{found} |= 1 << {member}")
        return found

    def _legal_numbers(self, function: Function, me: Code) -> None:
        assert self.values is not None
        numbers = self.numbers(self.values, function, Scope(me))
        self.actions = _most(self.values, numbers)
        count = self.count(numbers, function)
        allowed = self.step.allowed
        if allowed is None:
            self.offer(function, [codes.subtract(codes.bit(count), 1)])
            return

        def is_allowed(place: Code) -> Code:
            value = self.at(numbers, place)
            return self.trial(function, self.step.name, value, self._whose(me), allowed, me)

        self.offer(function, [self.places(function, count, is_allowed)])

    def _whose(self, me: Code) -> Bits | None:
        return one_of(me) if self.step.per_seat else None

    def _member(self, function: Function, code: Code, among: Bits) -> Value:
        """What an action stands for, where a member of a set is chosen: of the copies of a card the first there."""
        assert self.values is not None
        width = self.program.width_of(self.values.type.kind)
        if self.values.type.kind is Kind.CARDS:
            return one_of(self.first_copy(code, among, function), width)
        return one_of(code, width)

    def _apply(self, function: Function) -> None:
        me = function.named("s[TURN]")
        if self.step.options:
            words = self.program.ruleset.names.words
            table = [1 << words[option.name] for option in self.step.options]
            value: Value = Bits((self.program.tables.look_up(f"OPTION_{self.number}", table, "code"),))
        else:
            value = self._chosen(function, me)
        self.set_answer(function, self.step.name, value, self._whose(me))
        self.leave_queue(function, me)
        if self.step.options and not self.step.at_once:
            self._supply(function, "code", me)
            self.settle(function)
            self._jump(function, "code")
        elif self.step.options:
            with function.block("if s[QUEUE] == 0:"):
                self._all_at_once(function)
        self.settle(function)
        self.ask_next(function)
        function.line("return 0")

    def _chosen(self, function: Function, me: Code) -> Value:
        assert self.values is not None
        if self.values.type.kind in _NUMBERED:
            return self.at(self.numbers(self.values, function, Scope(me)), "code")
        among = self.formulas.bits(self.values, function, Scope(me))
        if not self.may_be_empty:
            return self._member(function, "code", among)
        width = self.program.width_of(self.values.type.kind)
        return function.decided(
            codes.compare("==", "code", self.actions - 1),
            lambda: known_bits(0, width),
            lambda: self._member(function, "code", among),
        )

    def _supply(self, function: Function, code: Code, me: Code) -> None:
        fields = [option.fields for option in self.step.options]
        self.formulas.settings.supply(fields, code, me, function, f"OPTION_{self.number}")

    def _jump(self, function: Function, code: Code) -> None:
        """Goes on where the option says."""
        if any(option.at is not None for option in self.step.options):
            at = function.named(self._goes_on_at(code))
            with function.block(f"if {at} >= 0:"):
                self.go_to(function, at)
                function.line("return 0")

    def _goes_on_at(self, code: Code) -> Code:
        rules = self.program.rules
        table = [-1 if option.at is None else rules.step_index(option.at) for option in self.step.options]
        return self.program.tables.look_up(f"OPTION_{self.number}_GOES_ON_AT", table, code)

    def _all_at_once(self, function: Function) -> None:
        """Everybody has answered: the answers hold, seat by seat."""
        words = self.program.ruleset.names.words
        goes_on = function.fresh()
        function.line(f"{goes_on} = -1")
        for seat in range(self.program.seats):
            given = self.formulas.settings.read_own(
                self.step.name, one_of(seat), function, Scope(), lambda: known_bits(0, 1)
            )
            assert isinstance(given, Bits)
            mask = function.named(given.only)
            for number, option in enumerate(self.step.options):
                with function.block(f"if {mask} == {1 << words[option.name]}:"):
                    self._supply(function, number, seat)
                    if option.at is not None:
                        with function.block(f"if {goes_on} < 0:"):
                            function.line(f"{goes_on} = {self._goes_on_at(number)}")
        self.settle(function)
        with function.block(f"if {goes_on} >= 0:"):
            self.go_to(function, goes_on)
            function.line("return 0")


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
        self.actions = _most(self.step.values, numbers)
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


def _most(node: Typed, numbers: Numbers) -> int:
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
