"""`meld`: each seat's combinations are counted, and laid open where the step says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.melds import MeldFinder, melded, melding_event
from hasenpfeffer.play.player import StepPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import MeldStep


class MeldPlayer(StepPlayer):
    """Nobody is asked: who holds combinations wants them counted, all of them and for as much as they can be."""

    step: MeldStep

    def __init__(self, rules: CompiledRules, step: MeldStep) -> None:
        super().__init__(rules, step)
        self.finder = MeldFinder(rules, step.melding)

    def begin(self, state: State, events: list[Event]) -> State:
        is_open = self.step.shown.mode == "yes"
        for seat in self.asked(state):
            found = self.finder.find(self.env(state, seat), state.hands[seat])
            if not found:
                continue
            seen = self.seen_by(state, 1 << seat)
            events.append(melding_event(self.rules, seat, found, seen_by=seen, place=self.step.place))
            state = self.assign(melded(state, seat, found, is_open=is_open), self.step.sets, seat)
        return self.done(state)
