"""`discard`: cards put away, out of play or onto somebody's tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import drop, put
from hasenpfeffer.play.steps.picking import PickingPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import DiscardStep


class DiscardPlayer(PickingPlayer):
    step: DiscardStep

    def __init__(self, rules: CompiledRules, step: DiscardStep) -> None:
        super().__init__(rules, step)
        self.onto = rules.optional(step.onto)
        shown = step.shown.what
        self.shown = rules.formula(shown) if shown is not None and shown.type.is_set else None

    def begin(self, state: State, events: list[Event]) -> State:
        return self.start(state, self.asked(state), events)

    def chosen(self, state: State, seat: int, cards: int, events: list[Event]) -> State:
        state = state._replace(hands=drop(state.hands, seat, cards))
        env = self.env(state, seat)
        onto = self.onto(env) if self.onto is not None else 0
        if onto:
            order = self.rules.seating.order[self.rules.seating.next(state.dealer)]
            keeper = next(other for other in order if onto >> other & 1)
            state = state._replace(taken=put(state.taken, keeper, cards))
        else:
            state = state._replace(aside=put(state.aside, seat, cards))
        everybody = self.rules.seating.everybody
        if cards:
            seen = everybody if self.step.shown.mode == "yes" else 1 << seat
            events.append(
                Event(
                    "discarded",
                    seat,
                    cards=cards,
                    count=cards.bit_count(),
                    seen_by=seen,
                    place=self.step.place,
                )
            )
            if self.shown is not None and (open_cards := cards & self.shown(env)):
                events.append(
                    Event("moved", seat, cards=open_cards, count=open_cards.bit_count(), seen_by=everybody)
                )
        state = self.assign(state, self.step.sets, seat)
        return self.start(state, state.work.queue[1:], events)
