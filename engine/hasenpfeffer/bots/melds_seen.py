"""Hidden hands and melds: what the others hold must be worth what they have melded, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.play.deals import begun_as
from hasenpfeffer.play.melds import MeldFinder
from hasenpfeffer.ruleset.steps import MeldStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number
    from hasenpfeffer.play.view import View


class _Melded(NamedTuple):
    """What one seat has melded; `cards` are those that it has shown."""

    seat: int
    points: Number
    cards: int
    is_open: bool


class MeldsSeen:
    """Asked of proposed hands, before the whole deal is played again: a quick look that spares most of it.

    Where melds are counted in several ways, it is not known which hand they were counted in: then any hand fits.
    """

    def __init__(self, rules: CompiledRules, seen: View) -> None:
        self._rules = rules
        self._finder = MeldFinder(rules, rules.meldings[0]) if len(rules.meldings) == 1 else None
        self._known = begun_as(rules, seen, ())._replace(declarer=seen.declarer, settings=seen.settings)
        self._trump = seen.trump
        self._played = _played(seen)
        self._melded = list(self._others(seen)) if self._finder is not None else []

    def fit(self, hands: Sequence[int], aside: Sequence[int]) -> bool:
        """Whether hands as they are now, with these cards put away, were worth what was melded."""
        finder = self._finder
        for seat, points, cards, is_open in self._melded:
            assert finder is not None
            hand = hands[seat] | aside[seat] | self._played[seat]
            found = finder.find(self._env(seat), hand)
            if sum(one.points for one in found) != points:
                return False
            if is_open and any(one.cards & ~cards for one in found):
                return False
        return True

    def _env(self, seat: int) -> Environment:
        return self._rules.environment(self._known, seat).with_trump(self._trump)

    def _others(self, seen: View) -> Iterator[_Melded]:
        asked = self._had_to(seen)
        for seat in range(len(seen.hand_sizes)):
            own = [one for one in seen.melds if one.seat == seat]
            if seat != seen.seat and (own or asked >> seat & 1):
                cards = 0
                for one in own:
                    cards |= one.cards
                points = sum(one.points for one in own)
                yield _Melded(seat, points, cards, all(one.is_open for one in own))

    def _had_to(self, seen: View) -> int:
        """The seats whose melds have been counted, whether they had any or not."""
        reached = self._rules.step_index(seen.step)
        for step in self._rules.ruleset.steps[:reached]:
            if isinstance(step, MeldStep) and not step.conditions and step.who is not None:
                who: int = self._rules.formula(step.who)(self._rules.environment(self._known))
                return who & ~seen.sitting
        return 0


def _played(seen: View) -> list[int]:
    """The cards that each seat has played."""
    cards = [0] * len(seen.hand_sizes)
    for plays in (*(trick.cards for trick in seen.tricks), seen.table):
        for seat, card in plays:
            cards[seat] |= 1 << card
    return cards
