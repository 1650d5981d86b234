"""`deck`: suits, ranks and cards → the pack."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.cards import FRENCH_SUITS, SIGNS, Face, Pack, Suit, fold
from hasenpfeffer.lang import types
from hasenpfeffer.reading.fixes import meant, remove
from hasenpfeffer.reading.suggest import asked, nearest, quoted
from hasenpfeffer.reading.tree import Entry, Group, Node, has_holes, is_hole
from hasenpfeffer.shelf.build.builder import Builder, is_shaky, items_of, text_of
from hasenpfeffer.shelf.build.short_forms import NO_CODE, with_codes
from hasenpfeffer.shelf.build.static import settled_now

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings

MOST_CARDS = 108
_FRENCH_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_RANGE = re.compile(r"([0-9]+|[A-Z]) *\.\. *([0-9]+|[A-Z])\Z")


def build_pack(deck: Group, findings: Findings) -> Pack:
    """The whole pack, before `without` takes cards out. After a finding the pack that is likeliest meant, so that
    formulas can be read."""
    suits, own_ranks = _suits(deck, findings)
    common = _ranks(deck.get("ranks"), findings)
    if not suits and not is_shaky(deck) and not findings.has_errors:
        place = (deck.get("suits") or deck).place
        findings.error(
            "S206", "The deck has no suits", place, path="deck.suits", help="Name one at the least"
        )
    suits = suits or list(FRENCH_SUITS.values())
    common = common or [rank for rank in _FRENCH_RANKS if not own_ranks]
    names = list(common)
    for own in own_ranks.values():
        names += [name for name in own if name not in names]
    ranks = with_codes(names)
    faces: list[Face] = []
    for index, suit in enumerate(suits):
        for name in own_ranks.get(suit.name, common):
            rank = names.index(name)
            faces.append(Face(f"{name} of {suit.name}", f"{ranks[rank].code}{suit.code}", index, rank))
    plain_faces = len(faces)
    for name, code, node in _extras(deck):
        if any(face.name == name for face in faces):
            findings.error(
                "D402",
                f"The extra card `{name}` is there twice",
                node.place,
                path="deck.extra",
                help="Remove one, or give it a name of its own",
                fixes=remove(node),
            )
        else:
            faces.append(Face(name, code, None, None))
    copies = _copies(deck, findings)
    # extra cards come once, whatever the number of packs
    count = plain_faces * copies + len(faces) - plain_faces
    if count > MOST_CARDS:
        findings.error(
            "D404",
            f"The deck has {count} cards, and the limit is {MOST_CARDS}",
            deck.place,
            path="deck",
            help="Take ranks or suits out, or fewer `copies`",
        )
        copies = 1
    _tell_apart(faces, suits, deck, findings)
    cards = [index for index in range(plain_faces) for _ in range(copies)]
    cards += list(range(plain_faces, len(faces)))
    return Pack(tuple(suits), ranks, tuple(faces), tuple(cards))


def is_known(deck: Group, findings: Findings) -> bool:
    """Whether it is known which cards there are, in spite of what was found about them."""
    return not has_holes(deck) and all(
        finding.code in ("D402", "S209") or "meant" in finding.facts
        for finding in findings.items
        if finding.severity == "error"
    )


def _tell_apart(faces: list[Face], suits: list[Suit], deck: Group, findings: Findings) -> None:
    """D402 two cards or suits that are written alike · S209 a short form that could not be read."""
    seen: dict[str, Face] = {}
    for face in faces:
        said = fold(face.code)
        if not said or NO_CODE.search(face.code):
            message = f"{quoted(face.code)} cannot be the short form of `{face.name}`"
            findings.error(
                "S209", message, deck.place, path="deck", help="Write letters and digits, such as `Jo`"
            )
            return
        other = seen.setdefault(said, face)
        if other is not face:
            findings.error(
                "D402",
                f"`{face.name}` and `{other.name}` are both written {quoted(face.code)} in short",
                deck.place,
                path="deck",
                help="Give one of them a `code` of its own",
            )
            return
    signs = [suit.sign for suit in suits]
    for index, suit in enumerate(suits):
        if suit.sign in signs[:index]:
            message = f"`{suit.name}` and `{suits[signs.index(suit.sign)].name}` have one sign, `{suit.sign}`"
            findings.error("D402", message, deck.place, path="deck.suits", help="Give each suit its own sign")
            return


def _copies(deck: Group, findings: Findings) -> int:
    """How many packs are put together."""
    node = deck.get("copies")
    if node is None or is_hole(node):
        return 1
    text = text_of(node)
    if not re.fullmatch(r"[1-9][0-9]{0,2}", text):
        findings.error(
            "S212",
            f"`copies` is a number of packs, and `{text}` is none",
            node.place,
            path="deck.copies",
            help="Write how many packs are put together, such as `2`",
        )
        return 1
    return int(text)


def finish_pack(deck: Group, builder: Builder) -> Pack:
    """The pack in play: `without` taken out, `added` put in."""
    pack = builder.names.pack
    cards = list(pack.cards)
    without = _pattern(deck, "without", builder)
    cards = [face for index, face in enumerate(cards) if not without >> index & 1]
    for node in items_of(deck.get("added")):
        added = _value(node, "deck.added", builder)
        for card in pack.members(added):
            cards.append(pack.cards[card])
    return Pack(pack.suits, pack.ranks, pack.faces, tuple(sorted(cards)))


def _pattern(deck: Group, key: str, builder: Builder) -> int:
    node = deck.get(key)
    return 0 if node is None else _value(node, f"deck.{key}", builder)


def _value(node: Node, path: str, builder: Builder) -> int:
    typed = builder.typed(node, types.CARDS, path)
    return int(settled_now(typed, builder.names, builder.findings, node.place, path) or 0)


def _suits(deck: Group, findings: Findings) -> tuple[list[Suit], dict[str, list[str]]]:
    node = deck.get("suits")
    suits: list[Suit] = []
    own_ranks: dict[str, list[str]] = {}
    for name, details, place_node in _suit_entries(node):
        name = SIGNS.get(name, name)
        if any(suit.name == name for suit in suits):
            findings.error(
                "D402",
                f"{name.capitalize()} are listed twice",
                place_node.place,
                path="deck.suits",
                help="Remove one. For two packs write `copies: 2`.",
                fixes=remove(place_node),
            )
            continue
        known = FRENCH_SUITS.get(name)
        if details is None:
            if known is None:
                guess = nearest(name, tuple(FRENCH_SUITS))
                hint = asked(guess)
                findings.error(
                    "S205",
                    f"`{name}` is not a suit{hint}",
                    place_node.place,
                    path="deck.suits",
                    help="Suits are clubs, diamonds, hearts, spades (or ♣ ♦ ♥ ♠); write others out with a sign.",
                    fixes=meant(place_node.place, name, FRENCH_SUITS, whole=True),
                    facts={"meant": guess} if guess else {},
                )
                known = FRENCH_SUITS.get(guess or "")
            if known is not None and known not in suits:
                suits.append(known)
            continue
        sign = text_of(details.get("sign"), known.sign if known else name[:1].upper())
        code = text_of(details.get("code"), sign if sign.isascii() else name[:1].upper())
        colour = text_of(details.get("colour"), known.colour if known else "")
        suits.append(Suit(name, colour, sign, code))
        if details.get("ranks") is not None:
            own_ranks[name] = _ranks(details.get("ranks"), findings)
    return suits, own_ranks


def _suit_entries(node: Node | None) -> list[tuple[str, Group | None, Node]]:
    if isinstance(node, Group):
        return [_suit_entry(entry) for entry in node]
    found: list[tuple[str, Group | None, Node]] = []
    for item in items_of(node):
        if isinstance(item, Group):
            found += [_suit_entry(entry) for entry in item]
        elif not is_hole(item):
            found.append((text_of(item), None, item))
    return found


def _suit_entry(entry: Entry) -> tuple[str, Group | None, Node]:
    return entry.key.text, entry.value if isinstance(entry.value, Group) else None, entry.key


def _ranks(node: Node | None, findings: Findings) -> list[str]:
    """Ranks low to high; `2..A` stands for the ranks between."""
    found: list[str] = []
    for item in items_of(node):
        if is_hole(item):
            continue
        if isinstance(item, Group):  # `- {jack: {code: J}}`
            names = [entry.key.text for entry in item]
        else:
            names = _rank_range(text_of(item))
        if len(found) + len(names) > MOST_CARDS:
            findings.error(
                "D404",
                "There are more ranks here than a deck has cards",
                item.place,
                path="deck.ranks",
                help="Write a shorter range of ranks",
            )
            return found
        for name in names:
            if name in found:
                findings.error(
                    "D402",
                    f"The rank `{name}` is listed twice",
                    item.place,
                    path="deck.ranks",
                    help="Remove one; for two packs write `copies: 2`",
                    fixes=remove(item) if text_of(item) == name else (),
                )
            else:
                found.append(name)
    return found


def _rank_range(text: str) -> list[str]:
    match = _RANGE.match(text)
    if not match:
        return [text]
    low, high = match[1], match[2]
    if re.fullmatch("[0-9]{1,6}", low) and re.fullmatch("[0-9]{1,6}", high):
        return [str(value) for value in range(int(low), min(int(high), int(low) + MOST_CARDS) + 1)]
    if low in _FRENCH_RANKS and high in _FRENCH_RANKS:
        return list(_FRENCH_RANKS[_FRENCH_RANKS.index(low) : _FRENCH_RANKS.index(high) + 1])
    return [text]


def _extras(deck: Group) -> list[tuple[str, str, Node]]:
    """Name, short form and place of each extra card; `extra` is a list, a group, or a list with groups in it."""
    found: list[tuple[str, str, Node]] = []
    for item in items_of(deck.get("extra")):
        if is_hole(item):
            continue
        parts = [(entry.key, entry.value) for entry in item] if isinstance(item, Group) else [(item, item)]
        for where, details in parts:
            name = text_of(where)
            code = name[:2].capitalize()
            if isinstance(details, Group):
                code = text_of(details.get("code"), code)
            found.append((name, code, where))
    return found
