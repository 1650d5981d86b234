"""`discard`: cards put away, out of play or onto somebody's tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import drop, first_of, put
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
        keeper = first_of(self.onto, env)
        if keeper is not None:
            state = state._replace(taken=put(state.taken, keeper, cards))
        else:
            state = state._replace(aside=put(state.aside, seat, cards))
        if cards:
            events.append(
                Event(
                    "discarded",
                    seat,
                    cards=cards,
                    count=cards.bit_count(),
                    seen_by=self.seen_by(state, 1 << seat),
                    place=self.step.place,
                )
            )
            if self.shown is not None and (open_cards := cards & self.shown(env)):
                everybody = self.rules.seating.everybody
                events.append(
                    Event("moved", seat, cards=open_cards, count=open_cards.bit_count(), seen_by=everybody)
                )
        state = self.assign(state, self.step.sets, seat)
        return self.start(state, state.work.queue[1:], events)
