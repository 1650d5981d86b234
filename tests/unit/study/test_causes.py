"""A finding about a composition stands at the line of the patch that brings it about, and names the base's."""

from __future__ import annotations

import pathlib

import pytest

import hasenpfeffer as hp
from hasenpfeffer.ruleset.model import Ruleset
from hasenpfeffer.ruleset.outcomes.table import ScoreTable, score_table
from hasenpfeffer.shelf.checks import scoring

CORPUS = pathlib.Path(__file__).parents[2] / "corpus" / "broken"
HEAD = "language: 1\ntitle: Ours\nextends: ./fine-game.yaml\n"


@pytest.fixture(autouse=True)
def among_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CORPUS)


def places(report: hp.Report) -> list[str]:
    return [f"{finding.code} {finding.place}" for finding in report.findings]


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        ("scoring:\n  defence: {who: defenders, gets: tricks of defenders}\n", "P703 house.yaml:5:3"),
        ("terms: {x: bid}\nscoring:\n  made: {gets: bid + x}\n  defence: {who: defenders, gets: 1}\n",
         "P703 house.yaml:7:3"),
        ("remove: [steps.discard, scoring.set]\n", "D407 house.yaml:4:10"),
        ("remove: [steps.discard]\nscoring: {set: {loses: bid}}\n", "D407 house.yaml:4:10"),
    ],
)  # fmt: skip
def test_it_stands_at_the_setting_without_which_it_is_gone(patch: str, expected: str) -> None:
    findings = {
        f"{finding.code} {finding.place}": finding
        for finding in hp.check("house.yaml", text=HEAD + patch, trials=0).findings
    }
    assert findings[expected].related[0].place.file == "fine-game.yaml"


def test_what_a_base_does_by_itself_stands_there(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fine-game", "p703-tie-not-settled"):
        (tmp_path / f"{name}.yaml").write_text((CORPUS / f"{name}.yaml").read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    base = hp.check("p703-tie-not-settled.yaml", trials=0)
    text = HEAD.replace("fine-game", "p703-tie-not-settled")
    (finding,) = hp.check("house.yaml", text=f"{text}scoring: {{set: {{loses: bid}}}}\n", trials=0).findings
    assert finding.code == base.findings[0].code
    assert finding.place.file != "house.yaml"


def test_of_patches_laid_upon_a_game_the_one_that_does_it_is_named(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fine-game.yaml").write_text((CORPUS / "fine-game.yaml").read_text("utf-8"), "utf-8")
    (tmp_path / "one.yaml").write_text(f"{HEAD}scoring: {{set: {{loses: bid}}}}\n", "utf-8")
    (tmp_path / "two.yaml").write_text(f"{HEAD}scoring: {{d: {{who: defenders, gets: 1}}}}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert places(hp.check("./fine-game.yaml", "./one.yaml", "./two.yaml", trials=0)) == [
        "P703 two.yaml:4:11"
    ]
    assert places(hp.check("./fine-game.yaml", "./two.yaml", "./one.yaml", trials=0)) == [
        "P703 two.yaml:4:11"
    ]


def test_where_two_settings_do_it_together_each_would_undo_it_so_the_base_keeps_it() -> None:
    patch = "scoring:\n  a: {who: defenders, gets: 1}\n  b: {who: defenders, gets: 1}\n"
    (finding,) = hp.check("house.yaml", text=HEAD + patch, trials=0).findings
    assert finding.code == "P703"
    assert finding.place.file in ("house.yaml", "fine-game.yaml")


def test_scores_are_looked_at_once_where_the_cause_of_something_else_is_sought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = []

    def counted(ruleset: Ruleset, *, any_contract: bool) -> ScoreTable:
        looked_at.append(ruleset)
        return score_table(ruleset, any_contract=any_contract)

    monkeypatch.setattr(scoring, "score_table", counted)
    patch = "remove: [game.next dealer]\nterms: {gain: bid + 1, loss: bid}\nscoring: {made: {gets: gain}}\n"
    report = hp.check("house.yaml", text=HEAD + patch, trials=0)
    assert places(report) == ["S206 house.yaml:4:10"]
    assert report.findings[0].related[0].place.file == "fine-game.yaml"
    assert len(looked_at) == 1
