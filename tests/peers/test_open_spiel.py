"""Random games through our rules and through open_spiel's: the same seat to act, the same actions, the same returns.

`PEER_GAMES=10000 pytest tests/peers` goes further than a commit needs; `benchmarks/openspiel.py` prints a table.
"""

from __future__ import annotations

import os

import pytest

pytest.importorskip("pyspiel")

from tests.peers.games import GAMES
from tests.peers.walk import Pairing, random_game

PLAYED = int(os.environ.get("PEER_GAMES", "1000"))
SEED = 1


@pytest.mark.parametrize(
    "series",
    [
        pytest.param(pairings, id=f"{game}: {name}")
        for game, series in GAMES.items()
        for name, pairings in series.items()
    ],
)
def test_both_play_the_same_game(series: tuple[Pairing, ...]) -> None:
    for number in range(PLAYED):
        difference = random_game(series, SEED, number).difference
        assert difference is None, f"game {number} of seed {SEED}: {difference}"
