"""A deal laid open after it is over: what was dealt, how the tricks went, and every position on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.report.document import Table
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.ruleset.steps import TricksStep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.history import Turn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State


class Review:
    """The turns of a deal that is over, its beginning first. `people` are spoken to as at the table."""

    def __init__(self, rules: CompiledRules, turns: Sequence[Turn], people: int) -> None:
        self.rules = rules
        self._turns = turns
        self._names = Narrator(rules, people)
        self._told = _told(rules, turns)

    def __len__(self) -> int:
        """How many positions there are; the first is 0, before anybody has chosen."""
        return len(self._turns)

    @property
    def dealt(self) -> Table:
        """What each seat and pile got."""
        end = self._turns[-1].after
        rows = [
            (self._names.name(seat), self._sorted(end, cards)) for seat, cards in enumerate(end.dealt) if cards
        ]
        piles = {index: name for name, index in self.rules.pile_index.items()}
        rows += [
            (piles[index], self._sorted(end, cards)) for index, cards in enumerate(end.piles_dealt) if cards
        ]
        return Table(("", "was dealt"), tuple(rows))

    @property
    def tricks(self) -> Table:
        """Who played what to each trick, in order of play, and who won it."""
        rows = [
            (
                str(number),
                ", ".join(
                    f"{self._names.name(seat)} {self._names.faces.text(card)}" for seat, card in trick.cards
                ),
                self._names.name(trick.winner),
            )
            for number, trick in enumerate(self._turns[-1].after.tricks, start=1)
        ]
        return Table(("trick", "cards in order of play", "won by"), tuple(rows))

    def position(self, number: int) -> list[str]:
        """What led to a position, and all hands in it."""
        turn = self._turns[number]
        state = turn.after
        found = [f"step {number} of {len(self) - 1}:", *self._told[number]]
        if state.table and not state.over:
            lies = [f"{self._names.name(seat)} {self._names.faces.text(card)}" for seat, card in state.table]
            found.append(f"on the table: {', '.join(lies)}")
        found += [
            f"{self._names.whose(seat)} hand: {self._sorted(state, cards)}"
            for seat, cards in enumerate(state.hands)
            if cards
        ]
        return found

    def of_trick(self, number: int) -> int | None:
        """The first position of a trick; None where there is no such trick."""
        for index, turn in enumerate(self._turns):
            state = turn.after
            is_playing = state.step < len(self.rules.steps) and isinstance(
                self.rules.ruleset.steps[state.step], TricksStep
            )
            if is_playing and len(state.tricks) == number - 1:
                return index
        return None

    def _sorted(self, state: State, cards: int) -> str:
        order = self.rules.environment(state).contract.order
        return " ".join(self._names.faces.text(card) for card in order if cards >> card & 1)


def _told(rules: CompiledRules, turns: Sequence[Turn]) -> list[list[str]]:
    """The events of each turn in lines, with every card in them."""
    narrator = Narrator(rules, sees_all=True)
    narrator.at(turns[0].after)
    return [[line for line in narrator.lines(turn.events) if line] for turn in turns]
