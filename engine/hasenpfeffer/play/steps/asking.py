"""Asking seats one after the other: what choices, predictions and going alone share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hasenpfeffer.play.player import StepPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.state import State


class Asking(NamedTuple):
    """The seats that have not answered yet; the first is asked."""

    queue: tuple[int, ...]


class AskingPlayer(StepPlayer):
    """`ask` goes on with a queue of seats; a step whose queue is empty is done."""

    def actor(self, state: State) -> int:
        return int(state.work.queue[0])

    def answered(self, state: State, index: int, value: Any, seats: int) -> State:
        """The state with an answer in its setting: for these seats alone, or for all."""
        settings = list(state.settings)
        settings[index] = self.stored(settings[index], value, seats)
        return state._replace(settings=tuple(settings))

    def ask(self, state: State, queue: tuple[int, ...]) -> State:
        return state._replace(work=Asking(queue)) if queue else self.done(state)
