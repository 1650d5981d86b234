"""Formats for programs: each is valid, holds the same findings, and is the same bytes for the same findings."""

from __future__ import annotations

import json
import pathlib
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest

import hasenpfeffer as hp
from hasenpfeffer.reading.codes import CODES
from hasenpfeffer.reading.diagnostic import Diagnostic, Edit, Fix, Related
from hasenpfeffer.reading.place import Place
from hasenpfeffer.reading.source import Source, source_from_text
from hasenpfeffer.report.findings.excerpt import Lines
from hasenpfeffer.report.findings.fingerprints import fingerprint, read_baseline, without_known
from hasenpfeffer.report.findings.formats import FORMATS, Look, rendered
from hasenpfeffer.report.findings.outcome import Outcome
from hasenpfeffer.report.findings.visible import shown
from hasenpfeffer.study.checking.checker import CheckedFile
from hasenpfeffer.study.checking.ignores import Ignored

TESTS = pathlib.Path(__file__).parents[2]
BROKEN = TESTS / "corpus" / "broken"
SARIF = jsonschema.Draft4Validator(json.loads((TESTS / "data" / "sarif-2.1.0.json").read_text("utf-8")))
FILE = source_from_text("deck: {}\nsteps:\n  deal:\n    hand: 7  # ♠\n", "rules/my house.yaml")

Found = tuple[str, str, int, int, str]


def place(word: str, source: Source = FILE) -> Place:
    start = source.text.index(word)
    return source.place(start, start + len(word))


def finding(**more: object) -> Diagnostic:
    parts = {"help": "Deal 6", "path": "steps.deal.hand", **more}
    return Diagnostic("D401", "error", "The deal needs 29 cards: 4, 7", place("7"), **parts)


def outcome(*findings: Diagnostic, **more: object) -> Outcome:
    file = CheckedFile(FILE.file, FILE.sha256)
    return Outcome(findings, {FILE.file: FILE.text}, files=(file,), version="0.1.0", **more)


def sarif(found: Outcome) -> dict[str, Any]:
    document = json.loads(rendered("sarif", found, Look()))
    assert not list(SARIF.iter_errors(document))
    (run,) = document["runs"]
    return dict(run)


# --- the same findings in every format


def in_text(text: str) -> Iterator[Found]:
    for head in re.finditer(r"^\w+\[(\w+)\]: (.*)\n *--> (.*):(\d+):(\d+)$", text, re.MULTILINE):
        yield head[1], head[3], int(head[4]), int(head[5]), head[2]


def in_concise(text: str) -> Iterator[Found]:
    for row in text.splitlines():
        file, line, column, code, message = re.fullmatch(r"(.*?):(\d+):(\d+): (\w+) \w+ (.*)", row).groups()
        yield code, file, int(line), int(column), message


def in_data(findings: list[dict[str, Any]]) -> Iterator[Found]:
    for one in findings:
        start = one["location"]["start"]
        yield one["code"], one["location"]["file"], start["line"], start["column"], shown(one["message"])


def in_sarif(document: dict[str, Any]) -> Iterator[Found]:
    for result in document["runs"][0]["results"]:
        where = result["locations"][0]["physicalLocation"]
        file, start = unquote(where["artifactLocation"]["uri"]), where["region"]
        text = shown(result["message"]["text"])
        yield result["ruleId"], file, start["startLine"], start["startColumn"], text


def in_github(text: str) -> Iterator[Found]:
    def plain(text: str) -> str:
        for sign, code in ((",", "%2C"), (":", "%3A"), ("\n", "%0A"), ("%", "%25")):
            text = text.replace(code, sign)
        return text

    for row in text.splitlines():
        _, properties, message = row.split("::", 2)
        told = dict(part.split("=", 1) for part in properties.split(" ", 1)[1].split(","))
        place = plain(told["file"]), int(told["line"]), int(told["col"])
        yield told["title"], *place, plain(message)


def in_junit(text: str) -> Iterator[Found]:
    for case in ElementTree.fromstring(text.encode()).iter("testcase"):
        for told in case.iter("failure"):
            column = int(case.attrib["name"].rpartition(":")[2])
            yield (
                told.attrib["type"],
                case.attrib["file"],
                int(case.attrib["line"]),
                column,
                told.attrib["message"],
            )


@pytest.mark.parametrize("path", sorted(BROKEN.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_format_holds_the_same_findings(path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    report = hp.check(path.name, trials=0)
    expected = [
        (one.code, one.place.file, one.place.start.line, one.place.start.column, shown(one.message))
        for one in report.findings
    ]
    found = Outcome(report.findings, report.sources)
    texts = {format: rendered(format, found, Look()) for format in FORMATS}
    assert list(in_text(texts["text"])) == expected
    assert list(in_concise(texts["concise"])) == expected
    assert list(in_data(json.loads(texts["json"])["diagnostics"])) == expected
    assert list(in_data([json.loads(row) for row in texts["jsonl"].splitlines()])) == expected
    assert list(in_junit(texts["junit"])) == [
        row for row, one in zip(expected, report.findings, strict=True) if one.severity != "hint"
    ]
    for read in (in_sarif(json.loads(texts["sarif"])), in_github(texts["github"])):
        for one, (*told, message) in zip(expected, read, strict=True):
            assert (*told, message.startswith(one[-1].rstrip("."))) == (*one[:-1], True)
    assert not list(SARIF.iter_errors(json.loads(texts["sarif"])))


@pytest.mark.parametrize("format", FORMATS)
def test_the_order_of_findings_plays_no_part(format: str) -> None:
    findings = [finding(), Diagnostic("L901", "hint", "x", place("deck"))]
    assert rendered(format, outcome(*findings), Look()) == rendered(format, outcome(*findings[::-1]), Look())


@pytest.mark.parametrize("format", FORMATS)
def test_at_most_so_many_findings_of_a_file_are_told(format: str) -> None:
    findings = [Diagnostic("L901", "warning", f"the {n}. oddity", place("deck")) for n in range(9)]
    assert rendered(format, outcome(*findings, most=4), Look()).count(". oddity") in (4, 8, 12)
    everything = rendered(format, outcome(*findings, most=0), Look())
    assert everything.count(". oddity") % 9 == 0


@pytest.mark.parametrize("format", ["json", "jsonl", "sarif", "github", "junit"])
def test_a_run_that_came_to_no_end_says_so(format: str) -> None:
    told = rendered(format, outcome(finding(), failure="a bug in the program: oh"), Look())
    assert "a bug in the program: oh" in told
    assert "The deal needs 29 cards" in told


# --- each format by itself


def test_sarif_has_a_rule_for_every_code_and_says_which_is_meant() -> None:
    run = sarif(outcome(finding()))
    driver = run["tool"]["driver"]
    assert [rule["id"] for rule in driver["rules"]] == list(CODES)
    assert (driver["name"], driver["semanticVersion"]) == ("hasenpfeffer", "0.1.0")
    (result,) = run["results"]
    rule = driver["rules"][result["ruleIndex"]]
    assert (rule["id"], rule["name"]) == (result["ruleId"], "impossible-deal")
    assert rule["help"]["markdown"].startswith("# D401: ")
    assert rule["fullDescription"]["text"]
    assert (rule["defaultConfiguration"]["level"], rule["properties"]["tags"]) == ("error", ["deal"])


def test_sarif_places_are_relative_and_count_code_points() -> None:
    run = sarif(outcome(finding(related=(Related("the deck", place("deck")),))))
    assert run["columnKind"] == "unicodeCodePoints"
    assert "uri" not in run["originalUriBaseIds"]["SRCROOT"]
    (result,) = run["results"]
    where = result["locations"][0]["physicalLocation"]
    assert where["artifactLocation"] == {"uri": "rules/my%20house.yaml", "uriBaseId": "SRCROOT"}
    assert where["region"] == {"startLine": 4, "startColumn": 11, "endLine": 4, "endColumn": 12}
    assert result["relatedLocations"][0]["message"]["text"] == "the deck"
    assert result["message"]["text"] == "The deal needs 29 cards: 4, 7. Deal 6"
    assert [
        result["level"] for result in sarif(outcome(Diagnostic("L901", "hint", "x", place("7"))))["results"]
    ] == ["note"]


def test_sarif_offers_safe_fixes_only() -> None:
    edit = Edit(place("7"), "6")
    fixes = (Fix("Deal 6", (edit,)), Fix("Deal 5", (edit,), is_safe=False))
    (result,) = sarif(outcome(finding(fixes=fixes)))["results"]
    (fix,) = result["fixes"]
    assert fix["description"]["text"] == "Deal 6"
    (replacement,) = fix["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"] == {"text": "6"}
    assert replacement["deletedRegion"]["startColumn"] == 11


def test_sarif_shows_what_is_ignored_with_the_reason() -> None:
    ignored = Ignored(Diagnostic("P703", "warning", "A tie", place("deck")), "we cut for it")
    standing, suppressed = sarif(outcome(finding(), ignored=(ignored,)))["results"]
    assert standing["suppressions"] == []
    (why,) = suppressed["suppressions"]
    assert (why["kind"], why["justification"]) == ("inSource", "we cut for it")


def test_sarif_tells_runs_that_could_not_be_made() -> None:
    (good,) = sarif(outcome(finding()))["invocations"]
    assert good == {"executionSuccessful": True}
    missing = Diagnostic("Y103", "error", "There is no file `x.yaml`", place("deck"))
    (bad,) = sarif(outcome(missing, is_missing=True))["invocations"]
    assert not bad["executionSuccessful"]
    assert bad["toolExecutionNotifications"][0]["message"]["text"] == "There is no file `x.yaml`"


def test_a_deal_that_stands_still_has_its_way_in_sarif() -> None:
    stuck = Diagnostic(
        "G801",
        "error",
        "Stuck",
        place("hand"),
        related=(Related("closed here", place("deck")),),
        facts={"seed": 3},
    )
    (result,) = sarif(outcome(stuck))["results"]
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [step["location"]["message"]["text"] for step in steps] == ["closed here", "Stuck"]
    assert result["properties"]["facts"] == {"seed": 3}


def test_github_notes_keep_to_one_line() -> None:
    found = finding(help="Deal 6\nor 100 %")
    assert rendered("github", outcome(found), Look()) == (
        "::error file=rules/my house.yaml,line=4,col=11,endLine=4,endColumn=12,title=D401"
        "::The deal needs 29 cards: 4, 7%0ADeal 6%0Aor 100 %25"
    )


def test_junit_has_a_case_for_each_finding_and_each_clean_file() -> None:
    suites = ElementTree.fromstring(rendered("junit", outcome(), Look()).encode())
    assert (suites.tag, suites.attrib["tests"], suites.attrib["failures"]) == ("testsuites", "1", "0")
    found = outcome(finding(), Diagnostic("L901", "hint", "x", place("deck")))
    (suite,) = ElementTree.fromstring(rendered("junit", found, Look()).encode())
    assert (suite.tag, suite.attrib["tests"], suite.attrib["failures"]) == ("testsuite", "2", "1")
    hint, failed = suite
    assert hint.find("failure") is None
    assert "hand: 7" in str(failed.find("failure").text)


def test_what_a_terminal_acts_on_reaches_no_format() -> None:
    bad = source_from_text("a: \x1b[31m\u202ex\n", "b\x1bad.yaml")
    found = Diagnostic("Y104", "error", "odd \x1b \u202e", bad.place(3, 4), help="x \x9b")
    for format in FORMATS:
        told = rendered(format, Outcome((found,), {bad.file: bad.text}), Look())
        assert not set("\x1b\u202e\x9b") & set(told), format


# --- what was known before


def test_what_is_known_is_not_told_again() -> None:
    one, other = finding(), Diagnostic("L901", "warning", "x", place("deck"))
    known = read_baseline(rendered("json", outcome(one), Look()))
    assert without_known([one, other], Lines({FILE.file: FILE.text}), known) == (other,)


def test_of_several_alike_as_many_are_known_as_there_were() -> None:
    twice = source_from_text("a: 7\n\na: 7\n", FILE.file)
    lines = Lines({FILE.file: twice.text})
    one, other = (Diagnostic("D401", "error", "x", twice.place(start, start + 1)) for start in (3, 9))
    assert fingerprint(one, lines) == fingerprint(other, lines)
    known = read_baseline(rendered("json", Outcome((one,), {FILE.file: twice.text}), Look()))
    assert without_known([one, other], lines, known) == (other,)


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"format": "hasenpfeffer-diagnostics/1", "diagnostics": [1]}']
)
def test_a_baseline_is_a_report(text: str) -> None:
    with pytest.raises(ValueError):
        read_baseline(text)
