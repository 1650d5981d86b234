"""Conditions, alternatives and tables: what is not wanted is not worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.settings import empty_of
from hasenpfeffer.kernel.values import Bits, Truth, is_same, truth_of
from hasenpfeffer.lang.typed import alternatives

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas, Lower
    from hasenpfeffer.kernel.program import Scope
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed


def _always(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return Truth(1)


def _and(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    a, b = node.args
    return function.decided(
        formulas.truth(a, function, scope),
        lambda: Truth(formulas.truth(b, function, scope)),
        lambda: Truth(0),
    )


def _or(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    a, b = node.args
    return function.decided(
        formulas.truth(a, function, scope),
        lambda: Truth(1),
        lambda: Truth(formulas.truth(b, function, scope)),
    )


def _not(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return Truth(codes.is_not(formulas.truth(node.args[0], function, scope)))


def _if(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    test, then, otherwise = node.args
    return function.decided(
        formulas.truth(test, function, scope),
        lambda: formulas.value(then, function, scope),
        lambda: formulas.value(otherwise, function, scope),
    )


def _unless(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    value, test = node.args
    return function.decided(
        formulas.truth(test, function, scope),
        lambda: _empty(formulas, node),
        lambda: formulas.value(value, function, scope),
    )


def _or_else(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    a, b = node.args
    value = function.kept(formulas.value(a, function, scope))
    return function.decided(truth_of(value), lambda: value, lambda: formulas.value(b, function, scope))


def _first_that_is(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """An item with `if` decides, even when it is empty; one without is passed over when it is."""
    return _first(formulas, node, list(alternatives(node)), function, scope)


def _first(
    formulas: Formulas,
    node: Typed,
    items: Sequence[tuple[Typed | None, Typed]],
    function: Function,
    scope: Scope,
) -> Value:
    if not items:
        return _empty(formulas, node)
    (test, value), *rest = items
    if test is not None:
        return function.decided(
            formulas.truth(test, function, scope),
            lambda: formulas.value(value, function, scope),
            lambda: _first(formulas, node, rest, function, scope),
        )
    found = formulas.value(value, function, scope)
    if not node.type.is_set:
        return found
    found = function.kept(found)
    return function.decided(
        truth_of(found), lambda: found, lambda: _first(formulas, node, rest, function, scope)
    )


def _table(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    subject = function.kept(formulas.value(node.args[0], function, scope))
    rows = list(zip(node.args[1::2], node.args[2::2], strict=True))
    return _row(formulas, node, subject, rows, function, scope)


def _row(
    formulas: Formulas,
    node: Typed,
    subject: Value,
    rows: Sequence[tuple[Typed, Typed]],
    function: Function,
    scope: Scope,
) -> Value:
    if not rows:
        return _empty(formulas, node)
    (key, value), *rest = rows
    return function.decided(
        _equal(subject, formulas.value(key, function, scope)),
        lambda: formulas.value(value, function, scope),
        lambda: _row(formulas, node, subject, rest, function, scope),
    )


def _equal(a: Value, b: Value) -> Code:
    match a, b:
        case Bits(), Bits():
            return is_same(a, b)
        case Truth(), Truth():
            return codes.compare("==", codes.if_else(a.code, 1, 0), codes.if_else(b.code, 1, 0))
        case _:
            scale = a.denominator * b.denominator  # type: ignore[union-attr]
            return codes.compare("==", a.over(scale), b.over(scale))  # type: ignore[union-attr]


def _by_deal(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The values in turn, deal after deal."""
    turn = function.named(f"((s[DEAL_NUMBER] - 1) % {len(node.args)})")
    return _turn(formulas, list(enumerate(node.args)), turn, function, scope)


def _turn(
    formulas: Formulas, items: Sequence[tuple[int, Typed]], turn: Code, function: Function, scope: Scope
) -> Value:
    (number, value), *rest = items
    if not rest:
        return formulas.value(value, function, scope)
    return function.decided(
        codes.compare("==", turn, number),
        lambda: formulas.value(value, function, scope),
        lambda: _turn(formulas, rest, turn, function, scope),
    )


def _empty(formulas: Formulas, node: Typed) -> Value:
    return empty_of(node.type.kind, formulas.program.width_of(node.type.kind))


OPERATIONS: Mapping[str, Lower] = {
    "always": _always,
    "and": _and,
    "or": _or,
    "not": _not,
    "if": _if,
    "unless": _unless,
    "or_else": _or_else,
    "first_that_is": _first_that_is,
    "table": _table,
    "by_deal": _by_deal,
}
