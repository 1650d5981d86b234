"""`count(…)`, `sum(…)`, `highest(…)` and the like: over the members of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast, ranges, types
from hasenpfeffer.lang.checking.context import Scope
from hasenpfeffer.lang.checking.counting import most_cards, most_counted
from hasenpfeffer.lang.checking.fitting import TRUE, as_set, bounded, error, fit
from hasenpfeffer.lang.checking.folding import folded
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type, number

if TYPE_CHECKING:
    from hasenpfeffer.lang.checking.context import Context


_ELEMENTS = {Kind.SEATS: "seat", Kind.TEAMS: "team", Kind.CARDS: "card", Kind.TRICKS: "trick"}


def aggregate(context: Context, node: ast.Aggregate, where: Scope) -> Typed:
    """`count(…)`, `sum(…)`, `any(…)` and the like over seats, teams, cards or tricks."""
    kind, place = node.kind, node.place
    if node.source is None:
        return _over_everything(context, node, where)
    source, name = _source(context, node.source, where, "among")
    if source.op == "error":
        return error(place)
    element = types.CARDS if name in ("card", "trick") else types.SEATS
    inner = where.binding(name, element)
    condition = TRUE if node.condition is None else context.check(node.condition, types.YESNO, inner)
    size = context.names.sizes.cards if name == "card" else context.names.sizes.seats
    if name == "trick":
        size = context.names.sizes.hand
    if kind in ("sum", "most", "fewest"):
        value = context.check(node.what, types.ANY_NUMBER, inner)
        result = bounded(lambda t: ranges.times(t, size), value.type) if kind == "sum" else types.SEATS
        op = kind if kind == "sum" else f"{kind}_of"
        return Typed(op, result, (value, source, condition), name, place)
    what = _pattern(context, node.what, name, element, inner)
    match kind:
        case "count":
            size = most_counted(what, source, size, context.names)
            return Typed("count", number(0, size), (what, source, condition), name, place)
        case "any" | "all":
            return Typed(kind, types.YESNO, (what, source, condition), name, place)
        case "first":
            return Typed("first_of", element, (what, source, condition), name, place)
        case _:
            cards = fit(context, source, types.CARDS, node.source)
            return Typed(kind, types.CARDS, (what, cards, condition), name, place)


def those_where(context: Context, node: ast.Where, where: Scope) -> Typed:
    """`seats where tricks of seat = 0`: those of a set for which something holds."""
    source, name = _source(context, node.source, where, "where")
    if source.op == "error":
        return error(node.place)
    element = types.CARDS if name in ("card", "trick") else types.SEATS
    condition = context.check(node.condition, types.YESNO, where.binding(name, element))
    return Typed("where", source.type, (TRUE, source, condition), name, node.place)


def _source(context: Context, tree: ast.Expr, where: Scope, word: str) -> tuple[Typed, str]:
    """What is gone through, and what a member of it is called in the condition."""
    source = context.infer(tree, where)
    if source.type.kind in (Kind.CHAIN, Kind.SUITS):
        source = fit(context, source, types.CARDS, tree)
    name = _ELEMENTS.get(source.type.kind)
    if source.op != "error" and name is None:
        context.findings.error(
            "S235",
            f"`{word}` goes through seats, teams, cards or tricks, and this is {source.type}",
            tree.place,
            help="Name whom or what to go through, such as `seats` or `hand of me`",
        )
        return error(tree.place), ""
    return source, name or ""


def _pattern(context: Context, tree: ast.Expr, name: str, element: Type, inner: Scope) -> Typed:
    """What is counted: the element itself, those in a pattern, or those for which a condition holds."""
    if isinstance(tree, ast.Name) and tree.text == name:
        return TRUE
    found = context.infer(tree, inner, element)
    if found.type.kind is Kind.YESNO:
        return found
    return fit(context, found, element, tree)


def _over_everything(context: Context, node: ast.Aggregate, where: Scope) -> Typed:
    """`count(hand of me)`: a set without `among`, taken whole."""
    if node.kind not in ("count", "highest", "lowest", "first"):
        context.findings.error(
            "S235",
            f"`{node.kind}(…)` needs to know among what",
            node.place,
            help=f"Write `{node.kind}(… among seats where …)`.",
        )
        return error(node.place)
    what = as_set(context, context.infer(node.what, where), node.what)
    if node.kind == "count":
        sizes = context.names.sizes
        size = sizes.seats if what.type.kind in (Kind.SEATS, Kind.TEAMS) else sizes.cards
        if what.type.kind is Kind.CHAIN:
            what = fit(context, what, types.CARDS, node.what)
        if what.type.kind is Kind.CARDS and not context.names.lacks_cards:
            size = most_cards(what, context.names)
        return folded(Typed("count", number(0, size), (what,), "set", node.place))
    if node.kind in ("highest", "lowest"):
        cards = fit(context, what, types.CARDS, node.what)
        return Typed(node.kind, types.CARDS, (TRUE, cards, TRUE), "card", node.place)
    if what.type.kind is Kind.CHAIN:
        what = fit(context, what, types.CARDS, node.what)
    element = {Kind.TEAMS: types.SEATS, Kind.TRICKS: types.CARDS}.get(what.type.kind, what.type)
    return Typed("first_of", element, (TRUE, what, TRUE), "seat", node.place)
