"""Factors of a score that are mostly one: said as `doubled with “…”` or `halved if …` instead of by their names."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang.typed import joined
from hasenpfeffer.report import english
from hasenpfeffer.report.english import in_words, listed
from hasenpfeffer.report.explain.given import values_given

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.report.explain.phrases import Phrases

_BRANCHING: Final = ("if", "first_that_is", "or_else", "unless")


def without_factors(say: Phrases, amount: Typed) -> tuple[Typed, str]:
    """The amount without such factors, and a clause that says what they do; empty where there are none."""
    kept: list[Typed] = []
    clauses: list[str] = []
    for part in joined(amount, "multiply"):
        clause = _clause(say, part)
        if clause:
            clauses.append(clause)
        else:
            kept.append(part)
    if not kept or not clauses or any(part.op in _BRANCHING for part in kept):
        return amount, ""
    rest = kept[0]
    for part in kept[1:]:
        rest = replace(amount, args=(rest, part))
    return rest, listed(clauses)


def is_called_factor(say: Phrases, name: str) -> bool:
    """Whether a call's field of this name multiplies the score, and does nothing else."""
    if not _given(say, name):
        return False
    read = [
        formula
        for line in say.ruleset.scoring
        for formula in (line.condition, line.amount, *(one.value for one in (*line.adds, *line.sets)))
        if formula is not None
    ]
    read += [term.body for other, term in say.ruleset.terms.items() if other != name]
    uses = sum(_is_named(node, name) for formula in read for node in formula.walk())
    amounts = [line.amount for line in say.ruleset.scoring if line.amount is not None]
    return uses > 0 and uses == sum(
        _is_named(part, name) for whole in amounts for part in joined(whole, "multiply")
    )


def counted(value: int | Fraction) -> str:
    """What a call says that multiplies the score."""
    return "counts double" if value == 2 else f"counts {english.number(value)} times"


def _is_named(node: Typed, name: str) -> bool:
    return node.op in ("term", "setting") and node.value == name and not node.args


def _clause(say: Phrases, factor: Typed) -> str:
    if factor.op not in ("term", "setting") or factor.args:
        return ""
    name = str(factor.value)
    given = _given(say, name)
    if given:
        return listed([f"{_times(value)} with {listed(sources)}" for value, sources in given.items()])
    term = say.ruleset.terms.get(name)
    if term is None or name in say.ruleset.settings:
        return ""
    body = say.simplifier.body(name)
    if body.op != "if" or not _is_one(body.args[2]):
        return ""
    value = _number(body.args[1])
    return f"{_times(value)} if {say.condition(body.args[0])}" if value is not None else ""


def _given(say: Phrases, name: str) -> dict[int | Fraction, list[str]]:
    """The values that calls give to a term that is one without them; nothing where any of it is not so plain."""
    term = say.ruleset.terms.get(name)
    if term is None or not _is_one(say.simplifier.body(name)):
        return {}
    found: dict[int | Fraction, list[str]] = {}
    for source, field, value in values_given(say.ruleset):
        if field != name:
            continue
        number = _number(value)
        if number is None:
            return {}
        said = f"“{source}”"
        if number != 1 and said not in found.setdefault(number, []):
            found[number].append(said)
    return found


def _is_one(node: Typed) -> bool:
    return _number(node) == 1


def _number(node: Typed) -> int | Fraction | None:
    if node.is_constant and isinstance(node.value, (int, Fraction)) and not isinstance(node.value, bool):
        return node.value
    return None


def _times(value: int | Fraction | None) -> str:
    match value:
        case 2:
            return "doubled"
        case 3:
            return "tripled"
        case int():
            return f"taken {in_words(value)} times"
    return "halved" if value == Fraction(1, 2) else f"times {english.number(value or 1)}"
