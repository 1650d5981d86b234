"""`ranking` and `values`: who beats whom, and what cards count."""

from __future__ import annotations

from typing import cast

from hasenpfeffer.lang import types
from hasenpfeffer.lang.check import scope
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.reading.fixes import meant
from hasenpfeffer.reading.suggest import choices_text, quoted
from hasenpfeffer.reading.tree import Entry, Group, Node, Text, is_hole
from hasenpfeffer.ruleset.model import CardValue, LooseCard, Ranking, Values
from hasenpfeffer.ruleset.unknown import UNKNOWN
from hasenpfeffer.shelf.build.builder import Builder, all_of, as_known, body_of, group_of, items_of, text_of

_CONTRACT = scope("me", "card")
STRENGTH_WORDS = ("beats everything", "beats nothing")
FOLLOWING_WORDS = ("when void", "any time", "forced when void")
LEADING_WORDS = ("its own suit", "names a suit", "one suit's best", "no suit")


def build_ranking(root: Group, builder: Builder) -> Ranking:
    group = body_of(root.get("ranking"), root.place)
    plain_node = group.get("plain")
    plain: Typed | None = None
    by_suit: dict[int, Typed] = {}
    if _is_by_suit(plain_node, builder):
        assert isinstance(plain_node, Group)
        by_suit = _by_suit(plain_node, builder)
    elif plain_node is not None:
        plain = builder.typed(plain_node, types.CHAIN, "ranking.plain", _CONTRACT)
    trump = builder.optional(group, "trump", types.CHAIN, "ranking", _CONTRACT)
    ranking = Ranking(trump, plain, by_suit, _loose(group, builder), _equal(group, builder), group.place)
    return as_known(ranking, group)


def _is_by_suit(node: Node | None, builder: Builder) -> bool:
    if not isinstance(node, Group) or node.get("then") is not None or node.get("by") is not None:
        return False
    colours = {suit.colour for suit in builder.names.pack.suits}
    return any(key in colours or builder.names.suit(key) is not None for key in node.keys())


def _by_suit(node: Group, builder: Builder) -> dict[int, Typed]:
    found: dict[int, Typed] = {}
    suits = builder.names.pack.suits
    for entry in node:
        key = entry.key.text
        matching = [i for i, suit in enumerate(suits) if key in (suit.name, suit.colour)]
        if not matching and not builder.names.may_be_there(key):
            known = [*(suit.name for suit in suits), *(suit.colour for suit in suits if suit.colour)]
            builder.findings.error(
                "S205",
                f"`{key}` is neither a suit nor a colour of this pack",
                entry.key.place,
                path="ranking.plain",
                fixes=meant(entry.key.place, key, known, whole=True),
                help="Name a suit or a colour of the deck",
            )
        chain = builder.typed(entry.value, types.CHAIN, f"ranking.plain.{key}", _CONTRACT)
        for suit in matching:
            found[suit] = chain
    return found


def _loose(group: Group, builder: Builder) -> tuple[LooseCard, ...]:
    node = group.get("cards of no suit")
    found = []
    for entry in node if isinstance(node, Group) else ():
        body = body_of(entry.value, entry.key.place)
        path = f"ranking.cards of no suit.{entry.key.text}"
        cards = builder.typed(entry.key, types.CARDS, path, _CONTRACT)
        card = LooseCard(
            cards,
            _answer(body, "strength", STRENGTH_WORDS, builder, path),  # type: ignore[arg-type]
            _leading(body.get("leading it"), builder, path),
            _answer(body, "following with it", FOLLOWING_WORDS, builder, path),  # type: ignore[arg-type]
            builder.optional(body, "may name", types.SUITS, path, _CONTRACT),
            entry.key.place,
        )
        found.append(as_known(card, body))
    return all_of(node, found, inside=group)


def _leading(node: Node | None, builder: Builder, path: str) -> Typed | str:
    """One of the four answers, or a parameter that holds one."""
    text = text_of(node, "its own suit")
    if node is None or text in LEADING_WORDS:
        return text
    typed = builder.typed(node, types.words(*LEADING_WORDS), f"{path}.leading it", _CONTRACT)
    if typed.is_constant:
        chosen = [word for word, index in builder.names.words.items() if typed.value == 1 << index]
        return chosen[0] if chosen else text
    return typed


def _answer(body: Group, key: str, words: tuple[str, ...], builder: Builder, path: str) -> str:
    """One of a few answers, or a parameter that holds one; the first of them where nothing is said."""
    node = body.get(key)
    text = text_of(node, words[0])
    if node is None or text in words:
        return text
    bits = {builder.names.word(word): word for word in words}
    typed = builder.typed(node, types.words(*words), f"{path}.{key}", _CONTRACT)
    if typed.is_constant and isinstance(typed.value, int) and typed.value.bit_length() - 1 in bits:
        return bits[typed.value.bit_length() - 1]
    if typed.op != "error":
        builder.findings.error(
            "S203",
            f"{quoted(text)} is not a choice for `{key}`",
            node.place,
            path=f"{path}.{key}",
            help=f"Choices: {choices_text(words, text)}",
            fixes=meant(node.place, text, words, whole=True),
        )
    return cast("str", UNKNOWN)


def _equal(group: Group, builder: Builder) -> Typed | None:
    """When the later of two equal cards wins, as a condition."""
    node = group.get("equal cards")
    if node is None or text_of(node) == "first wins":
        return None
    for word in ("first wins", "last wins"):
        builder.names.word(word)
    want = types.words("first wins", "last wins")
    last = Typed("constant", types.words("last wins"), value=1 << builder.names.words["last wins"])
    return Typed(
        "same", types.YESNO, (builder.typed(node, want, "ranking.equal cards", scope("me", "card")), last)
    )


def build_values(root: Group, builder: Builder) -> Values:
    node = root.get("values")
    if is_hole(node) or (node is None and root.incomplete):
        return cast("Values", UNKNOWN)
    group = group_of(node)
    if group is None:
        return Values()
    found: list[CardValue] = []
    last_trick = each_trick = None
    for entry in group:
        key = entry.key.text
        path = f"values.{key}"
        if key == "last trick":
            last_trick = builder.typed(entry.value, types.ANY_NUMBER, path)
        elif key == "each trick":
            each_trick = builder.typed(entry.value, types.ANY_NUMBER, path)
        elif key in ("trump", "plain") and not isinstance(entry.value, Text):
            found += _block(entry.value, key, builder, path)
        else:
            found.append(_value(entry, "any", None, builder, path))
    return as_known(Values(tuple(found), last_trick, each_trick), group)


def _block(node: Node, block: str, builder: Builder, path: str) -> list[CardValue]:
    """Points of trumps or of plain cards; a list chooses a block by the contract, the first that holds."""
    if isinstance(node, Group) and node.get("then") is None:
        return [_value(entry, block, None, builder, f"{path}.{entry.key.text}") for entry in node]
    found: list[CardValue] = []
    earlier: list[Typed] = []
    for item in items_of(node):
        body = group_of(item)
        if body is None:
            found.append(cast("CardValue", UNKNOWN))
            continue
        then = group_of(body.get("then"))
        condition: Typed | None = None
        if then is not None:
            condition = builder.optional(body, "if", types.YESNO, path, _CONTRACT)
        for before in earlier:
            negated = Typed("not", types.YESNO, (before,))
            condition = negated if condition is None else Typed("and", types.YESNO, (negated, condition))
        found += [_value(entry, block, condition, builder, path) for entry in (then or body)]
        if then is not None:
            own = builder.optional(body, "if", types.YESNO, path, _CONTRACT)
            earlier += [] if own is None else [own]
    return found


def _value(entry: Entry, block: str, condition: Typed | None, builder: Builder, path: str) -> CardValue:
    cards = builder.typed(entry.key, types.CARDS, path, _CONTRACT)
    points = builder.typed(entry.value, types.ANY_NUMBER, path, _CONTRACT)
    return CardValue(cards, points, block, condition, _specificity(cards), entry.key.place)  # type: ignore[arg-type]


def _specificity(cards: Typed) -> int:
    """The more exactly a pattern names cards, the higher: a card, a rank, a suit, everything."""
    match cards.op:
        case "rank of":
            return 3
        case "constant":
            return 3
        case "rank" | "union" | "chain" | "cards_of_chain":
            return 2
        case "cards_of_suit":
            return 1
        case _:
            return 0
