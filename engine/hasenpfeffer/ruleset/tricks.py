"""How many tricks a deal has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.ruleset.steps import DealStep, TricksStep

if TYPE_CHECKING:
    from hasenpfeffer.ruleset.model import Ruleset


def most_tricks(ruleset: Ruleset) -> int | None:
    """How many tricks a deal has, where that is plain from the cards that are dealt; it may stop before."""
    tricks = [step for step in ruleset.steps if isinstance(step, TricksStep)]
    deals = [step for step in ruleset.steps if isinstance(step, DealStep)]
    if len(tricks) != 1 or len(deals) != 1 or tricks[0].count is not None:
        return None
    if any(after.step is not None for after in tricks[0].after_each):
        return None
    return ruleset.names.sizes.hand


def may_stop_before(ruleset: Ruleset) -> bool:
    """Whether a deal can be over while cards are left."""
    return any(isinstance(step, TricksStep) and step.stop_when is not None for step in ruleset.steps)
