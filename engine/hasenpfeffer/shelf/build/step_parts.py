"""What steps of every kind have in common, and the parts that several kinds read."""

from __future__ import annotations

from typing import Any, cast

from hasenpfeffer.lang import ast, types
from hasenpfeffer.lang.check import SETTING_SCOPE
from hasenpfeffer.lang.checking.fitting import convert
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type
from hasenpfeffer.reading.tree import Entry, Group, Node, Text
from hasenpfeffer.ruleset.steps import Duty, Shown
from hasenpfeffer.ruleset.unknown import UNKNOWN
from hasenpfeffer.shelf.build.builder import Builder, all_of, is_shaky, items_of, text_of
from hasenpfeffer.shelf.build.trees import asks_each, is_choice


def common(entry: Entry, group: Group, builder: Builder, path: str) -> dict[str, Any]:
    """The parts that every step has."""
    return {
        "name": entry.key.text,
        "place": entry.key.place,
        "conditions": builder.conditions(group, path),
        "who": nobody_acts(who(group, builder, path), builder, f"{path}.who"),
        "shown": shown(group.get("shown"), builder, path),
    }


def who(group: Group, builder: Builder, path: str) -> Typed | None:
    """Who acts; `each seat` is everybody."""
    node = group.get("who")
    if node is None:
        return None
    if isinstance(node, Text) and asks_each(node):
        node = Text(f"seats{node.text.removeprefix('each seat')}", node.place, exact=False)
    return builder.typed(node, types.SEATS, f"{path}.who")


def nobody_acts(typed: Typed | None, builder: Builder, path: str) -> Typed | None:
    """S239: `me` where it is only being found out who acts, or whose hand lies open."""
    parts = () if typed is None else typed.walk()
    found = next((part.place for part in parts if part.op == "bound" and part.value == "me"), None)
    if found is not None:
        message = "It is nobody's turn where this is asked, so `me` would be nobody"
        help = "Name the seats in another way, such as `declarer`"
        builder.findings.error("S239", message, found, path=path, help=help)
    return typed


def shown(node: Node | None, builder: Builder, path: str, want: Type | None = None) -> Shown:
    if is_shaky(node):
        return cast("Shown", UNKNOWN)
    match text_of(node):
        case "":
            if node is None:
                return Shown("unsaid")
        case "yes":
            return Shown("yes")
        case "no":
            return Shown("no")
        case "to declarer":
            return Shown("to declarer")
        case "if best":
            return Shown("if best")
    assert node is not None
    typed = builder.typed(node, want, f"{path}.shown")
    return Shown("some", convert(typed, types.CARDS) if typed.type.kind is Kind.CHAIN else typed)


def duties(
    node: Node | None, builder: Builder, path: str, default: tuple[Duty, ...] = ()
) -> tuple[Duty, ...]:
    """`lead`, `follow` and their like: the sets in the order in which they bind."""
    if node is None:
        return default
    found: list[Duty] = []
    for index, item in enumerate(items_of(node)):
        condition: Typed | None = None
        value: Node = item
        if isinstance(item, Group) and is_choice(item):
            condition = builder.optional(item, "if", types.YESNO, f"{path}.{index}")
            then = item.get("then")
            assert then is not None
            value = then
        parsed = builder.tree(value, f"{path}.{index}")
        if parsed is None:
            found.append(cast("Duty", UNKNOWN))
            continue
        for part in _or_else(parsed):
            cards = builder.checker.check(part, types.CARDS, SETTING_SCOPE)
            found.append(Duty(condition, cards, part.place))
    return all_of(node, found)


def _or_else(tree: ast.Expr) -> list[ast.Expr]:
    if isinstance(tree, ast.Binary) and tree.op == "or else":
        return [*_or_else(tree.left), *_or_else(tree.right)]
    return [tree]


def number_of_cards(typed: Typed, builder: Builder, path: str, what: str = "cards") -> Typed:
    """S212: how many cards, or tricks, can be no fraction, and not less than none in every case."""
    kind = typed.type
    if kind.kind is not types.Kind.NUMBER or typed.place is None:
        return typed
    lowest = min(typed.value) if isinstance(typed.value, tuple) and typed.value else kind.high
    if kind.denominator == 1 and lowest >= 0:
        return typed
    found = "it can be a fraction" if kind.denominator != 1 else f"{lowest} is less than none"
    builder.findings.error(
        "S212",
        f"A number of {what} is expected here, and {found}",
        typed.place,
        path=path,
        help="Write `//` to divide and round down" if kind.denominator != 1 else "Write a number from 0 up",
    )
    return Typed("error", types.UNKNOWN, place=typed.place)
