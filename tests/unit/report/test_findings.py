"""Findings as text, lines and JSON: the same bytes for the same findings, and nothing unsafe in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

import pytest

from hasenpfeffer.reading.diagnostic import Diagnostic, Edit, Fix, Origin, Related
from hasenpfeffer.reading.place import Place, Position, whole_file
from hasenpfeffer.reading.source import Source, source_from_text
from hasenpfeffer.report.findings import as_concise, as_text, data
from hasenpfeffer.report.findings.outcome import Outcome
from hasenpfeffer.study.checking.checker import CheckedFile

RULES = "deck:\n  suits: french\n\n\n\nsteps:\n  deal:\n    hand: 7\n  target: 10\n"


def source(text: str = RULES, file: str = "rules/house.yaml") -> Source:
    return source_from_text(text, file)


def place(source: Source, word: str) -> Place:
    start = source.text.index(word)
    return source.place(start, start + len(word))


def error(place: Place, message: str = "Something is wrong", **more: object) -> Diagnostic:
    return Diagnostic("D401", "error", message, place, **more)


def as_json(findings: Iterable[Diagnostic], sources: Mapping[str, str], **more: object) -> str:
    return data.as_json(Outcome(tuple(findings), sources, **more))


def as_jsonl(findings: Iterable[Diagnostic], sources: Mapping[str, str], **more: object) -> str:
    return data.as_jsonl(Outcome(tuple(findings), sources, **more))


def under(finding: Diagnostic, text: str, **options: bool) -> list[str]:
    """The excerpt's rows: the line, and what stands below it."""
    rows = as_text([finding], {finding.place.file: text}, **options).split("\n")
    return rows[3:-4]


def test_the_layout() -> None:
    file = source()
    findings = [
        Diagnostic("P703", "warning", "Both sides can pass 10 in one deal", place(file, "10")),
        error(
            place(file, "7"),
            "The deal needs 29 cards, and the deck has 25",
            label="4 players × 7 + widow 1 = 29",
            related=(
                Related("4 suits × 6 ranks + joker = 25", place(file, "deck")),
                Related("4 players", Place("base.yaml", Position(3, 1, 20), Position(3, 8, 27))),
            ),
            help="hand: 6 uses all 25 cards",
        ),
    ]
    sources = {file.file: file.text, "base.yaml": "a: 1\nb: 2\nplayers: 4\n"}
    expected = """\
error[D401]: The deal needs 29 cards, and the deck has 25
 --> rules/house.yaml:8:11
  |
1 | deck:
  | ---- 4 suits × 6 ranks + joker = 25
  :
8 |     hand: 7
  |           ^ 4 players × 7 + widow 1 = 29
  ::: base.yaml:3
  |
3 | players: 4
  | ------- 4 players
  |
  = help: hand: 6 uses all 25 cards
  = more: hasenpfeffer explain D401

warning[P703]: Both sides can pass 10 in one deal
 --> rules/house.yaml:9:11
  |
9 |   target: 10
  |           ^^
  |
  = more: hasenpfeffer explain P703

1 error, 1 warning in 1 file. 3 checks not run because of the error above. None can be fixed automatically."""
    assert as_text(findings, sources, checks_not_run=3) == expected
    assert as_text(reversed(findings), sources, checks_not_run=3) == expected


def test_two_places_are_shown_and_the_others_named() -> None:
    file = source("a: 1\nb: 2\nc: 3\nd: 4\n")
    places = [place(file, word) for word in "abcd"]
    base = Place("base.yaml", Position(3, 1, 20), Position(3, 8, 27))
    finding = error(
        places[3],
        related=[Related(f"here {place.start.line}", place) for place in [*places[:3], base]],
        origin=(Origin("players", "4", base),),
    )
    text = as_text([finding], {file.file: file.text})
    assert "= from: players: 4 is inherited from base.yaml:3\n" in text
    assert "= also: rules/house.yaml:3:1: here 3\n" in text
    assert "c: 3" not in text


def test_each_code_is_explained_once() -> None:
    file = source()
    findings = [error(place(file, word)) for word in ("deck", "7")]
    assert as_text(findings, {file.file: file.text}).count("= more:") == 1


def test_the_summary_says_what_can_be_fixed() -> None:
    file = source()
    edit = Edit(place(file, "7"), "6")
    safe, unsafe = Fix("Write 6", (edit,)), Fix("Write 6", (edit,), is_safe=False)

    def last(*fixes: Fix) -> str:
        findings = [error(place(file, "7"), str(n), fixes=(fix,)) for n, fix in enumerate(fixes)]
        return as_text(findings, {}).splitlines()[-1].partition(". ")[2]

    assert last(safe, safe, unsafe) == "2 can be fixed automatically: validate --fix, 1 more with --unsafe."
    assert last(unsafe) == "1 can be fixed automatically: validate --fix --unsafe."


def test_a_narrow_terminal_keeps_carets_under_their_words() -> None:
    file = source("title: " + "long " * 30 + "here\n")
    finding = error(place(file, "here"), label="what this is about " * 4, help="Write it shorter, and " * 4)
    rows = as_text([finding], {file.file: file.text}, width=50).split("\n")[2:-2]
    assert max(map(len, rows)) <= 50
    assert rows[2].index("^") == rows[1].index("here")
    assert rows[2].endswith("^^^^")
    label = " ".join(row.strip(" |") for row in rows[3:5])
    assert label == " ".join(["what this is about"] * 4)


def test_nothing_found_is_no_text() -> None:
    assert as_text([], {}) == ""
    assert as_concise([]) == ""
    assert as_jsonl([], {}) == ""


def test_the_numbers_are_right_aligned() -> None:
    file = source("a: 1\n" * 8 + "b: 2\nc: 3\n")
    finding = error(place(file, "c"), related=(Related("and here", place(file, "b")),))
    assert under(finding, file.text) == [" 9 | b: 2", "   | - and here", "10 | c: 3", "   | ^"]


def test_a_file_without_text_has_no_excerpt() -> None:
    finding = Diagnostic(
        "Y103", "error", "There is no file `x.yaml`", whole_file("x.yaml"), help="Check the name"
    )
    assert as_text([finding], {}).split("\n") == [
        "error[Y103]: There is no file `x.yaml`",
        " --> x.yaml:1:1",
        "  = help: Check the name",
        "  = more: hasenpfeffer explain Y103",
        "",
        "1 error in 1 file. None can be fixed automatically.",
    ]


def test_a_place_in_a_file_that_is_not_at_hand_is_named() -> None:
    file = source()
    there = Place("gone.yaml", Position(4, 1, 9), Position(4, 2, 10))
    finding = error(place(file, "deck"), related=(Related("set here", there),))
    assert "  ::: gone.yaml:4 set here" in as_text([finding], {file.file: file.text})


@pytest.mark.parametrize(
    ("text", "word", "row"),
    [
        ("a: 全角 x", "x", "1 | a: 全角 x|  |         ^"),
        ("a: 全角 x", "全角", "1 | a: 全角 x|  |    ^^^^"),
        ("a: e\u0301 x", "x", "1 | a: e\u0301 x|  |      ^"),
        ("a: \u2665\ufe0f x", "x", "1 | a: \u2665\ufe0f x|  |      ^"),
        ("a: 🂡 x", "x", "1 | a: 🂡 x|  |      ^"),
        ("a:\tx", "x", "1 | a:→x|  |    ^"),
        ("a: \u202ex", "x", "1 | a: <U+202E>x|  |            ^"),
        ("a: \u200bx", "\u200b", "1 | a: <U+200B>x|  |    ^^^^^^^^"),
        ("a: \x1b[31mx", "x", "1 | a: <U+001B>[31mx|  |                ^"),
        ("a: \u00a0x", "x", "1 | a: <U+00A0>x|  |            ^"),
        ("a: \ud800x", "x", "1 | a: <U+D800>x|  |            ^"),
    ],
)
def test_carets_stand_by_display_width(text: str, word: str, row: str) -> None:
    line, carets = row.split("|  |")
    assert under(error(place(source(text), word)), text) == [line, f"  |{carets}"]


def test_an_empty_place_has_one_caret() -> None:
    file = source("abc")
    assert under(error(file.place(3, 3)), "abc") == ["1 | abc", "  |    ^"]


def test_a_place_over_several_lines_is_marked_on_its_first() -> None:
    file = source("a: bcd\n  efg\n")
    assert under(error(file.place(3, 12)), file.text) == ["1 | a: bcd", "  |    ^^^"]


def test_a_long_line_is_shown_through_a_window() -> None:
    file = source("a: " + "x " * 300 + "HERE" + " y" * 300)
    line, carets = under(error(place(file, "HERE")), file.text)
    assert len(line) == len("1 | ") + 100
    assert line[4] == line[-1] == "…"
    assert line[carets.index("^") : carets.index("^") + 4] == "HERE"
    assert carets.count("^") == 4


@pytest.mark.parametrize("at", [0, 50, 99, 100, 500, 2000, 9999, 10_000])
def test_a_window_holds_its_place_wherever_it_is(at: int) -> None:
    text = "全x" * 5_000
    line, carets = under(error(source(text).place(at, at + 1)), text)
    assert "^" in carets
    assert len(line) <= 104
    assert len(carets) <= 108


def test_two_places_far_apart_on_one_line_have_two_windows() -> None:
    file = source("LEFT " + "x " * 300 + "RIGHT")
    finding = error(place(file, "RIGHT"), related=(Related("and this", place(file, "LEFT")),))
    rows = under(finding, file.text)
    assert len(rows) == 4
    assert "LEFT" in rows[0] and rows[1].endswith("---- and this")
    assert "RIGHT" in rows[2] and rows[3].endswith("^^^^^")


def test_nothing_from_a_file_reaches_the_terminal_raw() -> None:
    evil = "x\x1b]0;title\x07\u202e\nnext"
    there = Place("e\x1bvil.yaml", Position(1, 1, 0), Position(1, 2, 1))
    finding = error(there, evil, label=evil, help=evil, related=(Related(evil, there),))
    for shown in (
        as_text([finding], {there.file: evil}),
        as_concise([finding]),
        as_json([finding], {there.file: evil}),
        as_jsonl([finding], {there.file: evil}),
    ):
        assert not set(shown) & set("\x1b\x07\u202e\x9b")
    assert len(as_concise([finding]).splitlines()) == 1


def test_ascii_only_is_ascii() -> None:
    file = source("a: ♠ × x")
    finding = error(place(file, "x"), "5 × 6 – 3 → “27”", label="… here", help="é")
    shown = as_text([finding], {file.file: file.text}, ascii_only=True)
    assert shown.isascii()
    assert '5 x 6 - 3 -> "27"' in shown
    assert under(finding, file.text, ascii_only=True)[1].index("^") == len("1 | a: <U+2660> x ")


def test_colour_adds_nothing_but_colour() -> None:
    file = source()
    finding = error(place(file, "7"), label="here", help="Write 6")
    plain = as_text([finding], {file.file: file.text})
    coloured = as_text([finding], {file.file: file.text}, colour=True)
    assert coloured != plain
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain


def test_at_most_a_hundred_of_one_file() -> None:
    file = source("a: 1\n" * 130)
    findings = [error(file.place(5 * n, 5 * n + 1)) for n in range(130)]
    shown = as_text(findings, {file.file: file.text})
    assert shown.count("error[") == 100
    assert shown.endswith(
        "… and 30 more findings in rules/house.yaml\n\n130 errors in 1 file. None can be fixed automatically."
    )
    assert len(as_concise(findings).splitlines()) == 101
    document = json.loads(as_json(findings, {file.file: file.text}))
    assert len(document["diagnostics"]) == 100
    assert (document["summary"]["errors"], document["summary"]["not_shown"]) == (130, 30)


def test_one_line_each() -> None:
    file = source()
    assert as_concise([error(place(file, "7"))]) == "rules/house.yaml:8:11: D401 error Something is wrong"


def test_json_counts_bytes_and_code_points() -> None:
    file = source("a: ♠♠ x\r\nb: 🂡y\r\n")
    facts = CheckedFile(file.file, file.sha256, ("hasenpfeffer",), had_bom=True)
    finding = error(
        place(file, "y"),
        path="b",
        help="Write z",
        facts={"needed": 29},
        related=(Related("the sign", place(file, "x")),),
    )
    document = json.loads(as_json([finding], {file.file: file.text}, files=(facts,), version="0.1.0"))
    assert document["format"] == "hasenpfeffer-diagnostics/1"
    assert document["tool"] == {"name": "hasenpfeffer", "version": "0.1.0"}
    assert document["files"] == [
        {"path": "rules/house.yaml", "sha256": file.sha256, "extends": ["hasenpfeffer"]}
    ]
    assert document["summary"]["errors"] == 1
    (shown,) = document["diagnostics"]
    offset = len(b"\xef\xbb\xbf" + "a: ♠♠ x\r\nb: 🂡".encode())
    assert shown["location"] == {
        "file": "rules/house.yaml",
        "start": {"line": 2, "column": 5, "offset": offset},
        "end": {"line": 2, "column": 6, "offset": offset + 1},
    }
    assert shown["related"] == [
        {
            "message": "the sign",
            "file": "rules/house.yaml",
            "start": {"line": 1, "column": 7},
            "end": {"line": 1, "column": 8},
        }
    ]
    assert (shown["name"], shown["path"], shown["facts"]) == ("impossible-deal", "b", {"needed": 29})
    assert shown["rendered"].startswith("error[D401]: Something is wrong\n --> rules/house.yaml:2:5")
    assert json.loads(as_jsonl([finding], {file.file: file.text}, files=(facts,))) == shown


def test_a_fingerprint_stays_when_lines_move() -> None:
    def fingerprint(text: str) -> str:
        file = source(text)
        document = json.loads(as_json([error(place(file, "7"), path="deal.hand")], {file.file: text}))
        return str(document["diagnostics"][0]["fingerprint"])

    first = fingerprint("deal:\n  hand: 7\n")
    assert first == fingerprint("# note\n\ndeal:\n    hand:  7\n")
    assert first != fingerprint("deal:\n  hand: 7 + 1\n")
    assert first.startswith("d401:deal.hand:")


def test_json_of_odd_names_is_still_json() -> None:
    there = whole_file("r\udce9gles.yaml")
    shown = as_json([error(there, "x")], {})
    shown.encode()
    assert json.loads(shown)["diagnostics"][0]["location"]["file"] == "r\udce9gles.yaml"
