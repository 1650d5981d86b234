"""Kinds fitted together: one value read as another kind, or the finding that it cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast, types
from hasenpfeffer.lang.checking.advice import what_to_write
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type
from hasenpfeffer.lang.unparse import unparse

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.checking.context import Context
    from hasenpfeffer.reading.place import Place


TRUE = Typed("constant", types.YESNO, value=True)


def agree(context: Context, left: Typed, right: Typed, right_tree: ast.Expr) -> tuple[Typed, Typed, Type]:
    """Both values as one kind, and that kind. Where they have nothing in common, the right one gets a finding and
    becomes an `error`: whoever reads a formula may trust that its parts are of the kinds that it needs."""
    kind = types.join(left.type, right.type)
    if kind is None and {left.type.kind, right.type.kind} <= {Kind.SUITS, Kind.CARDS, Kind.CHAIN}:
        kind = types.CARDS
    if kind is None:
        wrong(context, right, left.type, right_tree)
        return left, error(right_tree.place), types.UNKNOWN
    return convert(left, kind), convert(right, kind), kind


def fit(context: Context, value: Typed, want: Type, tree: ast.Expr) -> Typed:
    """The value as the wanted kind; a finding where it cannot be read so."""
    converted = convert(value, want)
    if converted.op == "error" or want.kind is Kind.UNKNOWN or converted.type.kind is Kind.UNKNOWN:
        return converted
    if converted.type.kind is not want.kind:
        wrong(context, converted, want, tree)
        return error(tree.place)
    return converted


def convert(value: Typed, want: Type) -> Typed:
    """The same value as the wanted kind, where there is only one way to read it so."""
    kind = value.type.kind
    if kind is want.kind or kind is Kind.UNKNOWN:
        return value
    if kind is Kind.EMPTY and want.is_set:
        return Typed("constant", want, value=() if want.is_list else 0, place=value.place)
    if value.is_constant and value.value == 0 and kind in (Kind.CARDS, Kind.SEATS) and want.is_set:
        return Typed("constant", want, value=() if want.is_list else 0, place=value.place)
    if want.kind is Kind.CARDS:
        if kind is Kind.SUITS:
            return Typed("cards_of_suit", types.CARDS, (value,), place=value.place)
        if kind is Kind.CHAIN:
            return Typed("cards_of_chain", types.CARDS, (value,), place=value.place)
        if kind is Kind.TRICKS:
            return Typed("all_of", types.CARDS, (value,), place=value.place)
    if want.kind is Kind.CHAIN and kind in (Kind.CARDS, Kind.SUITS):
        return Typed("chain", types.CHAIN, (convert(value, types.CARDS),), place=value.place)
    if want.kind is Kind.SEATS and kind is Kind.TEAMS:
        return Typed("all_of", types.SEATS, (value,), place=value.place)
    return value


def as_set(context: Context, value: Typed, tree: ast.Expr) -> Typed:
    """The value, if it is a set; otherwise a finding."""
    if value.op == "error" or value.type.is_set or value.type.kind is Kind.UNKNOWN:
        return value
    context.findings.error(
        "S234",
        f"`{unparse(tree)}` is {value.type}, and seats, cards or a suit are expected here",
        tree.place,
        help="Write seats, cards or a suit",
    )
    return error(tree.place)


def wrong(context: Context, value: Typed, want: Type, tree: ast.Expr) -> None:
    """The finding that another kind is expected; a part that has a finding already gets no second one."""
    if value.op == "error" or value.type.kind is Kind.UNKNOWN or want.kind is Kind.UNKNOWN:
        return
    text = unparse(tree)
    context.findings.error(
        "S234",
        f"`{text}` is {value.type}, and {want} is expected here",
        tree.place,
        help=what_to_write(text, value.type, want, context.names),
    )


def error(place: Place | None) -> Typed:
    """What stands for a part with a finding: it fits everywhere, so one mistake is told once."""
    return Typed("error", types.UNKNOWN, place=place)


def bounded(bound: Callable[..., Type], *operands: Type) -> Type:
    """The range of a result, where every part is a number."""
    if any(operand.kind is not Kind.NUMBER for operand in operands):
        return types.UNKNOWN
    return bound(*operands)
