"""`go alone`: a seat plays while its partners sit out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.play.actions import ALONE, WITH_PARTNER, Action, GoAlone
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import StepPlayer
from hasenpfeffer.play.sides import partners_of

if TYPE_CHECKING:
    from hasenpfeffer.play.state import State


class Asking(NamedTuple):
    queue: tuple[int, ...]


class GoAlonePlayer(StepPlayer):
    def begin(self, state: State, events: list[Event]) -> State:
        """Asks nobody of a side that is alone already, and nobody who has no partner."""
        env = self.env(state)
        queue = tuple(
            seat
            for seat in self.asked(state)
            if (partners := partners_of(env, seat)) and not partners & state.sitting
        )
        return state._replace(work=Asking(queue)) if queue else self.done(state)

    def actor(self, state: State) -> int:
        return int(state.work.queue[0])

    def legal(self, state: State) -> tuple[Action, ...]:
        return (ALONE, WITH_PARTNER)

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        assert isinstance(action, GoAlone)
        me = self.actor(state)
        if action.alone:
            events.append(Event("alone", me, place=self.step.place))
            return self.done(state._replace(sitting=state.sitting | partners_of(self.env(state), me)))
        events.append(Event("with partner", me))
        rest = state.work.queue[1:]
        return state._replace(work=Asking(rest)) if rest else self.done(state)
