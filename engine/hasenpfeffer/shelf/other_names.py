"""Keys under names that they have elsewhere, or had in earlier versions of the language: told, and understood."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.fixes import rewrite
from hasenpfeffer.reading.tree import Entry, Group, List, Text
from hasenpfeffer.shelf.keys import all_other_names, other_names, step_kinds
from hasenpfeffer.shelf.parts import dotted

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.tree import Node, Path


def with_own_names(tree: Group, findings: Findings) -> Group:
    """The tree of a file with every key under the name that the language has for it. S207 for the others."""
    return _group(tree, (), findings)


def _group(group: Group, path: Path, findings: Findings) -> Group:
    entries = tuple(_entry(entry, group, path, findings) for entry in group)
    changed = any(new is not old for new, old in zip(entries, group, strict=True))
    return replace(group, entries=entries) if changed else group


def _entry(entry: Entry, group: Group, path: Path, findings: Findings) -> Entry:
    key = entry.key
    own = other_names(path, _kind(group, path)).get(key.text) if key.text in all_other_names() else None
    if own is not None and group.entry(own) is None:
        where = f" in {dotted(path)}" if path else ""
        findings.warning(
            "S207",
            f"`{key.text}`{where} is called `{own}` in rule files",
            key.place,
            path=".".join((*path, own)),
            help=f"Write `{own}`",
            fixes=rewrite(key, own, safe=True),
        )
        key = replace(key, text=own, exact=False)
    value = _value(entry.value, (*path, key.text), findings)
    return entry if key is entry.key and value is entry.value else Entry(key, value)


def _value(node: Node, path: Path, findings: Findings) -> Node:
    match node:
        case Group():
            return _group(node, path, findings)
        case List(items=items):
            found = tuple(_value(item, path, findings) for item in items)
            changed = any(new is not old for new, old in zip(found, items, strict=True))
            return replace(node, items=found) if changed else node
        case Text():
            return node


def _kind(group: Group, path: Path) -> str | None:
    """The kind of the step that a group is."""
    if len(path) != 2 or path[0] != "steps":
        return None
    said = group.get("do")
    kind = said.text if isinstance(said, Text) else path[1]
    return kind if kind in step_kinds() else None
