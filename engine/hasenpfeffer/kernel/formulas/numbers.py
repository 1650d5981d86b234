"""Arithmetic and comparisons, on whole numbers over known denominators."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.program import refuse
from hasenpfeffer.kernel.reach import largest
from hasenpfeffer.kernel.values import Bits, Number, Numbers, Truth, common, is_same
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas, Lower
    from hasenpfeffer.kernel.program import Scope
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed


def from_fraction(value: Fraction | int) -> Number:
    exact = Fraction(value)
    return Number(exact.numerator, exact.denominator)


def _pair(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> tuple[Number, Number]:
    a, b = (formulas.number(part, function, scope) for part in node.args)
    return a, b


def _same_scale(join: Callable[[Code, Code], Code]) -> Lower:
    def lower(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
        a, b = _pair(formulas, node, function, scope)
        scale = common((a, b))
        return Number(join(a.over(scale), b.over(scale)), scale)

    return lower


def _multiply(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    a, b = _pair(formulas, node, function, scope)
    parts = a.denominator * b.denominator
    if largest(formulas.program.ruleset, node) * parts >= 1 << 62:
        raise refuse("a product that may be too large for a number of 64 bits", node.place)
    return Number(codes.multiply(a.code, b.code), parts)


def _divide(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    value, by = formulas.number(node.args[0], function, scope), Fraction(str(node.args[1].value))
    code = codes.multiply(value.code, by.denominator if by > 0 else -by.denominator)
    return Number(code, value.denominator * abs(by.numerator))


def _floor(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    a, b = _pair(formulas, node, function, scope)
    scale = common((a, b))
    return Number(codes.floor_divide(a.over(scale), b.over(scale)))


def _negate(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    value = formulas.number(node.args[0], function, scope)
    return Number(codes.negate(value.code), value.denominator)


def _extreme(op: str) -> Lower:
    def lower(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
        a, b = _pair(formulas, node, function, scope)
        scale = common((a, b))
        mine, theirs = function.named(a.over(scale)), function.named(b.over(scale))
        return Number(codes.if_else(codes.compare(op, mine, theirs), mine, theirs), scale)

    return lower


def _numbers(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return Numbers(tuple(from_fraction(one) for one in node.value))  # type: ignore[attr-defined]


def _range(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    low, high, *step = (formulas.number(part, function, scope) for part in node.args)
    return Numbers(span=(low, high, step[0] if step else Number(1)))


def _compare(op: str) -> Lower:
    def lower(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
        kinds = {part.type.kind for part in node.args}
        if kinds == {Kind.YESNO}:
            a, b = (codes.if_else(formulas.truth(part, function, scope), 1, 0) for part in node.args)
            return Truth(codes.compare(op, a, b))
        values = [formulas.value(part, function, scope) for part in node.args]
        if all(isinstance(value, Bits) for value in values):
            if op not in ("==", "!="):
                raise refuse(f"`{node.op}` of sets", node.place)
            same = is_same(*values)  # type: ignore[arg-type]
            return Truth(same if op == "==" else codes.is_not(same))
        a_number, b_number = _pair(formulas, node, function, scope)
        scale = common((a_number, b_number))
        return Truth(codes.compare(op, a_number.over(scale), b_number.over(scale)))

    return lower


def _tally(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The sum of the lines whose conditions hold."""
    total = Number(0)
    for test, points in zip(node.args[::2], node.args[1::2], strict=True):
        line = function.decided(
            formulas.truth(test, function, scope),
            lambda points=points: formulas.number(points, function, scope),  # type: ignore[misc]
            lambda: Number(0),
        )
        scale = common((total, line))
        total = Number(function.named(codes.add(total.over(scale), line.over(scale))), scale)
    return total


OPERATIONS: Mapping[str, Lower] = {
    "add": _same_scale(codes.add),
    "subtract": _same_scale(codes.subtract),
    "modulo": _same_scale(codes.modulo),
    "multiply": _multiply,
    "divide": _divide,
    "floor": _floor,
    "negate": _negate,
    "least": _extreme(">="),
    "most": _extreme("<="),
    "numbers": _numbers,
    "range": _range,
    "tally": _tally,
    "equal": _compare("=="),
    "unequal": _compare("!="),
    "less": _compare("<"),
    "at_most": _compare("<="),
    "more": _compare(">"),
    "at_least": _compare(">="),
}
