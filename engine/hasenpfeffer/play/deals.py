"""Whole deals as text, and packs stacked so that the cards fall as wanted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.errors import NotationError
from hasenpfeffer.play.machine import fresh
from hasenpfeffer.play.steps.deal import DealPlayer
from hasenpfeffer.reading.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

_PART = re.compile(r"\s*([^=]+?)\s*=\s*(\S*)")


@dataclass(frozen=True, slots=True)
class Deal:
    """A shuffled pack, and who deals it (None: as the game says)."""

    pack: tuple[int, ...]
    dealer: int | None = None


def read_deal(rules: CompiledRules, text: str) -> Deal:
    """The deal that a deal string holds: `dealer=south north=JoJHAH… east=…`.

    Raises NotationError for an unknown part, a card twice, a card missing, a hand of the wrong size.
    """
    dealer: int | None = None
    hands: dict[int, int] = {}
    piles: dict[int, int] = {}
    left = rules.pack.everything
    at = 0
    while at < len(text.rstrip()):
        match = _PART.match(text, at)
        if match is None:
            raise NotationError(f"`{text[at:].strip()}` is not a part of a deal: parts are `name=cards`")
        name, cards, at = match[1], match[2], match.end()
        if name == "dealer":
            dealer = _seat(rules, cards)
            continue
        try:
            taken = rules.pack.take(rules.pack.split(cards), left) if cards else 0
        except NotationError as problem:
            raise NotationError(f"{name}: {problem}") from None
        left &= ~taken
        if name in rules.pile_index:
            piles[rules.pile_index[name]] = taken
        else:
            hands[_seat(rules, name)] = taken
    if dealer is None:
        raise NotationError("the deal does not say who deals: write `dealer=` and a seat")
    pack = stack(rules, dealer, hands, piles)
    if left:
        missing = [name for seat, name in enumerate(rules.seating.names) if seat not in hands]
        if missing or rules.pile_index.keys() - {n for n, i in rules.pile_index.items() if i in piles}:
            raise NotationError(f"the deal does not say where {rules.pack.texts(left)} went")
    return Deal(pack, dealer)


def _seat(rules: CompiledRules, name: str) -> int:
    names = rules.seating.names
    if name not in names:
        guess = nearest(name, (*names, *rules.pile_index))
        hint = f". Did you mean `{guess}`?" if guess else ""
        raise NotationError(f"`{name}` is neither a seat nor a pile{hint}")
    return names.index(name)


def write_deal(rules: CompiledRules, state: State) -> str:
    """The deal string of the deal that a state belongs to."""
    dealt = deal_out(rules, state.dealer, state.pack)
    parts = [f"dealer={rules.seating.names[state.dealer]}"]
    for seat, name in enumerate(rules.seating.names):
        parts.append(f"{name}={rules.pack.texts(dealt.hands[seat]).replace(' ', '')}")
    for name, index in rules.pile_index.items():
        parts.append(f"{name}={rules.pack.texts(dealt.piles[index]).replace(' ', '')}")
    return " ".join(parts)


def deal_out(rules: CompiledRules, dealer: int, pack: Sequence[int]) -> State:
    """The state after the first deal step, with nothing thrown in."""
    state = fresh(rules, dealer, tuple(pack))
    for player in rules.steps:
        if isinstance(player, DealPlayer):
            return player.deal_cards(state, [])
    return state


def stack(
    rules: CompiledRules,
    dealer: int,
    hands: Mapping[int, int],
    piles: Mapping[int, int],
    rest: Sequence[int] = (),
) -> tuple[int, ...]:
    """A pack that deals these hands and piles; places that nobody asked for get the other cards in the order
    of `rest` (the pack's own order where it is empty).

    Raises NotationError where a hand or pile has another number of cards than the rules deal.
    """
    places = deal_out(rules, dealer, range(rules.pack.size))
    pack: list[int | None] = [None] * rules.pack.size
    used = 0
    wanted = [(rules.seating.names[seat], places.hands[seat], cards) for seat, cards in hands.items()]
    names = {index: name for name, index in rules.pile_index.items()}
    wanted += [(names[index], places.piles[index], cards) for index, cards in piles.items()]
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
