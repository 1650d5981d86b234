"""Five games that open_spiel has too, and which of our rules are the same game.

The same rules: the pack, the legal actions at every turn and the result of every seat agree step by step, which
`tests/peers` and `benchmarks/openspiel.py` hold them to. What is left:

- Who deals is drawn there in euchre and goes round here. Its direction of passing in hearts is drawn there and a
  parameter here, so the four directions are played in equal shares.
- Several cards that one seat puts away or passes on are chosen in any order there, and in the order of the pack here.
  The number of decisions is the same.
- A deal that all pass ends there with nothing. Here euchre, skat and bridge do the same, and it counts as a game.
"""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.speed.backends import Rules


class Pair(NamedTuple):
    """A game of the peer by the text that loads it, and ours; `wanted` is how many times as fast ours is to be."""

    name: str
    peer: str
    ours: tuple[Rules, ...]
    wanted: int


PAIRS = (
    Pair("euchre", "euchre", (Rules("euchre-openspiel"),), 150),
    Pair(
        "hearts",
        "hearts",
        tuple(
            Rules("hearts-openspiel", (("pass to", where),))
            for where in ("nobody", "left", "across", "right")
        ),
        200,
    ),
    Pair("spades", "spades", (Rules("spades-openspiel"),), 200),
    Pair("bridge", "bridge(use_double_dummy_result=false)", (Rules("bridge-openspiel"),), 150),
    Pair("skat", "skat", (Rules("skat-openspiel"),), 150),
)
