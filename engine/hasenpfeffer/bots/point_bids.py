"""Calls that promise points: their number is held against points of cards and melds when the deal is scored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.model import Ruleset

_POINTS: Final = "points"
MELDS: Final = "meld"
_COMPARE: Final = frozenset(["less", "at_most", "more", "at_least"])
_ADD_UP: Final = frozenset(["add", "subtract", "most", "least"])


class PointBid(NamedTuple):
    """So many points; `counted` are the words for what counts for them."""

    points: int
    counted: frozenset[str]


def point_bids(rules: CompiledRules) -> tuple[PointBid | None, ...]:
    """For each call what it promises; None where it promises no points."""
    counted = _held_against(rules.ruleset)
    return tuple(_point_bid(rules, fields, counted) for fields in rules.fields)


def _point_bid(
    rules: CompiledRules, fields: dict[str, int], counted: dict[str, frozenset[str]]
) -> PointBid | None:
    for name, value in fields.items():
        is_number = rules.ruleset.settings[name].type.kind is Kind.NUMBER
        if is_number and _POINTS in counted.get(name, frozenset()):
            return PointBid(value, counted[name])
    return None


def _held_against(ruleset: Ruleset) -> dict[str, frozenset[str]]:
    """For each setting that is compared with a sum: the words that the sum is made of.

    A product is no such sum: a value that is worked out from points is not counted in points.
    """
    found: dict[str, set[str]] = {}
    for formula in _formulas(ruleset):
        for part in formula.walk():
            if part.op in _COMPARE:
                one, other = (set(_summands(side, ruleset, frozenset())) for side in part.args)
                for own, against in ((one, other), (other, one)):
                    for name in own & ruleset.settings.keys():
                        found.setdefault(name, set()).update(against - ruleset.settings.keys())
    return {name: frozenset(words) for name, words in found.items()}


def _formulas(ruleset: Ruleset) -> Iterator[Typed]:
    yield from (term.body for term in ruleset.terms.values())
    for line in ruleset.scoring:
        yield from (part for part in (line.condition, line.amount) if part is not None)


def _summands(node: Typed, ruleset: Ruleset, seen: frozenset[str]) -> Iterator[str]:
    """The words and settings that a number is the sum of."""
    name = str(node.value)
    if node.op == "lookup" or (node.op in ("term", "setting") and name in ruleset.settings):
        yield name
    elif node.op == "term" and name not in seen and name in ruleset.terms:
        yield from _summands(ruleset.terms[name].body, ruleset, seen | {name})
    elif node.op == "if":
        for branch in node.args[1:]:
            yield from _summands(branch, ruleset, seen)
    elif node.op in _ADD_UP:
        for part in node.args:
            yield from _summands(part, ruleset, seen)
