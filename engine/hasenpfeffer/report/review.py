"""A deal laid open after it is over: what was dealt, how the tricks went, and every position on the way."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from hasenpfeffer.play.actions import PlayCard
from hasenpfeffer.play.deals import write_deal
from hasenpfeffer.report.document import Table
from hasenpfeffer.report.events import Narrator

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
        self._people = people
        self._names = Narrator(rules, people)
        self._told = _told(rules, turns, people)

    def __len__(self) -> int:
        """How many positions there are; the first is 0, before anybody has chosen."""
        return len(self._turns)

    @property
    def dealt(self) -> Table:
        """What each seat and pile got."""
        end = self._turns[-1].after
        rows = [
            (self._names.name(seat), self._sorted(end, cards))
            for seat, cards in enumerate(end.dealt)
            if cards
        ]
        piles = zip(self.rules.pile_names, end.piles_dealt, strict=True)
        rows += [(name, self._sorted(end, cards)) for name, cards in piles if cards]
        return Table(("dealt to", "cards"), tuple(rows))

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
        """The position in which the first card of a trick lies; None where there is no such trick."""
        for index, turn in enumerate(self._turns):
            before = turn.before
            if before is None or before.table or not isinstance(turn.action, PlayCard):
                continue
            if len(before.tricks) == number - 1:
                return index
        return None

    @property
    def course(self) -> list[str]:
        """How the deal went but for its tricks: the auction, what was chosen and moved, the score."""
        tricks = ("played", "trick won", "dealt", "game over")
        narrator = Narrator(self.rules, self._people, sees_all=True)
        narrator.at(self._turns[-1].after)
        events = [event for turn in self._turns for event in turn.events if event.kind not in tricks]
        return [line for line in narrator.lines(events) if line]

    @property
    def deal(self) -> str:
        """The deal string, to play these cards again."""
        return write_deal(self.rules, self._turns[0].after)

    def _sorted(self, state: State, cards: int) -> str:
        """Cards as the rules sort them at this point, a wider space between suits."""
        contract = self.rules.environment(state).contract
        held = [card for card in contract.order if cards >> card & 1]
        groups = groupby(held, lambda card: contract.suit_of[card])
        return "  ".join(" ".join(map(self._names.faces.text, group)) for _, group in groups)


def _told(rules: CompiledRules, turns: Sequence[Turn], people: int) -> list[list[str]]:
    """The events of each turn in lines, with every card in them."""
    narrator = Narrator(rules, people, sees_all=True)
    narrator.at(turns[0].after)
    return [[line for line in narrator.lines(turn.events) if line] for turn in turns]
