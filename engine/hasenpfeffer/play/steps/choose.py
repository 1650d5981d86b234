"""`choose`: an answer that becomes the value of the step's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.actions import Action, Choose
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import with_settings
from hasenpfeffer.play.steps.asking import AskingPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import ChooseStep


class ChoosePlayer(AskingPlayer):
    step: ChooseStep

    def __init__(self, rules: CompiledRules, step: ChooseStep) -> None:
        super().__init__(rules, step)
        self.index = rules.ruleset.settings[step.name].index
        values = step.values
        self.may_be_empty = values is not None and values.op == "or_nothing"
        if values is not None and self.may_be_empty:
            values = values.args[0]
        self.values = rules.optional(values)
        self.kind = values.type.kind if values is not None else Kind.WORDS
        self.allowed = rules.optional(step.allowed)
        self.option_conditions = [rules.optional(option.condition) for option in step.options]
        self.option_fields = [rules.field_values(option.fields) for option in step.options]
        words = rules.ruleset.names.words
        self.option_words = [1 << words[option.name] for option in step.options]

    def begin(self, state: State, events: list[Event]) -> State:
        return self.ask(state, self.asked(state))

    def legal(self, state: State) -> tuple[Action, ...]:
        me = self.actor(state)
        env = self.env(state, me)
        name = self.step.name
        if self.step.options:
            return tuple(
                Choose(name, index, option=True)
                for index, condition in enumerate(self.option_conditions)
                if condition is None or condition(env)
            )
        assert self.values is not None
        found = self.values(env)
        if isinstance(found, tuple):
            values = list(found)
        else:
            values = [1 << member for member in self.rules.pack.members(found)]
            if self.kind is Kind.CARDS:
                values = self._one_of_each(values)
            if self.may_be_empty:
                values.append(0)
        return tuple(Choose(name, value) for value in values if self._is_allowed(state, me, value))

    def _one_of_each(self, cards: list[int]) -> list[int]:
        pack = self.rules.pack
        by_face: dict[int, int] = {}
        for card in cards:
            by_face.setdefault(pack.cards[card.bit_length() - 1], card)
        return list(by_face.values())

    def _is_allowed(self, state: State, me: int, value: int) -> bool:
        if self.allowed is None:
            return True
        return bool(self.allowed(self.env(self._set(state, me, value), me)))

    def _set(self, state: State, me: int, value: int) -> State:
        return self.answered(state, self.index, value, 1 << me if self.step.per_seat else 0)

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        assert isinstance(action, Choose)
        me = self.actor(state)
        value = self.option_words[action.value] if action.option else action.value
        is_secret = self.step.secret_until is not None or self.step.shown.mode == "no"
        hidden = is_secret or self.step.at_once
        events.append(self._event(action, me, 1 << me if hidden else self.rules.seating.everybody))
        state = self._set(state, me, value)
        queue = state.work.queue[1:]
        if not self.step.at_once:
            state, goes_on_at = self._with_fields(state, action, me)
        elif not queue:
            state, goes_on_at = self._all_at_once(state, events, is_secret=is_secret)
        else:
            goes_on_at = None
        if goes_on_at is not None:
            return state._replace(step=self.rules.step_index(goes_on_at), work=None)
        return self.ask(state, queue)

    def _with_fields(self, state: State, action: Choose, me: int) -> tuple[State, str | None]:
        """The state with the fields of an option in force, and the step at which it goes on."""
        if not action.option:
            return state, None
        return with_settings(state, self.option_fields[action.value], me), self.step.options[action.value].at

    def _all_at_once(self, state: State, events: list[Event], *, is_secret: bool) -> tuple[State, str | None]:
        """Everybody has answered: the answers hold, and are told unless they stay secret."""
        found: str | None = None
        by_seat = state.settings[self.index]
        answers = list(enumerate(by_seat)) if isinstance(by_seat, tuple) else []
        for seat, value in answers:
            if value is None:
                continue
            action = Choose(self.step.name, value)
            if self.step.options:
                action = Choose(self.step.name, self.option_words.index(value), option=True)
            if not is_secret:
                events.append(self._event(action, seat, self.rules.seating.everybody))
            state, goes_on_at = self._with_fields(state, action, seat)
            found = found or goes_on_at
        return state, found

    def _event(self, action: Choose, seat: int, seen: int) -> Event:
        text = self.rules.texts.choice(action)
        return Event("chosen", seat, seen_by=seen, text=text, place=self.step.place)
