"""Steps that move cards: `take`, `discard`, `give`, `exchange`, `move`; and `turn up`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang import ast, types
from hasenpfeffer.lang.check import SETTING_SCOPE
from hasenpfeffer.lang.checking.fitting import fit
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.reading.tree import Entry, Group, Node
from hasenpfeffer.ruleset.steps import (
    DiscardStep,
    ExchangeStep,
    GiveStep,
    MoveStep,
    Step,
    TakeStep,
    TurnUpStep,
)
from hasenpfeffer.ruleset.unknown import UNKNOWN
from hasenpfeffer.shelf.build.builder import Builder, text_of
from hasenpfeffer.shelf.build.settings import assignments
from hasenpfeffer.shelf.build.step_parts import common, duties, number_of_cards

if TYPE_CHECKING:
    from collections.abc import Callable


def build_take(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    _check_source(entry, group, builder, path)
    step = TakeStep(**_moving(entry, group, builder, path))
    if step.counts or (step.count is not None and step.count.op == "range"):
        one_number(group.get("cards"), builder, f"{path}.cards")
    return step


def build_discard(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return DiscardStep(**_moving(entry, group, builder, path))


def build_move(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    _check_source(entry, group, builder, path)
    return MoveStep(**_moving(entry, group, builder, path))


def build_turning_up(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return TurnUpStep(
        **common(entry, group, builder, path), source=builder.needed(group, "from", types.CARDS, path)
    )


def build_give(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return GiveStep(**_moving(entry, group, builder, path), at_once=text_of(group.get("at once")) == "yes")


def build_exchange(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    node = group.get("with")
    pile = text_of(node) if text_of(node) in builder.names.piles else None
    if pile is not None:
        partner = Typed("constant", types.SEATS, value=0, place=group.place)
    elif builder.names.may_be_there(text_of(node)):
        pile, partner = UNKNOWN, Typed("error", types.UNKNOWN, place=group.place)
    else:
        partner = builder.needed(group, "with", types.SEATS, path)
    return ExchangeStep(
        **_moving(entry, group, builder, path),
        partner=partner,
        pile=pile,
        first=builder.optional(group, "first", types.SEATS, path),
    )


def one_number(node: Node | None, builder: Builder, path: str) -> None:
    """S234: several numbers, where nobody is asked which."""
    if node is not None:
        message = "A range stands here, and nobody is asked how many cards it is to be"
        builder.findings.error("S234", message, node.place, path=path, help="Write one number")


def _check_source(entry: Entry, group: Group, builder: Builder, path: str) -> None:
    """S206: it is not said where the cards come from. In steps after each trick nothing else looks for that."""
    if group.get("from") is None and not group.incomplete:
        message = f"`from` is missing in `{entry.key.text}`"
        builder.findings.error("S206", message, entry.key.place, path=path, help="Name the pile")


def _moving(entry: Entry, group: Group, builder: Builder, path: str) -> dict[str, Any]:
    kind = text_of(group.get("do"), entry.key.text)
    count, counts = _count(group.get("cards"), builder, f"{path}.cards", may_be_cards=kind == "move")
    source = group.get("from")
    which = group.get("which")
    if kind == "discard":
        source, which = None, which or source
    return {
        **common(entry, group, builder, path),
        "source": None if source is None else builder.typed(source, types.CARDS, f"{path}.from"),
        "which": duties(which, builder, f"{path}.which"),
        "count": count,
        "counts": counts,
        "barred": builder.optional(group, "barred", types.CARDS, path),
        "onto": builder.optional(group, "onto", types.SEATS, path),
        "to": builder.optional(group, "to", types.SEATS, path),
        "opens": builder.optional(group, "opens", types.SEATS, path),
        "sets": assignments(group.get("set"), builder, f"{path}.set"),
    }


def _count(
    node: Node | None, builder: Builder, path: str, *, may_be_cards: bool
) -> tuple[Typed | None, tuple[int, ...]]:
    """How many cards: a number, a range or `0 or 3`, or (for `move`) which cards."""
    if node is None:
        return None, ()
    parsed = builder.tree(node, path)
    if isinstance(parsed, ast.Binary) and parsed.op == "or":
        values: list[int] = []
        tree: ast.Expr = parsed
        while isinstance(tree, ast.Binary) and tree.op == "or":
            if isinstance(tree.right, ast.Number):
                values.append(tree.right.value)
            tree = tree.left
        if isinstance(tree, ast.Number):
            return None, tuple(sorted([*values, tree.value]))
    if parsed is None:
        return Typed("error", types.UNKNOWN, place=node.place), ()
    typed = builder.checker.infer(parsed, SETTING_SCOPE)
    if may_be_cards and typed.type.kind is not types.Kind.NUMBER:
        return fit(builder.checker, typed, types.CARDS, parsed), ()
    typed = number_of_cards(fit(builder.checker, typed, types.ANY_NUMBER, parsed), builder, path)
    if typed.op == "numbers":
        assert isinstance(typed.value, tuple)
        return None, tuple(typed.value)
    return typed, ()


MOVERS: dict[str, Callable[[Entry, Group, Builder, str], Step]] = {
    "take": build_take,
    "discard": build_discard,
    "give": build_give,
    "exchange": build_exchange,
    "move": build_move,
}
"""The kinds by the word that `do` says."""
