"""`move`: cards change places, and nobody is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import StepPlayer, in_reach, lay_open, move_out, put, top_cards

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import MoveStep


class MovePlayer(StepPlayer):
    step: MoveStep

    def __init__(self, rules: CompiledRules, step: MoveStep) -> None:
        super().__init__(rules, step)
        assert step.source is not None
        self.source = rules.formula(step.source)
        self.cards = rules.optional(step.count)
        self.to = rules.optional(step.to)
        self.onto = rules.optional(step.onto)
        self.move_index = rules.move_index[step.name]

    def begin(self, state: State, events: list[Event]) -> State:
        return self.done(self.move(state, events))

    def move(self, state: State, events: list[Event], *, closing: bool = False) -> State:
        """Moves the cards into a hand (`to`) or onto somebody's tricks (`onto`)."""
        env = Environment(self.rules, state, closing=closing)
        if not all(condition(env) for condition in self.conditions):
            return state
        env.now = True
        cards = in_reach(state, self.source(env))
        if self.cards is not None:
            chosen = self.cards(env)
            is_set = self.step.count is not None and self.step.count.type.is_set
            if is_set:
                cards &= chosen
            else:
                cards = top_cards(state, cards, chosen)
        to = self.to(env) if self.to is not None else 0
        onto = self.onto(env) if self.onto is not None else 0
        target = to or onto
        if cards and target:
            seat = self.rules.seating.turns_after(state.dealer, target)[0]
            was_open = lay_open(self.rules, state, cards)
            piles = (
                name for name, pile in zip(self.rules.pile_names, state.piles, strict=True) if pile == cards
            )
            state = move_out(state, cards)
            if to:
                state = state._replace(hands=put(state.hands, seat, cards))
            else:
                state = state._replace(taken=put(state.taken, seat, cards))
            everybody = self.rules.seating.everybody
            seen = everybody if was_open else self.seen_by(state, 1 << seat if to else 0)
            events.append(
                Event(
                    "moved",
                    to=seat,
                    cards=cards,
                    count=cards.bit_count(),
                    seen_by=seen,
                    text=next(piles, ""),
                    place=self.step.place,
                )
            )
            state = state._replace(moved=put(state.moved, self.move_index, cards))
        return self.assign(state, self.step.sets, closing=closing)
