"""The numbers of a deal that a line of the scoring rests on: what was bid, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.study.sheets.needs import TRICKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.ruleset.model import ScoreLine
    from hasenpfeffer.study.sheets.telling import Telling


class Figure(NamedTuple):
    """A number under its name in the rules; `by`: whose each is (a seat, an account or a side), or nobody's ("")."""

    name: str
    by: tuple[tuple[str, Number | str], ...]


def figures(
    rules: CompiledRules, told: Telling, state: State, lines: Sequence[ScoreLine]
) -> Iterator[Figure]:
    """What these lines read of the call and of the results, each once, in the order in which it is read."""
    seen: set[str] = set()
    for line in lines:
        for formula in (line.condition, line.amount):
            for part in _parts(rules, formula, seen):
                yield from _figure(rules, told, state, part)


def _parts(rules: CompiledRules, formula: Typed | None, seen: set[str]) -> Iterator[Typed]:
    """Settings, terms and words for results that a formula reads, also through terms."""
    for part in formula.walk() if formula is not None else ():
        name = str(part.value)
        if part.op not in ("setting", "term", "lookup") or name in seen:
            continue
        if part.op == "lookup" and (not part.args or part.args[0].type.kind is Kind.CARDS):
            continue
        seen.add(name)
        yield part
        term = rules.ruleset.terms.get(name)
        if part.op == "term" and term is not None and name not in rules.pins:
            yield from _parts(rules, term.body, seen)


def _figure(rules: CompiledRules, told: Telling, state: State, part: Typed) -> Iterator[Figure]:
    name = str(part.value)
    if part.type.kind is not Kind.NUMBER:
        return
    if part.op == "lookup" and name == TRICKS and name in told.values:
        env = Environment(rules, state, closing=True)
        accounts = zip(rules.accounts, rules.seating.teams, strict=True)
        yield Figure(name, tuple((who, _asked_of(rules, env, part, seats)) for who, seats in accounts))
    elif name in told.values:
        yield Figure(name, tuple(told.values[name].items()))
    elif name in rules.ruleset.settings:
        value = state.settings[rules.ruleset.settings[name].index]
        if isinstance(value, int):
            yield Figure(name, (("", value),))


def _asked_of(rules: CompiledRules, env: Environment, part: Typed, seats: int) -> Number:
    """A word for a result, asked of these seats."""
    asked = replace(part, args=(Typed("constant", types.SEATS, value=seats),))
    found: Number = rules.formula(asked)(env)
    return found
