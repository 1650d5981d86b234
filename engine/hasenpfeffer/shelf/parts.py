"""What the files of a family write at one path, and what counts of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Group, List, Text

if TYPE_CHECKING:
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node, Path


@dataclass(frozen=True, slots=True)
class Part:
    """What one file writes at a path; files are numbers in a `Family`."""

    file: int
    key: Text
    node: Node


@dataclass(frozen=True, slots=True)
class Removal:
    """One line of a file's `remove`; `rest` is what is left of its path on the way down."""

    file: int
    rest: Path
    place: Place


@dataclass(frozen=True, slots=True)
class Settled:
    """What counts at one path after the files have been held against each other; all parts bases first."""

    wholes: tuple[Part, ...] = ()
    """Writers of the value; they must agree."""
    groups: tuple[Part, ...] = ()
    """Writers whose keys are merged."""
    additions: tuple[Part, ...] = ()
    """Writers of `{also: …}`."""
    removals: tuple[Removal, ...] = ()
    """Files that remove it, and are not overruled."""
    inner: tuple[Removal, ...] = ()
    """Files that remove something below it."""
    covered: tuple[Part, ...] = ()
    """Writers that more derived files overrule."""


def items_of(node: Node) -> tuple[Node, ...]:
    """The items of a list or of `{also: …}`; a single value is a list of one."""
    if isinstance(node, Group):
        node = node.get("also") or node
    return node.items if isinstance(node, List) else (node,)


def said(node: Node) -> object:
    """What a value says, to be compared: without places, spaces in a row and the order of keys."""
    match node:
        case Text():
            return " ".join(node.text.split())
        case List():
            return tuple(said(item) for item in node.items)
        case Group():
            return frozenset((entry.key.text, said(entry.value)) for entry in node)


def shown(node: Node) -> str:
    """A value for a message, on one line."""
    return quoted(_flow(node))


def dotted(path: Path) -> str:
    """A path for a message."""
    return f"`{'.'.join(path)}`"


def _flow(node: Node) -> str:
    match node:
        case Text():
            return node.text
        case List():
            return f"[{', '.join(map(_flow, node.items))}]"
        case Group():
            return f"{{{', '.join(f'{entry.key.text}: {_flow(entry.value)}' for entry in node)}}}"
