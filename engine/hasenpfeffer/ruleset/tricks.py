"""How many tricks a deal has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.ruleset.steps import DealStep, DiscardStep, TricksStep

if TYPE_CHECKING:
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Step


def most_tricks(ruleset: Ruleset) -> int | None:
    """How many tricks a deal has, where that is plain from the cards that are dealt; it may stop before."""
    tricks = [step for step in ruleset.steps if isinstance(step, TricksStep)]
    deals = [step for step in ruleset.steps if isinstance(step, DealStep)]
    if len(tricks) != 1 or len(deals) != 1 or tricks[0].count is not None:
        return None
    deal = deals[0]
    numbers = [amount for amount in (deal.cards, deal.up_to) if amount is not None]
    if not all(number.is_constant for number in numbers) or (deal.all_cards and deal.who is not None):
        return None
    if draws_cards(ruleset):
        return None
    return ruleset.names.sizes.hand - sum(_laid_aside(step) for step in ruleset.steps)


def _laid_aside(step: Step) -> int:
    """How many cards every seat puts away, whatever else happens."""
    if not isinstance(step, DiscardStep) or step.conditions or step.count is None or step.who is None:
        return 0
    is_everybody = step.who.op == "lookup" and step.who.value == "seats"
    return step.count.value if is_everybody and isinstance(step.count.value, int) else 0


def draws_cards(ruleset: Ruleset) -> bool:
    """Whether hands get cards while tricks are played."""
    steps = (step for step in ruleset.steps if isinstance(step, TricksStep))
    return any(after.step is not None for step in steps for after in step.after_each)


def may_stop_before(ruleset: Ruleset) -> bool:
    """Whether a deal can be over while cards are left."""
    return any(isinstance(step, TricksStep) and step.stop_when is not None for step in ruleset.steps)
