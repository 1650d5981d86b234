"""Melds on the table as a program counts them: points by seat, and how good the best of each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel.meld_search import TURNS, turn_weight
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
        first = [next((n for n, one in enumerate(state.melds) if one.seat == seat), -1) for seat in seats]
        target.put("MELD_COUNT", len(state.melds))
        target.row("MELD_FIRST", (number + 1 for number in first))
        target.row("MELD_POINTS", (int(sum(one.points for one in mine) * self._unit) for mine in by_seat))
        target.row(
            "MELD_KEY", (max((self._key(env, one, first) for one in mine), default=0) for mine in by_seat)
        )
        target.sets("MELD_CARDS", map(_together, by_seat))
        target.sets("CARDS_MELDED", (_together([one for one in state.melds if one.is_open]),))

    def _key(self, env: Environment, one: Melded, first: list[int]) -> int:
        """How good a meld is, as `kernel.steps.melding` writes it as one number."""
        key, better = 0, self._rules.better
        for word in better:
            key *= TURNS
            match word:
                case "points":
                    key += int(one.points * self._unit)
                case "highest card":
                    key += 1 + int(measure(env, one, word))
                case "length" | "trump":
                    key += int(measure(env, one, word))
        return key + (TURNS - 2 - first[one.seat]) * turn_weight(better) + 1


def _together(melds: list[Melded]) -> int:
    cards = 0
    for one in melds:
        cards |= one.cards
    return cards
