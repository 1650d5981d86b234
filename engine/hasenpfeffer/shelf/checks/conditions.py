"""Conditions that always hold, or never: what they stand for is always so, or never."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, DealStep, TricksStep
from hasenpfeffer.ruleset.unknown import known
from hasenpfeffer.shelf.checks.formulas import formulas
from hasenpfeffer.shelf.checks.partly import if_known
from hasenpfeffer.shelf.checks.truth import Reading
from hasenpfeffer.shelf.checks.written import inside, own_files, text_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import StepBase
    from hasenpfeffer.shelf.merge import Merged


@dataclass(frozen=True, slots=True)
class _Asked:
    """A condition of a part of a step: its key, and what comes of it if it never holds."""

    condition: Typed
    key: str
    never: str
    path: str


def check_conditions(ruleset: Ruleset, merged: Merged, findings: Findings) -> frozenset[str]:
    """L901: a condition that can never hold, or that always does, whatever the parameters are.

    Gives the terms of which that was told. Lines of scoring are held against all results elsewhere.
    """
    if not ruleset.playable:
        return frozenset()
    reading, own = Reading(ruleset), own_files(merged)
    seen = {finding.place for finding in findings.items if finding.severity == "error"}
    for step in known(ruleset.steps):
        with if_known(findings):
            for asked in _asked(step):
                with if_known(findings):
                    place = asked.condition.place
                    if place is None or place.file not in own or place in seen:
                        continue
                    holds = reading.holds(asked.condition)
                    if holds is None or reading.reads_a_knob(asked.condition):
                        continue
                    written = text_at(place, merged)
                    if written in ("yes", "no"):  # said on purpose
                        continue
                    seen.add(place)
                    then = f", so {asked.never}" if not holds else ""
                    findings.warning(
                        "L901",
                        f"`{asked.key}: {written}` {'always' if holds else 'never'} holds{then}",
                        place,
                        path=asked.path,
                        help=f"Leave `{asked.key}` out" if holds else "Ask for something that can be so",
                    )
    certain: set[str] = set()
    with if_known(findings):
        for path, formula in formulas(ruleset):
            if path.startswith(("promises", "scoring")):
                continue
            for part in _decided_if_known(formula, reading, findings):
                place = part.place
                if place is None or place.file not in own or any(inside(place, one) for one in seen):
                    continue
                seen.add(place)
                if path.startswith("terms.") and part is formula:
                    certain.add(path.removeprefix("terms.").removesuffix(".body"))
                word = "always" if reading.holds(part) else "never"
                findings.warning(
                    "L901",
                    f"`{text_at(place, merged)}` {word} holds",
                    place,
                    path=path.removesuffix(".body"),
                    help="Leave it out, or ask for something that is so in some deals only",
                )
    return frozenset(certain)


def _decided_if_known(formula: Typed, reading: Reading, findings: Findings) -> list[Typed]:
    with if_known(findings):
        return list(_decided(formula, reading, None))
    return []


def _decided(formula: Typed, reading: Reading, around: Place | None) -> Iterator[Typed]:
    """The outermost conditions in a formula of which it is certain whether they hold."""
    is_condition = formula.type.kind is Kind.YESNO and formula.op not in ("constant", "term", "setting")
    if (
        is_condition
        and formula.place != around
        and reading.holds(formula) is not None
        and not reading.reads_a_knob(formula)
        and not reading.follows(formula)
    ):
        yield formula
        return
    for part in formula.args:
        yield from _decided(part, reading, formula.place)


def _asked(step: StepBase) -> Iterator[_Asked]:
    path = f"steps.{step.name}"
    for condition in step.conditions:
        yield _Asked(condition, "if", f"`{step.name}` is always skipped", f"{path}.if")
    match step:
        case DealStep():
            for throw in step.thrown_in:
                where = f"{path}.thrown in.{throw.name}.if"
                yield _Asked(throw.condition, "if", "no hand is thrown in for it", where)
        case AuctionStep():
            for call in step.calls:
                if call.condition is not None:
                    where = f"{path}.calls.{call.family}.if"
                    yield _Asked(call.condition, "if", f"`{call.text}` can never be said", where)
            for duel in step.ends.duels:
                if duel.condition is not None:
                    yield _Asked(duel.condition, "if", "this duel is never held", f"{path}.ends.duels.if")
        case ChooseStep():
            for option in step.options:
                if option.condition is not None:
                    where = f"{path}.from.{option.name}.if"
                    yield _Asked(option.condition, "if", f"`{option.name}` can never be chosen", where)
        case TricksStep():
            yield from _asked_in_tricks(step, path)
        case _:
            pass


def _asked_in_tricks(step: TricksStep, path: str) -> Iterator[_Asked]:
    for key, duties in (
        ("lead", step.lead),
        ("follow", step.follow),
        ("may be kept back", step.kept_back),
    ):
        for duty in duties:
            if duty.condition is not None:
                yield _Asked(duty.condition, "if", "this line never binds", f"{path}.{key}.if")
    for bar in step.bars:
        if bar.condition is not None:
            yield _Asked(bar.condition, "if", f"`{bar.name}` forbids nothing", f"{path}.bars.{bar.name}.if")
    for after in step.after_each:
        for condition in after.conditions:
            where = f"{path}.after each.{after.name}.if"
            yield _Asked(condition, "if", f"`{after.name}` is never done", where)
    for offer in step.during:
        if offer.condition is not None:
            where = f"{path}.during.{offer.name}.if"
            yield _Asked(offer.condition, "if", f"`{offer.name}` can never be announced", where)
    if step.open_hands is not None and step.open_hands.condition is not None:
        where = f"{path}.open hands.if"
        yield _Asked(step.open_hands.condition, "if", "no hand lies open", where)
    if step.stop_when is not None:
        yield _Asked(step.stop_when, "stop when", "all cards are played out", f"{path}.stop when")
