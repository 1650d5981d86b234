"""Formulas stay small: bounded work, and numbers that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.cost import LIMIT, Costs
from hasenpfeffer.lang.ranges import LIMIT as LARGEST
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, MeldStep, MoveCards, TricksStep
from hasenpfeffer.ruleset.unknown import UNKNOWN, known, known_of
from hasenpfeffer.shelf.checks.formulas import formulas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset


def check_cost(ruleset: Ruleset, findings: Findings) -> None:
    """S240 too much work · S244 numbers that are too large."""
    costs = Costs(ruleset.names.sizes, _bodies(ruleset))
    for path, formula in formulas(ruleset):
        if formula.place is None:
            continue
        if any(part.type.kind is Kind.UNKNOWN for part in formula.walk()):
            findings.not_run += 1
            continue
        names = [part for part in formula.walk() if part.op in ("term", "setting")]
        steps = costs.of(formula)
        if steps > LIMIT and not any(costs.of(name) > LIMIT for name in names):
            findings.error(
                "S240",
                f"Working this out can take {steps:,} steps, and the limit is {LIMIT:,}",
                formula.place,
                path=path,
                help="Go through fewer sets inside each other",
                facts={"steps": steps, "limit": LIMIT},
            )
        if _too_large(formula.type) and not any(_too_large(name.type) for name in names):
            findings.error(
                "S244",
                f"The numbers here can go beyond {LARGEST:,}",
                formula.place,
                path=path,
                help="Add a bound: `x but at most 1000`",
                facts={"low": formula.type.low, "high": formula.type.high, "limit": LARGEST},
            )


def _too_large(kind: Type) -> bool:
    return kind.kind is Kind.NUMBER and (kind.low <= -LARGEST or kind.high >= LARGEST)


def _bodies(ruleset: Ruleset) -> dict[str, list[Typed]]:
    """For each name all formulas that it may stand for: its term, and what calls, options and steps set."""
    bodies: dict[str, list[Typed]] = {name: [term.body] for name, term in known_of(ruleset.terms)}
    for name, formula in _fields(ruleset):
        if formula is not UNKNOWN:
            bodies.setdefault(name, []).append(formula)
    return bodies


def _fields(ruleset: Ruleset) -> Iterator[tuple[str, Typed]]:
    for step in known(ruleset.steps):
        match step:
            case AuctionStep():
                yield from (field for call in known(step.calls) for field in known(call.fields))
            case ChooseStep():
                yield from (field for option in known(step.options) for field in known(option.fields))
            case MoveCards() | MeldStep():
                yield from ((change.name, change.value) for change in known(step.sets))
            case TricksStep():
                changes = [part.sets for part in known(step.after_each)]
                changes += [part.sets for part in known(step.during)]
                yield from ((change.name, change.value) for sets in changes for change in known(sets))
            case _:
                pass
