"""One checker: what `validate` finds is what a program finds, whatever is checked, and in every format."""

from __future__ import annotations

import json
import pathlib

import pytest

import hasenpfeffer as hp
from hasenpfeffer.cli.main import main

BROKEN = pathlib.Path(__file__).parents[2] / "corpus" / "broken"
GOOD = "language: 1\ntitle: Ours\nextends: hasenpfeffer\nterms: {loss: bid}\n"
BAD = GOOD.replace("bid", "bidd")
CASES = (
    "language: 1\nruleset: hasenpfeffer\ncases:\n  one: {given: {seet: west}, then: {scores: {nort: 3}}}\n"
)


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def validated(capsys: pytest.CaptureFixture[str], *words: str) -> list[tuple[object, ...]]:
    """What the command finds, as code, file, line, column and message."""
    capsys.readouterr()
    main(["validate", *words, "--format", "json"])
    rows: list[tuple[object, ...]] = []
    for finding in json.loads(capsys.readouterr().out)["diagnostics"]:
        place = finding["location"]
        start = place["start"]
        rows.append((finding["code"], place["file"], start["line"], start["column"], finding["message"]))
    return rows


def found(report: hp.Report) -> list[tuple[object, ...]]:
    starts = [(finding.place.file, finding.place.start) for finding in report.findings]
    return [
        (finding.code, file, start.line, start.column, finding.message)
        for finding, (file, start) in zip(report.findings, starts, strict=True)
    ]


@pytest.mark.parametrize("path", sorted(BROKEN.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_program_finds_what_the_command_finds(path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(BROKEN)
    assert found(hp.check(path.name, trials=0)) == validated(capsys, path.name, "--trials", "0")


def test_parameters_patches_and_trials_are_checked_alike(folder, capsys) -> None:
    report = hp.check("hasenpfeffer", "no-alone", target=0)
    assert [finding.code for finding in report.findings] == ["S212"]
    assert found(report) == validated(capsys, "hasenpfeffer+no-alone", "--set", "target=0")
    assert hp.check("hasenpfeffer", trials=2, seed=5).ok


def test_names_in_cases_are_checked_alike(folder, capsys) -> None:
    (folder / "cases.yaml").write_text(CASES)
    report = hp.check("cases.yaml")
    assert {finding.code for finding in report.findings} == {"S230"}
    assert found(report) == validated(capsys, "cases.yaml")


def test_a_case_that_comes_out_otherwise_is_found_where_it_says_so(folder, capsys) -> None:
    case = "cases: {six: {given: {call: 6, tricks: {declarers: 4}}, then: {scores: {declarers: -4}}}}\n"
    (folder / "house.yaml").write_text(GOOD + case)
    (finding,) = hp.check("house.yaml").findings
    assert finding.code == "G805"
    assert finding.message == (
        "The case `six` comes out otherwise: the score of north-south is -6, and the case says -4"
    )
    assert finding.label.startswith("0 before the deal, and set -6 (")
    assert (finding.path, finding.place.start.line) == ("cases.six", 5)
    assert found(hp.check("house.yaml")) == validated(capsys, "house.yaml")
    (folder / "cases.yaml").write_text(f"language: 1\nruleset: ./house.yaml\n{case}")
    assert [one.place.start.line for one in hp.check("cases.yaml").findings] == [3]
    assert hp.check("house.yaml", trials=0).ok


def test_cases_that_come_out_as_they_say_are_fine(folder) -> None:
    case = "cases: {six: {given: {call: 6, tricks: {declarers: 4}}, then: {scores: {declarers: -6}}}}\n"
    (folder / "house.yaml").write_text(GOOD + case)
    assert hp.check("house.yaml").ok


def test_a_folder_is_checked_alike(folder, capsys) -> None:
    (folder / "one.yaml").write_text(BAD)
    (folder / "two.yaml").write_text("language: 1\nplyers: 4\n")
    report = hp.check(folder)
    assert len({finding.place.file for finding in report.findings}) == 2
    assert found(report) == validated(capsys, str(folder))


def test_a_text_is_checked_as_if_it_stood_in_the_file(folder) -> None:
    (folder / "base.yaml").write_text(GOOD)
    text = BAD.replace("hasenpfeffer", "./base.yaml")
    (folder / "house.yaml").write_text(text)
    expected = found(hp.check("house.yaml"))
    assert [code for code, *_ in expected] == ["S230"]
    (folder / "house.yaml").write_text("not: saved yet\n")
    assert found(hp.check("house.yaml", text=text)) == expected
    assert found(hp.check("house.yaml", text=text.encode())) == expected
    (folder / "house.yaml").unlink()
    assert found(hp.check("house.yaml", text=text)) == expected
    assert found(hp.check(folder / "house.yaml", text=text)) == expected


def test_a_text_without_a_file_and_with_patches_is_checked(folder) -> None:
    (finding,) = hp.check(text=BAD).findings
    assert str(finding.place) == "<text>:4:15"
    report = hp.check("house.yaml", "no-alone", text=GOOD)
    assert report.ok
    assert report.reference == "house.yaml+no-alone"


def test_a_text_of_wrong_bytes_is_a_finding(folder) -> None:
    assert [finding.code for finding in hp.check(text=b"title: caf\xe9").findings] == ["Y102"]
    assert [finding.code for finding in hp.check(text="").findings] == ["Y101"]


def test_a_report_reads_like_the_command(folder, capsys) -> None:
    (folder / "house.yaml").write_text(BAD)
    main(["validate", "house.yaml"])
    assert f"{hp.check('house.yaml')}\n" == capsys.readouterr().out
    assert str(hp.check("hasenpfeffer", trials=0)) == ""
    with pytest.raises(hp.RulesetError) as raised:
        hp.load("house.yaml")
    assert "4 | terms: {loss: bidd}" in str(raised.value.report)


def test_what_is_missing_is_a_finding(folder) -> None:
    assert [finding.code for finding in hp.check("hose.yaml").findings] == ["Y103"]
    assert [finding.code for finding in hp.check("hasenpfefer").findings] == ["X302"]
    with pytest.raises(hp.UsageError):
        hp.check(folder)
