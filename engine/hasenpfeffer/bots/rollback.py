"""From what a seat has seen back to the deal: unknown cards proposed, and moved back to where they came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from hasenpfeffer.bots.melds_seen import MeldsSeen
from hasenpfeffer.bots.placing import Place, spread
from hasenpfeffer.ruleset.steps import MoveStep, TakeStep, TricksStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.history import SeenTurn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.view import View
    from hasenpfeffer.ruleset.steps import Duty

MELD_TRIES: Final = 20
"""How often cards are put elsewhere until the others could have melded what they have, before a try is lost."""
_Kind = Literal["hands", "piles", "aside", "arriving", "undealt"]
"""Where unknown cards lie: the fields of a layout."""
_MOVES: Final = ("played", "discarded", "gave", "took", "moved")
_STAYS: Final = ("took", "melded", "shown", "announced")
"""Events after which their cards are in the hand of the seat that acted."""
_TELLS: Final = (*_STAYS, "gave", "dealt", "moved")
"""Events that tell where cards are."""


@dataclass(slots=True)
class Layout:
    """Where every card lies while the deal is rolled back, hidden ones as proposed. Sets by seat or pile."""

    hands: list[int]
    piles: list[int]
    aside: list[int]
    """What each seat put away, wherever it lies now."""
    arriving: list[int]
    """Gifts that are delivered together, by the seat that gets them."""
    undealt: list[int]
    picked: dict[int, int] = field(default_factory=dict)
    """For each turn whose cards are hidden, the cards that were moved when it was over."""
    drawn: dict[int, list[int]] = field(default_factory=dict)
    """For each pile, the cards that were taken from it, first ones first."""
    later: dict[int, dict[int, int]] = field(default_factory=dict)
    """For each turn after which more cards were dealt, what each seat got, in the order of the deal."""

    def copy(self) -> Layout:
        """The same cards in the same places, before anything is rolled back."""
        return Layout(
            list(self.hands), list(self.piles), list(self.aside), list(self.arriving), list(self.undealt)
        )


class Rollback:
    """What one seat has seen of a deal, made ready to propose hidden cards any number of times."""

    def __init__(
        self, rules: CompiledRules, seen: View, history: Sequence[SeenTurn], *, voids_bind: bool
    ) -> None:
        self._rules = rules
        self._moves = [
            (index, event)
            for index, turn in enumerate(history)
            for event in turn.events
            if event.kind in _MOVES or (index > 0 and is_dealt_later(rules, event))
        ][::-1]
        self._me = seen.seat
        self._onto = frozenset(step.place for step in _moving_steps(rules) if step.onto is not None)
        self._played = sum(trick.card_set for trick in seen.tricks) | sum(1 << card for _, card in seen.table)
        self._voids_bind = voids_bind
        self._given = _given_to(history, rules.seating.count)
        self._open: dict[int, int] = {
            rules.pile_index[event.text]: event.cards
            for event in (history[0].events if history else ())
            if event.kind == "dealt" and event.text in rules.pile_index and event.cards
        }
        self._melds = MeldsSeen(rules, seen)
        self._known = self._what_is_known(seen)
        self._places: list[Place] = []
        self._where: list[tuple[_Kind, int]] = []
        self._cards: list[int] = []
        self.is_possible = self._find_places(seen, history)

    def propose(self, draws: Stream) -> Layout | None:
        """Where the cards may have been dealt, drawn at random; None if the proposal does not work out."""
        for _ in range(MELD_TRIES):
            lying = spread(self._places, self._cards, draws)
            if lying is None:
                return None
            table = self._known.copy()
            for (kind, index), cards in zip(self._where, lying, strict=True):
                getattr(table, kind)[index] |= cards
            if self._melds.fit(table.hands, table.aside):
                break
        else:
            return None
        for turn, event in self._moves:
            if not self._undo(table, event, turn, draws):
                return None
        return table

    # --- what is known, and what is not

    def _what_is_known(self, seen: View) -> Layout:
        seats = range(len(seen.hands))
        arriving = [0 for _ in seats]
        aside = [0 for _ in seats]
        for _, event in self._moves:
            if event.kind == "discarded" and event.seat == self._me:
                aside[self._me] |= event.cards
            elif self._is_put_by(event):
                aside[event.to] |= event.cards
        for seat, cards in enumerate(seen.turned):
            aside[seat] |= cards
        return Layout(
            list(seen.hands),
            list(seen.piles),
            aside,
            arriving,
            [0],
        )

    def _find_places(self, seen: View, history: Sequence[SeenTurn]) -> bool:
        """Finds the places of unknown cards; whether all cards are accounted for."""
        rules, known, me = self._rules, self._known, self._me
        under_way = self._under_way(known)
        unknown = rules.pack.everything & ~sum(known.hands) & ~sum(known.piles)
        unknown &= ~(sum(known.aside) | sum(known.arriving) | self._played)
        hands, piles = self._last_seen(history, unknown)
        bound = sum(hands) | sum(piles)

        def place(kind: _Kind, index: int, size: int, may: int, own: int = 0) -> None:
            if size:
                self._places.append(Place(size, may & ~bound | own))
                self._where.append((kind, index))

        for seat, size in enumerate(seen.hand_sizes):
            if not known.hands[seat]:  # the own hand too, where nobody has looked yet
                place("hands", seat, size, ~self._shut_out(seen, seat), hands[seat])
        for index, size in enumerate(seen.pile_sizes):
            place("piles", index, size - known.piles[index].bit_count(), -1, piles[index])
        for seat, size in enumerate(self._put_away(seen)):
            place("aside", seat, size, -1, hands[seat] if seat != me else 0)
        for seat, size in enumerate(under_way):
            place("arriving", seat, size, -1)
        left = unknown.bit_count() - sum(size for size, _ in self._places)
        place("undealt", 0, max(left, 0), -1)
        self._cards = list(rules.pack.members(unknown))
        return left >= 0

    def _under_way(self, known: Layout) -> list[int]:
        """For each seat, how many hidden cards have been given to it and have not come to hand. Known ones are
        put into `known`."""
        hidden, arrived = [0] * len(known.hands), False
        for _, event in self._moves:  # the latest first
            if event.kind == "took" and not event.text:
                arrived = True
            elif event.kind == "gave" and event.to >= 0 and not arrived and not event.seen_by >> event.to & 1:
                if event.cards:
                    known.arriving[event.to] |= event.cards
                else:
                    hidden[event.to] += event.count
        return hidden

    def _last_seen(self, history: Sequence[SeenTurn], unknown: int) -> tuple[list[int], list[int]]:
        """The unknown cards that were seen to go to a seat, and to a pile, by seat and by pile."""
        hands, piles = [0] * self._rules.seating.count, [0] * len(self._known.piles)
        for turn in history:
            for event in turn.events:
                cards = event.cards & unknown
                if not cards or event.kind not in _TELLS:
                    continue
                stays = event.kind in _STAYS or (event.kind == "moved" and event.to < 0)
                to_seat = event.seat if stays else event.to
                pile = self._rules.pile_index.get(event.text, -1) if event.kind != "took" else -1
                hands = [held & ~cards for held in hands]
                piles = [lying & ~cards for lying in piles]
                if to_seat >= 0:
                    hands[to_seat] |= cards
                elif pile >= 0:
                    piles[pile] |= cards
        return hands, piles

    def _put_away(self, seen: View) -> list[int]:
        """How many unknown cards each seat has put away, or has had put to its tricks."""
        count = [0] * self._rules.seating.count
        for _, event in self._moves:
            if event.kind == "discarded" and event.seat != self._me:
                count[event.seat] += event.count
            elif self._is_put_by(event) and not event.cards:
                count[event.to] += event.count
        known = (cards.bit_count() if seat != self._me else 0 for seat, cards in enumerate(seen.turned))
        return [size - turned for size, turned in zip(count, known, strict=True)]

    def _is_put_by(self, event: Event) -> bool:
        """Whether a pile was put to somebody's tricks."""
        return event.kind == "moved" and event.text in self._rules.pile_index and event.place in self._onto

    def _shut_out(self, seen: View, seat: int) -> int:
        """Cards that a seat cannot hold: of the suits that it has failed to follow."""
        suits = seen.shown_out[seat] if self._voids_bind else 0
        return self._rules.contract(seen.trump).cards_of(suits) if suits else 0

    # --- backwards

    def _undo(self, table: Layout, event: Event, turn: int, draws: Stream) -> bool:
        """Takes one event back; hidden cards are drawn from where they went."""
        seat, sure = event.seat, 0
        match event.kind:
            case "played":
                table.hands[seat] |= event.cards
                return True
            case "discarded":
                lying, at, back, to = table.aside, seat, table.hands, seat
            case "gave" if event.to >= 0:
                lying = table.arriving if table.arriving[event.to] else table.hands
                at, back, to = event.to, table.hands, seat
            case "gave":
                lying, at, back, to = table.piles, self._rules.pile_index[event.text], table.hands, seat
            case "took" if not event.text:
                lying, at, back, to = table.hands, seat, table.arriving, seat
                sure = self._given[seat] & table.hands[seat]
            case "took":
                pile = self._pile_of(event)
                if pile is None:
                    return False
                lying, at, back, to = table.hands, seat, table.piles, pile
            case "dealt":
                return self._undo_deal(table, event, turn, draws)
            case _ if event.text in self._rules.pile_index and event.to >= 0:
                lying = table.aside if event.place in self._onto else table.hands
                at, back, to = event.to, table.piles, self._rules.pile_index[event.text]
            case _:  # cards of a seat that are shown lie where they lay, those of a trick have been played
                return (event.seat >= 0 and event.to < 0) or not event.cards & ~self._played
        cards = event.cards or sure | self._draw(lying[at] & ~sure, event.count - sure.bit_count(), draws)
        if cards & ~lying[at]:
            return False
        lying[at] &= ~cards
        back[to] |= cards
        if event.kind in ("discarded", "gave"):
            table.picked[turn] = cards
        elif back is table.piles:
            table.drawn[to] = [*self._rules.pack.members(cards), *table.drawn.get(to, ())]
        return True

    def _undo_deal(self, table: Layout, event: Event, turn: int, draws: Stream) -> bool:
        """Takes cards back that were dealt to a seat in the middle of a deal."""
        hand = table.hands[event.to]
        cards = event.cards
        if not cards:
            lay_open = sum(self._open.values())
            cards = self._draw(hand & ~lay_open, event.count, draws)
        if cards & ~hand or cards.bit_count() != event.count:
            return False
        table.hands[event.to] &= ~cards
        table.later[turn] = {event.to: cards, **table.later.get(turn, {})}
        return True

    def _pile_of(self, event: Event) -> int | None:
        """The pile from which cards were taken. Where the rule names several, what lies open tells."""
        named = self._rules.pile_index.get(event.text)
        if named is not None:
            return named
        for pile, cards in self._open.items():
            if event.cards and not event.cards & ~cards:
                return pile
        closed = [pile for pile in self._rules.pile_index.values() if pile not in self._open]
        return closed[0] if len(closed) == 1 else None

    def _draw(self, cards: int, count: int, draws: Stream) -> int:
        """So many cards of a set, at random."""
        left = list(self._rules.pack.members(cards))
        chosen = 0
        for _ in range(min(count, len(left))):
            chosen |= 1 << left.pop(draws.below(len(left)))
        return chosen


def is_dealt_later(rules: CompiledRules, event: Event) -> bool:
    """Whether an event in the middle of a deal gives a seat more cards from the pack, and does not only tell what
    the seat has had from the beginning."""
    return event.kind == "dealt" and event.to >= 0 and event.count > 0 and rules.unseen_until < 0


def _moving_steps(rules: CompiledRules) -> Iterator[MoveStep]:
    """The steps that move cards and ask nobody, those after each trick among them."""
    for step in rules.ruleset.steps:
        if isinstance(step, MoveStep):
            yield step
        elif isinstance(step, TricksStep):
            yield from (after.step for after in step.after_each if isinstance(after.step, MoveStep))


def _given_to(history: Sequence[SeenTurn], seats: int) -> list[int]:
    """For each seat, the cards that are known to have been given to it."""
    cards = [0] * seats
    for turn in history:
        for event in turn.events:
            if event.kind == "gave" and event.to >= 0:
                cards[event.to] |= event.cards
    return cards


def voids_bind(rules: CompiledRules) -> bool:
    """Whether who does not follow suit has none of it, now and for the rest of the deal."""
    tricks = [step for step in rules.ruleset.steps if isinstance(step, TricksStep)]
    return all(
        any(_is_suit_led(duty) for duty in step.follow)
        and step.always is None
        and not step.kept_back
        and not any(isinstance(after.step, TakeStep) for after in step.after_each)
        for step in tricks
    )


def _is_suit_led(duty: Duty) -> bool:
    """Whether a duty says to follow suit, whatever else is the case."""
    asked = duty.cards.args[0] if duty.cards.op == "cards_of_suit" else None
    return duty.condition is None and asked is not None and asked.value == "suit led"
