"""`predict`: every seat states a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.typed import alternatives
from hasenpfeffer.play.actions import Action, Predict
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.steps.asking import AskingPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.ruleset.steps import PredictStep


class PredictPlayer(AskingPlayer):
    step: PredictStep

    def __init__(self, rules: CompiledRules, step: PredictStep) -> None:
        super().__init__(rules, step)
        self.index = rules.ruleset.settings[step.name].index
        self.values = rules.formula(step.values)
        self.allowed = rules.optional(step.allowed)
        self.barred = [
            (rules.formula(test) if test is not None else None, rules.formula(value))
            for test, value in (alternatives(step.barred) if step.barred is not None else ())
        ]

    def begin(self, state: State, events: list[Event]) -> State:
        return self.ask(state, self.asked(state))

    def legal(self, state: State) -> tuple[Action, ...]:
        """The numbers that are allowed and not barred; what leaves nothing is lifted."""
        me = self.actor(state)
        env = self.env(state, me)
        numbers = list(self.values(env))
        if self.allowed is not None:
            numbers = [number for number in numbers if self._is_allowed(state, me, number)] or numbers
        shut = self._shut(env)
        free = [number for number in numbers if number not in shut] or numbers
        return tuple(Predict(self.step.name, number) for number in free)

    def _shut(self, env: Environment) -> set[Number]:
        """The numbers that may not be said; none where no item of a list holds."""
        for test, value in self.barred:
            if test is None or test(env):
                barred = value(env)
                return set(barred) if isinstance(barred, tuple) else {barred}
        return set()

    def _is_allowed(self, state: State, me: int, number: int) -> bool:
        assert self.allowed is not None
        return bool(self.allowed(self.env(self.answered(state, self.index, number, 1 << me), me)))

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        assert isinstance(action, Predict)
        me = self.actor(state)
        seen = 1 << me if self.step.at_once else self.rules.seating.everybody
        events.append(self._event(me, action.number, seen))
        state = self.answered(state, self.index, action.number, 1 << me)
        rest = state.work.queue[1:]
        if self.step.at_once and not rest:
            self._uncover(state, events)
        return self.ask(state, rest)

    def _uncover(self, state: State, events: list[Event]) -> None:
        """Everybody has answered: all answers are told."""
        for seat, number in enumerate(state.settings[self.index]):
            if number is not None:
                events.append(self._event(seat, number, self.rules.seating.everybody))

    def _event(self, seat: int, number: int, seen: int) -> Event:
        return Event("predicted", seat, count=number, seen_by=seen, text=str(number))
