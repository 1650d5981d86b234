"""What a formula can be in a deal of which nothing is known: numbers are spans, whatever gives them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hasenpfeffer.ruleset.outcomes.contracts import Contract, anything
from hasenpfeffer.ruleset.outcomes.judge import Judge
from hasenpfeffer.ruleset.outcomes.spans import Span
from hasenpfeffer.ruleset.outcomes.supposing import Supposed
from hasenpfeffer.shelf.load import load_reference

CORPUS = Path(__file__).parents[2] / "corpus" / "broken"


@pytest.mark.parametrize(
    ("formula", "low", "high"),
    [
        ("3 unless alone", 0, 3),
        ("3 unless yes", 0, 0),
        ("3 unless no", 3, 3),
        ("0 or else 4", 4, 4),
        ("2 or else 4", 2, 2),
        ("(if alone then 2 else 0) or else 4", 0, 4),
        ("if alone then 2 else 5", 2, 5),
        ("[{if: alone, then: 2}]", 0, 2),
        ("[{if: alone, then: 2}, 5]", 2, 5),
        ("{by: trump, hearts: 2, spades: 5}", 0, 5),
        ("{by: 3, 3: 2, 4: 5}", 2, 2),
        ("{by: 3, 4: 5}", 0, 0),
        ("{one: 2, two: {if: alone, points: 5}}", 2, 7),
    ],
)
def test_a_number_is_a_span(formula: str, low: int, high: int, tmp_path: Path) -> None:
    fine = (CORPUS / "fine-game.yaml").read_text("utf-8")
    formula = formula.replace("alone", "declarer is alone")
    (tmp_path / "ours.yaml").write_text(
        fine.replace("gain: tricks of declarers", f"gain: {formula}"), "utf-8"
    )
    ruleset = load_reference("./ours.yaml", folder=tmp_path).partly
    assert ruleset is not None
    judge = Judge(ruleset)
    judge.suppose(Supposed(Contract(None, None, -1, {}, anything(ruleset)), None, None, None, None))
    assert judge.value(ruleset.terms["gain"].body) == Span(low, high)
