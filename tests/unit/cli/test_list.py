"""`list`: what comes with the program."""

from __future__ import annotations

import json

import pytest

from hasenpfeffer.cli import terminal
from hasenpfeffer.shelf.find import shelf_entries


def test_every_shipped_file_has_a_line(run) -> None:
    result = run("list")
    assert result.code == 0
    names = [line.split()[0] for line in result.out.splitlines() if line.startswith("  ")]
    assert sorted(names) == sorted(entry.name for entry in shelf_entries())


def test_a_line_says_what_a_patch_changes(run) -> None:
    lines = run("list").out.splitlines()
    line = next(line for line in lines if line.startswith("  set-by-bid "))
    assert "A failed bid costs the number that was bid" in line


@pytest.mark.parametrize("width", [24, 40, 80, 120])
def test_no_line_is_wider_than_the_terminal(run, monkeypatch, width) -> None:
    monkeypatch.setattr(terminal, "columns", lambda _stream: width)
    lines = [line for line in run("list").out.splitlines() if line.startswith("  ")]
    assert max(map(len, lines)) <= max(width, 2 + max(len(entry.name) for entry in shelf_entries()))
    told = "Set back by the bid."[: width - 10] if width < 40 else "Set back by the bid."
    assert any(told in line for line in lines)


def test_json_has_what_the_lines_say(run) -> None:
    data = json.loads(run("list", "--json").out)
    assert list(data) == ["rulesets", "patches"]
    assert "hasenpfeffer" in [entry["name"] for entry in data["rulesets"]]
    patch = next(entry for entry in data["patches"] if entry["name"] == "set-by-bid")
    assert patch["title"] == "Set back by the bid"
    assert patch["extends"] == ["hasenpfeffer"]
    assert all(entry["title"] for entry in (*data["rulesets"], *data["patches"]))
