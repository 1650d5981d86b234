"""A file's text as it can be read: with changes where YAML stumbles, and the way back to what was written."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.source import Source


class Change(NamedTuple):
    """A stretch of a text between two offsets, and what is read there instead. It holds no line end."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Readable:
    """A source with changes, which are in its own offsets, in order, and do not touch each other.

    `text` and all offsets are those of the changed text; a `place` is where its author wrote what stands
    there. Lines have the same numbers in both.
    """

    source: Source
    text: str
    line_starts: tuple[int, ...] = field(repr=False)
    changes: tuple[Change, ...] = ()
    starts: tuple[int, ...] = field(default=(), repr=False)
    """Where each change begins in the changed text."""

    def place(self, start: int, end: int) -> Place:
        """Where the stretch between two offsets is written."""
        first = self.written(start)
        return self.source.place(first, max(first, self.written(end, as_end=True)))

    def written(self, offset: int, *, as_end: bool = False) -> int:
        """The offset in the source; beside something taken out, the one after it, or as an end that before."""
        if not self.changes:
            return offset
        index = bisect_right(self.starts, offset) - 1
        if index >= 0 and as_end and self.starts[index] == offset:
            return self.changes[index].start
        if index < 0:
            return offset
        change, inside = self.changes[index], offset - self.starts[index]
        if inside < len(change.text):
            return min(change.start + inside, change.end)
        return change.end + inside - len(change.text)

    def is_written(self, start: int, end: int) -> bool:
        """Whether a stretch stands in the source as it is here, and no change touches it."""
        index = bisect_right(self.starts, end) - 1
        return index < 0 or self.starts[index] + len(self.changes[index].text) < start

    def is_exact(self, start: int, end: int) -> bool:
        """Whether the offsets inside a stretch map back to the source one to one."""
        return self.written(end, as_end=True) - self.written(start) == end - start

    def line(self, offset: int) -> int:
        """The number of the line at an offset, counted from 1."""
        return bisect_right(self.line_starts, offset)

    def column(self, offset: int) -> int:
        """Characters between the start of the line and an offset."""
        return offset - self.line_starts[self.line(offset) - 1]

    def line_text(self, line: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        return self.text[self.line_starts[line - 1] : self.line_end(line)]

    def line_end(self, line: int) -> int:
        """The offset at which the text of a line ends."""
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        start = self.line_starts[line - 1]
        return start + len(self.text[start:end].rstrip("\r\n"))

    def changed(self, changes: Iterable[Change]) -> Readable:
        """With more changes, given in offsets of this text; they must not overlap each other."""
        clusters: list[list[tuple[int, int, str | None]]] = []
        known = [
            (at, at + len(change.text), None) for at, change in zip(self.starts, self.changes, strict=True)
        ]
        for item in sorted([*known, *changes], key=lambda item: item[:2]):
            if clusters and item[0] <= max(end for _, end, _ in clusters[-1]):
                clusters[-1].append(item)
            else:
                clusters.append([item])
        return _readable(self.source, tuple(map(self._joined, clusters)))

    def _joined(self, cluster: list[tuple[int, int, str | None]]) -> Change:
        """Old and new changes that touch each other, as one of the source."""
        start, end = cluster[0][0], max(item[1] for item in cluster)
        text = ""
        at = start
        for first, last, new in cluster:
            if new is not None:
                text += self.text[at:first] + new
                at = last
        text += self.text[at:end]
        return Change(self.written(start, as_end=True), self.written(end), text)


def as_written(source: Source) -> Readable:
    """A source without any changes."""
    return Readable(source, source.text, source.line_starts)


def _readable(source: Source, changes: tuple[Change, ...]) -> Readable:
    pieces: list[str] = []
    starts: list[int] = []
    line_starts: list[int] = []
    at = shift = lines = 0
    for change in changes:
        pieces += (source.text[at : change.start], change.text)
        starts.append(change.start + shift)
        until = bisect_right(source.line_starts, change.start)
        line_starts += [start + shift for start in source.line_starts[lines:until]]
        at, lines = change.end, until
        shift += len(change.text) - (change.end - change.start)
    pieces.append(source.text[at:])
    line_starts += [start + shift for start in source.line_starts[lines:]]
    return Readable(source, "".join(pieces), tuple(line_starts), changes, tuple(starts))
