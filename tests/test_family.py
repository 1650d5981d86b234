"""The shelf holds a family of complete games, each as short as its rules are."""

from __future__ import annotations

import statistics
from pathlib import Path

from tests.properties.shelf import compiled

from hasenpfeffer.shelf.find import shelf_entries

GAMES = [entry for entry in shelf_entries() if entry.kind == "game"]
ENOUGH_GAMES = 24
MOST_LINES = 120
"""Of a complete game, in the median."""


def test_the_shelf_holds_two_dozen_complete_games_that_can_be_played() -> None:
    assert len([compiled(entry.name) for entry in GAMES]) >= ENOUGH_GAMES


def test_a_game_is_a_page() -> None:
    lines = [len(Path(entry.path).read_text("utf-8").splitlines()) for entry in GAMES]
    assert statistics.median(lines) <= MOST_LINES


def test_every_shipped_file_can_be_played() -> None:
    assert all(compiled(entry.name).steps for entry in shelf_entries())
