"""Melds on the table as a program counts them: points by seat, and how good the best of each is."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from hasenpfeffer.kernel.meld_ranks import MeldRanks
from hasenpfeffer.play.melds import measure

if TYPE_CHECKING:
    from hasenpfeffer.kernel.denominators import Denominators
    from hasenpfeffer.kernel.packing import Target
    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Melded, State


class MeldPacker:
    def __init__(self, rules: CompiledRules, denominators: Denominators) -> None:
        self._rules = rules
        self._unit = denominators.of_melds

    def put(self, state: State, target: Target) -> None:
        seats = range(self._rules.seating.count)
        env = self._rules.environment(state)
        by_seat = [[one for one in state.melds if one.seat == seat] for seat in seats]
        melders = list(dict.fromkeys(one.seat for one in state.melds))
        turns = [1 + melders.index(seat) if seat in melders else 0 for seat in seats]
        target.put("MELDERS", len(melders))
        target.row("MELD_TURN", turns)
        target.row("MELD_POINTS", (int(sum(one.points for one in mine) * self._unit) for mine in by_seat))
        target.row(
            "MELD_RANK",
            (max((self._rank(env, one, turns[one.seat]) for one in mine), default=0) for mine in by_seat),
        )
        target.sets("MELD_CARDS", map(_together, by_seat))
        target.sets("CARDS_MELDED", (_together([one for one in state.melds if one.is_open]),))

    @cached_property
    def _ranks(self) -> MeldRanks:
        return MeldRanks(self._rules, self._unit)

    def _rank(self, env: Environment, one: Melded, turn: int) -> int:
        compared = {word: int(measure(env, one, word)) for word in ("length", "highest card", "trump")}
        compared["points"] = int(one.points * self._unit)
        compared["highest card"] += 1
        compared["turn"] = self._rules.seating.count - turn
        return self._ranks.rank(compared)


def _together(melds: list[Melded]) -> int:
    cards = 0
    for one in melds:
        cards |= one.cards
    return cards
