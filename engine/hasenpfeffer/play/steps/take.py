"""`take`: cards from a pile into a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import StepPlayer, in_reach, lay_open, move_out, put, top_cards

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import TakeStep


class TakePlayer(StepPlayer):
    step: TakeStep
    asks_all = True

    def __init__(self, rules: CompiledRules, step: TakeStep) -> None:
        super().__init__(rules, step)
        assert step.source is not None
        self.source = rules.formula(step.source)
        self.count = rules.optional(step.count)
        self.move_index = rules.move_index[step.name]
        self.pile_name = str(step.source.value) if step.source.op == "pile" else "cards"

    def begin(self, state: State, events: list[Event]) -> State:
        return self.done(self.take(state, events))

    def take(self, state: State, events: list[Event], *, closing: bool = False) -> State:
        """Each seat of `who` in turn takes its cards; nobody is asked."""
        for seat in self.asked(state, closing=closing):
            env = self.env(state, seat)
            env.now = True
            cards = in_reach(state, self.source(env))
            if self.count is not None:
                cards = top_cards(state, cards, self.count(env))
            if cards:
                state = self._into_hand(state, seat, cards, events)
        return state

    def _into_hand(self, state: State, seat: int, cards: int, events: list[Event]) -> State:
        was_open = lay_open(self.rules, state, cards)
        seen = self.rules.seating.everybody if was_open else self.seen_by(state, 1 << seat)
        state = move_out(state, cards)
        state = state._replace(
            hands=put(state.hands, seat, cards), moved=put(state.moved, self.move_index, cards)
        )
        events.append(
            Event(
                "took",
                seat,
                cards=cards,
                count=cards.bit_count(),
                seen_by=seen,
                text=self.pile_name,
                place=self.step.place,
            )
        )
        return self.assign(state, self.step.sets, seat)
