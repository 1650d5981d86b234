"""`steps` of a deal, each kind by its own reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.lang import ast, types
from hasenpfeffer.lang.check import SETTING_SCOPE
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.tree import Entry, Group, List, Node, Text
from hasenpfeffer.ruleset.steps import (
    AfterTrick,
    Announcement,
    Bar,
    ChooseStep,
    DealStep,
    DiscardStep,
    Dummy,
    Duty,
    ExchangeStep,
    GiveStep,
    GoAloneStep,
    MeldStep,
    MoveStep,
    OpenHands,
    Option,
    Packet,
    Pile,
    PredictStep,
    Shown,
    Step,
    StepBase,
    TakeStep,
    ThrowIn,
    TricksStep,
)
from hasenpfeffer.shelf.build.auction import build_auction
from hasenpfeffer.shelf.build.builder import Builder, group_of, items_of, text_of
from hasenpfeffer.shelf.build.namespace import MOVING_KINDS, OPTION_KEYS, entries, fields_of
from hasenpfeffer.shelf.build.settings import assignments, typed_field
from hasenpfeffer.shelf.build.static import settled
from hasenpfeffer.shelf.build.trees import is_choice

if TYPE_CHECKING:
    from collections.abc import Callable


def build_steps(root: Group, builder: Builder) -> tuple[Step, ...]:
    """Every step in order of play."""
    found: list[Step] = []
    for entry in entries(root.get("steps")):
        step = build_step(entry, builder, f"steps.{entry.key.text}")
        if step is not None:
            found.append(step)
    return tuple(found)


def build_step(entry: Entry, builder: Builder, path: str) -> Step | None:
    group = group_of(entry.value)
    if group is None:
        return None
    kind = text_of(group.get("do"), entry.key.text)
    reader = _READERS.get(kind)
    if reader is None:
        return None  # the schema has said so
    return reader(entry, group, builder, path)


def common(entry: Entry, group: Group, builder: Builder, path: str) -> dict[str, Any]:
    """The parts that every step has."""
    return {
        "name": entry.key.text,
        "place": entry.key.place,
        "conditions": builder.conditions(group, path),
        "who": who(group, builder, path),
        "shown": shown(group.get("shown"), builder, path),
    }


def who(group: Group, builder: Builder, path: str) -> Typed | None:
    """Who acts; `each seat` is everybody."""
    node = group.get("who")
    if node is None:
        return None
    if isinstance(node, Text) and node.text == "each seat":
        node = Text("seats", node.place, exact=False)
    return builder.typed(node, types.SEATS, f"{path}.who")


def shown(node: Node | None, builder: Builder, path: str) -> Shown:
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
    assert node is not None
    return Shown("some", builder.typed(node, None, f"{path}.shown"))


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
            continue
        for part in _or_else(parsed):
            cards = builder.checker.check(part, types.CARDS, SETTING_SCOPE)
            found.append(Duty(condition, cards, part.place))
    return tuple(found)


def _or_else(tree: ast.Expr) -> list[ast.Expr]:
    if isinstance(tree, ast.Binary) and tree.op == "or else":
        return [*_or_else(tree.left), *_or_else(tree.right)]
    return [tree]


def _deal(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    cards_node = group.get("cards")
    all_cards = text_of(cards_node) == "all"
    cards = None if all_cards else builder.optional(group, "cards", types.ANY_NUMBER, path)
    packets, piles = _packets(group, builder, path)
    for pile in entries(group.get("piles")):
        piles.append(_pile(pile, builder, f"{path}.piles.{pile.key.text}"))
    seen = text_of(group.get("seen"))
    return DealStep(
        **common(entry, group, builder, path),
        packets=packets,
        cards=cards,
        all_cards=all_cards,
        piles=tuple(piles),
        up_to=builder.optional(group, "up to", types.ANY_NUMBER, path),
        thrown_in=tuple(
            _throw_in(item, builder, f"{path}.thrown in") for item in entries(group.get("thrown in"))
        ),
        seen_after=seen.removeprefix("after ") or None,
        last_card_up=text_of(group.get("last card")) == "face up",
    )


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
    try:
        value = settled(typed, builder.names)
    except UnsupportedError as problem:
        if typed.op != "error":
            builder.findings.error(
                "S243", f"This must be settled before play: {problem}", node.place, path=path
            )
        return 0
    if not isinstance(value, int) or value < 0:
        builder.findings.error(
            "S212", f"A number of cards is expected, and `{text_of(node)}` is none", node.place, path=path
        )
        return 0
    return value


def _pile(entry: Entry, builder: Builder, path: str) -> Pile:
    node: Node | None = entry.value
    face_up = False
    if isinstance(node, Group):
        face_up = text_of(node.get("face")) == "up"
        node = node.get("cards")
    rest = node is None or text_of(node) == "rest"
    cards = None if rest or node is None else builder.typed(node, types.ANY_NUMBER, path)
    return Pile(entry.key.text, cards, face_up, entry.key.place)


def _throw_in(entry: Entry, builder: Builder, path: str) -> ThrowIn:
    group = group_of(entry.value)
    assert group is not None
    condition = builder.needed(group, "if", types.YESNO, f"{path}.{entry.key.text}")
    return ThrowIn(entry.key.text, condition, text_of(group.get("when"), "asked") == "asked", entry.key.place)


def _choose(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    source = group.get("from")
    values: Typed | None = None
    options: tuple[Option, ...] = ()
    if isinstance(source, Group) and not is_choice(source):
        options = tuple(_option(item, builder, f"{path}.from.{item.key.text}") for item in source)
    elif source is not None:
        values = _choices(source, entry.key.text, builder, f"{path}.from")
    setting = builder.names.settings[entry.key.text]
    return ChooseStep(
        **common(entry, group, builder, path),
        values=values,
        options=options,
        allowed=builder.condition(group, "allowed", path),
        per_seat=setting.per_seat,
        secret_until=_secret(group, builder, path),
    )


def _secret(group: Group, builder: Builder, path: str) -> Typed | None:
    return builder.optional(group, "secret until", types.YESNO, path)


def _choices(node: Node, name: str, builder: Builder, path: str) -> Typed:
    """The values of a choice: the members of all items of a list together, or of one formula."""
    want = builder.checker.type_of(name)
    wanted = None if want.kind in (Kind.EMPTY, Kind.UNKNOWN) else want
    if not isinstance(node, List) or any(is_choice(item) for item in node.items):
        typed = builder.typed(node, wanted, path)
        return _as_choices(typed)
    parts = [builder.typed(item, wanted, path) for item in node.items]
    if all(part.type.kind is Kind.YESNO and part.is_constant for part in parts):
        return Typed("numbers", types.YESNO, value=tuple(part.value for part in parts), place=node.place)
    if all(part.type.kind is Kind.NUMBER and part.is_constant for part in parts):
        kind = wanted or parts[0].type
        return Typed("numbers", kind, value=tuple(part.value for part in parts), place=node.place)
    if not parts:
        builder.findings.error("S242", "There is nothing to choose from here", node.place, path=path)
        return Typed("error", types.UNKNOWN, place=node.place)
    whole = parts[0]
    for part in parts[1:]:
        joined = types.join(whole.type, part.type) or types.UNKNOWN
        whole = Typed("union", joined, (_as_choices(whole), _as_choices(part)), place=node.place)
    # `nothing` and `nobody` among the choices: the choice may stay empty
    if any(part.is_constant and part.value == 0 and part.type.is_set for part in parts):
        whole = Typed("or_nothing", whole.type, (whole,), place=node.place)
    return _as_choices(whole)


def _as_choices(typed: Typed) -> Typed:
    from dataclasses import replace

    if typed.type.kind is Kind.CHAIN:
        return replace(typed, op="cards_of_chain", type=types.CARDS, args=(typed,), value=None)
    return typed


def _option(entry: Entry, builder: Builder, path: str) -> Option:
    group = group_of(entry.value)
    fields: list[tuple[str, Typed]] = []
    condition, at = None, None
    if group is not None:
        condition = builder.optional(group, "if", types.YESNO, path)
        at = text_of(group.get("go on at")) or None
        for field in fields_of(group, OPTION_KEYS):
            fields.append((field.key.text, typed_field(field, builder, path)))
    return Option(entry.key.text, condition, tuple(fields), at, entry.key.place)


def _predict(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    source = group.get("from")
    if source is None:
        values: Typed = Typed("error", types.UNKNOWN, place=group.place)
    elif isinstance(source, List):
        values = _choices(source, entry.key.text, builder, f"{path}.from")
    else:
        values = builder.typed(source, types.ANY_NUMBER, f"{path}.from")
    return PredictStep(
        **common(entry, group, builder, path),
        values=values,
        barred=builder.optional(group, "barred", types.YESNO if "allowed" in group.keys() else None, path),
        at_once=text_of(group.get("at once")) == "yes",
        opens=builder.optional(group, "opens", types.SEATS, path),
    )


def _go_alone(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return GoAloneStep(**common(entry, group, builder, path))


def _moving(entry: Entry, group: Group, builder: Builder, path: str) -> dict[str, Any]:
    count, counts = _count(group.get("cards"), builder, f"{path}.cards")
    source = group.get("from")
    which = group.get("which")
    if text_of(group.get("do"), entry.key.text) == "discard":
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


def _count(node: Node | None, builder: Builder, path: str) -> tuple[Typed | None, tuple[int, ...]]:
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
        return None, ()
    typed = builder.checker.infer(parsed, SETTING_SCOPE)
    if typed.op == "numbers":
        assert isinstance(typed.value, tuple)
        return None, tuple(typed.value)
    return typed, ()


def _take(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return TakeStep(**_moving(entry, group, builder, path))


def _discard(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return DiscardStep(**_moving(entry, group, builder, path))


def _move(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return MoveStep(**_moving(entry, group, builder, path))


def _give(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return GiveStep(**_moving(entry, group, builder, path), at_once=text_of(group.get("at once")) == "yes")


def _exchange(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    node = group.get("with")
    pile = text_of(node) if text_of(node) in builder.names.piles else None
    if pile is not None:
        partner = Typed("constant", types.SEATS, value=0, place=group.place)
    else:
        partner = builder.needed(group, "with", types.SEATS, path)
    return ExchangeStep(
        **_moving(entry, group, builder, path),
        partner=partner,
        pile=pile,
        first=builder.optional(group, "first", types.SEATS, path),
    )


def _meld(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    melds = tuple(text_of(item) for item in items_of(group.get("meld")))
    return MeldStep(
        **common(entry, group, builder, path),
        overlap=text_of(group.get("overlap"), "between kinds"),
        melds=melds,
    )


def _tricks(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    everything = Duty(None, Typed("lookup", types.CARDS, value="any card"), entry.key.place)
    return TricksStep(
        **common(entry, group, builder, path),
        leader=_leader(group, builder, path),
        next_leader=builder.optional(group, "next leader", types.SEATS, path),
        lead=duties(group.get("lead"), builder, f"{path}.lead", (everything,)),
        follow=duties(group.get("follow"), builder, f"{path}.follow", (everything,)),
        bars=tuple(
            _bar(item, builder, f"{path}.bars.{item.key.text}") for item in entries(group.get("bars"))
        ),
        kept_back=duties(group.get("may be kept back"), builder, f"{path}.may be kept back"),
        always=builder.optional(group, "may always be played", types.CARDS, path),
        dummy=_dummy(group, builder, path),
        open_hands=_open_hands(group, builder, path),
        after_each=tuple(
            _after(item, builder, f"{path}.after each.{item.key.text}")
            for item in entries(group.get("after each"))
        ),
        during=tuple(
            _announcement(item, builder, f"{path}.during.{item.key.text}")
            for item in entries(group.get("during"))
        ),
        stop_when=builder.optional(group, "stop when", types.YESNO, path),
        count=builder.optional(group, "tricks", types.ANY_NUMBER, path),
    )


def _leader(group: Group, builder: Builder, path: str) -> Typed:
    leader = builder.optional(group, "leader", types.SEATS, path)
    if leader is not None:
        return leader
    return builder.typed(Text("next of dealer", group.place, exact=False), types.SEATS, path)


def _bar(entry: Entry, builder: Builder, path: str) -> Bar:
    group = group_of(entry.value)
    assert group is not None
    return Bar(
        entry.key.text,
        builder.optional(group, "if", types.YESNO, path),
        builder.needed(group, "cards", types.CARDS, path),
        entry.key.place,
    )


def _dummy(group: Group, builder: Builder, path: str) -> Dummy | None:
    body = group_of(group.get("dummy"))
    if body is None:
        return None
    hand = builder.needed(body, "hand", types.SEATS, f"{path}.dummy")
    played_by = builder.needed(body, "played by", types.SEATS, f"{path}.dummy")
    return Dummy(hand, played_by, text_of(body.get("seen"), "after first card"), body.place)


def _open_hands(group: Group, builder: Builder, path: str) -> OpenHands | None:
    body = group_of(group.get("open hands"))
    if body is None:
        return None
    seats = builder.needed(body, "who", types.SEATS, f"{path}.open hands")
    return OpenHands(builder.optional(body, "if", types.YESNO, f"{path}.open hands"), seats, body.place)


def _after(entry: Entry, builder: Builder, path: str) -> AfterTrick:
    group = group_of(entry.value)
    assert group is not None
    kind = text_of(group.get("do"), entry.key.text)
    step: StepBase | None = None
    if kind in MOVING_KINDS or kind == "deal":
        step = build_step(entry, builder, path)
    conditions = builder.conditions(group, path) if step is None else step.conditions
    sets = assignments(group.get("set"), builder, f"{path}.set")
    return AfterTrick(entry.key.text, step, conditions, sets, entry.key.place)


def _announcement(entry: Entry, builder: Builder, path: str) -> Announcement:
    group = group_of(entry.value)
    assert group is not None
    return Announcement(
        entry.key.text,
        who(group, builder, path),
        builder.optional(group, "if", types.YESNO, path),
        builder.optional(group, "playing", types.CARDS, path),
        builder.optional(group, "cards left", types.ANY_NUMBER, path),
        builder.optional(group, "trick", types.ANY_NUMBER, path),
        text_of(group.get("must")) == "yes",
        assignments(group.get("set"), builder, f"{path}.set"),
        tuple(text_of(item) for item in items_of(group.get("meld"))),
        shown(group.get("shown"), builder, path),
        entry.key.place,
    )


def _auction(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    return build_auction(entry, group, builder, path, common(entry, group, builder, path))


_READERS: dict[str, Callable[[Entry, Group, Builder, str], Step]] = {
    "deal": _deal,
    "auction": _auction,
    "predict": _predict,
    "choose": _choose,
    "go alone": _go_alone,
    "take": _take,
    "discard": _discard,
    "give": _give,
    "exchange": _exchange,
    "move": _move,
    "meld": _meld,
    "tricks": _tricks,
}
