"""What a value of a tree says, however it is written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang.parse import parse
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.tree import Entry, Group, List, Text

if TYPE_CHECKING:
    from hasenpfeffer.reading.tree import Node, Path

_SETS: Final = frozenset({("deck", "extra"), ("steps", "*", "from")})
"""Lists whose order means nothing."""


def said(path: Path, node: Node | None) -> object:
    """What a value says: a formula as its tree, a group without the order of its keys."""
    match node:
        case None:
            return None
        case Text():
            return _formula(node)
        case List():
            items = [said((), item) for item in node.items]
            return frozenset(items) if _is_set(path) else tuple(items)
        case Group():
            return frozenset((words_in(entry.key), said((), entry.value)) for entry in node)


def _is_set(path: Path) -> bool:
    return path in _SETS or (len(path) == 3 and (path[0], "*", path[2]) in _SETS)


def _formula(text: Text) -> object:
    """The tree of a formula; the bare words of what is none."""
    tree = None if text.quoted else parse(Text(words_in(text), text.place, exact=False), Findings())
    return words_in(text) if tree is None else tree


def words_in(node: Node) -> str:
    return " ".join(node.text.split()) if isinstance(node, Text) else ""


def with_value(group: Group, path: Path, value: Node | None) -> Group:
    """The group with another value at a path, or none."""
    key, rest = path[0], path[1:]
    entries = []
    for entry in group:
        if entry.key.text != key:
            entries.append(entry)
        elif rest and isinstance(entry.value, Group):
            entries.append(Entry(entry.key, with_value(entry.value, rest, value)))
        elif not rest and value is not None:
            entries.append(Entry(entry.key, value))
    if value is not None and not rest and key not in group.keys():
        entries.append(Entry(Text(key, value.place), value))
    return replace(group, entries=tuple(entries))
