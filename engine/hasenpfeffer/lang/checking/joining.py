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
from hasenpfeffer.reading.place import Place

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
            return Typed("unless", types.or_nothing(value.type), (value, test), place=place)
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
    if right.is_open or left.op == "error":
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
        if _needs_brackets(context, node, where):
            return error(node.place)
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
            context.findings.error(
                "S236", message, node.place, help="Put brackets round the part that belongs together"
            )
        return error(node.place)
    if kind.kind in (Kind.TEAMS, Kind.TRICKS):
        message = f"`{node.op}` joins conditions or sets, and these are {kind}"
        help = "Write `seats`" if kind.kind is Kind.TEAMS else "Ask once, of all whose tricks they are"
        context.findings.error("S236", message, node.place, help=help)
        return error(node.place)
    if kind.kind is Kind.CHAIN:
        kind = types.CARDS
        left, right = fit(context, left, kind, node.left), fit(context, right, kind, node.right)
    return folded(Typed("union", kind, (left, right), place=node.place))


def _is_or(context: Context, node: ast.Binary, where: Scope) -> ast.Expr | None:
    """`x is A or B or C` means `x is (A or B or C)`, up to a part that is a condition of its own; so does `has`."""
    whole = _joined_by_or(node)
    parts = whole[:1]
    for part in whole[1:]:
        last = parts[-1]
        if isinstance(last, (ast.Is, ast.Has)) and not _is_condition(context, part, last.left, where):
            either = ast.Binary("or", last.right, part, part.place)
            parts[-1] = replace(last, right=either, place=node.place)
        else:
            parts.append(part)
    if len(parts) == len(whole):
        return None
    joined = parts[0]
    for part in parts[1:]:
        joined = ast.Binary("or", joined, part, node.place)
    return joined


def _needs_brackets(context: Context, node: ast.Binary, where: Scope) -> bool:
    """S234: `c and x is A or B` and `x = 1 or 2` sound as if all choices were meant, and the last stands alone."""
    asked = node.left
    while isinstance(asked, (ast.Not, ast.Binary)):
        asked = asked.value if isinstance(asked, ast.Not) else asked.right
    if isinstance(asked, (ast.Is, ast.Has)):
        subject, chosen = asked.left, asked.right
        word = "has" if isinstance(asked, ast.Has) else "is not" if asked.negated else "is"
    elif isinstance(asked, ast.Compare) and asked.rest[-1][0] in ("=", "=="):
        subject, chosen, word = asked.first, asked.rest[-1][1], "is"
    else:
        return False
    kind = _ahead(context, subject, where, None)
    if kind.kind is Kind.YESNO or _is_condition(context, node.right, subject, where):
        return False
    if kind.kind is Kind.UNKNOWN:  # what is asked has a finding
        context.infer(node.right, where)
        return True
    found = _ahead(context, node.right, where, kind)
    if found.kind is Kind.UNKNOWN:
        return False
    choices = unparse(ast.Binary("or", chosen, node.right, node.place))
    context.findings.error(
        "S234",
        f"`{unparse(node.right)}` is {found}, and yes or no is expected here",
        node.right.place,
        help=f"Write `{unparse(subject)} {word} ({choices})`",
    )
    return True


def _joined_by_or(node: ast.Expr) -> list[ast.Expr]:
    """The parts that a row of `or` joins, from the left."""
    parts: list[ast.Expr] = []
    while isinstance(node, ast.Binary) and node.op == "or":
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]


def _is_condition(context: Context, part: ast.Expr, subject_tree: ast.Expr, where: Scope) -> bool:
    """Whether what follows `x is A or` is no further choice for x."""
    if isinstance(part, (ast.Is, ast.Has, ast.Compare, ast.Not)):
        return True
    subject = _ahead(context, subject_tree, where, None)
    return subject.kind is not Kind.YESNO and _ahead(context, part, where, subject).kind is Kind.YESNO


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
    if _lacks_its_question(context, node, where):
        return error(node.place)
    return Typed("and", types.YESNO, (left, context.check(node.right, types.YESNO, where)), place=node.place)


def _lacks_its_question(context: Context, node: ast.Binary, where: Scope) -> bool:
    """S234: `x has A and B`, where `B` is cards, seats or a suit and asks nothing."""
    asked = node.left
    while isinstance(asked, ast.Binary) and asked.op in ("and", "or"):
        asked = asked.right
    if not isinstance(asked, (ast.Is, ast.Has)):
        return False
    kind = _ahead(context, asked.left, where, None)
    found = _ahead(context, node.right, where, kind)
    if not found.is_set or found.kind is Kind.EMPTY:
        return False
    choices = unparse(ast.Binary("or", asked.right, node.right, node.place))
    context.findings.error(
        "S234",
        f"`{unparse(node.right)}` is {found}, and yes or no is expected here",
        node.right.place,
        help=f"`and` joins whole questions; if either of the two will do, write `{choices}`",
        fixes=instead(
            Place(node.place.file, asked.right.place.start, node.right.place.end), node.place, choices
        ),
    )
    return True


def negative(context: Context, node: ast.Negative, where: Scope) -> Typed:
    """`-x`."""
    inner = context.check(node.value, types.ANY_NUMBER, where)
    if inner.is_constant and isinstance(inner.value, (int, Fraction)):
        return replace(inner, type=ranges.negate(inner.type), value=-inner.value, place=node.place)
    return Typed("negate", bounded(ranges.negate, inner.type), (inner,), place=node.place)


def negation(context: Context, node: ast.Not, where: Scope) -> Typed:
    """`not x`."""
    return Typed("not", types.YESNO, (context.check(node.value, types.YESNO, where),), place=node.place)
