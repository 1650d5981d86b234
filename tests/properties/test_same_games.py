"""The interpreter and the programs play the same games, action by action: two thousand deals.

`benchmarks/same_games.py` plays ten times as many, and as machine code too.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.properties.many_games import Game, changed_games, composed_games, shipped_games, turned_games
from tests.properties.same_games import SideBySide, compare

from hasenpfeffer.errors import KernelRefusal

PARTS = 8
SHIPPED = shipped_games()


def play(games: list[Game], deals: int, *, packing: bool = False) -> int:
    """How many deals were played by rulesets that programs can play."""
    played = 0
    for game in games:
        try:
            found = compare(game, deals, seed=11, packing=packing)
        except KernelRefusal:
            assert game not in SHIPPED
            continue
        played += 0 if found is None else found.deals
    return played


@pytest.mark.parametrize("part", range(PARTS))
def test_shipped_rulesets_go_the_same_way(part: int) -> None:
    games = SHIPPED[part::PARTS]
    assert play(games, 8) >= 7 * len(games)
    assert play(games, 2, packing=True) >= len(games)


def test_house_rules_together_go_the_same_way() -> None:
    assert play(list(composed_games(30, seed=12)), 12, packing=True) >= 300


def test_turned_parameters_go_the_same_way() -> None:
    assert play(list(turned_games(15, seed=13)), 10, packing=True) >= 100


def test_changed_files_go_the_same_way(tmp_path: Path) -> None:
    assert play(list(changed_games(20, 14, tmp_path)), 10, packing=True) >= 80


@pytest.mark.parametrize("name", ["hasenpfeffer", "skat", "pinochle", "bridge"])
def test_machine_code_goes_the_same_way(name: str) -> None:
    pytest.importorskip("llvmlite")
    rules = Game(name).load()
    assert rules is not None
    assert SideBySide(rules, native=True).deals(15, 15).deals == 15
