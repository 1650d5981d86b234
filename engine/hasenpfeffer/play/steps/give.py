"""`give`: cards from hand to hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import drop, first_of, put
from hasenpfeffer.play.steps.picking import PickingPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import GiveStep


class GivePlayer(PickingPlayer):
    step: GiveStep

    def __init__(self, rules: CompiledRules, step: GiveStep) -> None:
        super().__init__(rules, step)
        assert step.to is not None
        self.to = rules.formula(step.to)

    def begin(self, state: State, events: list[Event]) -> State:
        queue = tuple(seat for seat in self.asked(state) if self.to(self.env(state, seat)))
        return self.start(state, queue, events)

    def chosen(self, state: State, seat: int, cards: int, events: list[Event]) -> State:
        """Gifts at once are under way, and unseen by who gets them, until all have given."""
        receiver = first_of(self.to, self.env(state, seat))
        held, queue = state.work.held, state.work.queue[1:]
        if receiver is None:
            return self.start(state, queue, events, held) if queue else self._arrived(state, held, events)
        state = state._replace(hands=drop(state.hands, seat, cards))
        if self.step.at_once:
            held = put(held, receiver, cards)
        else:
            state = state._replace(hands=put(state.hands, receiver, cards))
        events.append(
            Event(
                "gave",
                seat,
                receiver,
                cards,
                cards.bit_count(),
                1 << seat if self.step.at_once else self.seen_by(state, 1 << seat | 1 << receiver),
                place=self.step.place,
            )
        )
        state = self.assign(state, self.step.sets, seat)
        if not queue:
            return self._arrived(state, held, events)
        return self.start(state, queue, events, held)

    def _arrived(self, state: State, held: tuple[int, ...], events: list[Event]) -> State:
        """Everybody has given: what is under way comes to hand."""
        for seat, cards in enumerate(held):
            if cards:
                events.append(
                    Event(
                        "took",
                        seat,
                        cards=cards,
                        count=cards.bit_count(),
                        seen_by=self.seen_by(state, 1 << seat),
                        place=self.step.place,
                    )
                )
        hands = tuple(hand | extra for hand, extra in zip(state.hands, held, strict=True))
        return self.done(state._replace(hands=hands))
