"""The usual fixes: what is written otherwise, taken out or put in, and nothing beside it."""

from __future__ import annotations

import pytest

from hasenpfeffer.reading import fixes
from hasenpfeffer.reading.diagnostic import Findings, Fix
from hasenpfeffer.reading.edits import applied
from hasenpfeffer.reading.source import source_from_text
from hasenpfeffer.reading.tree import Group, List, Node, Text, find
from hasenpfeffer.reading.yaml_file import read

ENDS = pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])


def tree_of(text: str) -> Group:
    tree = read(source_from_text(text, "house.yaml"), Findings())
    assert tree is not None
    return tree


def at(tree: Group, path: str) -> Node:
    """The item at a path, or the key of the entry there."""
    *above, last = path.split("/")
    parent = find(tree, tuple(above)) if above else tree
    if isinstance(parent, Group):
        entry = parent.entry(last)
        assert entry is not None
        return entry.key
    assert isinstance(parent, List)
    return parent.items[int(last)]


def text_at(tree: Group, path: str) -> Text:
    node = find(tree, tuple(path.split("/")))
    assert isinstance(node, Text)
    return node


def mended(text: str, found: tuple[Fix, ...]) -> str:
    (fix,) = found
    return applied(text, fix.edits)


REMOVED = {
    "an entry goes with its line": ("a: 1\nb: 2\nc: 3\n", "b", "a: 1\nc: 3\n"),
    "a comment behind it goes too": ("a: 1\nb: 2  # about b\nc: 3\n", "b", "a: 1\nc: 3\n"),
    "a comment right above it goes too": ("a: 1\n# about b\nb: 2\n\nc: 3\n", "b", "a: 1\n\nc: 3\n"),
    "a comment may head the lines below too": ("# both\na: 1\nb: 2\n", "a", "# both\nb: 2\n"),
    "a comment that is apart stays": ("a: 1\n# of a\n\nb: 2\n", "b", "a: 1\n# of a\n"),
    "a comment less far in stays": ("a:\n  x: 1\n# below\n  y: 2\n", "a/y", "a:\n  x: 1\n# below\n"),
    "a comment for tools stays": (
        "# yaml-language-server: $schema=s.json\na: 1\n\nb: 2\n",
        "a",
        "# yaml-language-server: $schema=s.json\n\nb: 2\n",
    ),
    "an ignore goes with its line": (
        "a: 1\n# hasenpfeffer: ignore[L902] ours\nb: 2\nc: 3\n",
        "b",
        "a: 1\nc: 3\n",
    ),
    "one blank line is left of two": ("a: 1\n\nb: 2\n\nc: 3\n", "b", "a: 1\n\nc: 3\n"),
    "the last line has no end before and after": ("a: 1\nb: 2", "b", "a: 1"),
    "an entry with lines below it": ("a:\n  x: 1\n  y: 2\nb: 3\n", "a", "b: 3\n"),
    "an entry with a block of text": ("a: |\n  one\n  two\n\nb: 3\n", "a", "b: 3\n"),
    "a group that would be empty goes too": ("a:\n  x:\n    y: 2\nb: 3\n", "a/x/y", "b: 3\n"),
    "a list that would be empty goes too": ("remove: [steps.x]\nb: 3\n", "remove/0", "b: 3\n"),
    "the first between brackets": ("a: [x, y, z]\n", "a/0", "a: [y, z]\n"),
    "the middle between brackets": ("a: [x, y, z]\n", "a/1", "a: [x, z]\n"),
    "the last between brackets": ("a: [x, y, z]\n", "a/2", "a: [x, y]\n"),
    "the first between braces": ("a: {b: 1, c: 2}\n", "a/b", "a: {c: 2}\n"),
    "the last between braces": ("a: {b: 1, c: [2, 3]}\n", "a/c", "a: {b: 1}\n"),
    "between brackets over lines": ("a: [\n  x,\n  y,\n  z\n]\n", "a/1", "a: [\n  x,\n  z\n]\n"),
    "wide characters before it": ("a: [🂡🂡, ♠, z]\n", "a/1", "a: [🂡🂡, z]\n"),
    "an item of an indented list": ("a:\n  - x\n  - y\n  - z\n", "a/1", "a:\n  - x\n  - z\n"),
    "an item that is a group": ("a:\n  - x: 1\n    y: 2\n  - z: 3\n", "a/0", "a:\n  - z: 3\n"),
    "the first entry beside a dash": ("a:\n  - x: 1\n    y: 2\n", "a/0/x", "a:\n  - y: 2\n"),
    "the second entry below a dash": ("a:\n  - x: 1\n    y: 2\n", "a/0/y", "a:\n  - x: 1\n"),
    "the first of a list in a list": ("a:\n  - - x\n    - y\n", "a/0/0", "a:\n  - - y\n"),
}


@ENDS
@pytest.mark.parametrize(("before", "path", "after"), REMOVED.values(), ids=REMOVED)
def test_what_is_removed_takes_only_its_own(before: str, path: str, after: str, end: str) -> None:
    before, after = before.replace("\n", end), after.replace("\n", end)
    found = mended(before, fixes.remove(at(tree_of(before), path)))
    assert found == after


def test_the_only_setting_of_a_file_is_not_removed() -> None:
    assert fixes.remove(at(tree_of("a: 1\n"), "a")) == ()


def test_something_is_removed_by_the_place_of_its_value() -> None:
    text = "a: 1\nb:\n  c: 2\n  d: 3\n"
    tree = tree_of(text)
    assert mended(text, fixes.remove_at([tree], text_at(tree, "b/c").place)) == "a: 1\nb:\n  d: 3\n"


INSERTED = {
    "as the last line": ("a:\n  x: 1\nb: 2\n", "a/x", "a:\n  x: 1\n  new: 5\nb: 2\n"),
    "behind a comment": ("a:\n  x: 1  # of x\nb: 2\n", "a/x", "a:\n  x: 1  # of x\n  new: 5\nb: 2\n"),
    "where the last line has no end": ("a:\n  x: 1", "a/x", "a:\n  x: 1\n  new: 5"),
    "between braces": ("a: {x: 1}\n", "a/x", "a: {x: 1, new: 5}\n"),
    "below an item's dash": ("a:\n  - x: 1\n  - y: 2\n", "a/0/x", "a:\n  - x: 1\n    new: 5\n  - y: 2\n"),
    "below a group": ("a:\n  x:\n    y: 1\nb: 2\n", "a/x", "a:\n  x:\n    y: 1\n  new: 5\nb: 2\n"),
}


@ENDS
@pytest.mark.parametrize(("before", "path", "after"), INSERTED.values(), ids=INSERTED)
def test_a_setting_is_put_below_its_neighbours(before: str, path: str, after: str, end: str) -> None:
    before, after = before.replace("\n", end), after.replace("\n", end)
    assert mended(before, fixes.insert(at(tree_of(before), path), "new", "5")) == after


@pytest.mark.parametrize(
    ("before", "new", "after"),
    [
        ("a: redela\n", "redeal", "a: redeal\n"),
        ("a: 'redela'\n", "redeal", "a: 'redeal'\n"),
        ('a: "redela"\n', "redeal", 'a: "redeal"\n'),
        ("a: {b: ♠♠, c: redela}\n", "redeal", "a: {b: ♠♠, c: redeal}\n"),
        ("a: redela\n", "a: b", 'a: "a: b"\n'),
        ("a: redela\n", "- b", 'a: "- b"\n'),
    ],
)
def test_a_value_is_written_otherwise_in_its_quotes_or_those_it_needs(
    before: str, new: str, after: str
) -> None:
    path = "a/c" if "c:" in before else "a"
    assert mended(before, fixes.rewrite(text_at(tree_of(before), path), new)) == after


@pytest.mark.parametrize("text", ["a: |\n  redela\n", "a: >-\n  redela\n"])
def test_a_text_below_its_key_is_not_written_otherwise(text: str) -> None:
    assert fixes.rewrite(text_at(tree_of(text), "a"), "redeal") == ()


def test_a_word_is_replaced_only_where_it_stands() -> None:
    tree = tree_of("a: bidd > 3\n")
    place = text_at(tree, "a").place
    assert fixes.respell(place, "bidd", "bid") == ()
    assert fixes.meant(place, "bidd > 3", ["bid > 3"])[0].is_safe


@pytest.mark.parametrize(
    ("word", "choices", "safe"),
    [
        ("plyers", ["players", "partners"], True),
        ("all_pass", ["all pass", "all past"], True),
        ("bidden", ["bidder", "midden"], False),
        ("joker", ["taker"], False),
        ("all", ["all pass"], False),
    ],
)
def test_a_guess_is_safe_where_nothing_else_can_be_meant(word: str, choices: list[str], safe: bool) -> None:
    tree = tree_of(f"a: {word}\n")
    assert [fix.is_safe for fix in fixes.meant_text(text_at(tree, "a"), choices)] == [safe]


@pytest.mark.parametrize("word", ["J", "trumpet"])
def test_there_is_no_guess_for_one_letter_or_far_away(word: str) -> None:
    tree = tree_of(f"a: {word}\n")
    assert fixes.meant_text(text_at(tree, "a"), ["Q", "K", "trick"]) == ()
