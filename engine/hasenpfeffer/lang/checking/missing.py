"""Cards that everybody knows and that this pack does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.cards import FRENCH_SUITS, RANK_WORDS
from hasenpfeffer.lang.checking.fitting import error

if TYPE_CHECKING:
    from hasenpfeffer.lang.checking.context import Context
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.place import Place

_NUMBERED: Final = frozenset(str(number) for number in range(1, 22))


def missing_card(context: Context, text: str, place: Place, *, is_card: bool = False) -> Typed | None:
    """T602: a rank or suit that the pack lacks, or what stands where only a card can; None for anything else."""
    pack = context.names.pack
    if not pack.ranks:  # a table without cards, where only seats are worked out
        return None
    if text in RANK_WORDS or text in _NUMBERED:
        there = [rank.name for rank in pack.ranks]
        what, cards = "rank", len(pack.suits)
    elif text in FRENCH_SUITS:
        there, what, cards = [suit.name for suit in pack.suits], "suit", len(pack.ranks)
    elif is_card:
        there, what, cards = [face.name for face in pack.faces if face.suit is None], "extra card", 1
    else:
        return None
    if context.names.lacks_cards:
        return error(place)
    context.findings.error(
        "T602",
        f"`{text}` is named here, and the deck has no such {what}",
        place,
        help=f"Name one that there is ({', '.join(there)}), or add `{text}` to the deck"
        if there
        else f"Add `{text}` to the deck, or leave it out here",
        facts={"missing": text, "what": what, "cards": cards},
    )
    return error(place)
