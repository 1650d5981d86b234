"""`choose` lowered: seats choose among options, numbers or the members of a set, one by one or at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.program import Scope, refuse
from hasenpfeffer.kernel.steps.asking import AskingLowering
from hasenpfeffer.kernel.values import Bits, known_bits, one_of
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import ChooseStep

_NUMBERED = (Kind.NUMBER, Kind.YESNO)
"""What is chosen by its place in a list: yes is 1 and no is 0."""


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
        self.actions = self.most(self.values, numbers)
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
