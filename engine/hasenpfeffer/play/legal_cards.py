"""Which cards may be played: bars, then what may always be played, then the first duty that binds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.steps import Bar, Duty, TricksStep

    Formula = Callable[[Any], Any]


class Judgement(NamedTuple):
    """The legal cards of a hand, and which rules decided: for refusals."""

    cards: int
    barred: tuple[tuple[Bar, int], ...]
    duty: Duty | None
    forced_loose: int


class CardRules:
    """`lead`, `follow`, `bars` and privileges of a tricks step, compiled."""

    def __init__(self, rules: CompiledRules, step: TricksStep) -> None:
        self.rules = rules
        self.bars = [(bar, rules.optional(bar.condition), rules.formula(bar.cards)) for bar in step.bars]
        self.lead = self._duties(step.lead)
        self.follow = self._duties(step.follow)
        self.kept_back = self._duties(step.kept_back)
        self.always = rules.optional(step.always)

    def _duties(self, duties: tuple[Duty, ...]) -> list[tuple[Duty, Formula | None, Formula]]:
        return [
            (duty, self.rules.optional(duty.condition), self.rules.formula(duty.cards)) for duty in duties
        ]

    def judge(self, env: Environment, hand: int) -> Judgement:
        """The legal cards of a hand that is not empty; there is always one."""
        barred: list[tuple[Bar, int]] = []
        free = hand
        for bar, condition, cards in self.bars:
            if condition is None or condition(env):
                shut = hand & cards(env)
                if shut:
                    barred.append((bar, shut))
                    free &= ~shut
        if not free:  # a bar that leaves nothing is lifted for this turn
            free, barred = hand, []
        leading = not env.state.table or not env.state.led_suit
        forced = 0 if leading else self._forced_loose(env, free)
        if forced:
            return Judgement(forced, tuple(barred), None, forced)
        found, duty = self._bound(env, free, self.lead if leading else self.follow)
        if self.always is not None:
            found |= free & self.always(env)
        if not leading and env.contract.loose_set & free:
            found |= self._any_time(env, free)
        return Judgement(found, tuple(barred), duty, 0)

    def _bound(
        self, env: Environment, free: int, duties: list[tuple[Duty, Formula | None, Formula]]
    ) -> tuple[int, Duty | None]:
        kept_free = 0
        kept = self._kept(env, free) if self.kept_back else 0
        for duty, condition, cards in duties:
            if condition is not None and not condition(env):
                continue
            found = free & cards(env)
            if not found:
                continue
            if not found & ~kept:  # all of them may be kept back: the duty does not bind
                kept_free |= found
                continue
            return found | kept_free, duty
        return free, None

    def _kept(self, env: Environment, free: int) -> int:
        for _, condition, cards in self.kept_back:
            if condition is None or condition(env):
                found: int = free & cards(env)
                if found:
                    return found
        return 0

    def _any_time(self, env: Environment, free: int) -> int:
        contract, found = env.contract, 0
        for card in self.rules.pack.members(free & contract.loose_set):
            loose = contract.loose[card]
            if loose is not None and loose.following == "any time":
                found |= 1 << card
        return found

    def _forced_loose(self, env: Environment, free: int) -> int:
        """Loose cards that must go when the hand is void in the suit led."""
        contract = env.contract
        if not contract.loose_set & free or free & contract.cards_of(env.state.led_suit):
            return 0
        found = 0
        for card in self.rules.pack.members(free & contract.loose_set):
            loose = contract.loose[card]
            if loose is not None and loose.following == "forced when void":
                found |= 1 << card
        return found
