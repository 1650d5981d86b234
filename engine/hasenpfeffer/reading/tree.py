"""The tree of a rule file: texts, lists and groups, each with its place. Values are frozen."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.source import Source

Path: TypeAlias = tuple[str, ...]
"""The keys from the top of a file down to a value; an item of a list counts as its index from 0, in digits."""

HOLE: Final = object()
"""What a doubtful text is as plain data: of no type at all."""

_MOST_DIGITS = 30
"""What is longer is out of every range, which its first digits show."""

_WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)\Z")


@dataclass(slots=True)
class Home:
    """The file that a text was read from: its source, and its tree as soon as that is whole."""

    source: Source
    tree: Group | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """One scalar, as written. `exact` says whether offsets inside it map back to the file one to one.

    `doubtful` says that a finding tells already what is wrong with it: it takes part in no further check.
    `home` is None where a text was made up and stands in no file.
    """

    text: str
    place: Place
    quoted: bool = False
    exact: bool = True
    doubtful: bool = False
    home: Home | None = field(default=None, repr=False, compare=False)

    @property
    def is_number(self) -> bool:
        """Whether the schema sees a whole number here: unquoted `-?(0|[1-9][0-9]*)`."""
        return not self.quoted and _WHOLE_NUMBER.match(self.text) is not None


@dataclass(frozen=True, slots=True)
class List:
    """Values in order of writing. `incomplete` says that some of what is written here could not be read."""

    items: tuple[Node, ...]
    place: Place
    incomplete: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    key: Text
    value: Node


@dataclass(frozen=True, slots=True)
class Group:
    """Keys and values in order of writing; keys are unique.

    `incomplete` says that some of what is written here could not be read, or perhaps stands elsewhere: nothing
    can be said about what is missing.
    """

    entries: tuple[Entry, ...]
    place: Place
    incomplete: bool = False

    def get(self, key: str) -> Node | None:
        for entry in self.entries:
            if entry.key.text == key:
                return entry.value
        return None

    def entry(self, key: str) -> Entry | None:
        for entry in self.entries:
            if entry.key.text == key:
                return entry
        return None

    def keys(self) -> tuple[str, ...]:
        return tuple(entry.key.text for entry in self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


Node: TypeAlias = Text | List | Group


def find(node: Node, path: Path) -> Node | None:
    """The value at `path` below `node`, or None."""
    for part in path:
        match node:
            case Group():
                child = node.get(part)
            case List():
                child = node.items[int(part)] if part.isdigit() and int(part) < len(node.items) else None
            case _:
                child = None
        if child is None:
            return None
        node = child
    return node


def texts_below(node: Node) -> Iterator[Text]:
    """Every text at or below `node`, keys included, in order of writing."""
    match node:
        case Text():
            yield node
        case List():
            for item in node.items:
                yield from texts_below(item)
        case Group():
            for entry in node:
                yield entry.key
                yield from texts_below(entry.value)


def entries_below(node: Node) -> Iterator[Entry]:
    """Every entry below `node`, also of groups in lists, in order of writing."""
    match node:
        case List():
            for item in node.items:
                yield from entries_below(item)
        case Group():
            for entry in node:
                yield entry
                yield from entries_below(entry.value)
        case Text():
            return


def path_at(tree: Group, offset: int) -> tuple[Path, Node] | None:
    """The setting that stands at an offset of its file, or whose name does, with its value."""
    path: Path = ()
    group: Node = tree
    while isinstance(group, Group):
        entry = next((one for one in group if _reaches(one, offset)), None)
        if entry is None:
            break
        path, group = (*path, entry.key.text), entry.value
        if offset < entry.key.place.end.offset:
            break
    return (path, group) if path else None


def _reaches(entry: Entry, offset: int) -> bool:
    return (
        entry.key.place.start.offset <= offset < max(entry.value.place.end.offset, entry.key.place.end.offset)
    )


def has_holes(node: Node) -> bool:
    """Whether anything at or below `node` could not be read as it was meant."""
    return has_gaps(node) or any(text.doubtful for text in texts_below(node))


def has_gaps(node: Node) -> bool:
    """Whether some of what is written at or below `node` is not in the tree."""
    match node:
        case Text():
            return False
        case List():
            return node.incomplete or any(map(has_gaps, node.items))
        case Group():
            return node.incomplete or any(has_gaps(entry.value) for entry in node)


def hole(place: Place) -> Text:
    """What stands for a value with a finding of its own, of whatever shape it was: nothing more is said of it."""
    return Text("", place, quoted=True, exact=False, doubtful=True)


def is_hole(node: Node | None) -> bool:
    """Whether there is a finding already of what stands here."""
    return isinstance(node, Text) and node.doubtful


def as_data(node: Node) -> object:
    """Plain data for a JSON Schema: dicts, lists, whole numbers and strings; `HOLE` for a doubtful text."""
    match node:
        case Text() if node.doubtful:
            return HOLE
        case Text():
            return int(node.text[:_MOST_DIGITS]) if node.is_number else node.text
        case List():
            return [as_data(item) for item in node.items]
        case Group():
            return {entry.key.text: as_data(entry.value) for entry in node.entries}
