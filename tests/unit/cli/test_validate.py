"""`validate`: targets, formats, and exit codes."""

from __future__ import annotations

import io
import json
import os
import sys
from types import ModuleType, SimpleNamespace

import pytest

from hasenpfeffer.errors import UnsupportedError

GOOD = "language: 1\ntitle: Ours\nextends: hasenpfeffer\nterms: {loss: bid}\n"
BAD = "language: 1\ntitle: Ours\nextends: hasenpfeffer\nterms: {loss: bidd}\n"


@pytest.fixture(autouse=True)
def no_trials(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Trial deals that are only counted."""
    asked: list[tuple[int, int]] = []

    def run_trials(ruleset: object, deals: int, seed: int, findings: object) -> int:
        asked.append((deals, seed))
        return deals

    module = ModuleType("hasenpfeffer.study.trials")
    module.__dict__["run_trials"] = run_trials
    monkeypatch.setitem(sys.modules, "hasenpfeffer.study.trials", module)
    return asked


def test_a_file_without_findings_is_told_as_it_was_understood(run, write) -> None:
    result = run("validate", write("house.yaml", GOOD), "--trials", "7")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "OK house.yaml: 4 players, 25 cards, 6 tricks, target 10, lowest bid 1, 7 trial deals played"
        " (extends hasenpfeffer, changes 1 setting)\n"
    )


def test_a_finding_has_its_place_and_a_hint(run, write) -> None:
    result = run("validate", write("house.yaml", BAD))
    assert (result.code, result.err) == (1, "")
    assert "error[S230]: Unknown name `bidd`" in result.out
    assert "house.yaml:4:15" in result.out
    assert "4 | terms: {loss: bidd}" in result.out
    assert "1 error in 1 file." in result.out


def test_every_finding_of_every_file_is_told(run, write) -> None:
    write("one.yaml", BAD)
    write("two.yaml", "language: 1\ntitle: x\nextends: hasenpfeffer\nplyers: {}\nremove: [terms.nothing]\n")
    result = run("validate", "two.yaml", "one.yaml", "--format", "concise")
    assert result.code == 1
    places = [line.split(": ")[0] + " " + line.split(": ")[1].split()[0] for line in result.out.splitlines()]
    assert places == ["one.yaml:4:15 S230", "two.yaml:4:1 S201", "two.yaml:5:10 X304"]


def test_a_folder_means_the_rule_files_below_it(run, write) -> None:
    write("rules/one.yaml", GOOD)
    write("rules/more/two.yml", BAD)
    write("rules/.hidden/three.yaml", BAD)
    write("rules/notes.txt", "x")
    result = run("validate", "rules")
    assert result.code == 1
    assert "OK rules/one.yaml: " in result.out
    assert "rules/more/two.yml:4:15" in result.out
    assert "three" not in result.out


def test_a_folder_without_rule_files_is_wrong_usage(run, write) -> None:
    write("empty/notes.txt", "x")
    result = run("validate", "empty")
    assert (result.code, result.out) == (2, "")
    assert "holds no rule files" in result.err


def test_standard_input_is_a_file_in_the_working_folder(run, write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("base.yaml", GOOD)
    text = BAD.replace("hasenpfeffer", "./base.yaml")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    result = run("validate", "-")
    assert result.code == 1
    assert "--> <stdin>:4:15" in result.out
    assert "4 | terms: {loss: bidd}" in result.out


def test_a_composition_is_validated_as_a_whole(run) -> None:
    assert run("validate", "hasenpfeffer+set-by-bid").out.startswith("OK hasenpfeffer+set-by-bid: 4 players")
    result = run("validate", "hasenpfeffer+joker-must-bid+dealer-must-bid")
    assert result.code == 1
    assert "error[X310]" in result.out


def test_a_patch_that_does_not_fit_is_found(run, write) -> None:
    write("other.yaml", GOOD.replace("extends: hasenpfeffer", "extends: euchre"))
    result = run("validate", "hasenpfeffer+./other.yaml")
    assert result.code == 1
    assert "error[X307]" in result.out


def test_findings_in_a_base_name_the_base(run, write) -> None:
    write("base.yaml", BAD)
    write("house.yaml", "language: 1\ntitle: x\nextends: ./base.yaml\n")
    result = run("validate", "house.yaml", "--format", "concise")
    assert result.code == 1
    assert result.out.startswith("base.yaml:4:15: S230 error ")


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("hose.yaml", "There is no file `hose.yaml`"),
        ("./no/such.yaml", "There is no file `./no/such.yaml`"),
        ("hasenpfefer", "No ruleset is called `hasenpfefer`"),
        ("hasenpfeffer+no-such-patch", "No ruleset is called `no-such-patch`"),
    ],
)
def test_a_missing_file_gives_2_and_the_others_are_checked(run, write, word: str, message: str) -> None:
    write("house.yaml", GOOD)
    result = run("validate", word, "house.yaml")
    assert result.code == 2
    assert message in result.out
    assert "OK house.yaml" in result.out


def test_a_missing_file_gets_a_did_you_mean(run, write) -> None:
    write("house.yaml", GOOD)
    assert "Did you mean `house.yaml`?" in run("validate", "hose.yaml").out


def test_a_file_of_a_newer_version_gives_2(run, write) -> None:
    result = run("validate", write("new.yaml", GOOD.replace("language: 1", "language: 7")))
    assert result.code == 2
    assert "S208" in result.out


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions that bind")
def test_a_file_that_may_not_be_read_gives_2(run, write, folder) -> None:
    (folder / write("house.yaml", GOOD)).chmod(0)
    assert run("validate", "house.yaml").code == 2


@pytest.mark.skipif(os.name != "posix", reason="pipes and links")
def test_pipes_and_link_loops_give_2(run, folder) -> None:
    os.mkfifo(folder / "pipe.yaml")
    (folder / "loop.yaml").symlink_to("loop.yaml")
    result = run("validate", "pipe.yaml", "loop.yaml")
    assert result.code == 2
    assert "a pipe" in result.out
    assert "leads back to itself" in result.out


def test_a_warning_gives_1(run, write) -> None:
    house = GOOD.replace("{loss: bid}", "{loss: 06}")
    result = run("validate", write("house.yaml", house))
    assert result.code == 1
    assert "warning[Y120]" in result.out


def test_set_counts_in_every_check(run, write) -> None:
    name = write("house.yaml", GOOD)
    assert "target 32" in run("validate", name, "--set", "target=32").out
    result = run("validate", name, "--set", "target=0")
    assert result.code == 1
    assert "command line:1:14" in result.out


def test_cases_are_checked_with_their_ruleset(run, write) -> None:
    write(
        "cases.yaml", "language: 1\nruleset: hasenpfeffer\ncases:\n  one: {given: {bid: 1}, then: {bid: 1}}\n"
    )
    assert run("validate", "cases.yaml").out == "OK cases.yaml: 1 case played\n"
    unplayed = run("validate", "cases.yaml", "--trials", "0")
    assert unplayed.out == "OK cases.yaml: 1 case to run with `hasenpfeffer test`\n"
    write("cases.yaml", "language: 1\nruleset: hasenpfefer\ncases:\n  one: {give: {bid: 1}}\n")
    result = run("validate", "cases.yaml", "--format", "concise")
    assert result.code == 1
    assert "cases.yaml:2:10: X302 error No ruleset is called `hasenpfefer`" in result.out
    assert "cases.yaml:4:9: S201 error Unknown key `give`" in result.out


def test_cases_find_a_ruleset_beside_them(run, write) -> None:
    write("house/mine.yaml", BAD)
    write("house/cases.yaml", "language: 1\nruleset: ./mine.yaml\ncases:\n  one: {given: {bid: 1}}\n")
    result = run("validate", "house/cases.yaml", "--format", "concise")
    assert result.out.startswith("house/mine.yaml:4:15: S230 error ")


def test_parameters_that_cases_set_are_checked(run, write) -> None:
    text = "language: 1\nruleset: hasenpfeffer\ncases:\n  one: {set: {tarjet: 3}, given: {bid: 1}}\n"
    result = run("validate", write("cases.yaml", text), "--format", "concise")
    assert result.code == 1
    assert "S224 error There is no parameter `tarjet`" in result.out


def test_cases_in_a_rule_file_are_checked(run, write) -> None:
    result = run("validate", write("house.yaml", GOOD + "cases:\n  one: {givn: {bid: 1}}\n"))
    assert result.code == 1
    assert "Unknown key `givn`" in result.out


def test_json_is_one_object_also_when_files_are_missing(run, write) -> None:
    write("house.yaml", "\ufeff" + BAD)
    result = run("validate", "house.yaml", "missing.yaml", "--format", "json")
    assert (result.code, result.err) == (2, "")
    data = json.loads(result.out)
    assert data["format"] == "hasenpfeffer-diagnostics/1"
    assert [file["path"] for file in data["files"]] == ["house.yaml"]
    assert [finding["code"] for finding in data["diagnostics"]] == ["S230", "Y103"]
    start = data["diagnostics"][0]["location"]["start"]
    assert start == {"line": 4, "column": 15, "offset": ("\ufeff" + BAD).encode().index(b"bidd")}


def test_several_formats_go_to_files(run, write, folder) -> None:
    write("house.yaml", BAD)
    result = run("validate", "house.yaml", "--format", "text", "--format", "json=out.json")
    assert result.code == 1
    assert "error[S230]" in result.out
    assert json.loads((folder / "out.json").read_text(encoding="utf-8"))["summary"]["errors"] == 1


def test_json_is_never_mixed_with_prose(run, write) -> None:
    json.loads(run("validate", write("house.yaml", GOOD), "--format", "json").out)
    result = run("validate", "house.yaml", "--format", "json", "--format", "text")
    assert (result.code, result.out) == (2, "")


def test_trials_are_played_only_by_rulesets_without_errors(run, write, no_trials) -> None:
    run("validate", write("bad.yaml", BAD))
    run("validate", write("house.yaml", GOOD), "--trials", "0")
    assert no_trials == []
    run("validate", "house.yaml", "--trials", "5", "--seed", "9")
    run("validate", "house.yaml")
    assert no_trials == [(5, 9), (24, 1)]


def test_what_trials_find_counts(run, write, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_trials(ruleset, deals, seed, findings) -> int:
        findings.error("G801", "A player has no legal card", ruleset.game_end.place, path="steps.tricks")
        return int(deals)

    monkeypatch.setattr(sys.modules["hasenpfeffer.study.trials"], "run_trials", run_trials)
    result = run("validate", write("house.yaml", GOOD))
    assert result.code == 1
    assert "error[G801]" in result.out


def test_a_game_that_cannot_be_played_yet_is_still_validated(
    run, write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_trials(ruleset, deals, seed, findings) -> int:
        raise UnsupportedError("melds")

    monkeypatch.setattr(sys.modules["hasenpfeffer.study.trials"], "run_trials", run_trials)
    result = run("validate", write("house.yaml", GOOD))
    assert result.code == 0
    assert "trial" not in result.out


def test_a_bug_in_one_file_keeps_what_was_found_before(run, write, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_trials(ruleset, deals, seed, findings) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(sys.modules["hasenpfeffer.study.trials"], "run_trials", run_trials)
    write("bad.yaml", BAD)
    write("house.yaml", GOOD)
    result = run("validate", "bad.yaml", "house.yaml", "--format", "json")
    assert result.code == 3
    assert json.loads(result.out)["summary"]["errors"] == 1
    assert result.err.count("\n") == 1


def test_the_shipped_game_is_clean(run) -> None:
    assert run("validate", "hasenpfeffer").code == 0
