"""Unknown cards put where they may lie, at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.chance import Stream

PLAIN_TRIES: Final = 6
"""How often cards are just shuffled and dealt out before they are fitted in one by one."""


class Place(NamedTuple):
    """Somewhere unknown cards lie: how many, and which ones may."""

    size: int
    may: int


def spread(places: Sequence[Place], cards: Sequence[int], draws: Stream) -> list[int] | None:
    """A set of cards for every place; None where they cannot be fitted in.

    A shuffle that happens to fit is as likely as any other that does. Where voids and known cards leave hardly
    any, cards are fitted in one by one, tight ones first, and stirred afterwards.
    """
    left = list(cards)
    for _ in range(PLAIN_TRIES):
        _shuffle(left, draws)
        found = _dealt_out(places, left)
        if found is not None:
            return found
    return _fitted(places, left, draws)


def _shuffle(cards: list[int], draws: Stream) -> None:
    for last in range(len(cards) - 1, 0, -1):
        other = draws.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def _dealt_out(places: Sequence[Place], cards: Sequence[int]) -> list[int] | None:
    """The cards dealt to the places one after the other; None if one may not lie where it falls."""
    found = []
    at = 0
    for size, may in places:
        lying = 0
        for card in cards[at : at + size]:
            lying |= 1 << card
        if lying & ~may:
            return None
        found.append(lying)
        at += size
    return found


def _fitted(places: Sequence[Place], cards: Sequence[int], draws: Stream) -> list[int] | None:
    """The cards fitted in with chains of moves, where that can be done at all."""
    held: list[list[int]] = [[] for _ in places]

    def put(card: int, tried: set[int]) -> bool:
        order = list(range(len(places)))
        _shuffle(order, draws)
        order.sort(key=lambda place: len(held[place]) >= places[place].size)
        for place in order:
            if place in tried or not places[place].may >> card & 1:
                continue
            if len(held[place]) < places[place].size:
                held[place].append(card)
                return True
            tried.add(place)
            for position, other in enumerate(held[place]):
                held[place][position] = card
                if put(other, tried):
                    return True
                held[place][position] = other
        return False

    tight_first = sorted(cards, key=lambda card: sum(place.may >> card & 1 for place in places))
    if not all(put(card, set()) for card in tight_first):
        return None
    _stir(places, held, draws)
    return [sum(1 << card for card in group) for group in held]


def _stir(places: Sequence[Place], held: list[list[int]], draws: Stream) -> None:
    """Swaps cards of different places where both fit, so that tight cards do not settle by their order."""
    filled = [place for place, group in enumerate(held) if group]
    if len(filled) < 2:
        return
    for _ in range(2 * sum(len(group) for group in held)):
        one, other = filled[draws.below(len(filled))], filled[draws.below(len(filled))]
        if one == other:
            continue
        a, b = draws.below(len(held[one])), draws.below(len(held[other]))
        first, second = held[one][a], held[other][b]
        if places[other].may >> first & 1 and places[one].may >> second & 1:
            held[one][a], held[other][b] = second, first
