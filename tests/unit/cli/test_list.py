"""`list`: what comes with the program."""

from __future__ import annotations

import json

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


def test_json_has_what_the_lines_say(run) -> None:
    data = json.loads(run("list", "--json").out)
    assert list(data) == ["rulesets", "patches"]
    assert "hasenpfeffer" in [entry["name"] for entry in data["rulesets"]]
    patch = next(entry for entry in data["patches"] if entry["name"] == "set-by-bid")
    assert patch["title"] == "Set back by the bid"
    assert patch["extends"] == ["hasenpfeffer"]
    assert all(entry["title"] for entry in (*data["rulesets"], *data["patches"]))
