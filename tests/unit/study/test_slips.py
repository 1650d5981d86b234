"""Files with one slip of YAML and a misspelt key below it: both are found, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import hasenpfeffer as hp
from hasenpfeffer.report.findings import as_text

SLIPS = Path(__file__).parents[2] / "corpus" / "broken" / "slips"


@pytest.mark.parametrize("path", sorted(SLIPS.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_slip_hides_nothing_that_stands_below_it(path: Path) -> None:
    text = path.read_bytes().decode()
    findings = hp.check(path.name, text=text).findings
    assert as_text(findings, {path.name: text}) + "\n" == path.with_suffix(".txt").read_text("utf-8")
    assert len(findings) == 2
    assert "S201" in {finding.code for finding in findings}
