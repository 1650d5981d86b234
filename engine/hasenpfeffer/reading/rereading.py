"""Reading on after slips: a text is changed where YAML gives up on it, until YAML reads all of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.events import LOADER
from hasenpfeffer.reading.slips.explain import explained, first_trouble
from hasenpfeffer.reading.slips.slip import Way, cutting, indent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.marks import Marks
    from hasenpfeffer.reading.readable import Change, Readable
    from hasenpfeffer.reading.slips.slip import Slip, Trouble

MOST_SLIPS: Final = 100
"""Slips of one file after which the rest of it is left out."""

_WORK: Final = 1_800_000 if LOADER.__name__.startswith("C") else 180_000
"""Characters that are read again in all: what a slow computer reads in half a second."""

_SECTION = re.compile(r"[^\s#\-\]}.%]")


class Rereading:
    """Mends one text in memory; `text` is what can be read of it so far."""

    def __init__(self, text: Readable, findings: Findings, marks: Marks) -> None:
        self.text = text
        self._findings = findings
        self._marks = marks
        self._told: set[int] = set()
        self._slips = 0
        self._work = _WORK

    def apply(self, slips: Iterable[Slip]) -> bool:
        """Mends slips that YAML takes no notice of; whether anything was changed."""
        changes: list[Change] = []
        reached = -1
        for slip in sorted(slips, key=lambda slip: slip.finding.place.start.offset):
            way = slip.ways[0] if slip.ways else Way(())
            if way.changes and min(way.changes)[0] <= reached:
                continue  # the next round will find it
            reached = max((change.end for change in way.changes), default=reached)
            changes += way.changes
            self._findings.add(slip.with_fix(self.text, way))
            self._marks.note(self.text, way)
        if changes:
            self.text = self.text.changed(changes)
        return bool(changes)

    def run(self) -> None:
        """Mends every slip at which YAML gives up, first in each part that begins at the margin."""
        sections = [*self._sections()][::-1]
        while sections and not self._is_tired:
            first, last = sections.pop()
            if sections and self._goes_on(first, last, sections[-1][1]):
                sections[-1] = (first, sections[-1][1])
            else:
                self._mend(first, last)
        self._mend(1, len(self.text.line_starts))

    @property
    def _is_tired(self) -> bool:
        return self._work < 0 or self._slips > MOST_SLIPS

    def _sections(self) -> Iterator[tuple[int, int]]:
        """The first and last lines of the parts that begin at the margin."""
        first = 1
        for line, start in enumerate(self.text.line_starts[1:], start=2):
            if _SECTION.match(self.text.text, start):
                yield first, line - 1
                first = line
        yield first, len(self.text.line_starts)

    def _goes_on(self, first: int, last: int, next_last: int) -> bool:
        """Whether a part is whole only together with the next one."""
        trouble = self._trouble(self.text, first, last)
        if trouble is None or self.text.text[trouble.at : self._end(self.text, last)].strip():
            return False
        return self._trouble(self.text, first, next_last) is None

    def _mend(self, first: int, last: int) -> None:
        while trouble := self._trouble(self.text, first, last):
            slip = explained(trouble)
            self._slips += 1
            self._work -= 3 * (trouble.at - self.text.line_starts[first - 1]) + len(self.text.text) // 2
            if slip.finding.code == "Y106" or self._is_tired:
                self._take(
                    slip, cutting(self.text, self.text.line_starts[trouble.line - 1], len(self.text.text))
                )
                return
            self._take(slip, self._best_way(slip, trouble, first, last))

    def _take(self, slip: Slip, way: Way) -> None:
        """Goes on this way, and tells the slip, unless it follows from one that changed the same line."""
        line = slip.finding.place.start.line
        if line not in self._told:
            self._findings.add(slip.with_fix(self.text, way))
        self._told |= {line, *(self.text.line(change.start) for change in way.changes[:MOST_SLIPS])}
        self._marks.note(self.text, way)
        self.text = self._changed(way)

    def _changed(self, way: Way) -> Readable:
        self._work -= len(self.text.text) // 20 + 50 * len(self.text.changes)
        return self.text.changed(way.changes)

    def _best_way(self, slip: Slip, trouble: Trouble, first: int, last: int) -> Way:
        """The first way that leads beyond the next line, or else that which leads furthest."""
        best, chosen = (trouble.line, len(self.text.text)), None
        enough = self._line_after(trouble.line)
        for way in slip.ways:
            text = self._changed(way)
            after = self._trouble(text, first, last)
            if after is None or after.line > enough:
                return way
            if (reached := (after.line, text.written(after.at))) > best:
                best, chosen = reached, way
        return chosen or self._cut(trouble, first, last)

    def _cut(self, trouble: Trouble, first: int, last: int) -> Way:
        """The last resort: without the line, without all that stands deeper below it, without the rest."""
        text, line = self.text, trouble.line
        depth = indent(text.line_text(line))
        below = line
        while below < last and (
            not text.line_text(below + 1).strip() or indent(text.line_text(below + 1)) > depth
        ):
            below += 1
        start = text.line_starts[line - 1] + depth
        for end in dict.fromkeys((line, below, last)):
            way = cutting(text, start, text.line_end(end))
            after = self._trouble(self._changed(way), first, last)
            if after is None or after.line > line:
                return way
        return cutting(text, text.line_starts[first - 1], text.line_end(last))

    def _line_after(self, line: int) -> int:
        for number in range(line + 1, len(self.text.line_starts) + 1):
            if self.text.line_text(number).strip():
                return number
        return line

    def _trouble(self, text: Readable, first: int, last: int) -> Trouble | None:
        start, end = text.line_starts[first - 1], self._end(text, last)
        trouble = first_trouble(text, start, end)
        self._work -= (trouble.at if trouble else end) - start + 500
        return trouble

    def _end(self, text: Readable, last: int) -> int:
        return text.line_starts[last] if last < len(text.line_starts) else len(text.text)
