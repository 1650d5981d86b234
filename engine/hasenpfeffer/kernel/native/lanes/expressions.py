"""Expressions of restricted Python over lanes: lines of a function that is being written.

What a lane works out that takes no part is nobody's business, but it must do no harm: it reads from no place that
may not be there, divides by nothing that may be 0, and leaves no poison in what masks are made of.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.kernel.native.lanes.places import Place, Places
from hasenpfeffer.kernel.native.lanes.shuffles import eight_draws, shuffled
from hasenpfeffer.kernel.native.lanes.values import EVERYBODY, NUMBERS, TRUTHS, Number, Truth, known
from hasenpfeffer.kernel.native.lines import assigned
from hasenpfeffer.kernel.native.restricted import POINTERS, NotRestrictedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.kernel.native.restricted import Declared


class Instance(NamedTuple):
    """A function, for callers that share some of its numbers."""

    node: ast.FunctionDef
    module: Declared
    given: frozenset[str]
    """The parameters that all lanes are given the same."""
    symbol: Callable[[str, tuple[bool, ...]], str]
    """The symbol of another function, by name and by which of its numbers are shared."""
    apart: frozenset[str]
    """Names that are not shared, though they look so."""


class Writer(Places):
    """Writes expressions, each as a number or a truth that all lanes share or not."""

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance.node, instance.module)
        self.instance = instance
        given = instance.given - assigned(instance.node)
        self.shared = (given | _counted(instance.node, self.parameters)) - instance.apart
        """The names that stand for one number, which all lanes share."""
        self.how_to_call = ""
        """What LLVM is told about calls of the program's own functions."""

    def literal(self, number: int) -> Number:
        return known(number)

    def of_name(self, name: str) -> Number:
        is_shared = name in self.shared
        return Number(self.fresh(f"load {'i64' if is_shared else NUMBERS}, ptr %{name}.slot"), is_shared)

    def of_place(self, node: ast.Subscript) -> Number:
        return self.read(self.at(node))

    def of_truth(self, node: ast.expr) -> Number:
        truth = self.truth(node)
        kind = "i64" if truth.is_shared else NUMBERS
        return Number(self.fresh(f"zext {truth.kind} {truth.name} to {kind}"), truth.is_shared)

    def divided(self, left: Number, right: ast.expr, *, rest: bool) -> Number:
        return self.primitive("modulo" if rest else "divided", left, self.number(right))

    def truth(self, node: ast.expr) -> Truth:
        """Writes what finds out whether something holds."""
        match node:
            case ast.Compare(left=left, ops=operations, comparators=others):
                return self._chained(node, self.number(left), operations, others)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                truth = self.truth(operand)
                all_true = "true" if truth.is_shared else EVERYBODY
                return Truth(self.fresh(f"xor {truth.kind} {truth.name}, {all_true}"), truth.is_shared)
            case ast.BoolOp(op=operation, values=values):
                return self._all_or_any(values, is_and=isinstance(operation, ast.And))
        number = self.number(node)
        if number.is_known:
            return Truth("true" if int(number.name) else "false", is_shared=True)
        return self._compared(node, ast.NotEq(), number, known(0))

    def _chained(
        self, node: ast.expr, one: Number, operations: Sequence[ast.cmpop], others: Sequence[ast.expr]
    ) -> Truth:
        """`a < b < c`: each is worked out once, and by no lane after the first that fails."""
        before, found = self.mask, None
        for operation, other in zip(operations, others, strict=True):
            if found is not None:
                self.mask = self.narrowed(before, found)
            two = self.number(other)
            holds = self._compared(node, operation, one, two)
            found = holds if found is None else self._joined("and", found, holds)
            one = two
        self.mask = before
        assert found is not None
        return found

    def _compared(self, node: ast.expr, operation: ast.cmpop, one: Number, other: Number) -> Truth:
        return Truth(*self.of_two(self.comparison(node, operation), one, other))

    def _joined(self, how: str, one: Truth, other: Truth) -> Truth:
        if one.is_shared and other.is_shared:
            return Truth(self.fresh(f"{how} i1 {one.name}, {other.name}"), is_shared=True)
        return Truth(self.fresh(f"{how} {TRUTHS} {self.truths(one)}, {self.truths(other)}"), is_shared=False)

    def _all_or_any(self, values: Sequence[ast.expr], *, is_and: bool) -> Truth:
        """`and`, `or`: what stands behind is worked out by the lanes that ask for it."""
        before = self.mask
        found = self.truth(values[0])
        for value in values[1:]:
            asking = self.truths(found) if is_and else self.but(EVERYBODY, self.truths(found))
            self.mask = self.both(before, asking)
            found = self._asked_if_any(value, found, "and" if is_and else "or")
        self.mask = before
        return found

    def _asked_if_any(self, value: ast.expr, found: Truth, how: str) -> Truth:
        """What takes a call is not worked out where no lane asks for it."""
        if not self.is_long(value):
            return self._joined(how, found, self.truth(value))
        so_far = self.truths(found)
        asked, end = self.label("asked"), self.label("end")
        before = self.here
        self.line(f"br i1 {self.any_of(self.mask)}, label %{asked}, label %{end}")
        self.block(asked)
        more = self.fresh(f"{how} {TRUTHS} {so_far}, {self.truths(self.truth(value))}")
        after = self.here
        self.go(end)
        self.block(end)
        return Truth(
            self.fresh(f"phi {TRUTHS} [ {so_far}, %{before} ], [ {more}, %{after} ]"), is_shared=False
        )

    def is_long(self, node: ast.AST) -> bool:
        """Whether something calls functions of the program."""
        return any(isinstance(part, ast.Name) and part.id in self.module.functions for part in ast.walk(node))

    def first_that_decides(self, values: Sequence[ast.expr], *, is_and: bool) -> Number:
        before = self.mask
        kept: list[tuple[Truth, Number]] = []
        for value in values[:-1]:
            number = self.number(value)
            goes_on = self._compared(value, ast.NotEq() if is_and else ast.Eq(), number, known(0))
            kept.append((goes_on, number))
            self.mask = self.narrowed(self.mask, goes_on)
        result = self.number(values[-1])
        self.mask = before
        for goes_on, number in reversed(kept):
            result = self.chosen(goes_on, result, number)
        return result

    def either(self, node: ast.IfExp) -> Number:
        if (value := self.known(node.test)) is not None:
            return self.number(node.body if value else node.orelse)
        truth, before = self.truth(node.test), self.mask
        self.mask = self.narrowed(before, truth)
        yes = self.number(node.body)
        self.mask = self.but(before, self.truths(truth))
        no = self.number(node.orelse)
        self.mask = before
        return self.chosen(truth, yes, no)

    # --- calls

    def fill(self, target: ast.Subscript, key: ast.expr, number: ast.expr) -> None:
        eight_draws(self, self._beginning(target), self.number(key), self.number(number))

    def shuffle(self, state: ast.expr, pack: ast.expr, draws: ast.expr, cards: int) -> None:
        target, those = (self._beginning(ast.Subscript(state, at)) for at in (pack, draws))
        shuffled(self, target, those, cards)

    def _beginning(self, node: ast.Subscript) -> Place:
        """Where a row of numbers begins, which must be the same place for all lanes."""
        place = self.at(node)
        if not place.further.is_shared:
            raise NotRestrictedError(node.slice)
        return place

    def own(self, name: str, given: Sequence[tuple[str, ast.expr]]) -> Number:
        values, kinds = [f"{TRUTHS} {self.mask}"], []
        for parameter, one in given:
            if parameter in POINTERS:
                match one:
                    case ast.Name(id=pointer) if pointer in self.pointers:
                        values.append(f"ptr %{pointer}")
                    case _:
                        raise NotRestrictedError(one, f"{ast.unparse(one)} is no pointer")
            else:
                number = self.number(one)
                kinds.append(number.is_shared)
                values.append(f"{number.kind} {number.name}")
        symbol = self.instance.symbol(name, tuple(kinds))
        return Number(
            self.fresh(f"call {NUMBERS} @{symbol}({', '.join(values)}){self.how_to_call}"), is_shared=False
        )


def _counted(node: ast.FunctionDef, parameters: Sequence[str]) -> frozenset[str]:
    """The names that only loops over a range give values to, and that are met nowhere but in those loops: candidates
    for numbers that all lanes share. Behind a loop lanes may differ in how far they came."""
    loops: dict[str, list[ast.For]] = {}
    met: dict[str, int] = {}
    for part in ast.walk(node):
        if isinstance(part, ast.For) and isinstance(part.target, ast.Name):
            loops.setdefault(part.target.id, []).append(part)
        elif isinstance(part, ast.Name):
            met[part.id] = met.get(part.id, 0) + 1
    return frozenset(
        name for name, found in loops.items() if met[name] == sum(_met_inside(one, name) for one in found)
    ).difference(parameters)


def _met_inside(loop: ast.For, name: str) -> int:
    """How often a name is met in a loop that counts by it, with its head; 0 if it is given a value inside."""
    met = [
        part for one in loop.body for part in ast.walk(one) if isinstance(part, ast.Name) and part.id == name
    ]
    return 0 if any(isinstance(part.ctx, ast.Store) for part in met) else len(met) + 1
