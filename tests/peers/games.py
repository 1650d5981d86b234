"""The games that are held against open_spiel, each a module that translates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.peers import bridge, euchre, hearts, skat, spades

if TYPE_CHECKING:
    from tests.peers.walk import Series

GAMES: dict[str, Series] = {
    "bridge": bridge.SERIES,
    "euchre": euchre.SERIES,
    "hearts": hearts.SERIES,
    "skat": skat.SERIES,
    "spades": spades.SERIES,
}
"""For each game, the series that are played, by name."""
