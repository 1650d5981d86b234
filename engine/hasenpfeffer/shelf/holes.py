"""A tree with holes where the schema has found something, so that everything else can still be built.

A key that is close to a known one is read as that one. Where there is no guess, what it was meant for is not
known: the group counts as incomplete. Values that are wrong become holes, of which nothing more is said.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from hasenpfeffer.lang.ast import KEYWORDS
from hasenpfeffer.reading.tree import Entry, Group, List, Text, find, hole
from hasenpfeffer.shelf.schema import defects, report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node
    from hasenpfeffer.shelf.schema import DataPath, Defect

    Change: TypeAlias = Callable[[Node], Node]

_ROUNDS: Final = 3
"""Groups inside each other in which a misspelt key is read as the one that was meant."""


def with_holes(tree: Group, findings: Findings, entry: str = "") -> Group:
    """The tree of a file as far as it is sound; each defect of its structure is a finding."""
    tree = _without_doubtful_keys(tree)
    found = defects(tree, entry)
    for _ in range(_ROUNDS):
        guessed = [defect for defect in found if _is_guessed(defect, tree)]
        if not guessed:
            break
        report(guessed, findings)
        tree = _read_as_meant(tree, guessed, entry)
        found = defects(tree, entry)
    report(found, findings)
    return holed(tree, found)


def holed(tree: Group, found: Iterable[Defect]) -> Group:
    """The tree with holes where the defects are."""
    for defect in sorted(found, key=lambda defect: -len(defect.path)):
        tree = _holed(tree, defect)
    return tree


def meant_names(found: Iterable[Defect]) -> dict[Place, str]:
    """Names in which a key is missing that a neighbour has: where they stand, and that neighbour."""
    return {defect.place: defect.meant for defect in found if defect.code == "S206" and defect.meant}


def renamed(tree: Group, names: Mapping[Place, str]) -> Group:
    """The tree in which the keys at some places are called as they were meant."""

    def visit(node: Node) -> Node:
        if isinstance(node, List):
            return replace(node, items=tuple(map(visit, node.items)))
        if not isinstance(node, Group):
            return node
        taken = node.keys()
        return replace(
            node,
            entries=tuple(
                Entry(
                    replace(one.key, text=names[one.key.place], exact=False)
                    if one.key.place in names and names[one.key.place] not in taken
                    else one.key,
                    visit(one.value),
                )
                for one in node
            ),
        )

    found = visit(tree) if names else tree
    assert isinstance(found, Group)
    return found


def all_incomplete(node: Node) -> Node:
    """The same, where it has to be counted with that anything may be missing."""
    if isinstance(node, List):
        return replace(node, items=tuple(map(all_incomplete, node.items)))
    if isinstance(node, Group):
        entries = tuple(Entry(entry.key, all_incomplete(entry.value)) for entry in node)
        return replace(node, entries=entries, incomplete=True)
    return node


def _is_guessed(defect: Defect, tree: Group) -> bool:
    if defect.code != "S201" or not defect.meant:
        return False
    group = find(tree, tuple(map(str, defect.path[:-1])))
    return isinstance(group, Group) and group.entry(defect.meant) is None


def _read_as_meant(tree: Group, guessed: list[Defect], entry: str) -> Group:
    """Misspelt keys under the names that they were meant to have. A value of another shape becomes a hole: then
    it may have been meant for something else."""
    names: dict[Place, str] = {}
    paths: list[DataPath] = []
    for defect in guessed:
        path = (*defect.path[:-1], defect.meant)
        if path not in paths:
            paths.append(path)
            names[defect.place] = defect.meant
    tree = renamed(tree, names)
    unfit = [defect for defect in defects(tree, entry) if defect.code == "S204" and defect.path in paths]
    return holed(tree, unfit)


def _holed(tree: Group, defect: Defect) -> Group:
    above, last = defect.path[:-1], defect.path[-1] if defect.path else ""
    match defect.code:
        case "S208":
            return tree
        case "S201" if not defect.key:  # more unknown keys than are told
            return _changed(tree, above, lambda node: hole(node.place))
        case "S201":
            places = [
                Entry(Text(key, defect.place, exact=False), hole(defect.place)) for key in defect.could_be
            ]
            if defect.meant:  # it is there too, and would be another if this one were not misspelt
                places.append(Entry(Text(defect.meant, defect.place, exact=False), hole(defect.place)))
            return _changed(tree, above, lambda node: _replaced(node, str(last), places))
        case "S206" if defect.key and defect.is_one_of_several:
            return _changed(tree, above, _incomplete)
        case "S206" if defect.key:
            missing = Text(defect.key, defect.place, exact=False)
            return _changed(tree, above, lambda node: _with(node, Entry(missing, hole(defect.place))))
        case "S204" if defect.is_nameless:
            name = Text(str(defect.path[-1]), defect.place, exact=False)
            return _changed(tree, defect.path, lambda node: Group((Entry(name, node),), node.place))
        case "S209":
            return _changed(tree, above, lambda node: _with_a_name(node, str(last)))
        case _:
            return _changed(tree, defect.path, lambda node: hole(node.place))


def _changed(tree: Group, path: DataPath, change: Change) -> Group:
    """The tree with one value below it changed; the same tree where there is no such value any more."""

    def visit(node: Node, rest: DataPath) -> Node:
        if not rest:
            return change(node)
        if isinstance(node, Group):
            entries = tuple(
                Entry(entry.key, visit(entry.value, rest[1:])) if entry.key.text == rest[0] else entry
                for entry in node
            )
            return replace(node, entries=entries)
        if isinstance(node, List) and isinstance(rest[0], int):
            items = tuple(
                visit(item, rest[1:]) if n == rest[0] else item for n, item in enumerate(node.items)
            )
            return replace(node, items=items)
        return node

    found = visit(tree, path)
    return found if isinstance(found, Group) else replace(tree, entries=(), incomplete=True)


def _without(node: Node, key: str) -> Node:
    if not isinstance(node, Group):
        return node
    entries = tuple(entry for entry in node if entry.key.text != key)
    return replace(node, entries=entries, incomplete=True)


def _replaced(node: Node, key: str, others: list[Entry]) -> Node:
    """The group with other entries instead of one, and of those that have the same keys."""
    if not isinstance(node, Group):
        return node
    gone = {key, *(other.key.text for other in others)}
    kept = tuple(entry for entry in node if entry.key.text not in gone)
    return replace(node, entries=(*kept, *others))


def _with(node: Node, entry: Entry) -> Node:
    if not isinstance(node, Group) or node.entry(entry.key.text):
        return node
    return replace(node, entries=(*node.entries, entry))


def _incomplete(node: Node) -> Node:
    return replace(node, incomplete=True) if isinstance(node, Group) else node


def _with_a_name(node: Node, name: str) -> Node:
    """A member whose name cannot be one gets one that can; it counts as declared, and nothing is said of it."""
    if not isinstance(node, Group):
        return node
    words = [word for word in re.sub(r"[^\w']+|_", " ", name).split() if word not in KEYWORDS]
    better = " ".join(words).lstrip("0123456789' ") or "something"
    if node.entry(better):
        return _without(node, name)
    entries = tuple(
        Entry(replace(entry.key, text=better, exact=False, doubtful=True), entry.value)
        if entry.key.text == name
        else entry
        for entry in node
    )
    return replace(node, entries=entries)


def _without_doubtful_keys(tree: Group) -> Group:
    """The tree without the entries whose key could not be read."""

    def visit(node: Node) -> Node:
        if isinstance(node, List):
            return replace(node, items=tuple(map(visit, node.items)))
        if not isinstance(node, Group):
            return node
        sound = tuple(Entry(entry.key, visit(entry.value)) for entry in node if not entry.key.doubtful)
        return replace(node, entries=sound, incomplete=node.incomplete or len(sound) < len(node.entries))

    found = visit(tree)
    assert isinstance(found, Group)
    return found
