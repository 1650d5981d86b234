"""`show`: the resolved ruleset as a rule file."""

from __future__ import annotations

import re

import pytest

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.source import source_from_text
from hasenpfeffer.reading.tree import Group, as_data
from hasenpfeffer.reading.yaml_file import read
from hasenpfeffer.report.yaml_text import as_yaml
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.merge import Reader, merge
from hasenpfeffer.shelf.schema import check_written

READER = Reader()


def _read(text: str) -> Group:
    findings = Findings()
    tree = read(source_from_text(text, "shown.yaml"), findings)
    assert tree is not None
    check_written(tree, findings)
    assert not findings.items
    return tree


@pytest.mark.parametrize("entry", shelf_entries(), ids=lambda entry: entry.name)
def test_what_is_shown_reads_back_to_the_same(entry) -> None:
    merged = merge(str(entry.path), Findings(), read=READER)
    assert merged is not None
    plain = as_yaml(merged.tree)
    with_comments = as_yaml(merged.tree, lambda path: "rules.yaml:1" if path in merged.origins else "")
    assert as_data(_read(plain)) == as_data(_read(with_comments)) == as_data(merged.tree)


@pytest.mark.parametrize(
    "value",
    [
        "yes",
        '"yes"',
        "7",
        '"7"',
        '"07"',
        '"true"',
        '"a: b"',
        '"a #b"',
        "[no trump, low]",
        '["1", 2, "a, b", "[x]"]',
        '"- x"',
        '""',
        "'  spaces  '",
        '"two\\nlines"',
        '"\\u2028"',
        "♠",
        "-x but at least 3",
        "{by: bouts, 0: 56}",
        "[]",
        "{}",
        "[{if: a is b, then: [x, {y: z}]}, w]",
        "(a + b) * c",
        '"*a"',
        '"~"',
        "it's so",
    ],
)
def test_every_kind_of_text_reads_back_to_the_same(value: str) -> None:
    tree = read(source_from_text(f"terms: {{x: {value}}}\ndeck: {value}\n", "a.yaml"), Findings())
    assert tree is not None
    again = read(source_from_text(as_yaml(tree), "b.yaml"), Findings())
    assert again is not None
    assert as_data(again) == as_data(tree)


def test_a_composition_is_shown_whole_and_validates(run, write) -> None:
    shown = run("show", "hasenpfeffer+big-pepper+set-by-bid")
    assert shown.code == 0
    assert "      big pepper: {bid: 6, stakes: 2}\n" in shown.out
    assert "  loss: bid\n" in shown.out
    assert "extends" not in shown.out
    result = run("validate", write("mine.yaml", shown.out))
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("OK mine.yaml: 4 players, 25 cards, 6 tricks, ")


def test_origins_name_file_and_line_of_each_value(run) -> None:
    out = run("show", "hasenpfeffer+set-by-bid", "--origins").out
    assert re.search(
        r"^  loss: bid +# rules/variants/set-by-bid\.yaml:\d+, over rules/hasenpfeffer\.yaml:\d+$", out, re.M
    )
    assert re.search(r"^  gain: tricks of declarers +# rules/hasenpfeffer\.yaml:\d+$", out, re.M)


def test_set_changes_a_parameter(run) -> None:
    out = run("show", "hasenpfeffer", "--set", "lowest-bid=3", "--set", "target=32", "--origins").out
    assert re.search(r"default: 32 +# --set target=32, over rules/hasenpfeffer.yaml:\d+$", out, re.M)
    assert re.search(r"default: 3 +# --set lowest-bid=3, over ", out)


def test_the_order_of_patches_does_not_matter(run) -> None:
    one = run("show", "hasenpfeffer+no-alone+set-by-bid")
    assert one.code == 0
    assert one.out == run("show", "hasenpfeffer+set-by-bid+no-alone").out


@pytest.mark.parametrize(
    ("words", "code", "pieces"),
    [
        (["hasenpfefer"], "X302", ["Did you mean `hasenpfeffer`?"]),
        (["hasenpfeffer+big-peper"], "X302", ["Did you mean `big-pepper`?", ":1:14"]),
        (["hasenpfeffer+euchre"], "X307", ["a game of its own"]),
        (["hasenpfeffer+joker-must-bid+dealer-must-bid"], "X310", ["joker-must-bid.yaml", "dealer-must-bid.yaml"]),
        (["hasenpfeffer", "--set", "lowest-bid=9"], "S212", ["--set lowest-bid=9", "from 1 to 6"]),
        (["hasenpfeffer", "--set", "lowst-bid=3"], "S224", ["command line:1:7", "Did you mean `lowest bid`?"]),
        (["hasenpfeffer", "--set", "lowest-bid=soon"], "S230", ["--set lowest-bid=soon"]),
    ],
)  # fmt: skip
def test_a_reference_with_errors_is_explained_on_standard_error(
    run, words: list[str], code: str, pieces: list[str]
) -> None:
    result = run("show", *words)
    assert (result.code, result.out) == (2, "")
    assert f"error[{code}]" in result.err
    assert all(piece in result.err for piece in pieces)


def test_the_schema_is_printed_or_written(run, folder) -> None:
    out = run("schema").out
    assert out.startswith("{")
    assert run("schema", "--write", "editor").out == "editor/ruleset.schema.json\n"
    assert (folder / "editor/ruleset.schema.json").read_text(encoding="utf-8") == out
