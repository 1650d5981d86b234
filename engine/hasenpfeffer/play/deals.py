"""Whole deals as text, and packs stacked so that the cards fall as wanted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cards import fold
from hasenpfeffer.errors import NotationError
from hasenpfeffer.play.machine import fresh
from hasenpfeffer.play.steps.deal import DealPlayer
from hasenpfeffer.reading.suggest import asked, nearest
from hasenpfeffer.ruleset.steps import DealStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.play.view import View

REST: Final = "rest"
"""The part of a deal string with the cards that are dealt later, in their order."""
_PART = re.compile(r"\s*([^=]+?)\s*=\s*((?![^\s=]*=)\S*)")
"""A name and its cards; what begins with the name of the next part belongs to that."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A shuffled pack, and who deals it (None: as the game says)."""

    pack: tuple[int, ...]
    dealer: int | None = None


def read_deal(rules: CompiledRules, text: str, before: State | None = None) -> Deal:
    """The deal that a deal string holds: `dealer=south north=JoJHAH… east=…`. `before`: where the game stands,
    if it is not the first deal.

    Raises NotationError for an unknown part, a card twice, a card missing, a hand of the wrong size.
    """
    dealer: int | None = None
    hands: dict[int, int] = {}
    piles: dict[int, int] = {}
    listed: dict[int, list[int]] = {}
    rest: list[int] | None = None
    left = rules.pack.everything
    at = 0
    while at < len(text.rstrip()):
        match = _PART.match(text, at)
        if match is None:
            raise NotationError(f"`{text[at:].strip()}` is not a part of a deal: parts are `name=cards`")
        name, cards, at = match[1], match[2], match.end()
        if fold(name) == "dealer":
            dealer, at = _dealer(rules, text, match.start(2))
            continue
        taken = _cards(rules, name, cards, left)
        held = sum(1 << card for card in taken)
        left &= ~held
        if fold(name) == REST and REST not in _names(rules):
            rest = taken
            continue
        pile = next((index for pile, index in rules.pile_index.items() if fold(pile) == fold(name)), None)
        if pile is None:
            seat = _seat(rules, name)
            hands[seat], listed[seat] = held, taken
        else:
            piles[pile], listed[-1 - pile] = held, taken
    if dealer is None:
        raise NotationError("the deal does not say who deals: write `dealer=` and a seat")
    before = _before(rules, before, dealer)
    pack = stack(rules, before, hands, piles)
    if left:
        missing = [name for seat, name in enumerate(rules.seating.names) if seat not in hands]
        if missing or rules.pile_index.keys() - {n for n, i in rules.pile_index.items() if i in piles}:
            raise NotationError(f"the deal does not say where {rules.pack.texts(left)} went")
    return Deal(_in_order(rules, before, pack, listed, rest), dealer)


def whole_deal(rules: CompiledRules, deal: Deal | str, before: State | None = None) -> Deal:
    """A deal from outside. Raises NotationError unless it is a deal string or every card of the pack once."""
    if isinstance(deal, str):
        return read_deal(rules, deal, before)
    if not isinstance(deal, Deal):
        raise NotationError(f"a deal is a `Deal` or a deal string, and `{deal!r}` is neither")
    if sorted(deal.pack) != list(range(rules.pack.size)):
        raise NotationError(f"a deal has each of the {rules.pack.size} cards of this pack once")
    if deal.dealer is not None and not 0 <= deal.dealer < rules.seating.count:
        raise NotationError(f"the dealer is one of {rules.seating.count} seats, and {deal.dealer} is none")
    return deal


def seat_called(rules: CompiledRules, name: str) -> int:
    """The seat of this name; case, hyphens and accents are forgiven. Raises NotationError for any other."""
    names = rules.seating.names
    for seat, known in enumerate(names):
        if fold(known) == fold(str(name)):
            return seat
    guess = nearest(str(name), names)
    hint = f"did you mean `{guess}`?" if guess else f"there are {', '.join(names)}"
    raise NotationError(f"there is no seat `{name}`: {hint}")


def _cards(rules: CompiledRules, name: str, text: str, left: int) -> list[int]:
    """The cards of one part, in the order of writing, from those that are left."""
    found: list[int] = []
    try:
        for face in rules.pack.split(text) if text else ():
            card = rules.pack.take([face], left)
            left &= ~card
            found.append(card.bit_length() - 1)
    except NotationError as problem:
        raise NotationError(f"{name}: {problem}") from None
    return found


def _before(rules: CompiledRules, before: State | None, dealer: int) -> State:
    """Where the game stands before a deal of this dealer."""
    unsorted = tuple(range(rules.pack.size))
    return fresh(rules, dealer, unsorted) if before is None else before._replace(dealer=dealer)


def _in_order(
    rules: CompiledRules,
    before: State,
    pack: tuple[int, ...],
    listed: Mapping[int, list[int]],
    rest: list[int] | None,
) -> tuple[int, ...]:
    """The pack with the cards of each hand and pile in the order in which they are listed, -1 being pile 0, and
    then the rest, where that is listed.

    Raises NotationError where it is too much or too little.
    """
    places = _slots(rules, before)
    cards = list(pack)
    if rest is not None:
        left = len(cards) - places.dealt_from
        if len(rest) != left:
            raise NotationError(f"{left} cards are left after the first deal, and {len(rest)} are listed")
        cards[places.dealt_from :] = rest
    for owner, wanted in listed.items():
        slots = places.hands[owner] if owner >= 0 else places.piles[-1 - owner]
        for slot, card in zip(rules.pack.members(slots), wanted, strict=True):
            cards[slot] = card
    return tuple(cards)


def _dealer(rules: CompiledRules, text: str, at: int) -> tuple[int, int]:
    """The seat that stands at a place of a text, and where it ends; names may be of several words."""
    found = [name for name in rules.seating.names if fold(text[at : at + len(name)]) == fold(name)]
    if found:
        name = max(found, key=len)
        return rules.seating.names.index(name), at + len(name)
    word = (text[at:].split() or [""])[0]
    return _seat(rules, word), at + len(word)


def _seat(rules: CompiledRules, name: str) -> int:
    names = [fold(seat) for seat in rules.seating.names]
    if fold(name) not in names:
        guess = nearest(name, (*rules.seating.names, *rules.pile_index))
        hint = asked(guess)
        raise NotationError(f"`{name}` is neither a seat nor a pile{hint}")
    return names.index(fold(name))


def write_deal(rules: CompiledRules, state: State) -> str:
    """The deal string of the deal that a state belongs to. Piles are in the order of the deal, and so are hands
    where a card that was dealt to one is shown."""
    dealt = deal_out(rules, begun_as(rules, state.unscored or state, state.pack))
    shows_last = any(isinstance(step, DealStep) and step.last_card_up for step in rules.ruleset.steps)
    parts = [("dealer", rules.seating.names[state.dealer].replace(" ", "-"))]
    for seat, name in enumerate(rules.seating.names):
        hand = dealt.hands[seat]
        order = state.pack if shows_last else rules.pack.members(hand)
        parts.append((name, _texts(rules, order, hand)))
    for name, index in rules.pile_index.items():
        parts.append((name, _texts(rules, state.pack, dealt.piles[index])))
    if dealt.dealt_from < rules.pack.size and _deals_again(rules) and REST not in _names(rules):
        parts.append((REST, "".join(map(rules.pack.text, state.pack[dealt.dealt_from :]))))
    return " ".join(f"{name.replace(' ', '-')}={cards}" for name, cards in parts)


def _deals_again(rules: CompiledRules) -> bool:
    return sum(isinstance(step, DealStep) for step in rules.ruleset.steps) > 1


def _names(rules: CompiledRules) -> set[str]:
    return {fold(name) for name in (*rules.seating.names, *rules.pile_index)}


def _texts(rules: CompiledRules, order: Iterable[int], cards: int) -> str:
    """The short forms of a set of cards in some order, without spaces."""
    return "".join(rules.pack.text(card) for card in order if cards >> card & 1)


def begun_as(rules: CompiledRules, known: State | View, pack: Sequence[int]) -> State:
    """The state in which the deal of this position, which is not scored, has begun; with a pack of one's own."""
    return fresh(rules, known.dealer, tuple(pack))._replace(
        deal_number=known.deal_number, scores=known.scores, counters=known.counters, deals_by=known.deals_by
    )


def deal_out(rules: CompiledRules, before: State) -> State:
    """The state after the first deal step, with nothing thrown in, from where a deal begins."""
    for player in rules.steps:
        if isinstance(player, DealPlayer):
            return player.deal_cards(before, [])
    return before


def _slots(rules: CompiledRules, before: State) -> State:
    """A deal of numbers instead of cards: which places of the pack go where."""
    return deal_out(rules, before._replace(pack=tuple(range(rules.pack.size))))


def stack(
    rules: CompiledRules,
    before: State,
    hands: Mapping[int, int],
    piles: Mapping[int, int],
    rest: Sequence[int] = (),
) -> tuple[int, ...]:
    """A pack that deals these hands and piles; places that nobody asked for get the other cards in the order
    of `rest` (the pack's own order where it is empty). `before`: where the deal begins.

    Raises NotationError where a hand or pile has another number of cards than the rules deal.
    """
    places = _slots(rules, before)
    pack: list[int | None] = [None] * rules.pack.size
    used = 0
    wanted = [(rules.seating.names[seat], places.hands[seat], cards) for seat, cards in hands.items()]
    wanted += [(rules.pile_names[index], places.piles[index], cards) for index, cards in piles.items()]
    for name, slots, cards in wanted:
        if slots.bit_count() != cards.bit_count():
            raise NotationError(f"{name} gets {slots.bit_count()} cards, and {cards.bit_count()} are listed")
        if used & cards:
            raise NotationError(f"{rules.pack.texts(used & cards)} is dealt twice")
        used |= cards
        for place, card in zip(rules.pack.members(slots), rules.pack.members(cards), strict=True):
            pack[place] = card
    others = iter([card for card in (rest or range(rules.pack.size)) if not used >> card & 1])
    return tuple(next(others) if card is None else card for card in pack)
