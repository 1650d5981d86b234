"""How many cards the steps of a deal hand out, as far as that is known before play."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Final

from hasenpfeffer.ruleset.unfolding import amount_of

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import DealStep, Pile

_MOST_DEALS: Final = 200
"""Deals of a game that are looked at, where they differ."""
_ONE_SEAT: Final = ("dealer", "declarer", "left", "right", "across", "next")
"""Words for a seat of which there is always one at most."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """What the steps that deal hand out; `rest`: some pile takes what is left of the pack."""

    hand: int
    hands: tuple[tuple[int, int], ...]
    """For each step that deals to hands, how many seats get how many cards."""
    piles: tuple[tuple[str, int, Place], ...]
    rest: bool
    all_cards: bool
    up_to: int
    number: int
    """Which deal of a game it is, where not all are alike."""
    place: Place | None
    """Where the cards of just this deal are written."""

    def needed(self, ruleset: Ruleset) -> int:
        """How many cards the deck has to have."""
        return max(self.in_hands + self.aside, seats_dealt_to(self, ruleset) * self.up_to)

    @property
    def aside(self) -> int:
        return sum(count for _, count, _ in self.piles)

    @property
    def in_hands(self) -> int:
        return sum(seats * cards for seats, cards in self.hands)


def dealt_by_number(deals: list[DealStep], ruleset: Ruleset) -> list[Dealt]:
    """All that is dealt in the first deal, in the second and so on, as far as they differ; nothing where a number
    depends on play."""
    amounts = [amount for step in deals for amount in (step.cards, step.up_to)]
    amounts += [pile.cards for step in deals for pile in step.piles]
    lengths = [len(numbers(amount_of(one, ruleset))) for one in amounts if one is not None]
    found = [
        _dealt(deals, ruleset, number) for number in range(min(lcm(*filter(None, lengths)), _MOST_DEALS))
    ]
    return [one for one in found if one is not None] if None not in found else []


def _dealt(deals: list[DealStep], ruleset: Ruleset, number: int) -> Dealt | None:
    """All that is dealt in one of the deals of a game, or None where a number depends on play."""
    place: Place | None = None
    hand = up_to = 0
    hands: list[tuple[int, int]] = []
    piles: list[tuple[str, int, Place]] = []
    rest = all_cards = False
    for step in deals:
        before, seats = hand, _how_many(step.who, ruleset)
        if seats is None:
            return None
        hand += 0 if step.cards is not None else sum(p.cards for p in step.packets if p.pile is None)
        cards, most = _in_deal(step.cards, number, ruleset), _in_deal(step.up_to, number, ruleset)
        if (step.cards is not None and cards is None) or (step.up_to is not None and most is None):
            return None
        hand += _number(cards)
        up_to = max(up_to, _number(most))
        if cards is not None and step.cards is not None and cards.place != step.cards.place:
            place = cards.place
        all_cards = all_cards or step.all_cards
        hands.append((seats, hand - before))
        for pile in step.piles:
            count = _pile_size(pile, step, number, ruleset)
            if count is None:
                rest = True
            elif count < 0:
                return None
            else:
                piles.append((pile.name, count, pile.place))
    return Dealt(hand, tuple(hands), tuple(piles), rest, all_cards, up_to, number + 1, place)


def _in_deal(amount: Typed | None, number: int, ruleset: Ruleset) -> Typed | None:
    """The constant that a number of cards is in one of the deals of a game; None where play decides."""
    if amount is None:
        return None
    amount = amount_of(amount, ruleset)
    if not numbers(amount):
        return None
    return amount.args[number % len(amount.args)] if amount.op == "by_deal" else amount


def _how_many(who: Typed | None, ruleset: Ruleset) -> int | None:
    """How many seats a step deals to; None where play decides."""
    if who is None:
        return ruleset.seating.count
    if who.is_constant and isinstance(who.value, int):
        return who.value.bit_count()
    if who.op == "lookup":
        if who.value == "seats":
            return ruleset.seating.count
        return 1 if who.value in _ONE_SEAT else None
    if who.op == "except":
        whole, without = (_how_many(part, ruleset) for part in who.args)
        return whole - without if whole == ruleset.seating.count and without is not None else None
    return None


def seats_dealt_to(dealt: Dealt, ruleset: Ruleset) -> int:
    """The seats of a table, or as many of them as get cards, where that is one number."""
    counts = {seats for seats, _ in dealt.hands}
    return counts.pop() if len(counts) == 1 else ruleset.seating.count


def _number(amount: Typed | None) -> int:
    return amount.value if amount is not None and isinstance(amount.value, int) else 0


def _pile_size(pile: Pile, step: DealStep, number: int, ruleset: Ruleset) -> int | None:
    """How many cards lie in a pile; None for the rest of the pack, -1 where play decides."""
    in_packets = [packet.cards for packet in step.packets if packet.pile == pile.name]
    if in_packets:
        return sum(in_packets)
    if pile.cards is None:
        return None
    cards = _in_deal(pile.cards, number, ruleset)
    return -1 if cards is None else _number(cards)


def numbers(amount: Typed) -> tuple[int, ...]:
    """The numbers that a formula can be: itself, or one for each deal; empty where play decides."""
    if isinstance(amount.value, int) and amount.op == "constant":
        return (amount.value,)
    if amount.op == "by_deal":
        found = [part.value for part in amount.args if isinstance(part.value, int)]
        return tuple(found) if len(found) == len(amount.args) else ()
    return ()
