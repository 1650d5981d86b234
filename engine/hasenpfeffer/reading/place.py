"""Where something stands in a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """One point of a text: line and column count from 1, in code points; offset in code points from 0."""

    line: int
    column: int
    offset: int


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A stretch of one file, end exclusive. `file` is the path as it is shown to people."""

    file: str
    start: Position
    end: Position

    def __str__(self) -> str:
        return f"{self.file}:{self.start.line}:{self.start.column}"

    @property
    def line(self) -> str:
        """File and line, the short form in refusals: `house.yaml:12`."""
        return f"{self.file}:{self.start.line}"


_ORIGIN = Position(1, 1, 0)


def whole_file(file: str) -> Place:
    """The place for a finding about a file as a whole: its first character."""
    return Place(file, _ORIGIN, _ORIGIN)
