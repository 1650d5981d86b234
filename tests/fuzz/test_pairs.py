"""What is several values, not one: ranges, teams, tricks and rankings beside everything else that a formula can say."""

from __future__ import annotations

from itertools import product

import pytest
from tests.fuzz.harnesses import HARNESSES

SEVERAL = ("1..3", "1..bid", "teams", "won of me", "9..A", "none")
OTHERS = (
    "3",
    "1/2",
    "bid",
    "yes",
    "nobody",
    "nothing",
    "dealer",
    "hand of me",
    "hearts",
    "trump",
    "call",
    "A",
)
BETWEEN = (
    *("+", "-", "*", "//", "mod", "/", "but at least", "but at most", ".."),
    *("or", "and", "except", "unless", "or else", "=", "!=", "<", "is", "is not", "has"),
)
AROUND = (
    *("-({})", "not ({})", "count({})", "first({})", "highest({})", "({}) where yes", "({}) is somebody"),
    *(
        "sum({} among seats)",
        "most({} among seats)",
        "sum(1 among {})",
        "first(card among {})",
        "left of ({})",
    ),
    *("winner of ({})", "owner of ({})", "if leading then ({}) else none", "count(({}) unless leading)"),
)
[EXPRESSIONS] = [one for one in HARNESSES if one.name == "expressions"]


@pytest.mark.parametrize("several", SEVERAL)
def test_several_values_are_told_from_one(several: str) -> None:
    sides = [(several, other) for other in (*SEVERAL, *OTHERS)]
    for (left, right), sign in product((*sides, *(side[::-1] for side in sides)), BETWEEN):
        # a ranking alone is no value; what can be asked of it is cards
        EXPRESSIONS.run(("hasenpfeffer", f"count(({left}) {sign} ({right}))"))
        EXPRESSIONS.run(("hasenpfeffer", f"(({left}) {sign} ({right})) = 1"))
    for form in AROUND:
        EXPRESSIONS.run(("hasenpfeffer", f"(({form.format(several)})) is nobody"))
        EXPRESSIONS.run(("hasenpfeffer", f"({form.format(several)}) = 1"))
