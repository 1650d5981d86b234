"""What is left in doubt when a file is read on after a slip, marked in its tree."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.tree import Entry, Group, List, Text

if TYPE_CHECKING:
    from hasenpfeffer.reading.readable import Readable
    from hasenpfeffer.reading.slips.slip import Way
    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.reading.tree import Node


@dataclass(slots=True)
class Marks:
    """Stretches of a file that may have been meant otherwise, and offsets at which something is left out."""

    doubts: list[tuple[int, int]] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)

    def note(self, text: Readable, way: Way) -> None:
        """What a way leaves in doubt; its offsets are those of the text that it changes."""
        self.doubts += [(text.written(start), text.written(end, as_end=True)) for start, end in way.doubts]
        self.gaps += [text.written(gap) for gap in way.gaps]

    def has_gap(self, start: int, end: int, column: int, source: Source) -> bool:
        """Whether something was left out in a stretch, and stood deeper than `column`."""
        if any(start <= first and last <= end for first, last in self.doubts):
            return True
        return any(start <= gap <= end and source.position(gap).column - 1 > column for gap in self.gaps)

    def marked(self, tree: Group, source: Source) -> Group:
        """The tree with its doubtful texts and incomplete groups marked."""
        incomplete: set[int] = set()
        for gap in self.gaps:
            incomplete |= {id(node) for node in _around(tree, gap, source)}
        if not incomplete and not self.doubts:
            return tree
        marked = self._marked(tree, incomplete)
        assert isinstance(marked, Group)
        return marked

    def _marked(self, node: Node, incomplete: set[int]) -> Node:
        match node:
            case Text():
                return self._text(node)
            case List():
                items = tuple(self._marked(item, incomplete) for item in node.items)
                return List(items, node.place, node.incomplete or id(node) in incomplete)
            case Group():
                entries = tuple(
                    Entry(self._text(entry.key), self._marked(entry.value, incomplete)) for entry in node
                )
                return Group(entries, node.place, node.incomplete or id(node) in incomplete)

    def _text(self, text: Text) -> Text:
        start, end = text.place.start.offset, text.place.end.offset
        in_doubt = any(first < end and start < last for first, last in self.doubts)
        return replace(text, doubtful=True) if in_doubt else text


def _around(tree: Group, gap: int, source: Source) -> list[Group | List]:
    """The groups and lists in which something is left out at an offset, or may be."""
    written = source.line_text(source.position(gap).line)
    column = len(written) - len(written.lstrip(" "))
    found: list[Group | List] = []
    outer: Group | List | None = None
    is_beside = False
    for node in _last_before(tree, gap):
        start, end = node.place.start, node.place.end
        if source.text[start.offset : start.offset + 1] in ("[", "{"):
            if start.offset <= gap <= end.offset:
                found.append(node)
        elif start.column - 1 >= column:
            is_beside = is_beside or start.column - 1 == column
            found.append(node)
        else:
            outer = node
    if outer is not None and not is_beside:
        found.append(outer)
    return found


def _last_before(node: Node, gap: int) -> list[Group | List]:
    """The way down along what begins last before an offset."""
    way: list[Group | List] = []
    while isinstance(node, (Group, List)):
        way.append(node)
        below: Node | None = None
        if isinstance(node, Group):
            for entry in node:
                if below is None or entry.key.place.start.offset <= gap:
                    below = entry.value
        else:
            for item in node.items:
                if below is None or item.place.start.offset <= gap:
                    below = item
        if below is None:
            break
        node = below
    return way
