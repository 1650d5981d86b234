"""`go alone`: a seat plays while its partners sit out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.actions import ALONE, WITH_PARTNER, Action, GoAlone
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.sides import partners_of
from hasenpfeffer.play.steps.asking import AskingPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.state import State


class GoAlonePlayer(AskingPlayer):
    def begin(self, state: State, events: list[Event]) -> State:
        """Asks nobody of a side that is alone already, and nobody who has no partner."""
        env = self.env(state)
        queue = tuple(
            seat
            for seat in self.asked(state)
            if (partners := partners_of(env, seat)) and not partners & state.sitting
        )
        return self.ask(state, queue)

    def legal(self, state: State) -> tuple[Action, ...]:
        return (ALONE, WITH_PARTNER)

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        assert isinstance(action, GoAlone)
        me = self.actor(state)
        if action.alone:
            events.append(Event("alone", me, place=self.step.place))
            return self.done(state._replace(sitting=state.sitting | partners_of(self.env(state), me)))
        events.append(Event("with partner", me))
        return self.ask(state, state.work.queue[1:])
