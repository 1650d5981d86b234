"""Rule files that make no sense as rules: each gets exactly the findings that stand beside it."""

from __future__ import annotations

import pathlib

import pytest

import hasenpfeffer as hp
from hasenpfeffer.report.findings import as_text

BROKEN = pathlib.Path(__file__).parents[2] / "corpus" / "broken"
FAMILIES = (
    "[bdglptx]*.yaml",
    "s203-best*.yaml",
    "s204-without*.yaml",
    "s206*.yaml",
    "s207*.yaml",
    "s210*.yaml",
    "s2[2-4]*.yaml",
)
PATHS = sorted(path for pattern in FAMILIES for path in BROKEN.glob(pattern))


@pytest.fixture(autouse=True)
def among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_broken_rules_get_exactly_their_findings(path: pathlib.Path) -> None:
    report = hp.check(path.name, trials=0)
    assert as_text(report.findings, report.sources) + "\n" == path.with_suffix(".txt").read_text("utf-8")
    assert all(finding.help for finding in report.findings)
    assert path.stem.split("-")[0].upper() in {finding.code for finding in report.findings}


@pytest.mark.parametrize("name", ["fine-choices", "fine-game", "fine-nobody-alone", "fine-ranks-in-words"])
def test_what_they_extend_is_fine(name: str) -> None:
    assert hp.check(f"{name}.yaml", trials=0).ok
