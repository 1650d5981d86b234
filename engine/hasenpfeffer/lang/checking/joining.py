"""Two values made one: arithmetic, `or`, `and`, `except`, `unless`, `or else`."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast, ranges, types
from hasenpfeffer.lang.checking.context import Scope
from hasenpfeffer.lang.checking.fitting import agree, as_set, bounded, error, fit
from hasenpfeffer.lang.checking.folding import folded
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type
from hasenpfeffer.lang.unparse import unparse
from hasenpfeffer.reading.fixes import instead

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.checking.context import Context


_ARITHMETIC: dict[str, tuple[str, Callable[[Type, Type], Type]]] = {
    "+": ("add", ranges.add),
    "-": ("subtract", ranges.subtract),
    "*": ("multiply", ranges.multiply),
    "//": ("floor", ranges.floor),
    "mod": ("modulo", ranges.modulo),
    "but at least": ("least", ranges.at_least),
    "but at most": ("most", ranges.at_most),
}


def binary(context: Context, node: ast.Binary, where: Scope, want: Type | None) -> Typed:
    """Two values joined by an operator or by `or`, `and`, `except`, `unless`, `or else`."""
    op, place = node.op, node.place
    if op in _ARITHMETIC:
        left = context.check(node.left, types.ANY_NUMBER, where)
        right = context.check(node.right, types.ANY_NUMBER, where)
        name, bound = _ARITHMETIC[op]
        if op in ("//", "mod") and right.type.kind is Kind.NUMBER and right.type.low <= 0 <= right.type.high:
            return _by_nothing(context, node)
        return folded(Typed(name, bounded(bound, left.type, right.type), (left, right), place=place))
    match op:
        case "/":
            return _divide(context, node, where)
        case "or":
            return _or(context, node, where, want)
        case "and":
            return _and(context, node, where, want)
        case "except":
            left = as_set(context, context.infer(node.left, where, want), node.left)
            right = context.infer(node.right, where, left.type)
            if left.type.kind is Kind.CHAIN or right.type.kind is Kind.CARDS:
                left = fit(context, left, types.CARDS, node.left)
            right = fit(context, right, left.type, node.right)
            return folded(Typed("except", left.type, (left, right), place=place))
        case "unless":
            value = context.infer(node.left, where, want)
            test = context.check(node.right, types.YESNO, where)
            return Typed("unless", value.type, (value, test), place=place)
        case _:
            left, right = context.infer(node.left, where, want), context.infer(node.right, where, want)
            left, right, kind = agree(context, left, right, node.right)
            return Typed("or_else", kind, (left, right), place=place)


def _by_nothing(context: Context, node: ast.Binary) -> Typed:
    divisor = unparse(node.right)
    context.findings.error(
        "S241",
        f"`{node.op}` divides by `{divisor}`, which can be 0",
        node.right.place,
        help=f"Write `({divisor} but at least 1)`.",
        fixes=instead(node.right.place, node.place, f"({divisor} but at least 1)"),
    )
    return error(node.place)


def _divide(context: Context, node: ast.Binary, where: Scope) -> Typed:
    left = context.check(node.left, types.ANY_NUMBER, where)
    right = context.check(node.right, types.ANY_NUMBER, where)
    by = right.value
    if right.op == "error" or left.op == "error":
        return error(node.place)
    if not right.is_constant or not isinstance(by, int) or by == 0:
        context.findings.error(
            "S241",
            f"`/` divides by a number that is written out, and `{unparse(node.right)}` is none",
            node.right.place,
            help="Write `//` to divide and round down.",
            fixes=instead(node.place, node.right.place, unparse(replace(node, op="//"))),
        )
        return error(node.place)
    return folded(Typed("divide", ranges.divide(left.type, by), (left, right), place=node.place))


def _or(context: Context, node: ast.Binary, where: Scope, want: Type | None) -> Typed:
    rewritten = _is_or(context, node, where)
    if rewritten is not None:
        return context.infer(rewritten, where, want)
    left = context.infer(node.left, where, want)
    if left.type.kind is Kind.YESNO:
        right = context.check(node.right, types.YESNO, where)
        return Typed("or", types.YESNO, (left, right), place=node.place)
    right = context.infer(node.right, where, want or (left.type if left.type.is_set else None))
    if left.op == "error" or right.op == "error":
        return error(node.place)
    return _together(context, node, left, right)


def _together(context: Context, node: ast.Binary, left: Typed, right: Typed) -> Typed:
    """All of two sets. Two rankings lose their order: nothing says which of them is the higher."""
    left, right, kind = agree(context, left, right, node.right)
    if not kind.is_set:
        if kind.kind is not Kind.UNKNOWN:
            message = f"`{node.op}` joins conditions or sets, and these are numbers"
            context.findings.error("S236", message, node.place)
        return error(node.place)
    if kind.kind is Kind.CHAIN:
        kind = types.CARDS
        left, right = fit(context, left, kind, node.left), fit(context, right, kind, node.right)
    return folded(Typed("union", kind, (left, right), place=node.place))


def _is_or(context: Context, node: ast.Binary, where: Scope) -> ast.Expr | None:
    """`x is A or B` means `x is (A or B)`, unless B is a condition of its own."""
    left = node.left
    if isinstance(left, ast.Is):
        before, last = None, left
    elif isinstance(left, ast.Binary) and left.op == "or" and isinstance(left.right, ast.Is):
        before, last = left.left, left.right
    else:
        return None
    if isinstance(node.right, (ast.Is, ast.Has, ast.Compare, ast.Not)):
        return None
    subject = _ahead(context, last.left, where, None)
    if subject.kind is not Kind.YESNO and _ahead(context, node.right, where, subject).kind is Kind.YESNO:
        return None
    joined = ast.Is(last.left, ast.Binary("or", last.right, node.right, node.place), last.negated, node.place)
    return joined if before is None else ast.Binary("or", before, joined, node.place)


def _ahead(context: Context, tree: ast.Expr, where: Scope, want: Type | None) -> Type:
    """The type of a part that is typed once more later on. It can change with what is being typed just now."""
    found = context.found
    key = (id(tree), frozenset(where.bound.items()), where.receiver, want, tuple(found.busy))
    if key not in found.ahead:
        found.ahead[key] = (tree, context.quietly().infer(tree, where, want).type)
    return found.ahead[key][1]


def _and(context: Context, node: ast.Binary, where: Scope, want: Type | None) -> Typed:
    left = context.infer(node.left, where, want if want is not None and want.is_set else None)
    if left.type.kind is Kind.SEATS:
        right = context.check(node.right, types.SEATS, where)
        return Typed("union", types.SEATS, (left, right), place=node.place)
    if left.type.kind in (Kind.CARDS, Kind.CHAIN, Kind.SUITS):
        right = context.infer(node.right, where, want or left.type)
        if left.op == "error" or right.op == "error":
            return error(node.place)
        return _together(context, node, left, right)
    left = fit(context, left, types.YESNO, node.left)
    return Typed("and", types.YESNO, (left, context.check(node.right, types.YESNO, where)), place=node.place)


def negative(context: Context, node: ast.Negative, where: Scope) -> Typed:
    """`-x`."""
    inner = context.check(node.value, types.ANY_NUMBER, where)
    if inner.is_constant and isinstance(inner.value, (int, Fraction)):
        return Typed("constant", ranges.negate(inner.type), value=-inner.value, place=node.place)
    return Typed("negate", bounded(ranges.negate, inner.type), (inner,), place=node.place)


def negation(context: Context, node: ast.Not, where: Scope) -> Typed:
    """`not x`."""
    return Typed("not", types.YESNO, (context.check(node.value, types.YESNO, where),), place=node.place)
