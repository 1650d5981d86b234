"""`test`: a line a case, JSON, and exit codes."""

from __future__ import annotations

import json

CASES = """\
language: 1
ruleset: hasenpfeffer
cases:
  made:
    given: {call: 4, tricks: {declarers: 4}}
    then: {scores: {declarers: 4}}
  failed:
    given: {call: 4, tricks: {declarers: 3}}
    then: {scores: {declarers: -4}}
"""


def test_a_line_a_case_and_what_came_out(run, write) -> None:
    result = run("test", write("ours.yaml", CASES))
    assert (result.code, result.err) == (1, "")
    first, second, third, *_, last = result.out.splitlines()
    assert (first, second) == ("ok      ours.yaml:4 made", "failed  ours.yaml:7 failed")
    assert third.startswith("          ours.yaml:9: the score of north-south is -3, and the case says -4")
    assert last == "2 cases: 1 passed, 1 failed."


def test_cases_that_pass_end_with_0(run, write) -> None:
    result = run("test", write("ours.yaml", CASES.replace("-4", "-3")))
    assert (result.code, result.out.splitlines()[-1]) == (0, "2 cases: 2 passed.")


def test_json_is_one_object(run, write) -> None:
    result = run("test", write("ours.yaml", CASES), "--json")
    data = json.loads(result.out)
    assert (result.code, data["passed"], data["failed"]) == (1, 1, 1)
    assert [(case["name"], case["ok"], case["line"]) for case in data["cases"]] == [
        ("made", True, 4),
        ("failed", False, 7),
    ]


def test_a_folder_is_searched_for_cases(run, write) -> None:
    write("cases/ours.yaml", CASES.replace("-4", "-3"))
    write("cases/other.yaml", "not: a rule file\n")
    result = run("test", "cases")
    assert (result.code, result.out.splitlines()[-1]) == (0, "2 cases: 2 passed.")


def test_the_cases_of_a_shipped_ruleset_run_by_its_name(run) -> None:
    result = run("test", "pepper")
    assert (result.code, result.err) == (0, "")
    assert "ok      rules/games/pepper.yaml:" in result.out


def test_the_cases_of_each_part_of_a_composition_run(run) -> None:
    result = run("test", "hearts+jack-of-diamonds")
    assert result.code == 0
    assert "hearts.yaml" in result.out
    assert "hearts-jack-of-diamonds.yaml" in result.out


def test_a_missing_file_ends_with_2(run) -> None:
    result = run("test", "nosuch.yaml")
    assert result.code == 2
    assert "The file `nosuch.yaml` is not there" in result.err


def test_a_ruleset_with_errors_ends_with_2(run, write) -> None:
    result = run("test", write("ours.yaml", CASES.replace("hasenpfeffer", "hasenpfeffer+no-aloen")))
    assert result.code == 2
    assert "Did you mean `no-alone`" in result.err


def test_a_file_without_cases_says_so(run, write) -> None:
    result = run("test", write("ours.yaml", "language: 1\ntitle: Ours\nextends: hasenpfeffer\n"))
    assert (result.code, result.out) == (0, "No cases: nothing stands under `cases` there.\n")


def test_what_cannot_be_tested_is_not_counted(run) -> None:
    assert run("test", "nosuch").out == ""


def test_standard_input_is_not_read(run) -> None:
    assert run("test", "-").code == 2
