"""Where a setting of a resolved ruleset was written, removed, put in its place, or given its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.tree import Group, Text, find
from hasenpfeffer.shelf.family import texts
from hasenpfeffer.shelf.order import placements, words_of

if TYPE_CHECKING:
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node, Path
    from hasenpfeffer.ruleset.model import Parameter, Ruleset
    from hasenpfeffer.shelf.merge import Merged


def place_of(merged: Merged, path: Path, node: Node) -> Place:
    """Where a setting was written; of a group, where the file that counts most begins it."""
    if path in merged.origins:
        return merged.origins[path][0]
    for written in reversed(merged.files):
        group, entry = find(written.tree, path[:-1]), None
        if isinstance(group, Group):
            entry = group.entry(path[-1])
        if entry is not None:
            return entry.key.place
    return node.place


def removed_at(merged: Merged, path: Path) -> Place | None:
    """The line of a `remove` that took a setting away."""
    for written in reversed(merged.files):
        for line in texts(written.tree.get("remove")):
            gone = tuple(line.text.split("."))
            if path[: len(gone)] == gone:
                return line.place
    return None


def moved_at(merged: Merged, path: Path) -> Place | None:
    """Where a file last says which of the names at a path stands where."""
    words = words_of(path)
    if words is None:
        return None
    for number, written in reversed(list(enumerate(merged.files))):
        group = find(written.tree, path)
        for entry in reversed(group.entries) if isinstance(group, Group) else ():
            for placed in placements(entry.key.text, number, entry.value, words):
                return placed.place
    return None


def set_at(parameter: Parameter, merged: Merged, path: Path, ruleset: Ruleset) -> Place | None:
    """Where a parameter got its value; None where that was outside of the files."""
    if parameter.name in ruleset.options:
        return None
    return place_of(merged, (*path, "default"), Text("", parameter.place))
