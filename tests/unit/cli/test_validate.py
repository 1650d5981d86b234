"""`validate`: targets, formats, and exit codes."""

from __future__ import annotations

import io
import json
import os
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from hasenpfeffer.cli.main import main
from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.study import bounds, trials

GOOD = "language: 1\ntitle: Ours\nextends: hasenpfeffer\nterms: {loss: bid}\n"
BAD = "language: 1\ntitle: Ours\nextends: hasenpfeffer\nterms: {loss: bidd}\n"


@pytest.fixture(autouse=True)
def no_trials(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Trial deals that are only counted."""
    asked: list[tuple[int, int]] = []

    def run_trials(ruleset: object, deals: int, seed: int, findings: object) -> int:
        asked.append((deals, seed))
        return deals

    for module in (bounds, trials):
        monkeypatch.setattr(module, "run_trials", run_trials)
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
    assert no_trials == [(5, 9), (200, 1)]


def test_what_trials_find_counts(run, write, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_trials(ruleset, deals, seed, findings) -> int:
        findings.error("G801", "A player has no legal card", ruleset.game_end.place, path="steps.tricks")
        return int(deals)

    monkeypatch.setattr(trials, "run_trials", run_trials)
    result = run("validate", write("house.yaml", GOOD))
    assert result.code == 1
    assert "error[G801]" in result.out


def test_a_game_that_cannot_be_played_yet_is_still_validated(
    run, write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_trials(ruleset, deals, seed, findings) -> int:
        raise UnsupportedError("melds")

    monkeypatch.setattr(trials, "run_trials", run_trials)
    result = run("validate", write("house.yaml", GOOD))
    assert result.code == 0
    assert "trial" not in result.out


def test_a_bug_in_one_file_keeps_what_was_found_before(run, write, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_trials(ruleset, deals, seed, findings) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(trials, "run_trials", run_trials)
    write("bad.yaml", BAD)
    write("house.yaml", GOOD)
    result = run("validate", "bad.yaml", "house.yaml", "--format", "json")
    assert result.code == 3
    assert json.loads(result.out)["summary"]["errors"] == 1
    assert result.err.count("\n") == 1


def test_the_shipped_game_is_clean(run) -> None:
    assert run("validate", "hasenpfeffer").code == 0


# --- patterns, thresholds, baselines


def test_a_pattern_means_the_rule_files_that_match_it(run, write) -> None:
    write("rules/one.yaml", GOOD)
    write("rules/more/two.yml", BAD)
    write("rules/notes.txt", "x")
    result = run("validate", "rules/**/*.y*ml")
    assert "OK rules/one.yaml: " in result.out
    assert "rules/more/two.yml:4:15" in result.out
    assert run("validate", "rules/*").out == run("validate", "rules/**").out == run("validate", "rules").out
    missing = run("validate", "rules/*.json")
    assert missing.code == 2
    assert "There is no file `rules/*.json`" in missing.out


def test_a_name_with_a_star_or_a_bracket_in_it_is_a_file(run, write) -> None:
    assert run("validate", write("a[1].yaml", GOOD)).code == 0


@pytest.mark.parametrize(
    ("text", "codes"), [(BAD, (1, 1, 1)), (GOOD.replace("{loss: bid}", "{loss: 06}"), (0, 1, 1)), (GOOD, (0, 0, 0))]
)  # fmt: skip
def test_what_makes_a_run_fail_is_chosen(run, write, text: str, codes: tuple[int, int, int]) -> None:
    write("house.yaml", text)
    for least, code in zip(("error", "warning", "hint"), codes, strict=True):
        assert run("validate", "house.yaml", "--fail-on", least).code == code
    result = run("validate", "house.yaml", "--exit-zero")
    assert result.code == 0
    assert result.out == run("validate", "house.yaml").out


def test_exit_zero_does_not_hide_a_missing_file(run) -> None:
    assert run("validate", "house.yaml", "--exit-zero").code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--format", "jason"], "There is no format `jason`. Did you mean `json`?"),
        (["--fail-on", "eror"], "--fail-on: There is no choice `eror`. Did you mean `error`?"),
        (["--watch", "-"], "--watch goes with files, not with -"),
        (["--baseline", "house.yaml"], "--baseline takes a report written with --format json"),
        (["--baseline", "nothing.json"], "nothing.json: No such file"),
        (["--format", "x\x1b[31m"], "There is no format `x<U+001B>[31m`"),
        (["--baseline", "x\x1b[31m"], "x<U+001B>[31m: No such file"),
        (["--trials", "１２"], "--trials: `１２` is not a whole number from 0 to 100000"),
        (["--seed", "1_000"], "--seed: `1_000` is not a whole number"),
    ],
)
def test_options_that_make_no_sense_are_explained(run, write, words: list[str], message: str) -> None:
    result = run("validate", write("house.yaml", GOOD), *words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["json=house.yaml"], "no report is written into a rule file"),
        (["json=other.yml"], "no report is written into a rule file"),
        (["json=link.json"], "no report is written into a rule file"),
        (["json=house"], "the file is read in the same run"),
        (["json=./known.json"], "the file is read in the same run"),
        (["json=new.txt", "sarif=./new.txt"], "another report goes into this file"),
    ],
)
def test_no_report_goes_over_a_file_that_is_needed(
    run, write, folder, words: list[str], message: str
) -> None:
    kept = {name: write(name, GOOD) for name in ("house.yaml", "house", "known.json")}
    (folder / "link.json").symlink_to("house.yaml")
    formats = [part for word in words for part in ("--format", word)]
    result = run("validate", "house.yaml", "./house", "--baseline", "known.json", *formats)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert {path.name for path in folder.iterdir()} == {*kept, "link.json"}
    assert all((folder / name).read_text(encoding="utf-8") == GOOD for name in kept)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gb18030"])
@pytest.mark.parametrize("format", ["json", "sarif", "junit"])
def test_what_programs_read_means_the_same_in_every_encoding(
    run, write, folder, monkeypatch: pytest.MonkeyPatch, encoding: str, format: str
) -> None:
    write("house.yaml", BAD.replace("bidd", "bidd äé🂡"))
    run("validate", "house.yaml", "--format", f"{format}=wanted.txt")
    wanted = (folder / "wanted.txt").read_text(encoding="utf-8")
    assert not wanted.isascii()
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        main(("validate", "house.yaml", "--format", format))
    read = ElementTree.canonicalize if format == "junit" else json.loads
    assert read(out.buffer.getvalue().decode("utf-8")) == read(wanted)


def test_reports_may_share_what_is_no_file(run, write) -> None:
    write("house.yaml", GOOD)
    result = run(
        "validate", "house.yaml", "--format", f"json={os.devnull}", "--format", f"sarif={os.devnull}"
    )
    assert (result.code, result.err) == (0, "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 100_000, "it is no JSON"),
        ('{"a": ' + "9" * 5000 + "}", "it is no JSON"),
        (" " * (16 * 1024 * 1024 + 1), "it is longer than any report"),
        ("[]", "it is no report of the format"),
    ],
    ids=["deep", "long number", "long", "list"],
)
def test_a_baseline_that_is_none_is_refused(run, write, text: str, why: str) -> None:
    write("known.json", text)
    result = run("validate", write("house.yaml", GOOD), "--baseline", "known.json")
    assert result.code == 2
    assert (
        f"--baseline takes a report written with --format json, and known.json is none: {why}" in result.err
    )


def test_a_folder_that_may_not_be_read_is_not_called_empty(
    run, folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object = ".") -> None:
        raise PermissionError(13, "Permission denied", str(path))

    (folder / "closed").mkdir()
    monkeypatch.setattr(os, "scandir", refuse)
    result = run("validate", "closed")
    assert (result.code, result.out) == (2, "")
    assert result.err == "hasenpfeffer: The folder `closed` may not be read. Change its permissions\n"


def test_a_baseline_leaves_what_is_new(run, write, folder) -> None:
    write("house.yaml", BAD)
    assert run("validate", "house.yaml", "--format", "json=known.json", "--exit-zero").code == 0
    known = run("validate", "house.yaml", "--baseline", "known.json")
    assert known.code == 0
    assert "S230" not in known.out
    write("house.yaml", f"# moved\n{BAD}plyers: 3\n")
    result = run("validate", "house.yaml", "--baseline", "known.json")
    assert result.code == 1
    assert "error[S201]" in result.out
    assert "S230" not in result.out
    assert "1 more is known from before." in result.out
    data = json.loads(run("validate", "house.yaml", "--baseline", "known.json", "--format", "json").out)
    assert (len(data["diagnostics"]), data["summary"]["known"]) == (1, 1)


def test_at_most_so_many_of_a_file_are_told(run, write) -> None:
    text = GOOD + "".join(f"odd{n}: 1\n" for n in range(9))
    result = run("validate", write("house.yaml", text), "--max", "4", "--format", "concise")
    assert result.out.count("S201") == 4
    assert "… and 5 more findings in house.yaml" in result.out


# --- formats in one run


def test_all_formats_are_written_in_one_run(run, write, folder) -> None:
    write("house.yaml", BAD)
    names = ["text", "concise", "jsonl", "sarif", "github", "junit"]
    words = [word for name in names for word in ("--format", f"{name}=out.{name}")]
    result = run("validate", "house.yaml", *words, "--format", "json")
    assert result.code == 1
    assert json.loads(result.out)["diagnostics"][0]["code"] == "S230"
    first = {name: (folder / f"out.{name}").read_bytes() for name in names}
    assert all(b"bidd" in text and str(folder).encode() not in text for text in first.values())
    run("validate", "house.yaml", *words)
    assert {name: (folder / f"out.{name}").read_bytes() for name in names} == first


@pytest.mark.parametrize("format", ["json", "sarif"])
@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("house.yaml", None, 2),
        ("house.yaml", b"\xff\xfe\x00", 1),
        ("house.yaml", b"language: 7\n", 2),
        ("house.yaml", b"a: [1", 1),
        ("empty", None, 2),
    ],
)
def test_it_is_data_whatever_happens(
    run, write, folder, format: str, file: str, text: bytes, code: int
) -> None:
    (folder / "empty").mkdir()
    if text is not None:
        write(file, text)
    result = run("validate", file, "--format", format)
    data = json.loads(result.out)
    assert result.code == code
    if format == "sarif":
        assert data["runs"][0]["invocations"][0]["executionSuccessful"] == (code != 2)
    else:
        assert data["diagnostics"] or data["failure"]


@pytest.mark.parametrize("format", ["json", "sarif", "junit", "github"])
def test_a_bug_is_told_in_the_data_too(run, write, monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    def run_trials(ruleset, deals, seed, findings) -> int:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(trials, "run_trials", run_trials)
    result = run("validate", write("house.yaml", GOOD), "--format", format)
    assert result.code == 3
    assert "a bug in the program: ZeroDivisionError: oh" in result.out


def test_files_that_share_a_base_tell_its_findings_once(run, write) -> None:
    write("base.yaml", BAD)
    for name in ("one", "two"):
        write(f"{name}.yaml", "language: 1\ntitle: x\nextends: ./base.yaml\n")
    result = run("validate", ".", "--format", "concise")
    assert result.out.count("S230") == 1
    assert result.out == run("validate", "two.yaml", "one.yaml", "base.yaml", "--format", "concise").out


def test_a_comment_with_a_reason_lets_a_finding_stand(run, write) -> None:
    text = "language: 1\ntitle: x\nextends: hasenpfeffer\nterms:\n  idle: 1  # hasenpfeffer: ignore[L902] for Sunday\n"
    result = run("validate", write("house.yaml", text))
    assert result.code == 0
    assert result.out.startswith("OK house.yaml")
    data = json.loads(run("validate", "house.yaml", "--format", "sarif").out)
    assert [result["ruleId"] for result in data["runs"][0]["results"]] == ["L902"]


def test_options_may_stand_between_files(run, write) -> None:
    write("one.yaml", BAD)
    write("two.yaml", BAD)
    result = run("validate", "one.yaml", "--format", "concise", "two.yaml", "--exit-zero")
    assert (result.code, result.out.count("S230")) == (0, 2)


def test_a_file_that_fails_while_it_is_read_has_a_hint_too(
    run, write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("hasenpfeffer.reading.source._read_bytes", fail)
    out = run("validate", write("house.yaml", GOOD)).out
    assert "`house.yaml` cannot be read: input/output error" in out
    assert "= help: Try again, or copy its content into another file" in out
