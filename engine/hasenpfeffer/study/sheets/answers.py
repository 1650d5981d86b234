"""What can be said of a deal: which answers a step takes, and what it sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, MeldStep, MoveCards, TricksStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.steps import AllPass, Step


def set_by(step: Step) -> set[str]:
    """The names that a step sets besides its own."""
    match step:
        case ChooseStep():
            return {field for option in step.options for field, _ in option.fields}
        case AuctionStep():
            return {one.name for one in step.all_pass.sets}
        case MoveCards() | MeldStep():
            return {one.name for one in step.sets}
        case TricksStep():
            after = {one.name for deed in step.after_each for one in deed.sets}
            return after | {one.name for said in step.during for one in said.sets}
        case _:
            return set()


def all_pass(rules: CompiledRules) -> AllPass | None:
    """What happens if nobody bids in the last auction; None without one."""
    auctions = [step for step in rules.ruleset.steps if isinstance(step, AuctionStep)]
    return auctions[-1].all_pass if auctions else None


def all_pass_scores_nothing(rules: CompiledRules) -> bool:
    """Whether nothing is left to tell of a deal in which nobody bid."""
    rule = all_pass(rules)
    return rule is None or rule.how in ("thrown in", "forced") or rule.at == "scoring"


def values_of(rules: CompiledRules, name: str) -> tuple[str, ...]:
    """The answers that a choice may have, where there are just a few."""
    step = next((step for step in rules.ruleset.steps if step.name == name), None)
    if not isinstance(step, ChooseStep):
        return ()
    if step.options:
        return tuple(option.name for option in step.options)
    kind = rules.ruleset.settings[name].type.kind
    if kind is Kind.YESNO:
        return ("yes", "no")
    if kind not in (Kind.SUITS, Kind.WORDS):
        return ()
    if step.values is not None and step.values.is_constant and isinstance(step.values.value, int):
        return tuple(rules.texts.member(kind, index) for index in members(step.values.value))
    if kind is Kind.SUITS:
        return (*(suit.name for suit in rules.pack.suits), *rules.ruleset.names.strains)
    return tuple(rules.ruleset.names.words)
