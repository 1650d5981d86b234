"""The lines of a file that a finding is about, with carets under them."""

from __future__ import annotations

import textwrap
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.source import LINE_END
from hasenpfeffer.report.findings.visible import Cell, cells, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.report.findings.paint import Paint

WIDEST: Final = 100
"""Columns of a file's line that are shown; of a longer one, a window around the place."""

MOST_RELATED: Final = 2
"""Further places that are shown with their lines; others are only named."""

_NARROWEST: Final = 24


class Lines:
    """The lines of the files at hand, split and measured once, and how wide they may be shown: `width` columns."""

    def __init__(
        self, sources: Mapping[str, str], *, ascii_only: bool = False, width: int | None = None
    ) -> None:
        self.ascii_only = ascii_only
        self.width = width
        self._sources = sources
        self._split: dict[str, list[str]] = {}
        self._rows: dict[tuple[str, int], _Row] = {}

    def line(self, file: str, number: int) -> str | None:
        """A line, counted from 1, without its end; None if the file's text is not at hand."""
        if file not in self._split:
            text = self._sources.get(file, "").removeprefix("\ufeff")
            self._split[file] = LINE_END.split(text) if text else []
        lines = self._split[file]
        return lines[number - 1] if number <= len(lines) else None

    def row(self, file: str, number: int) -> _Row:
        if (file, number) not in self._rows:
            row = cells(self.line(file, number) or "", ascii_only=self.ascii_only)
            edges = [0, *accumulate(cell.width for cell in row)]
            self._rows[file, number] = _Row(row, edges)
        return self._rows[file, number]


@dataclass(frozen=True, slots=True)
class _Row:
    """A line's characters, and the column at which each begins; one column more for the end."""

    cells: list[Cell]
    edges: list[int]


@dataclass(frozen=True, slots=True)
class _Mark:
    place: Place
    label: str
    sign: str

    @property
    def line(self) -> int:
        return self.place.start.line


def excerpt(finding: Diagnostic, lines: Lines, paint: Paint) -> tuple[int, list[str]]:
    """The width of the line numbers, and the rows below the `-->` line."""
    marks = [_Mark(finding.place, finding.label, "^")]
    marks += [_Mark(related.place, related.message, "-") for related in finding.related[:MOST_RELATED]]
    known = [mark for mark in marks if lines.line(mark.place.file, mark.line) is not None]
    numbers = len(str(max((mark.line for mark in marks), default=1)))
    frame = _Frame(numbers, paint, lines.ascii_only, _room(lines.width, numbers), lines.width is not None)
    rows: list[str] = []
    for file in dict.fromkeys(mark.place.file for mark in marks):
        here = [mark for mark in marks if mark.place.file == file]
        if file != finding.place.file:
            rows.append(frame.other_file(here, known))
        found = [mark for mark in here if mark in known]
        if found:
            rows += [frame.bar(), *_rows_of_file(found, lines, frame)]
    return numbers, [*rows, frame.bar()] if rows else rows


def _room(width: int | None, numbers: int) -> int:
    """Columns for a file's line, right of the numbers."""
    return WIDEST if width is None else max(min(WIDEST, width - numbers - len(" | ")), _NARROWEST)


def _rows_of_file(marks: list[_Mark], lines: Lines, frame: _Frame) -> Iterator[str]:
    before = 0
    for number in sorted({mark.line for mark in marks}):
        if before and number > before + 1:
            yield frame.gap()
        before = number
        here = sorted((mark for mark in marks if mark.line == number), key=_from_left)
        yield from frame.line(number, lines.row(marks[0].place.file, number), here)


def _from_left(mark: _Mark) -> tuple[int, bool]:
    return mark.place.start.column, mark.sign != "^"


@dataclass(frozen=True, slots=True)
class _Frame:
    """Line numbers and the bar beside them."""

    numbers: int
    paint: Paint
    ascii_only: bool
    room: int
    wraps: bool

    def bar(self, sign: str = "|") -> str:
        return self.paint.frame(" " * (self.numbers + 1) + sign)

    def gap(self) -> str:
        return self.bar(":")

    def other_file(self, marks: list[_Mark], known: list[_Mark]) -> str:
        first = marks[0]
        name = shown(first.place.line, ascii_only=self.ascii_only)
        label = "" if first in known else f" {shown(first.label, ascii_only=self.ascii_only)}".rstrip()
        return self.paint.frame(" " * (self.numbers + 1) + ":::") + f" {name}{label}"

    def line(self, number: int, row: _Row, marks: Sequence[_Mark]) -> Iterator[str]:
        window = None
        for mark in marks:
            start = mark.place.start.column - 1
            if window is None or not window.holds(start):
                window = _Window.around(start, row, self.room, self.ascii_only)
                head = self.paint.frame(f"{number:>{self.numbers}} |")
                yield f"{head} {window.text}".rstrip()
            same_line = mark.place.end.line == mark.line
            end = mark.place.end.column - 1 if same_line else len(row.cells)
            yield from self._carets(mark, *window.columns(start, end))

    def _carets(self, mark: _Mark, before: int, width: int) -> Iterator[str]:
        """The signs with the label beside them, or below them where there is no room."""
        label = shown(mark.label, ascii_only=self.ascii_only)
        beside = f"{mark.sign * width} {label}".rstrip()
        if not (label and self.wraps) or before + len(beside) <= self.room:
            yield f"{self.bar()} {' ' * before}{self._painted(mark, beside)}"
            return
        yield f"{self.bar()} {' ' * before}{self._painted(mark, mark.sign * width)}"
        for line in textwrap.wrap(label, self.room):
            yield f"{self.bar()} {self._painted(mark, line)}"

    def _painted(self, mark: _Mark, text: str) -> str:
        return self.paint.caret(text) if mark.sign == "^" else self.paint.frame(text)


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of a line that is shown: cells from `start` to `end`."""

    row: _Row
    start: int
    end: int
    cut: str

    @classmethod
    def around(cls, index: int, row: _Row, widest: int, ascii_only: bool) -> _Window:
        cut = "..." if ascii_only else "…"
        edges, size = row.edges, len(row.cells)
        if edges[-1] <= widest:
            return cls(row, 0, size, cut)
        room = widest - 2 * len(cut)
        left = max(0, min(edges[min(index, size)] - widest * 2 // 5, edges[-1] - room))
        start = bisect_left(edges, left)
        end = bisect_right(edges, edges[start] + room) - 1
        return cls(row, start, end, cut)

    @property
    def text(self) -> str:
        middle = "".join(cell.shown for cell in self.row.cells[self.start : self.end])
        return f"{self._left_cut}{middle}{self.cut if self.end < len(self.row.cells) else ''}"

    @property
    def _left_cut(self) -> str:
        return self.cut if self.start > 0 else ""

    def holds(self, index: int) -> bool:
        return self.start <= index <= self.end

    def columns(self, start: int, end: int) -> tuple[int, int]:
        """Columns before the carets, and how many carets there are."""
        edges = self.row.edges
        start = min(max(start, self.start), self.end)
        end = max(min(end, self.end), start)
        before = len(self._left_cut) + edges[start] - edges[self.start]
        return before, max(edges[end] - edges[start], 1)
