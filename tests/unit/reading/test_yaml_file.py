"""YAML to a tree: every trap has its finding, at the place of its cause, and nothing raises."""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from unittest.mock import ANY

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hasenpfeffer.reading import events, yaml_file
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.source import load_source, source_from_text
from hasenpfeffer.reading.tree import Group, List, Node, Text, as_data, find
from hasenpfeffer.report.findings import as_text

BROKEN = Path(__file__).parents[2] / "corpus" / "broken"
RULES = Path(__file__).parents[3] / "rules"
LOADERS = [getattr(yaml, "CSafeLoader", yaml.SafeLoader), yaml.SafeLoader]


def read(text: str) -> tuple[Group | None, Findings]:
    findings = Findings()
    return yaml_file.read(source_from_text(text, "f.yaml"), findings), findings


def tree_of(text: str) -> Group:
    tree, findings = read(text)
    assert not findings.items
    assert tree is not None
    return tree


def text_at(tree: Group, *path: str) -> Text:
    node = find(tree, path)
    assert isinstance(node, Text)
    return node


def found(text: str) -> list[tuple[str, int, int]]:
    _, findings = read(text)
    return [(d.code, d.place.start.line, d.place.start.column) for d in findings.items]


def files(pattern: str) -> list[Path]:
    return sorted(BROKEN.glob(pattern))


# ── the corpus of broken files ──


@pytest.mark.parametrize("path", [*files("y1*.yaml"), *files("s200*.yaml")], ids=lambda path: path.stem)
def test_a_broken_file_gets_exactly_its_findings(path: Path) -> None:
    findings = Findings()
    source = load_source(path, path.name, findings)
    if source is not None:
        yaml_file.read(source, findings)
    shown = as_text(findings.items, {path.name: source.text} if source else {})
    assert shown + "\n" == path.with_suffix(".txt").read_text("utf-8")
    assert path.stem.split("-")[0].upper() in {finding.code for finding in findings.items}


@pytest.mark.parametrize("path", files("fine-*.yaml"), ids=lambda path: path.stem)
def test_a_file_that_only_looks_odd_is_fine(path: Path) -> None:
    findings = Findings()
    source = load_source(path, path.name, findings)
    assert source is not None
    assert yaml_file.read(source, findings) is not None
    assert not findings.items


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.yaml")), ids=lambda path: path.stem)
def test_the_shipped_rules_have_no_findings_here(path: Path) -> None:
    findings = Findings()
    source = load_source(path, path.name, findings)
    assert source is not None
    assert yaml_file.read(source, findings) is not None
    assert not findings.items


# ── the tree ──


def test_texts_know_their_places_and_whether_they_are_exact() -> None:
    source = "🂡: 'x y'\nb: plain text  # note\nc: \"a\\tb\"\nd: >-\n  one\n  two\n\ne: 'it''s'\n"
    tree = tree_of(source)
    for key, written, text, exact in [
        ("🂡", "'x y'", "x y", True),
        ("b", "plain text", "plain text", True),
        ("c", '"a\\tb"', "a\tb", False),
        ("d", "one\n  two", "one two", False),
        ("e", "'it''s'", "it's", False),
    ]:
        node = text_at(tree, key)
        assert source[node.place.start.offset : node.place.end.offset] == written
        assert (node.text, node.exact, node.quoted) == (text, exact, key != "b")


def test_groups_and_lists_reach_from_first_to_last() -> None:
    source = "a:\n  b: 1\n  c: [1, 2]\n\n# note\nd:\n- u\n- w\ne: {f: 1}\n"
    tree = tree_of(source)

    def written(node: Node | None) -> str:
        assert isinstance(node, Group | List)
        return source[node.place.start.offset : node.place.end.offset]

    assert written(tree.get("a")) == "b: 1\n  c: [1, 2]"
    assert written(find(tree, ("a", "c"))) == "[1, 2]"
    assert written(tree.get("d")) == "- u\n- w"
    assert written(tree.get("e")) == "{f: 1}"
    assert written(tree) == source.rstrip()


def test_texts_and_keys_are_normalised() -> None:
    tree = tree_of("cafe\u0301: 'cafe\u0301'\nsuits: [\u2665\ufe0f, ♠]\n")
    assert tree.keys() == ("café", "suits")
    assert text_at(tree, "café").text == "café"
    assert not text_at(tree, "café").exact
    assert as_data(tree)["suits"] == ["♥", "♠"]  # type: ignore[index]


def test_two_spellings_of_one_key_are_one_key() -> None:
    assert found("cafe\u0301: 1\ncaf\u00e9: 2\n") == [("Y111", 2, 1)]


@pytest.mark.parametrize("loader", LOADERS)
def test_one_document_with_its_marks_is_fine(loader: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LOADER", loader)
    assert as_data(tree_of("---\na: 1\n...\n")) == {"a": 1}


def test_what_is_plain_is_put_right_so_that_nothing_follows_from_it() -> None:
    tree, _ = read("a: true\nb: 06\nc: {hand:6, cut: max(1, 2)}\nd: 0x10\ne:\n  x:1\nf: Off\n")
    assert tree is not None
    assert text_at(tree, "c", "cut").text == "max(1, 2)" and text_at(tree, "c", "cut").doubtful
    assert as_data(tree) == {
        "a": "yes",
        "b": 6,
        "c": {"hand": 6, "cut": ANY},
        "d": 16,
        "e": {"x": 1},
        "f": "no",
    }


# ── the traps ──


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no", ""),
        ("yes", ""),
        ("off", "Y121"),
        ("On", "Y121"),
        ("TRUE", "Y121"),
        ("False", "Y121"),
        ("NO", "Y121"),
        ("n", "Y121"),
        ("Y", "Y121"),
        ("~", "Y121"),
        ("null", "Y121"),
        ("Null", "Y121"),
        ("06", "Y120"),
        ("08", "Y120"),
        ("010", "Y120"),
        ("0o10", "Y120"),
        ("0b1", "Y120"),
        ("0x1F", "Y120"),
        ("1:30", "Y120"),
        ("1:30:59", "Y120"),
        (".nan", "Y120"),
        (".NaN", "Y120"),
        ("-.inf", "Y120"),
        ("1_000", "Y120"),
        ("1e3", "Y120"),
        ("1e999", "Y120"),
        ("1.5", "Y120"),
        (".5", "Y120"),
        ("1.", "Y120"),
        ("+5", "Y120"),
        ("2026-01-01", "Y120"),
        ("hand:6", "Y115"),
        ("0", ""),
        ("-3", ""),
        ("1..6", ""),
        ("-3..3", ""),
        ("9 > 10 > J", ""),
        ("10S", ""),
        ("1E", ""),
        ("2026 - 1", ""),
        ("-x", ""),
        ("...", ""),
        ("6", ""),
        ("'true'", ""),
        ('"1.5"', ""),
        ("C:/rules/house.yaml", ""),
        ("https://example.org", ""),
    ],
)
@pytest.mark.parametrize("form", ["a: {}\n", "a: [{}]\n", "a:\n  - {}\n"])
def test_a_value_that_yaml_readers_disagree_on(form: str, text: str, code: str) -> None:
    column = form.splitlines()[-1].index("{}") + 1
    line = form.count("\n")
    assert found(form.replace("{}", text)) == ([(code, line, column)] if code else [])
    assert found(form.replace("{}", text).replace("a:", "title:", 1)) == []


def test_a_leading_zero_is_a_warning_and_the_others_are_errors() -> None:
    _, findings = read("a: 010\n")
    assert not findings.has_errors
    assert findings.items[0].help.startswith("Write 10")


def test_keys_may_be_any_word() -> None:
    assert tree_of("on: 1\nyes: 2\nnull: 3\n9: 4\n1.5: 5\n").keys() == ("on", "yes", "null", "9", "1.5")


def test_a_key_in_quotes_is_the_same_key() -> None:
    assert found('9: a\n"9": b\n') == [("Y111", 2, 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: &a [*a]\n", [("Y130", 1, 4)]),
        ("a: 1\nb: *nowhere\n", [("Y130", 2, 4)]),
        ("a: *\n", [("Y130", 1, 4)]),
        ("a: !e!x y\n", [("Y133", 1, 4)]),
        ("a: !!null\n", [("Y133", 1, 4)]),
        ("%YAML 2.0\n---\na: 1\n", [("Y134", 1, 1)]),
        ("# x\n%TAG ! y\n---\na: true\n", [("Y134", 2, 1), ("Y121", 4, 4)]),
        ("a: 1\n%b\n", [("Y134", 2, 1)]),
        ("---\n", [("Y101", 1, 1)]),
        ("[1, 2]\n", [("S200", 1, 1)]),
        ("hand:6\n", [("Y115", 1, 1)]),
        ("hand：6\nb: 1\n", [("Y115", 1, 1)]),
        ("? [a]\n: b\n", [("Y117", 1, 3)]),
        ("a: {hand:6, hand:7}\n", [("Y115", 1, 5), ("Y111", 1, 13), ("Y115", 1, 13)]),
        ("a: {b, c}\n", [("Y116", 1, 5), ("Y116", 1, 8)]),
        ("a: {b: max(1, 2, 3), c: f(1, 2)}\n", [("Y116", 1, 8), ("Y116", 1, 25)]),
        ("a: [1,,2]\n", [("Y116", 1, 7)]),
        ("a: - b\n", [("Y117", 1, 4)]),
        ("a: 1\n- b\n", [("Y117", 2, 1)]),
        ("- a\nb: 1\n", [("Y117", 2, 1)]),
        ("a: 1\n...\nb: 2\n", [("Y117", 2, 1)]),
        ("{a: 1}\nb: 2\n", [("Y117", 2, 1)]),
        ("a: ]\n", [("Y117", 1, 4)]),
        ('a: "\\q"\n', [("Y117", 1, 5)]),
        ("a: `x`\n", [("Y117", 1, 4)]),
        ("a: |x\n  b\n", [("Y117", 1, 4)]),
        ("  a: 1\nb: 2\n", [("Y117", 1, 3)]),
        ("a: [1,\n  2,\n  3\nb: 1\n", [("Y114", 1, 4)]),
        ("a: {x: [1, 2\n", [("Y114", 1, 8)]),
        ("a: [\n", [("Y114", 1, 4)]),
        ("a: [1, }\n", [("Y114", 1, 4)]),
        ("a: true\nb: 'x\nc: true\n", [("Y121", 1, 4), ("Y113", 2, 4), ("Y121", 3, 4)]),
        ('"abc: 1\nb: 2\n', [("Y113", 1, 1)]),
        ("a: {\n  b: 1\n  c: 2\n}\n", [("Y117", 3, 4)]),
        ("a:\r\tb: 1\r", [("Y110", 2, 1)]),
        ("a: \x07\n", [("Y104", 1, 4)]),
        ("a: \ufeffb\n", [("Y104", 1, 4)]),
        ("a: \ud800\n", [("Y104", 1, 4)]),
    ],
)
def test_broken_yaml_has_one_finding_at_its_cause(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a:\n\tb: 1\n", "Y110"),
        ("a: [1,\n\t2]\n", "Y110"),
        ('a: "b\nc: 1\n', "Y113"),
        ("a: [1, 2\nb: 3\n", "Y114"),
        ("a: [1, 2}\n", "Y114"),
        ("a: 1\nhand:6\nb: 2\n", "Y115"),
        ("a: [1,,2]\n", "Y116"),
        ("a: b: c\n", "Y117"),
        ("a: @x\n", "Y117"),
        ("a: *\n", "Y130"),
        ("a: !e!x y\n", "Y133"),
        ("[" * 500 + "]" * 500, "Y106"),
    ],
)
def test_both_yaml_readers_lead_to_the_same_finding(
    loader: type, text: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "LOADER", loader)
    assert [finding[0] for finding in found(text)] == [code]


def test_a_duplicate_names_both_places() -> None:
    _, findings = read("deal:\n  hand: 6\n  hand: 7\n")
    (finding,) = findings.items
    assert finding.message == "`hand` is set twice in `deal`: `6` on line 2 and `7` here"
    assert finding.path == "deal.hand"
    assert [related.place.start.line for related in finding.related] == [2]


# ── limits ──


def bombs() -> dict[str, tuple[str, str]]:
    names = "abcdefghijklmnopqrstuvwxyz"
    laughs = "".join(f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in itertools.pairwise(names))
    return {
        "aliases": ("a: &a [x, x]\n" + laughs, "Y130"),
        "500 brackets": ("a: " + "[" * 500 + "]" * 500, "Y106"),
        "brackets only": ("[" * 200_000, "Y106"),
        "dashes": ("- " * 100_000, "Y106"),
        "200 000 keys": ("".join(f"k{i}: {i}\n" for i in range(200_000)), "Y105"),
        "many keys": ("".join(f"k{i}: 1\n" for i in range(25_000)), "Y107"),
        "many findings": ("".join(f"k{i}: ~\n" for i in range(1_950)), "Y121"),
        "one key": ("k: 1\n" * 1_950, "Y111"),
        "many cuts": ("a: {" + "p: max(a, b), " * 700 + "}", "Y116"),
        "one long cut": ("a: {p: f(a" + ", b" * 1_900 + ")}", "Y116"),
        "one long line": ("a: " + "x: " * 60_000, "Y117"),
        "tags": ("- !a b\n" * 20_000, "Y133"),
    }


@pytest.mark.parametrize("name", bombs())
def test_a_bomb_is_answered_at_once(name: str) -> None:
    text, code = bombs()[name]
    source = source_from_text(text, "f.yaml")
    taken = []
    for _ in range(3):  # the machine may be busy: the quickest of three, in processor time
        findings = Findings()
        start = time.process_time()
        yaml_file.read(source, findings)
        taken.append(time.process_time() - start)
        assert code in {finding.code for finding in findings.items}
        if taken[-1] < 0.5:
            break
    assert min(taken) < 0.5


def test_the_depth_that_is_allowed() -> None:
    deepest = yaml_file.DEEPEST
    assert found("a: " + "[" * (deepest - 1) + "]" * (deepest - 1)) == []
    assert found("a: " + "[" * deepest + "]" * deepest) == [("Y106", 1, 3 + deepest)]


# fmt: off
PIECES = st.sampled_from([
    "a", "b: c\n", ": ", "- ", "- \n", "\n  ", "\n", "  ", '"', "'", "[", "]", "{", "}", "(", ")", ",", "#",
    "&a ", "*a",
    "!x ", "%", "---\n", "...", "\t", "\r\n", "\r", "|", ">-\n", "?", "~", "true", "06", "\0",
    "\ufeff", "é", "🂡", "hand:6",
])
# fmt: on


@given(st.lists(PIECES, max_size=30).map("".join))
def test_nothing_raises_and_no_tree_means_an_error(text: str) -> None:
    tree, findings = read(text)
    assert tree is not None or findings.has_errors
    assert as_text(findings.items, {"f.yaml": text}) or not findings.items
    for finding in findings.items:
        assert 0 <= finding.place.start.offset <= finding.place.end.offset <= len(text)
