"""Words that whoever sits at a table can say at any time; nothing in a ruleset is called like them."""

from __future__ import annotations

from typing import Final

TABLE_WORDS: Final = frozenset(
    ("help", "why", "hint", "hand", "score", "last", "rules", "look", "undo", "quit", "exit", "q")
)
