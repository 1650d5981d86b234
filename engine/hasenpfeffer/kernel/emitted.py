"""What lowering a ruleset gives: a program that somebody can run, plain or as machine code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.kernel.rows import Columns

ENTRIES: Final[Mapping[str, tuple[str, ...]]] = {
    "play_deals": ("s", "k", "low", "high", "first", "count", "rows"),
    "play_games": ("s", "k", "low", "high", "first", "count", "rows", "room"),
}
"""The functions of a program that studies call, with the names of what they are given."""

DEALS: Final[Mapping[str, tuple[str, ...]]] = {"play_deals": ENTRIES["play_deals"]}
"""The one that plays single deals, which can be played side by side."""

PLAYOUTS: Final[Mapping[str, tuple[str, ...]]] = {
    "rollouts": ("s", "k", "low", "first", "count", "other", "out"),
}
"""The one that plays a position out many times, side by side too; its text is in `kernel.batching`."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """A program: its text in restricted Python, its tables, how many numbers a state has, and what rows mean."""

    text: str
    tables: tuple[int, ...]
    state_size: int
    columns: Columns
    places: Mapping[str, int]
    """Where in a state what stands, by the names in the text."""
