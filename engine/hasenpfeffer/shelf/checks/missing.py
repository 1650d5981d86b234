"""Cards that the rules name and the deck lacks: one finding for each, wherever it is named."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.tree import find
from hasenpfeffer.shelf.checks.written import own_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.shelf.merge import Merged

_KEYS = {"rank": "ranks", "suit": "suits", "extra card": "extra"}
_MOST_SHOWN = 3
_COUNTED = frozenset(["D401", "D403", "D405", "B501"])
"""Findings that count the cards of the deck."""


def gathered(items: Iterable[Diagnostic], merged: Merged) -> Iterator[Diagnostic]:
    """The findings, with one T602 for each card that is missing.

    A card that several lines name, or that the deal needs, is missing in the deck, if the deck stands in the same
    file; what else counts the cards of the deck then only follows. Otherwise it is a slip of the line that names it.
    """
    items = list(items)
    by_card: dict[tuple[object, object], list[Diagnostic]] = {}
    for item in items:
        if item.code == "T602" and "missing" in item.facts:
            by_card.setdefault((item.facts["what"], item.facts["missing"]), []).append(item)
    short = sum(_short(item) for item in items)
    fits = short > 0 and short == sum(_number(found[0], "cards") for found in by_card.values())
    together = [_together(found, merged, is_short=fits) for found in by_card.values()]
    in_deck = any(item.path.startswith("deck") for item in together)
    for item in items:
        if item.code == "T602" and "missing" in item.facts:
            continue
        if not (in_deck and item.code in _COUNTED):
            yield item
    yield from together


def _short(item: Diagnostic) -> int:
    """How many cards a deal lacks."""
    return _number(item, "needed") - _number(item, "available") if item.code == "D401" else 0


def _number(item: Diagnostic, fact: str) -> int:
    found = item.facts.get(fact)
    return found if isinstance(found, int) else 0


def _together(found: list[Diagnostic], merged: Merged, *, is_short: bool) -> Diagnostic:
    """`is_short`: with the missing cards the deal would come out."""
    first, key = found[0], _KEYS[str(found[0].facts["what"])]
    deck = _deck(merged, key)
    named = [Related("named here", item.place) for item in found]
    if (len(found) == 1 and not is_short) or deck is None or deck.file not in own_files(merged):
        beside = named[1 : _MOST_SHOWN + 1] + ([Related("the deck", deck)] if deck is not None else [])
        return replace(first, related=tuple(beside))
    text = str(first.facts["missing"])
    naming = "a line names" if len(found) == 1 else f"{len(found)} places name"
    return replace(
        first,
        message=f"The deck has no `{text}`, and {naming} it",
        place=deck,
        path=f"deck.{key}",
        help=f"Add `{text}` to the deck, or take it out of the lines that name it",
        related=tuple(named[: _MOST_SHOWN + 1]),
    )


def _deck(merged: Merged, key: str) -> Place | None:
    """Where the deck says what there is: its list, or the deck itself where it has none."""
    node = find(merged.tree, ("deck", key))
    if node is not None:
        return node.place
    entry = merged.tree.entry("deck")
    return entry.key.place if entry is not None else None
