"""Opens short forms, so that groups can merge key by key.

Only values whose short and long form say the same thing are opened: parameters (`target: 30`) and piles
(`stock: 1`). A line of a tally stays as it is, since a plain number and a plain condition count differently.
A list of suits stays a list, and a plain condition stays plain: who writes one means the whole of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.tree import Entry, Group, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node

KINDS: Final = frozenset(
    {
        "deal",
        "auction",
        "predict",
        "choose",
        "go alone",
        "take",
        "discard",
        "give",
        "exchange",
        "move",
        "turn up",
        "meld",
        "tricks",
    }
)
"""The kinds of steps; a step that is called like one need not say `do`."""


def open_short_forms(tree: Group) -> Group:
    """A file's tree with parameters and piles in their long form."""
    tree = _at(tree, ("parameters", "*"), _open_parameter)
    return _at(tree, ("steps", "*", "piles", "*"), _open_pile)


def fill_in_kinds(tree: Group) -> Group:
    """A resolved tree in which every step that is called like its kind says `do`, those after a trick too."""
    tree = _at(tree, ("steps",), _fill_in)
    return _at(tree, ("steps", "*", "after each"), _fill_in)


def _at(node: Group, pattern: tuple[str, ...], change: Callable[[Node], Node]) -> Group:
    """The group with every value below it that `pattern` reaches changed; untouched parts are shared."""
    first, rest = pattern[0], pattern[1:]
    entries: list[Entry] = []
    for entry in node:
        value = entry.value
        if first in ("*", entry.key.text):
            if not rest:
                value = change(value)
            elif isinstance(value, Group):
                value = _at(value, rest, change)
        entries.append(entry if value is entry.value else Entry(entry.key, value))
    if all(new is old for new, old in zip(entries, node.entries, strict=True)):
        return node
    return replace(node, entries=tuple(entries))


def _open_parameter(value: Node) -> Node:
    if isinstance(value, Group):
        return value
    return Group((Entry(_implied("default", value.place), value),), value.place)


def _open_pile(value: Node) -> Node:
    if isinstance(value, Group):
        return value
    cards = Entry(_implied("cards", value.place), value)
    face = Entry(_implied("face", value.place), _implied("down", value.place))
    return Group((cards, face), value.place)


def _fill_in(steps: Node) -> Node:
    if not isinstance(steps, Group):
        return steps
    return replace(steps, entries=tuple(_with_kind(entry) for entry in steps))


def _with_kind(entry: Entry) -> Entry:
    name, step = entry.key, entry.value
    if name.text not in KINDS or not isinstance(step, Group) or step.get("do") is not None:
        return entry
    kind = Entry(_implied("do", name.place), _implied(name.text, name.place))
    return Entry(name, replace(step, entries=(kind, *step.entries)))


def _implied(text: str, place: Place) -> Text:
    """A word that nobody wrote, at the place that implies it."""
    return Text(text, place, exact=False)
