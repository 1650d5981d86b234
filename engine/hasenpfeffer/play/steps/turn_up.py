"""`turn up`: cards that lie face down on the table are turned face up, and nobody is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import StepPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import TurnUpStep


class TurnUpPlayer(StepPlayer):
    step: TurnUpStep

    def __init__(self, rules: CompiledRules, step: TurnUpStep) -> None:
        super().__init__(rules, step)
        self.source = rules.formula(step.source)

    def begin(self, state: State, events: list[Event]) -> State:
        env = Environment(self.rules, state)
        if not all(condition(env) for condition in self.conditions):
            return self.done(state)
        cards = self.source(env) & ~state.turned
        for seat, aside in enumerate(state.aside):
            self._tell(cards & aside, seat, "", events)
        for index, pile in enumerate(state.piles):
            name = self.rules.pile_names[index]
            if name not in self.rules.open_piles:
                self._tell(cards & pile, -1, name, events)
        lying = sum(state.aside) | sum(state.piles)
        return self.done(state._replace(turned=state.turned | cards & lying))

    def _tell(self, cards: int, seat: int, pile: str, events: list[Event]) -> None:
        if cards:
            everybody = self.rules.seating.everybody
            count = cards.bit_count()
            place = self.step.place
            events.append(
                Event("turned up", seat, cards=cards, count=count, seen_by=everybody, text=pile, place=place)
            )
