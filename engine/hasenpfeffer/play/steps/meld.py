"""`meld`: each seat's combinations are counted, and laid open where the step says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.events import Event
from hasenpfeffer.play.melds import MeldFinder, melded, names_of
from hasenpfeffer.play.player import StepPlayer

if TYPE_CHECKING:
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
            cards = 0
            for one in found:
                cards |= one.cards
            events.append(
                Event(
                    "melded",
                    seat,
                    cards=cards,
                    count=cards.bit_count(),
                    seen_by=self.seen_by(state, 1 << seat),
                    text=names_of(self.rules, found),
                    place=self.step.place,
                    worth=sum(one.points for one in found),
                )
            )
            state = self.assign(melded(state, seat, found, is_open=is_open), self.step.sets, seat)
        return self.done(state)
