"""`exchange`: two seats give each other as many cards, one before seeing the other's; or a seat and a pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import drop, first_of, put, top_cards
from hasenpfeffer.play.steps.picking import PickingPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import ExchangeStep


class ExchangePlayer(PickingPlayer):
    step: ExchangeStep

    def __init__(self, rules: CompiledRules, step: ExchangeStep) -> None:
        super().__init__(rules, step)
        self.partner = rules.formula(step.partner)
        self.first = rules.optional(step.first)
        self.pile = None if step.pile is None else rules.pile_index[step.pile]

    def begin(self, state: State, events: list[Event]) -> State:
        queue = self.asked(state)
        if self.pile is not None:
            return self.start(state, queue, events)
        if not queue:
            return self.done(state)
        own = queue[0]
        partner = first_of(self.partner, self.env(state, own))
        if partner is None:
            return self.done(state)
        first = first_of(self.first, self.env(state, own))
        first = own if first is None else first
        return self.start(state, (first, partner if first == own else own), events)

    def chosen(self, state: State, seat: int, cards: int, events: list[Event]) -> State:
        state = state._replace(hands=drop(state.hands, seat, cards))
        queue = state.work.queue
        if self.pile is not None:
            state = self._with_pile(state, seat, cards, events)
            return self.start(self.assign(state, self.step.sets, seat), queue[1:], events)
        other = queue[1] if len(queue) > 1 else self._gave_first(state)
        state = state._replace(hands=put(state.hands, other, cards))
        events.append(
            Event(
                "gave",
                seat,
                other,
                cards,
                cards.bit_count(),
                self.seen_by(state, 1 << seat | 1 << other),
                place=self.step.place,
            )
        )
        if len(queue) == 1:
            return self.done(self.assign(state, self.step.sets, other))
        # `held` remembers who gave first, to whom the rest goes, and one more than how many
        giver = tuple(
            cards.bit_count() + 1 if place == seat else 0 for place in range(self.rules.seating.count)
        )
        return self.start(state, queue[1:], events, giver)

    def numbers(self, state: State) -> tuple[int, ...]:
        """No more than lie on the pile; as many as the seat that gave first."""
        if self.pile is not None:
            lying = state.piles[self.pile].bit_count()
            return tuple(sorted({min(number, lying) for number in super().numbers(state)}))
        if len(state.work.queue) > 1:
            return super().numbers(state)
        return (min(max(state.work.held) - 1, self.pool(state, self.actor(state)).bit_count()),)

    @staticmethod
    def _gave_first(state: State) -> int:
        held: tuple[int, ...] = state.work.held
        return next(seat for seat, given in enumerate(held) if given)

    def _with_pile(self, state: State, seat: int, cards: int, events: list[Event]) -> State:
        """The seat gets as many cards of the pile, from its top, and its own go there."""
        assert self.pile is not None
        count = cards.bit_count()
        lying = state.piles[self.pile]
        got = top_cards(state, lying, count)
        piles = list(state.piles)
        piles[self.pile] = lying & ~got | cards
        if count:
            seen, text = self.seen_by(state, 1 << seat), self.step.pile or ""
            events.append(Event("gave", seat, -1, cards, count, seen, text=text))
            events.append(Event("took", seat, cards=got, count=count, seen_by=seen, text=text))
        return state._replace(hands=put(state.hands, seat, got), piles=tuple(piles))
