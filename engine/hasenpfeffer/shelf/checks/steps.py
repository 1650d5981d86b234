"""Steps that other steps name: where a deal goes on, and after which hands are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.suggest import asked, choices_text, nearest
from hasenpfeffer.ruleset.steps import (
    AuctionStep,
    ChooseStep,
    DealStep,
    DiscardStep,
    ExchangeStep,
    GiveStep,
    TricksStep,
)
from hasenpfeffer.shelf.checks.partly import if_known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import StepBase


_WITH_CARDS = (DiscardStep, ExchangeStep, GiveStep, TricksStep)


def check_steps(ruleset: Ruleset, findings: Findings) -> None:
    """S230: a step is named that there is not, or not where it would have to be · T604: cards are played unseen ·
    L901: an announcement for which no hand is large enough."""
    for check in (_unseen, _never_announced):
        with if_known(findings):
            check(ruleset, findings)
    names = [step.name for step in ruleset.steps]
    for index, step in enumerate(ruleset.steps):
        for key, named, place in _named(step):
            known, where = _within_reach(step, key, names, index)
            if named in known:
                continue
            guess = nearest(named, known)
            elsewhere = f" {where} this one" if named in names else ""
            hint = asked(guess)
            findings.error(
                "S230",
                f"`{key}` names the step `{named}`, and there is none{elsewhere}{hint}",
                place,
                path=f"steps.{step.name}",
                help=f"Steps: {choices_text(known, named)}",
            )


def _within_reach(step: StepBase, key: str, names: list[str], index: int) -> tuple[list[str], str]:
    """The steps that a setting may name, and on which side of its own they stand."""
    if key == "go on at":
        return [*names, "scoring"], "after"
    return (names[:index], "before") if isinstance(step, TricksStep) else (names[index + 1 :], "after")


def _never_announced(ruleset: Ruleset, findings: Findings) -> None:
    largest = ruleset.names.sizes.hand
    for step in ruleset.steps:
        for offer in step.during if isinstance(step, TricksStep) else ():
            for key, number in (("cards left", offer.cards_left), ("trick", offer.trick)):
                if number is not None and isinstance(number.value, int) and not 0 <= number.value <= largest:
                    findings.warning(
                        "L901",
                        f"`{offer.name}` can never be announced: no hand has more than {largest} cards",
                        number.place or offer.place,
                        path=f"steps.{step.name}.during.{offer.name}.{key}",
                        help=f"Write {largest} or less",
                    )


def _unseen(ruleset: Ruleset, findings: Findings) -> None:
    """Steps in which seats choose among cards that they may look at only later."""
    names = [step.name for step in ruleset.steps]
    for index, deal in enumerate(ruleset.steps):
        if not isinstance(deal, DealStep) or deal.seen_after not in names[index:]:
            continue
        for step in ruleset.steps[index + 1 : names.index(deal.seen_after) + 1]:
            if isinstance(step, _WITH_CARDS):
                findings.error(
                    "T604",
                    f"In `{step.name}` seats choose among their cards, which nobody sees before `{deal.seen_after}`",
                    step.place,
                    related=[Related("dealt unseen", deal.place)],
                    path=f"steps.{step.name}",
                    help=f"Move it after `{deal.seen_after}`",
                )


def _named(step: StepBase) -> Iterator[tuple[str, str, Place]]:
    """The setting, the step that it names, and where."""
    match step:
        case DealStep():
            if step.seen_after is not None:
                yield "seen", step.seen_after, step.place
        case AuctionStep():
            if step.all_pass.at is not None:
                yield "go on at", step.all_pass.at, step.all_pass.place
        case TricksStep() if step.dummy is not None:
            if step.dummy.seen_after is not None:
                yield "seen", step.dummy.seen_after, step.dummy.seen_place
        case ChooseStep():
            for option in step.options:
                if option.at is not None:
                    yield "go on at", option.at, option.place
        case _:
            pass
