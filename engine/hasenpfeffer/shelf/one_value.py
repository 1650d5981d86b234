"""Which groups of a rule file are one value, so that a patch replaces them instead of writing into them.

Texts and lists always are. Of the groups those are whose keys mean nothing without each other:

- a choice between forms: how an auction ends (`{passes in a row: 3}`), what happens if all pass
  (`{forced: dealer, to bid: 3}`), when a game is over (`{deals: 16}`), who receives
  (`{declarer: 2, partner: 1}`); half of one form and half of another is neither;
- the suits and the seats, which a patch replaces by others as a whole;
- one alternative (`{if: …, then: …}`), and a list that goes round with the deal number (`{by deal: […]}`).

A table that says what it is read `by` replaces another one; a group without `by` changes single rows of it.
Everything else merges key by key: calls, options, lines of a tally or a score, bars, melds and their fields.
This module is the only place that knows; the schema says what the keys are, not how they merge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from hasenpfeffer.reading.tree import Group

if TYPE_CHECKING:
    from hasenpfeffer.reading.tree import Node, Path

Kind: TypeAlias = Literal["value", "table", "group", "addition"]
"""How what a file writes at a path meets what stood there: replaces it, replaces it and lets rows be changed,
writes into it, or adds to its list."""

_VALUES: Final = frozenset(
    {
        ("players", "seats"),
        ("deck", "suits"),
        ("steps", "*", "who"),
        ("steps", "*", "ends"),
        ("steps", "*", "all pass"),
        ("scoring", "*", "who"),
        ("game", "over"),
    }
)


def kind_of(path: Path, node: Node) -> Kind:
    """How a value at `path` merges."""
    if not isinstance(node, Group):
        return "value"
    keys = node.keys()
    if keys == ("also",):
        return "addition"
    if "by" in keys:
        return "table"
    if "then" in keys or "by deal" in keys or path in _VALUES:
        return "value"
    return "value" if len(path) == 3 and (path[0], "*", path[2]) in _VALUES else "group"
