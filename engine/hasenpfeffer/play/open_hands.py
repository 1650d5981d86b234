"""Hands that lie open on the table: whose, from when, and who plays the cards of a dummy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.events import Event
from hasenpfeffer.ruleset.steps import TricksStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State


class OpenHands:
    """The open hands of one `tricks` step, the dummy among them."""

    def __init__(self, rules: CompiledRules, step: TricksStep) -> None:
        self._rules = rules
        self.at = rules.step_index(step.name)
        self._dummy = rules.optional(step.dummy.hand if step.dummy else None)
        self._played_by = rules.optional(step.dummy.played_by if step.dummy else None)
        named = step.dummy.seen_after if step.dummy else None
        self._seen_after = None if named is None else rules.step_index(named)
        """The step after which the dummy is laid down; None: after the first card."""
        self._who = rules.optional(step.open_hands.who if step.open_hands else None)
        self._condition = rules.optional(step.open_hands.condition if step.open_hands else None)

    def seats(self, state: State) -> int:
        """The seats whose hands all may see."""
        env = Environment(self._rules, state)
        found = 0
        if self._dummy is not None and self._is_laid_down(state):
            found |= self._dummy(env)
        if (
            self._who is not None
            and state.step == self.at
            and (self._condition is None or self._condition(env))
        ):
            found |= self._who(env)
        return found

    def player_of(self, state: State, seat: int) -> int:
        """Who plays the cards of this seat: itself, unless it is a dummy whose hand lies open."""
        if self._dummy is None or self._played_by is None or not self._is_laid_down(state):
            return seat
        env = Environment(self._rules, state)
        if not self._dummy(env) >> seat & 1:
            return seat
        by = self._rules.seating.first_after(state.dealer, self._played_by(env))
        return seat if by is None else by

    def _is_laid_down(self, state: State) -> bool:
        if self._seen_after is None:
            return state.step == self.at and bool(state.table or state.tricks)
        return self._seen_after < state.step <= self.at


def open_hands(rules: CompiledRules, state: State) -> int:
    """The seats whose hands all may see."""
    found = 0
    if not state.over:
        for one in rules.open_hands:
            found |= one.seats(state)
    return found


def player_of(rules: CompiledRules, state: State, seat: int) -> int:
    """Who plays the cards of this seat in the step in progress."""
    for one in rules.open_hands:
        if one.at == state.step:
            return one.player_of(state, seat)
    return seat


def tell_open_hands(rules: CompiledRules, state: State, before: int, events: list[Event]) -> None:
    """Tells of hands that lie open now and did not before."""
    for seat in members(open_hands(rules, state) & ~before):
        cards = state.hands[seat]
        if cards:
            everybody = rules.seating.everybody
            events.append(Event("laid open", seat, cards=cards, count=cards.bit_count(), seen_by=everybody))


def all_open_hands(rules: CompiledRules) -> tuple[OpenHands, ...]:
    """What the steps of a ruleset say of open hands."""
    return tuple(
        OpenHands(rules, step)
        for step in rules.ruleset.steps
        if isinstance(step, TricksStep) and (step.dummy is not None or step.open_hands is not None)
    )
