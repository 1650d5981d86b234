"""Hidden cards, sampled: whole deals that agree with everything one seat has seen.

A world is proposed by putting the unknown cards where they may lie, going back through what happened to the
deal at the beginning, and playing it forward again by the rules. Only a world in which every action was legal
and which looks to the seat just as the real one does is accepted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hasenpfeffer.errors import HasenpfefferError
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import Action, Finish, PickCard
from hasenpfeffer.play.deals import stack
from hasenpfeffer.play.view import View, view

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.history import SeenTurn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

MOST_TRIES = 60


def sample_world(
    rules: CompiledRules, seen: View, history: Sequence[SeenTurn], draws: Stream
) -> State | None:
    """A state that the seat could be in, drawn at random; None if none was found in a few dozen tries."""
    for _ in range(MOST_TRIES):
        proposal = _propose(rules, seen, history, draws)
        if proposal is None:
            return None
        state = _replay(rules, seen, history, proposal, draws)
        if state is not None:
            return state
    return None


@dataclass(slots=True)
class _Table:
    """Where every card lies while the deal is rolled back, hidden ones as proposed."""

    hands: list[int]
    piles: list[int]
    aside: list[int]
    arriving: list[int]
    """Gifts that are delivered together, by the seat that gets them."""
    picked: dict[int, int] = field(default_factory=dict)
    """For each turn whose cards are hidden, the cards that were moved when it was over."""


def _propose(rules: CompiledRules, seen: View, history: Sequence[SeenTurn], draws: Stream) -> _Table | None:
    table = _place_unknown(rules, seen, history, draws)
    if table is None:
        return None
    for index in range(len(history) - 1, -1, -1):
        for event in reversed(history[index].events):
            if not _undo(rules, table, event, index, history, draws):
                return None
    return table


def _place_unknown(
    rules: CompiledRules, seen: View, history: Sequence[SeenTurn], draws: Stream
) -> _Table | None:
    """The cards the seat knows in their places, the others at random where they may be."""
    me = seen.seat
    hands = list(seen.hands)
    piles = list(seen.piles)
    aside = [seen.aside if seat == me else 0 for seat in range(len(hands))]
    unknown = rules.pack.everything & ~sum(hands) & ~sum(piles) & ~sum(aside)
    for trick in seen.tricks:
        unknown &= ~trick.card_set
    unknown &= ~sum(1 << card for _, card in seen.table)
    # a place: (kind, index, how many more cards, the cards that may lie there)
    shut = [_shut_out(rules, seen, seat) for seat in range(len(hands))]
    places: list[tuple[list[int], int, int, int]] = []
    for seat, size in enumerate(seen.hand_sizes):
        if not hands[seat]:  # the own hand too, where nobody has looked yet
            places.append((hands, seat, size, ~shut[seat]))
    for index, size in enumerate(seen.pile_sizes):
        if not piles[index]:
            places.append((piles, index, size, -1))
    for seat, size in enumerate(seen.aside_sizes):
        if seat != me:
            places.append((aside, seat, size, -1))
    places = [place for place in places if place[2]]
    if unknown.bit_count() != sum(size for _, _, size, _ in places):
        return None
    bound = _known_owners(rules, seen, history, unknown)
    if not _fill(rules, places, unknown, bound, hands, aside, draws):
        return None
    return _Table(hands, piles, aside, [0] * len(hands))


def _shut_out(rules: CompiledRules, seen: View, seat: int) -> int:
    """Cards that a seat cannot hold: of the suits that it has failed to follow."""
    if not seen.shown_out[seat]:
        return 0
    return rules.contract(seen.trump).cards_of(seen.shown_out[seat])


def _known_owners(
    rules: CompiledRules, seen: View, history: Sequence[SeenTurn], unknown: int
) -> dict[int, int]:
    """For cards that went to another seat before everybody's or this seat's eyes: that seat."""
    owners: dict[int, int] = {}
    for turn in history:
        for event in turn.events:
            if event.cards & unknown and event.kind in ("gave", "took", "dealt", "moved"):
                owner = event.seat if event.kind == "took" else event.to
                if owner >= 0 and owner != seen.seat:
                    for card in rules.pack.members(event.cards & unknown):
                        owners[card] = owner
    return owners


def _fill(
    rules: CompiledRules,
    places: list[tuple[list[int], int, int, int]],
    unknown: int,
    owners: dict[int, int],
    hands: list[int],
    aside: list[int],
    draws: Stream,
) -> bool:
    """Puts every unknown card into a place that may hold it: at random, with chains of moves where it is tight."""
    cards = list(rules.pack.members(unknown))
    for last in range(len(cards) - 1, 0, -1):
        other = draws.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]

    def fits(card: int, place: int) -> bool:
        lying, index, _, may = places[place]
        owner = owners.get(card)
        if owner is not None and not (index == owner and (lying is hands or lying is aside)):
            return False
        return bool(may >> card & 1)

    held: list[list[int]] = [[] for _ in places]
    cards.sort(key=lambda card: sum(fits(card, place) for place in range(len(places))))

    def put(card: int, tried: set[int]) -> bool:
        order = list(range(len(places)))
        for last in range(len(order) - 1, 0, -1):
            other = draws.below(last + 1)
            order[last], order[other] = order[other], order[last]
        open_first = sorted(order, key=lambda place: len(held[place]) >= places[place][2])
        for place in open_first:
            if place in tried or not fits(card, place):
                continue
            if len(held[place]) < places[place][2]:
                held[place].append(card)
                return True
            tried.add(place)
            for position, other in enumerate(held[place]):
                held[place][position] = card
                if put(other, tried):
                    return True
                held[place][position] = other
        return False

    if not all(put(card, set()) for card in cards):
        return False
    _stir(held, fits, draws)
    for (lying, index, _, _), group in zip(places, held, strict=True):
        lying[index] |= sum(1 << card for card in group)
    return True


def _stir(held: list[list[int]], fits: Callable[[int, int], bool], draws: Stream) -> None:
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
        if fits(first, other) and fits(second, one):
            held[one][a], held[other][b] = second, first


def _given_to(seat: int, history: Sequence[SeenTurn]) -> int:
    """The cards that are known to have been given to a seat."""
    cards = 0
    for turn in history:
        for event in turn.events:
            if event.kind == "gave" and event.to == seat:
                cards |= event.cards
    return cards


def _undo(
    rules: CompiledRules,
    table: _Table,
    event: Event,
    turn: int,
    history: Sequence[SeenTurn],
    draws: Stream,
) -> bool:
    """Takes one event back; hidden cards are drawn from where they went."""
    seat = event.seat
    sure = 0
    match event.kind:
        case "played":
            table.hands[seat] |= event.cards
            return True
        case "discarded":
            lying, at, back, to = table.aside, seat, table.hands, seat
        case "gave" if event.to >= 0:
            lying = table.arriving if table.arriving[event.to] else table.hands
            at, back, to = event.to, table.hands, seat
        case "took" if not event.text:
            lying, at, back, to = table.hands, seat, table.arriving, seat
            sure = _given_to(seat, history) & table.hands[seat]
        case "took" if event.text in rules.pile_index:
            lying, at, back, to = table.hands, seat, table.piles, rules.pile_index[event.text]
        case "took" | "moved" | "gave":
            return False
        case _:
            return True
    hidden = event.count - sure.bit_count()
    cards = event.cards or sure | _draw(rules, lying[at] & ~sure, hidden, draws)
    if cards & ~lying[at]:
        return False
    lying[at] &= ~cards
    back[to] |= cards
    if event.kind in ("discarded", "gave"):
        table.picked[turn] = cards
    return True


def _draw(rules: CompiledRules, cards: int, count: int, draws: Stream) -> int:
    """So many cards of a set, at random."""
    left = list(rules.pack.members(cards))
    chosen = 0
    for _ in range(min(count, len(left))):
        chosen |= 1 << left.pop(draws.below(len(left)))
    return chosen


def _replay(
    rules: CompiledRules, seen: View, history: Sequence[SeenTurn], table: _Table, draws: Stream
) -> State | None:
    """Plays the proposed deal forward; None where the rules forbid what was done, or it would look different."""
    try:
        pack = stack(rules, seen.dealer, dict(enumerate(table.hands)), dict(enumerate(table.piles)))
    except HasenpfefferError:
        return None
    state = machine.fresh(rules, seen.dealer, pack)._replace(
        deal_number=seen.deal_number, scores=seen.scores, counters=seen.counters, deals_by=seen.deals_by
    )
    state = machine.run(rules, state).state
    for index, turn in enumerate(history):
        if turn.seat < 0:
            continue
        if state.over or machine.actor(rules, state) != turn.seat:
            return None
        legal = machine.legal(rules, state)
        action = (
            turn.action if turn.action is not None else _hidden(rules, legal, history, index, table, draws)
        )
        if action not in legal:
            return None
        state = machine.advance(rules, state, action).state
    return state if not state.over and _looks_alike(rules, state, seen) else None


def _hidden(
    rules: CompiledRules,
    legal: tuple[Action, ...],
    history: Sequence[SeenTurn],
    index: int,
    table: _Table,
    draws: Stream,
) -> Action | None:
    """An action that the seat did not see: cards as proposed, other answers at random."""
    if not isinstance(legal[0], (PickCard, Finish)):
        return legal[draws.below(len(legal))]
    later = index
    while later < len(history) and later not in table.picked and history[later].seat == history[index].seat:
        later += 1
    cards = table.picked.get(later, 0)
    run = index
    while run > 0 and history[run - 1].action is None and history[run - 1].seat == history[index].seat:
        if run - 1 in table.picked:
            break
        run -= 1
    planned = list(rules.pack.members(cards))
    position = index - run
    if position < len(planned):
        wanted = rules.pack.cards[planned[position]]
        return next((a for a in legal if isinstance(a, PickCard) and a.face == wanted), None)
    return next((a for a in legal if isinstance(a, Finish)), None)


def _looks_alike(rules: CompiledRules, state: State, seen: View) -> bool:
    """Whether the seat would see in this state what it sees."""
    return view(rules, state, seen.seat) == seen
