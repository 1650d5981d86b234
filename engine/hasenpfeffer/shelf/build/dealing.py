"""`deal`: packets, piles, and hands that are thrown in."""

from __future__ import annotations

from typing import cast

from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.reading.tree import Entry, Group, Node
from hasenpfeffer.ruleset.steps import DealStep, Packet, Pile, Step, ThrowIn
from hasenpfeffer.ruleset.unknown import UNKNOWN
from hasenpfeffer.shelf.build.builder import Builder, all_of, as_known, body_of, is_shaky, items_of, text_of
from hasenpfeffer.shelf.build.namespace import entries
from hasenpfeffer.shelf.build.static import settled_now
from hasenpfeffer.shelf.build.step_parts import common, nobody_acts, number_of_cards


def build_deal(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    cards_node = group.get("cards")
    all_cards = text_of(cards_node) == "all"
    cards = None if all_cards else _amount(group, "cards", builder, path)
    packets, piles = _packets(group, builder, path)
    for pile in entries(group.get("piles")):
        piles.append(_pile(pile, builder, f"{path}.piles.{pile.key.text}"))
    seen = text_of(group.get("seen"))
    return DealStep(
        **common(entry, group, builder, path),
        opens=builder.optional(group, "opens", types.SEATS, path),
        packets=all_of(group.get("packets"), packets),
        cards=cards,
        all_cards=all_cards,
        piles=all_of(group.get("piles"), piles),
        up_to=_amount(group, "up to", builder, path),
        thrown_in=all_of(
            group.get("thrown in"),
            [_throw_in(item, builder, f"{path}.thrown in") for item in entries(group.get("thrown in"))],
        ),
        seen_after=seen.removeprefix("after ") or None,
        last_card_up=text_of(group.get("last card")) == "face up",
    )


def _amount(group: Group, key: str, builder: Builder, path: str) -> Typed | None:
    typed = builder.optional(group, key, types.ANY_NUMBER, path)
    return None if typed is None else number_of_cards(typed, builder, f"{path}.{key}")


def _packets(group: Group, builder: Builder, path: str) -> tuple[tuple[Packet, ...], list[Pile]]:
    packets: list[Packet] = []
    piles: dict[str, Pile] = {}
    for item in items_of(group.get("packets")):
        if isinstance(item, Group):
            for pile in item:
                count = _number(pile.value, builder, f"{path}.packets")
                packets.append(Packet(count, pile.key.text))
                piles.setdefault(pile.key.text, Pile(pile.key.text, None, False, pile.key.place))
        else:
            packets.append(Packet(_number(item, builder, f"{path}.packets"), None))
    return tuple(packets), list(piles.values())


def _number(node: Node, builder: Builder, path: str) -> int:
    """A number that must be settled before play."""
    typed = builder.typed(node, types.ANY_NUMBER, path)
    value = settled_now(typed, builder.names, builder.findings, node.place, path)
    if value is None:
        return cast("int", UNKNOWN)
    if not isinstance(value, int) or value < 0:
        builder.findings.error(
            "S212",
            f"A number of cards is expected, and `{text_of(node)}` is none",
            node.place,
            path=path,
            help="Write how many cards, such as `3`",
        )
        return cast("int", UNKNOWN)
    return value


def _pile(entry: Entry, builder: Builder, path: str) -> Pile:
    node: Node | None = entry.value
    face_up = False
    if is_shaky(node):
        return Pile(entry.key.text, UNKNOWN, UNKNOWN, entry.key.place)
    if isinstance(node, Group):
        face_up = text_of(node.get("face")) == "up"
        node = node.get("cards")
    rest = node is None or text_of(node) == "rest"
    cards = None if rest or node is None else builder.typed(node, types.ANY_NUMBER, path)
    nobody_acts(cards, builder, path)
    if cards is not None:
        cards = number_of_cards(cards, builder, path)
    return Pile(entry.key.text, cards, face_up, entry.key.place)


def _throw_in(entry: Entry, builder: Builder, path: str) -> ThrowIn:
    group = body_of(entry.value, entry.key.place)
    condition = builder.needed(group, "if", types.YESNO, f"{path}.{entry.key.text}")
    asked = text_of(group.get("when"), "asked") == "asked"
    return as_known(ThrowIn(entry.key.text, condition, asked, entry.key.place), group)
