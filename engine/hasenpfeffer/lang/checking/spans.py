"""Ranges: `2..5` of numbers, `9..A` of ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang import ast, types
from hasenpfeffer.lang.checking.context import Scope
from hasenpfeffer.lang.checking.fitting import error
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type, number
from hasenpfeffer.lang.unparse import unparse
from hasenpfeffer.reading.fixes import instead
from hasenpfeffer.reading.suggest import choices_text

if TYPE_CHECKING:
    from hasenpfeffer.lang.checking.context import Context
    from hasenpfeffer.reading.fixes import Fixes


LONGEST_RANGE = 10_000
"""Numbers that a range may hold."""
_SEVERAL: Final = frozenset({"numbers", "range"})


def span(context: Context, node: ast.Range, where: Scope, want: Type | None) -> Typed:
    """`2..5`, `9..A`: ranks of the pack where cards are meant or an end is no number, otherwise numbers."""
    if (want is not None and want.kind in (Kind.CARDS, Kind.CHAIN)) or not _is_numeric(node):
        ranks = rank_span(context, node)
        if ranks is not None:
            cards = tuple(Typed("rank", types.CARDS, value=rank, place=node.place) for rank in ranks)
            return Typed("chain", types.CHAIN, cards, place=node.place)
        ends = (_spelling(node.low) or "", _spelling(node.high) or "")
        if not _is_numeric(node) and any(map(context.names.may_be_there, ends)):
            return error(node.place)
        if _has_one_unknown_end(context, node, ends, where):
            return error(node.place)
        if not _is_numeric(node) and not isinstance(node.high, (ast.Binary, ast.Name, ast.Of)):
            context.findings.error(
                "S230",
                f"`{unparse(node)}` is not a range of ranks of this pack",
                node.place,
                help=f"Ranks here: {choices_text([rank.name for rank in context.names.pack.ranks], ends[0])}",
            )
            return error(node.place)
    low = context.check(node.low, types.ANY_NUMBER, where)
    high = context.check(node.high, types.ANY_NUMBER, where)
    step = context.check(node.step, types.ANY_NUMBER, where) if node.step is not None else None
    if any(part.is_open for part in (low, high, step) if part is not None):
        return error(node.place)
    kind = number(low.type.low, max(high.type.high, low.type.low))
    args = (low, high) if step is None else (low, high, step)
    if all(part.is_constant and isinstance(part.value, int) for part in args):
        values = _listed(*(part.value for part in args))  # type: ignore[arg-type]
        if not values:
            context.findings.error(
                "S242",
                f"The range `{unparse(node)}` holds no number",
                node.place,
                fixes=instead(node.place, node.low.place, f"{unparse(node.high)}..{unparse(node.low)}"),
                help=f"Write the smaller number first: `{unparse(node.high)}..{unparse(node.low)}`",
            )
            return error(node.place)
        if len(values) > LONGEST_RANGE:
            return _too_long(context, node)
        return Typed("numbers", number(min(values), max(values)), value=tuple(values), place=node.place)
    if kind.high - kind.low > LONGEST_RANGE:
        return _too_long(context, node)
    if any(part.type.kind is Kind.NUMBER and part.type.denominator != 1 for part in args):
        message = f"A range goes through whole numbers, and `{unparse(node)}` names fractions"
        context.findings.error("S242", message, node.place, help="Write `//` to divide and round down.")
        return error(node.place)
    if step is not None and node.step is not None and step.type.kind is Kind.NUMBER and step.type.low <= 0:
        message = f"The step of the range `{unparse(node)}` can be 0 or less"
        help = f"Write `({unparse(node.step)} but at least 1)`"
        context.findings.error("S242", message, node.place, help=help, fixes=_at_least_one(node))
        return error(node.place)
    return Typed("range", kind, args, place=node.place)


def is_several(value: Typed) -> bool:
    """Whether it is a range or list of numbers, which has a number's type and is none."""
    return value.op in _SEVERAL


def single(context: Context, *values: Typed) -> bool:
    """Whether each is one value; S234 for every range among them."""
    several = [value for value in values if is_several(value)]
    for one in several:
        if one.place is not None:
            message = "A range stands here, and one number is expected"
            context.findings.error("S234", message, one.place, help="Write one number")
    return not several


def _at_least_one(node: ast.Range) -> Fixes:
    if node.step is None:
        return ()
    return instead(node.step.place, node.place, f"({unparse(node.step)} but at least 1)")


def _has_one_unknown_end(context: Context, node: ast.Range, ends: tuple[str, str], where: Scope) -> bool:
    """Whether a range goes from a rank to something that is none: the finding for that end."""
    low, high = (context.names.rank(end) is not None for end in ends)
    if low is high or not any(
        rank and not end.isdecimal() for rank, end in zip((low, high), ends, strict=True)
    ):
        return False
    return context.infer(node.high if low else node.low, where, types.CARDS).op == "error"


def rank_span(context: Context, node: ast.Range) -> tuple[int, ...] | None:
    """The ranks from one to the other, either way, by the order of the pack or by number."""
    names = context.names
    ends = [_spelling(end) for end in (node.low, node.high)]
    if node.step is not None or ends[0] is None or ends[1] is None:
        return None
    low, high = names.rank(ends[0]), names.rank(ends[1])
    if low is None or high is None:
        return None
    if ends[0].isdecimal() and ends[1].isdecimal():
        first, last = int(ends[0]), int(ends[1])
        way = 1 if first <= last else -1
        found = [names.rank(str(value)) for value in range(first, last + way, way)]
        return tuple(rank for rank in found if rank is not None)
    way = 1 if low <= high else -1
    return tuple(range(low, high + way, way))


def _too_long(context: Context, node: ast.Range) -> Typed:
    message = f"The range `{unparse(node)}` is too long: the limit is {LONGEST_RANGE}"
    context.findings.error(
        "S242", message, node.place, help=f"Write a shorter range, of {LONGEST_RANGE} numbers at most"
    )
    return error(node.place)


def _listed(low: int, high: int, step: int = 1) -> list[int]:
    """The numbers of a range; of one that is too long, one more than the limit."""
    return list(range(low, min(high, low + LONGEST_RANGE * step) + 1, step)) if step > 0 else []


def _is_numeric(node: ast.Range) -> bool:
    low = node.low.value if isinstance(node.low, ast.Negative) else node.low
    return isinstance(low, ast.Number) and not isinstance(node.high, ast.Name)


def _spelling(tree: ast.Expr) -> str | None:
    if isinstance(tree, ast.Number):
        return str(tree.value)
    return tree.text if isinstance(tree, ast.Name) else None
