"""Reading goes on after slips of YAML, and places still lead to what is written."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hasenpfeffer.reading import yaml_file
from hasenpfeffer.reading.diagnostic import Diagnostic, Findings
from hasenpfeffer.reading.edits import applied
from hasenpfeffer.reading.readable import Change, as_written
from hasenpfeffer.reading.source import source_from_text
from hasenpfeffer.reading.tree import Group

BROKEN = Path(__file__).parents[2] / "corpus" / "broken"
SLIPS = sorted((BROKEN / "slips").glob("*.yaml"))


def text_of(path: Path) -> str:
    return path.read_bytes().decode().removeprefix("\ufeff")


def found(text: str) -> tuple[Diagnostic, ...]:
    findings = Findings()
    yaml_file.read(source_from_text(text, "f.yaml"), findings)
    return findings.items


def mended() -> list[Path]:
    """Files that are text, without those in which mending one slip brings to light another that it hid."""
    hiding = {"y111-duplicate", "y102-latin1", "y102-utf16", "y102-utf16-without-mark", "y104-binary"}
    return [path for path in (*SLIPS, *sorted(BROKEN.glob("y1*.yaml"))) if path.stem not in hiding]


@pytest.mark.parametrize("path", mended(), ids=lambda path: path.stem)
def test_a_fix_takes_its_finding_away_and_no_other(path: Path) -> None:
    text = text_of(path)
    before = found(text)
    for finding in before:
        for fix in finding.fixes:
            after = Counter(item.code for item in found(applied(text, fix.edits)))
            assert after + Counter([finding.code]) == Counter(item.code for item in before), fix.title


def test_most_slips_can_be_mended() -> None:
    unmended = {path.stem for path in SLIPS if not all(finding.fixes for finding in found(text_of(path)))}
    assert unmended == {"merge-key", "star-before-a-word"}


# --- the way back to what is written


def test_places_lead_back_through_changes() -> None:
    text = as_written(source_from_text("ab cd\r\nef\r\n", "f.yaml"))
    longer = text.changed([Change(0, 1, "xyz"), Change(3, 5, "")])
    assert longer.text == "xyzb \r\nef\r\n"
    assert longer.line_starts == (0, 7, 11)
    assert longer.place(3, 4) == text.place(1, 2)
    assert longer.place(7, 9) == text.place(7, 9)
    again = longer.changed([Change(3, 4, "BB"), Change(9, 9, "!")])
    assert again.text == "xyzBB \r\nef!\r\n"
    assert again.changes == (Change(0, 2, "xyzBB"), Change(3, 5, ""), Change(9, 9, "!"))
    assert again.place(8, 11) == text.place(7, 9)


def test_what_is_changed_is_not_as_written() -> None:
    text = as_written(source_from_text("one two three\n", "f.yaml")).changed([Change(4, 7, "2")])
    assert text.text == "one 2 three\n"
    assert text.is_written(0, 3) and text.is_written(6, 11)
    assert not text.is_written(4, 5) and not text.is_exact(0, 11)


def test_a_hole_makes_the_group_around_it_incomplete() -> None:
    findings = Findings()
    text = "terms:\n  gain: bid\n  loss bid\ngame: {}\n"
    tree = yaml_file.read(source_from_text(text, "f.yaml"), findings)
    assert tree is not None and not tree.incomplete
    marks = {entry.key.text: isinstance(entry.value, Group) and entry.value.incomplete for entry in tree}
    assert marks == {"terms": True, "game": False}


def test_a_hundred_slips_are_told_and_the_rest_is_left_out() -> None:
    text = "".join(f"k{number}: 'x\n" for number in range(150))
    codes = Counter(item.code for item in found(text))
    assert codes == {"Y113": 101}
