"""What goes through the members of a set: counting, adding up, finding the first, the most, the highest."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.values import (
    Bits,
    Number,
    Truth,
    is_some,
    known_bits,
    meet,
    one_of,
    size,
    wide,
)
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas, Lower
    from hasenpfeffer.kernel.program import Scope
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed


class Members:
    """The members of a source that match a pattern and conditions, as a loop of the program."""

    def __init__(
        self,
        formulas: Formulas,
        name: str,
        source: Typed,
        function: Function,
        scope: Scope,
        *,
        what: Typed | None = None,
        condition: Typed | None = None,
    ) -> None:
        self._formulas, self._function, self._scope, self._name = formulas, function, scope, name
        self.kind = source.type.kind
        self.all = formulas.bits(source, function, scope)
        self.width = max(len(self.all.words), formulas.program.width_of(self.kind))
        self._tests: list[Typed] = []
        self._pattern: Bits | None = None
        for test in (what, condition):
            if test is None or (test.is_constant and test.value is True):
                continue
            if test.type.kind is Kind.YESNO:
                self._tests.append(test)
            else:
                self._pattern = formulas.bits(test, function, scope)
        if self._pattern is not None and self.kind not in (Kind.TEAMS, Kind.TRICKS):
            self.all, self._pattern = meet(self.all, self._pattern), None

    @property
    def is_plain(self) -> bool:
        """Whether all members match, so that the set itself is the answer."""
        return not self._tests and self._pattern is None

    def each(self, do: Callable[[Bits, Code, Scope], None], *, in_turn: bool = False) -> None:
        """Goes through the members that match: each as a set, its number, and what formulas see of it.

        Seats come in turn after the dealer where that is asked, everything else in order.
        """

        def where_it_matches(index: Code) -> None:
            with self._matching(index) as found:
                do(*found)

        if in_turn and self.kind is Kind.SEATS:
            with self._in_turn() as seat:
                where_it_matches(seat)
        else:
            self._function.each_member(self.all.words, where_it_matches)

    @contextmanager
    def _in_turn(self) -> Iterator[Code]:
        """The seats of the set, from the dealer's next on."""
        function, program = self._function, self._formulas.program
        mask, index, step = function.named(self.all.only), function.fresh(), function.fresh()
        function.line(f"{index} = s[DEALER]")
        with function.block(f"for {step} in range({program.seats}):"):
            function.line(f"{index} = {program.one_on(index)}")
            with function.block(f"if {mask} >> {index} & 1:"):
                yield index

    @contextmanager
    def _matching(self, index: Code) -> Iterator[tuple[Bits, Code, Scope]]:
        member = self._member(index)
        inner = replace(self._scope, bound={**self._scope.bound, self._name: member})
        tests: Code = 1 if self._pattern is None else is_some(meet(member, self._pattern))
        if self._tests:
            whole = self._function.decided(
                tests,
                lambda: Truth(self._formulas.all_hold(self._tests, self._function, inner)),
                lambda: Truth(0),
            )
            tests = whole.code
        if tests == 1:
            yield member, index, inner
            return
        with self._function.block(f"if {tests}:"):
            yield member, index, inner

    def _member(self, index: Code) -> Bits:
        """One member, as formulas see it."""
        program = self._formulas.program
        match self.kind:
            case Kind.TEAMS:
                return Bits((program.tables.look_up("TEAM_SEATS", program.rules.seating.teams, index),))
            case Kind.TRICKS:
                width = program.width
                return Bits(tuple(f"s[TRICK_CARDS + {index} * {width} + {word}]" for word in range(width)))
            case _:
                member = one_of(index, self.width)
                if self.width == 1:
                    return member
                return Bits(tuple(self._function.named(word) for word in member.words), index)


def _of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Members:
    what, source, condition = node.args
    return Members(formulas, str(node.value), source, function, scope, what=what, condition=condition)


def _count(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    if node.value == "set":
        return Number(size(formulas.bits(node.args[0], function, scope)))
    return Number(_count_of(_of(formulas, node, function, scope), function))


def _any(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    members = _of(formulas, node, function, scope)
    if members.is_plain:
        return Truth(is_some(members.all))
    found = function.fresh()
    function.line(f"{found} = 0")

    def there_is_one(_member: Bits, _index: Code, _inner: Scope) -> None:
        function.line(f"{found} = 1")
        function.line("break")

    members.each(there_is_one)
    return Truth(codes.compare("!=", found, 0))


def _all(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    _what, source, _condition = node.args
    whole = Members(formulas, str(node.value), source, function, scope)
    count = function.named(size(whole.all))
    matching = _count_of(_of(formulas, node, function, scope), function)
    return Truth(codes.compare("==", matching, count))


def _count_of(members: Members, function: Function) -> Code:
    if members.is_plain:
        return size(members.all)
    total = function.fresh()
    function.line(f"{total} = 0")
    members.each(lambda _member, _index, _inner: function.line(f"{total} += 1"))
    return total


def _where(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return collected(_of(formulas, node, function, scope), function)


def collected(members: Members, function: Function) -> Bits:
    """The members that match, as one set."""
    if members.is_plain:
        return members.all
    names = [function.fresh() for _ in range(members.width)]
    for name in names:
        function.line(f"{name} = 0")
    members.each(lambda _member, index, _inner: _take_in(names, index, function))
    return Bits(tuple(names))


def _take_in(names: list[str], index: Code, function: Function) -> None:
    for name, word in zip(names, one_of(index, len(names)).words, strict=True):
        function.line(f"{name} |= {word}")


def _first_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    members = _of(formulas, node, function, scope)
    names = [function.fresh() for _ in range(members.width)]
    for name in names:
        function.line(f"{name} = 0")
    done = function.fresh()
    function.line(f"{done} = 0")

    def take_the_first(member: Bits, _index: Code, _inner: Scope) -> None:
        with function.block(f"if {done} == 0:"):
            for name, word in zip(names, wide(member, members.width), strict=True):
                function.line(f"{name} = {word}")
            function.line(f"{done} = 1")

    members.each(take_the_first, in_turn=True)
    return Bits(tuple(names))


def _sum(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    value, source, condition = node.args
    members = Members(formulas, str(node.value), source, function, scope, condition=condition)
    denominator = formulas.program.denominators.of(value)
    total = function.fresh()
    function.line(f"{total} = 0")

    def add(_member: Bits, _index: Code, inner: Scope) -> None:
        amount = formulas.number(value, function, inner)
        function.line(f"{total} += {amount.over(denominator)}")

    members.each(add)
    return Number(total, denominator)


def _leaders(sign: str) -> Lower:
    """The members with the most, or the fewest."""

    def lower(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
        value, source, condition = node.args
        members = Members(formulas, str(node.value), source, function, scope, condition=condition)
        denominator = formulas.program.denominators.of(value)
        best, found, any_yet = function.fresh(), function.fresh(), function.fresh()
        for name in (best, found, any_yet):
            function.line(f"{name} = 0")

        def hold_against(member: Bits, _index: Code, inner: Scope) -> None:
            amount = function.named(formulas.number(value, function, inner).over(denominator))
            with function.block(f"if {any_yet} == 0 or {amount} {sign} {best}:"):
                function.line(f"{best} = {amount}")
                function.line(f"{found} = {member.only}")
            with function.block(f"elif {amount} == {best}:"):
                function.line(f"{found} |= {member.only}")
            function.line(f"{any_yet} = 1")

        members.each(hold_against)
        return Bits((found,))

    return lower


def _extreme(sign: str) -> Lower:
    """The highest card, the last of several; or the lowest, the first of several."""

    def lower(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
        cards = collected(_of(formulas, node, function, scope), function)
        contract, width = formulas.contract(function, scope), formulas.program.width
        best, chosen = function.fresh(), function.fresh()
        function.line(f"{best} = 0")
        function.line(f"{chosen} = -1")

        def hold_against(card: str) -> None:
            strength = function.named(formulas.program.contracts.own_strength(contract, card))
            with function.block(f"if {chosen} < 0 or {strength} {sign} {best}:"):
                function.line(f"{best} = {strength}")
                function.line(f"{chosen} = {card}")

        function.each_member(cards.words, hold_against)
        there = codes.compare(">=", chosen, 0)
        return function.decided(there, lambda: one_of(chosen, width), lambda: known_bits(0, width))

    return lower


OPERATIONS: Mapping[str, Lower] = {
    "count": _count,
    "any": _any,
    "all": _all,
    "where": _where,
    "first_of": _first_of,
    "sum": _sum,
    "most_of": _leaders(">"),
    "fewest_of": _leaders("<"),
    "highest": _extreme(">="),
    "lowest": _extreme("<"),
}
