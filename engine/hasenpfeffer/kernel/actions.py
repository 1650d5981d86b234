"""What the codes of a program's actions mean, as actions of `play`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.actions import (
    ALONE,
    HOLD,
    PASS,
    WITH_PARTNER,
    Announce,
    Choose,
    Finish,
    MakeCall,
    NameSuit,
    PickCard,
    PlayCard,
    Predict,
    ThrowIn,
)
from hasenpfeffer.ruleset import steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.steps import Step

    Meaning = Callable[[int, "Asked"], Action]


class Asked(NamedTuple):
    """What the meaning of a code depends on, beside the step."""

    claim: int
    """By which right a hand may be thrown in, as its number."""
    is_naming: bool
    """Whether a suit is named, for a card that has been led."""
    says: Callable[[int], int]
    """The number or card that a code of a choice means."""


def meanings(rules: CompiledRules) -> tuple[Meaning | None, ...]:
    """For each step what turns a code into an action; None for steps that ask nobody."""
    return tuple(_meaning(rules, step) for step in rules.ruleset.steps)


def _meaning(rules: CompiledRules, step: Step) -> Meaning | None:
    match step:
        case steps.DealStep():
            return lambda code, asked: ThrowIn("" if code else step.thrown_in[asked.claim].name)
        case steps.AuctionStep():
            return _of_auction(rules, step)
        case steps.ChooseStep():
            return _of_choice(step)
        case steps.PredictStep():
            return lambda code, asked: Predict(step.name, asked.says(code))
        case steps.GoAloneStep():
            return lambda code, asked: WITH_PARTNER if code else ALONE
        case steps.DiscardStep() | steps.GiveStep() | steps.ExchangeStep():
            enough = len(rules.pack.faces)
            return lambda code, asked: Finish(step.name) if code == enough else PickCard(step.name, code)
        case steps.TricksStep():
            return _of_tricks(rules, step)
        case _:
            return None


def _of_auction(rules: CompiledRules, step: steps.AuctionStep) -> Meaning:
    """Passing comes first, then bids, then doubles, and holding last."""
    first = next((number for number, call in enumerate(rules.calls) if call is step.calls[0]), 0)
    heights = [call.height is None for call in step.calls]
    order = sorted(range(len(step.calls)), key=heights.__getitem__)
    actions: tuple[Action, ...] = (PASS, *(MakeCall(first + index) for index in order), HOLD)
    return lambda code, asked: actions[code]


def _of_choice(step: steps.ChooseStep) -> Meaning:
    if step.options:
        return lambda code, asked: Choose(step.name, code, option=True)
    assert step.values is not None
    may_be_empty = step.values.op == "or_nothing"
    kind = step.values.args[0].type.kind if may_be_empty else step.values.type.kind
    if kind in (Kind.NUMBER, Kind.YESNO):
        return lambda code, asked: Choose(step.name, asked.says(code))

    def meaning(code: int, asked: Asked) -> Action:
        """A member of a set, or nothing."""
        member = asked.says(code)
        return Choose(step.name, 0 if member < 0 else 1 << member)

    return meaning


def _of_tricks(rules: CompiledRules, step: steps.TricksStep) -> Meaning:
    faces = len(rules.pack.faces)
    announcements = [Announce(one.name) for one in step.during]
    plays = [PlayCard(face) for face in range(faces)]

    def meaning(code: int, asked: Asked) -> Action:
        if asked.is_naming:
            return NameSuit(code)
        return plays[code] if code < faces else announcements[code - faces]

    return meaning
