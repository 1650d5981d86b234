"""What formulas of numbers and conditions come to: at once where everything is settled, and in play the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hasenpfeffer.cards import Pack
from hasenpfeffer.lang import ast
from hasenpfeffer.lang.check import SETTING_SCOPE, Checker
from hasenpfeffer.lang.evaluate import compile_formula
from hasenpfeffer.lang.names import Names, SettingName
from hasenpfeffer.lang.parse import parse
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.lang.unparse import unparse
from hasenpfeffer.lang.vocabulary import Sizes
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.place import Place, Position
from hasenpfeffer.reading.tree import Text
from hasenpfeffer.seats import Seating

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.evaluate import Resolver

HERE = Place("house.yaml", Position(1, 1, 0), Position(1, 1, 0))
LOW, HIGH = -5, 7
KNOBS = ("fee", "price", "prize")


@dataclass
class Deal:
    """An environment in which the knobs have these values."""

    values: dict[str, int]
    bound: list[Any] = field(default_factory=lambda: [0] * 8)


class Knobs:
    """The only part of a resolver that is needed here."""

    def setting(self, name: str, seat: object, empty: object) -> Callable[[Deal], int]:
        return lambda deal: deal.values[name]


def names() -> Names:
    found = Names(Pack((), (), (), ()), Seating(("north", "south"), (1, 2)), Sizes(2, 1, 1, 0, 1, 1))
    for name in KNOBS:
        low = ast.Negative(ast.Number(-LOW, HERE), HERE)
        found.settings[name] = SettingName(False, HERE, [(low, False), (ast.Number(HIGH, HERE), False)])
    return found


class DividesByNothing(Exception):
    """A formula that could divide by 0, which is a finding."""


def worked_out(source: str, values: dict[str, int]) -> tuple[Any, Any]:
    """What a formula comes to with these knobs, and its type."""
    findings = Findings()
    tree = parse(Text(source, HERE), findings)
    assert tree is not None, findings.items
    typed = Checker(names(), findings).infer(tree, SETTING_SCOPE)
    if any(finding.code == "S241" for finding in findings.items):
        raise DividesByNothing(source)
    assert not findings.has_errors, findings.items
    formula = compile_formula(typed, cast("Resolver", Knobs()))
    return formula(cast("Any", Deal(values))), typed.type


WORKED = [
    ("7 // 2", 3),
    ("-7 // 2", -4),
    ("-7 mod 2", 1),
    ("7 mod -3", -2),
    ("fee / 2", Fraction(3, 2)),
    ("fee / 3", 1),
    ("(fee + 9) // 10 * 10", 10),
    ("price but at least -price", 4),
    ("price but at least 16 but at most 29", 16),
    ("if fee > 2 then 10 else 20", 10),
    ("not fee = 3 or price = -4", True),
]


@pytest.mark.parametrize(("source", "value"), WORKED, ids=[source for source, _ in WORKED])
def test_formulas_come_to_what_the_reference_says(source: str, value: object) -> None:
    found, _ = worked_out(source, {"fee": 3, "price": -4})
    assert found == value


ATOMS = st.sampled_from(KNOBS).map(lambda name: ast.Name(name, HERE)) | st.integers(0, 9).map(
    lambda value: ast.Number(value, HERE)
)


def larger(parts: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
    operators = st.sampled_from(["+", "-", "*", "but at least", "but at most"])
    by = st.integers(1, 4).map(lambda value: ast.Number(value, HERE))
    test = st.builds(
        lambda left, op, right: ast.Compare(left, ((op, right),), HERE),
        parts,
        st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
        parts,
    )
    return st.one_of(
        st.builds(ast.Binary, operators, parts, parts, st.just(HERE)),
        st.builds(ast.Binary, st.sampled_from(["/", "//", "mod"]), parts, by, st.just(HERE)),
        st.builds(ast.Negative, parts, st.just(HERE)),
        st.builds(ast.IfElse, test, parts, parts, st.just(HERE)),
    )


FORMULAS: st.SearchStrategy[ast.Expr] = st.recursive(ATOMS, larger, max_leaves=8)
VALUES = st.fixed_dictionaries({name: st.integers(LOW, HIGH) for name in KNOBS})


@given(FORMULAS, VALUES)
@settings(max_examples=300, deadline=None)
def test_every_value_lies_in_the_range_and_settles_the_same(
    formula: ast.Expr, values: dict[str, int]
) -> None:
    source = unparse(formula)
    settled = source
    for name, value in values.items():
        settled = settled.replace(name, f"({value})")
    value, kind = worked_out(source, values)
    at_once, _ = worked_out(settled, values)
    assert value == at_once
    assert kind.kind is Kind.NUMBER
    assert kind.low <= value <= kind.high
    assert (Fraction(value) * kind.denominator).denominator == 1
