"""A slip and the ways to read on after it; where the YAML reader gave up, and what it had read until then."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Diagnostic, Edit, Fix
from hasenpfeffer.reading.readable import Change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.reading.diagnostic import Related
    from hasenpfeffer.reading.readable import Readable

_MOST_EDITS = 2000
"""Edits of one fix; what needs more is no rule file."""
COMMENT = re.compile(r"[ \t]#")


@dataclass(frozen=True, slots=True)
class Way:
    """A way to read on after a slip: changes of the text.

    With a `title` they are offered as a fix, or else `written` instead of them. What stands in `doubts`,
    stretches of the text before the changes, may have been meant otherwise; at a `gap`, an offset,
    something is left out or may stand elsewhere.
    """

    changes: tuple[Change, ...]
    title: str = ""
    is_safe: bool = False
    doubts: tuple[tuple[int, int], ...] = ()
    gaps: tuple[int, ...] = ()
    written: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Slip:
    """A finding, with the ways to read on after it, the likeliest first."""

    finding: Diagnostic
    ways: tuple[Way, ...] = ()

    def with_fix(self, text: Readable, way: Way) -> Diagnostic:
        """The finding with a way as its fix, if that can be said in the file as it is written."""
        changes = way.written or way.changes
        if (
            not way.title
            or len(changes) > _MOST_EDITS
            or not all(text.is_written(change.start, change.end) for change in changes)
        ):
            return self.finding
        edits = tuple(Edit(text.place(change.start, change.end), change.text) for change in changes)
        return replace(self.finding, fixes=(Fix(way.title, edits, way.is_safe),))


@dataclass(frozen=True, slots=True)
class Trouble:
    """What the YAML reader said, and what it had read until then. Offsets are those of the readable text."""

    source: Readable
    problem: str
    at: int
    context: str
    context_at: int
    open_brackets: Sequence[int]
    last_text: tuple[int, int] | None

    @property
    def character(self) -> str:
        return self.source.text[self.at : self.at + 1]

    @property
    def line(self) -> int:
        return self.source.line(self.at)

    @property
    def last_written(self) -> str:
        return self.source.text[slice(*self.last_text)] if self.last_text else ""

    @property
    def at_line_start(self) -> bool:
        start = self.source.line_starts[self.line - 1]
        return not self.source.text[start : self.at].strip(" ")

    def slip(
        self, code: str, message: str, start: int, end: int, help: str, *ways: Way,
        label: str = "", related: tuple[Related, ...] = (),
    ) -> Slip:  # fmt: skip
        size = len(self.source.text)
        place = self.source.place(min(start, size), min(max(end, start), size))
        facts = {"yaml": self.problem}
        return Slip(Diagnostic(code, "error", message, place, label, related, help=help, facts=facts), ways)


def indent(line: str) -> int:
    """The spaces at the start of a line."""
    return len(line) - len(line.lstrip(" "))


def without_comment(line: str) -> str:
    """A line up to its comment, without blanks at its end."""
    return COMMENT.split(f" {line}", maxsplit=1)[0][1:].rstrip()


def value_end(text: str, start: int, line_end: int, *, in_brackets: bool) -> int:
    """Where the value that begins at `start` ends on its line: before a comment, in brackets at a comma."""
    stretch = text[start:line_end]
    if found := COMMENT.search(stretch):
        stretch = stretch[: found.start()]
    if in_brackets:
        stretch = stretch[: _end_in_brackets(stretch)]
    return start + len(stretch.rstrip())


def _end_in_brackets(stretch: str) -> int:
    """The first comma or closing bracket that belongs to what is around the stretch."""
    depth = 0
    for index, character in enumerate(stretch):
        if character in "([{":
            depth += 1
        elif character in ")]}" and depth:
            depth -= 1
        elif character in ",]}" and not depth:
            return index
    return len(stretch)


def in_quotes(text: str) -> str:
    """A text as YAML writes it in quotes."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def quoting(source: Readable, start: int, end: int, *, is_safe: bool = False, doubtful: bool = True) -> Way:
    """Puts the stretch in quotes."""
    return Way(
        (Change(start, end, in_quotes(source.text[start:end])),),
        "Put the text in quotes",
        is_safe,
        doubts=((start, end),) if doubtful else (),
    )


def cutting(source: Readable, start: int, end: int) -> Way:
    """Leaves out a stretch, line by line."""
    changes = []
    for line in range(source.line(start), source.line(end) + 1):
        first = max(start, source.line_starts[line - 1])
        last = min(end, source.line_end(line))
        if first < last:
            changes.append(Change(first, last, ""))
    return Way(tuple(changes), gaps=(start,))
