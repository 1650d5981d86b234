"""What a case counts wrongly, whatever else its rules say: cards that lie twice, tricks that are too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.errors import CaseError, NotationError
from hasenpfeffer.reading.tree import Group, List, Text
from hasenpfeffer.ruleset.tricks import most_tricks
from hasenpfeffer.ruleset.unknown import if_known_else, known_of
from hasenpfeffer.study.cases.reading import problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.cards import Pack
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Entry, Node
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.cases.reading import Case


def miscounted(ruleset: Ruleset, case: Case) -> Iterator[CaseError]:
    """The mistakes of a case that can be told from the deck and the deal of rules that are only partly known."""
    hands = [entry for part in case.given if part.key.text == "hands" for entry in _members(part)]
    found = if_known_else(lambda: _card_twice(hands, ruleset.pack), None)
    if found is not None:
        yield found
    is_own = any(name in ("tricks", "hands") for name, _ in known_of(ruleset.terms))
    most = None if is_own else if_known_else(lambda: most_tricks(ruleset), None)
    for part in case.given:
        shares = [_number(entry.value) for entry in _members(part)]
        told = sum(share for share in shares if share is not None)
        if part.key.text == "tricks" and most is not None and None not in shares and told > most:
            place = _members(part)[0].key.place
            yield problem(place, f"these are {told} tricks, and this deal has {most}")


def card_listed_before(face: str, times: int, first: Place, place: Place) -> CaseError:
    """A card is listed more often than the pack has it."""
    often = "once" if times == 1 else "so often"
    return problem(place, f"the {face} is there only {often}, and it is listed at {first.line} already")


def _card_twice(hands: list[Entry], pack: Pack) -> CaseError | None:
    where: dict[int, list[Place]] = {}
    for entry in hands:
        try:
            faces = [face for text in _texts(entry.value) for face in pack.split(text.text)]
        except NotationError:
            continue
        for face in faces:
            times = pack.face_sets[face].bit_count()
            if len(where.setdefault(face, [])) == times:
                return card_listed_before(pack.faces[face].name, times, where[face][0], entry.value.place)
            where[face].append(entry.value.place)
    return None


def _members(entry: Entry) -> tuple[Entry, ...]:
    return entry.value.entries if isinstance(entry.value, Group) else ()


def _texts(node: Node) -> list[Text]:
    items = node.items if isinstance(node, List) else (node,)
    return [item for item in items if isinstance(item, Text)]


def _number(node: Node) -> int | None:
    return int(node.text) if isinstance(node, Text) and node.text.isdecimal() else None
