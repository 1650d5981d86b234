"""Deals or games in pairs: the same shuffles and the same streams of chance under two rulesets.

Pair i, from 0, has a seed of its own: the plan's and i. It is game 0 of that seed, or the first deal of that game,
so that `play --seed` shows it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.table import first_dealer
from hasenpfeffer.study.driver import game_turns, one_deal
from hasenpfeffer.study.impact.outcome import STUCK, Judge, Outcome
from hasenpfeffer.study.impact.walk import Common, Walk, walk_together
from hasenpfeffer.study.players import at_every_seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.cards import Pack
    from hasenpfeffer.ruleset.model import Ruleset

Unlike: TypeAlias = Literal["", "seats", "cards", "order"]
"""Why deals cannot be held against each other: other seats, other cards, or the same cards listed in another order,
so that the same shuffle is another deal. Empty: they can."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played."""

    unit: Literal["deals", "games"]
    number: int
    seed: int = 0
    bots: str = "careful"


@dataclass(frozen=True, slots=True)
class Pair:
    """One seed under both rulesets. `common` is None where they cannot be held against each other."""

    seed: int
    before: Outcome
    after: Outcome
    common: Common | None


def seed_of(plan: Plan, number: int) -> int:
    return plan.seed + number


def unlike(before: Ruleset, after: Ruleset) -> Unlike:
    """Whether the same shuffle is the same deal under both rulesets, and why not."""
    if before.seating.names != after.seating.names or before.seating.clockwise != after.seating.clockwise:
        return "seats"
    cards, others = _cards(before.pack), _cards(after.pack)
    if cards == others:
        return ""
    return "order" if Counter(cards) == Counter(others) else "cards"


def pairs(before: Ruleset, after: Ruleset, plan: Plan) -> Iterator[Pair]:
    """Every pair of the plan, in order."""
    one, other = Side(before, plan), Side(after, plan)
    alike = not unlike(before, after)
    return (_pair(one, other, seed_of(plan, number), alike=alike) for number in range(plan.number))


def _pair(one: Side, other: Side, seed: int, *, alike: bool) -> Pair:
    walk, walked = one.walk(seed), other.walk(seed)
    common = walk_together(walk, walked) if alike else None
    return Pair(seed, one.outcome(walk), other.outcome(walked), common)


class Side:
    """One ruleset with its players."""

    def __init__(self, ruleset: Ruleset, plan: Plan) -> None:
        self.rules = compile_rules(ruleset)
        self._of_games = plan.unit == "games"
        self._players = at_every_seat(plan.bots, self.rules)
        self._judge = Judge(self.rules)

    def walk(self, seed: int) -> Walk:
        if self._of_games:
            return Walk(self.rules, game_turns(self.rules, seed, 0, self._players))
        dealer = first_dealer(self.rules, seed, 0)
        return Walk(self.rules, one_deal(self.rules, seed, 0, 1, dealer, self._players))

    def outcome(self, walk: Walk) -> Outcome:
        """How it ends; plays what is left."""
        walk.to_the_end()
        if walk.stuck or walk.last is None:
            return STUCK
        return self._judge.game(walk.last) if self._of_games else self._judge.deal(walk.last)


def _cards(pack: Pack) -> tuple[str, ...]:
    return tuple(pack.faces[face].name for face in pack.cards)
