"""How many members a set can have at most, as far as its formula tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.typed import Typed


def most_counted(what: Typed, source: Typed, size: int, names: Names) -> int:
    """How many members of a source can be counted by a pattern or a condition, at most `size`."""
    if source.type.kind is not Kind.CARDS or names.lacks_cards:
        return size
    most = min(size, most_cards(source, names))
    return most if what.type.kind is Kind.YESNO else min(most, most_cards(what, names))


def most_cards(cards: Typed, names: Names) -> int:
    """How many cards a formula for cards can give."""
    pack = names.pack
    match cards.op:
        case "constant" if isinstance(cards.value, int):
            return cards.value.bit_count()
        case "rank":
            return sum(
                pack.face_sets[n].bit_count() for n, face in enumerate(pack.faces) if face.rank == cards.value
            )
        case "rank of":
            return _most_suits(cards.args[0], names) * _copies(cards.value, names)
        case "union" | "chain" | "cards_of_chain":
            return min(pack.size, sum(most_cards(part, names) for part in cards.args))
        case "or_else" | "if":
            return max(most_cards(part, names) for part in cards.args if part.type.kind is not Kind.YESNO)
        case "except" | "unless":
            return most_cards(cards.args[0], names)
        case "where":
            return most_cards(cards.args[1], names)
        case "bound":
            return 1
        case _:
            return pack.size


def _copies(rank: object, names: Names) -> int:
    """How often a rank is in a suit at most."""
    pack = names.pack
    found = [pack.face_sets[n].bit_count() for n, face in enumerate(pack.faces) if face.rank == rank]
    return max(found, default=0)


def _most_suits(suits: Typed, names: Names) -> int:
    """How many suits a formula for suits can give; there is one trump at most."""
    printed = names.pack.suits
    if suits.is_constant and isinstance(suits.value, int):
        return suits.value.bit_count()
    if suits.op in ("term", "setting") and suits.value == "trump":
        return 1
    if suits.op == "lookup" and suits.value == "sister":
        if _most_suits(suits.args[0], names) > 1:
            return len(printed)
        colours = [suit.colour for suit in printed]
        return max((colours.count(colour) - 1 for colour in colours), default=0)
    return len(printed)
