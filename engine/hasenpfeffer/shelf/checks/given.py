"""Which values the steps of a deal can give to a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, MeldStep, MoveCards, PredictStep, TricksStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import StepBase


def given_by(step: StepBase) -> Iterator[tuple[str, Typed]]:
    """The names that a step can give a value to, each with the formula of one."""
    match step:
        case AuctionStep():
            yield from (field for call in step.calls for field in call.fields)
            yield from ((change.name, change.value) for change in step.all_pass.sets)
        case ChooseStep():
            yield from (field for option in step.options for field in option.fields)
            if step.values is not None:
                yield step.name, step.values
        case PredictStep():
            yield step.name, step.values
        case MoveCards() | MeldStep():
            yield from ((change.name, change.value) for change in step.sets)
        case TricksStep():
            moves = [part.step for part in step.after_each if part.step is not None]
            for part in (*step.after_each, *step.during, *moves):
                yield from ((change.name, change.value) for change in part.sets)
        case _:
            pass


def alternatives(value: Typed) -> Iterator[Typed]:
    """The parts of a union, and the results of a choice by conditions."""
    match value.op:
        case "union" | "or_else" | "or_nothing":
            for part in value.args:
                yield from alternatives(part)
        case "if":
            for part in value.args[1:]:
                yield from alternatives(part)
        case "first_that_is":
            for part in value.args[1::2]:
                yield from alternatives(part)
        case "unless" | "except":
            yield from alternatives(value.args[0])
        case _:
            yield value


def values_given(name: str, ruleset: Ruleset) -> frozenset[int] | None:
    """Every set of one that a name can become, and 0 where it may be none; None where play decides."""
    found: set[int] = {0}
    term = ruleset.terms.get(name)
    sources = [value for step in ruleset.steps for key, value in given_by(step) if key == name]
    if term is not None:
        sources.append(term.body)
    for step in ruleset.steps:
        if isinstance(step, ChooseStep) and step.name == name and step.options:
            words = ruleset.names.words
            found.update(1 << words[option.name] for option in step.options)
    for source in sources:
        for value in alternatives(source):
            if value.type.kind not in (Kind.SUITS, Kind.WORDS):
                return None
            if value.op == "lookup" and value.value in ("suits", "any suit"):
                found.update(1 << index for index in range(len(ruleset.pack.suits)))
            elif value.is_constant and isinstance(value.value, int):
                found.update(
                    1 << index for index in range(value.value.bit_length()) if value.value >> index & 1
                )
            else:
                return None
    return frozenset(found)
