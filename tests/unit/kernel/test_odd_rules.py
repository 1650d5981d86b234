"""Rules that programs once played wrong, or could not play."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.properties.many_games import Game
from tests.properties.same_games import SideBySide


def changed(folder: Path, name: str, was: str, now: str) -> SideBySide:
    """A shipped game with one thing changed, by both."""
    from hasenpfeffer.shelf.find import shelf_entries

    entry = next(entry for entry in shelf_entries() if entry.name == name)
    text = entry.path.read_text("utf-8")
    assert was in text
    path = folder / "odd.yaml"
    path.write_text(text.replace(was, now), "utf-8")
    rules = Game(str(path)).load()
    assert rules is not None
    return SideBySide(rules, packing=True)


@pytest.mark.parametrize(
    ("name", "was", "now"),
    [("spoil-five", "if: pool winner is not nobody, who", "if: best melder is not nobody, who")],
    ids=["the best melder where nothing is melded"],
)
def test_an_odd_rule_goes_the_same_way(tmp_path: Path, name: str, was: str, now: str) -> None:
    assert changed(tmp_path, name, was, now).deals(1, 10).deals == 10
