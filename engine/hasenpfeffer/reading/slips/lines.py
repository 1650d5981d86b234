"""The lines of a text as they stand below and beside each other: how far in, and what belongs to which."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from hasenpfeffer.reading.readable import Change
from hasenpfeffer.reading.slips.slip import indent, without_comment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hasenpfeffer.reading.readable import Readable

DASHES = re.compile(r"(?:-[ ]+)+(?=\S)")
"""What makes the rest of a line an item."""
_OPENS = re.compile(r":\Z|:[ ]*[|>][-+0-9]*\Z|\A-\Z")
_ENOUGH_LINES = 300
"""Lines that show how a file is indented."""


class Lines:
    """The lines of a text as far as they say something."""

    def __init__(self, source: Readable) -> None:
        self._source = source
        self.last = len(source.line_starts)

    def says(self, line: int) -> str:
        """What a line says, without blanks around it and without its comment."""
        return without_comment(self._source.line_text(line)).strip(" ")

    def depth(self, line: int) -> int:
        return indent(self._source.line_text(line))

    def columns(self, line: int) -> list[int]:
        """Where a line and what follows its dashes begin."""
        depth = self.depth(line)
        dashes = DASHES.match(self.says(line))
        return [depth, depth + dashes.end()] if dashes else [depth]

    def opens(self, line: int) -> bool:
        """Whether what belongs to a line stands below it."""
        return bool(_OPENS.search(self.says(line)))

    def above(self, line: int) -> Iterable[int]:
        return (n for n in range(line - 1, 0, -1) if self.says(n))

    def below(self, line: int) -> Iterable[int]:
        return (n for n in range(line + 1, self.last + 1) if self.says(n))

    def run(self, line: int) -> list[int]:
        """A line with what belongs to it, and those after it that stand as far in."""
        run, depth, parent = [line], self.depth(line), line
        for other in self.below(line):
            if self.depth(other) < depth or (self.depth(other) > depth and not self.opens(parent)):
                break
            if self.depth(other) == depth:
                parent = other
            run.append(other)
        return run

    def block_above(self, line: int, depth: int) -> list[int]:
        """The lines above that stand at least so far in, down to `line`."""
        block = []
        for other in self.above(line):
            if self.depth(other) < depth:
                break
            block.append(other)
        return block[::-1]

    def shifted(self, lines: Iterable[int], by: int) -> tuple[Change, ...]:
        changes = []
        for line in lines:
            start, depth = self._source.line_starts[line - 1], self.depth(line)
            changes.append(Change(start, start + depth, " " * max(depth + by, 0)))
        return tuple(changes)

    def moved(self, run: Sequence[int], depth: int, to: int) -> tuple[Change, ...]:
        """The lines of a run that stand at `depth`, with those below them that would not be deeper any more."""
        moved, along = [], False
        for line, after in zip(run, [*run[1:], 0], strict=True):
            if self.depth(line) == depth:
                along = bool(after) and depth < self.depth(after) <= to
                moved.append(line)
            elif along:
                moved.append(line)
        return self.shifted(moved, to - depth)

    def is_beside_items(self, line: int) -> bool:
        """Whether the line above or below that stands as far in is an item of a list."""
        depth = self.depth(line)
        for lines in (self.above(line), self.below(line)):
            near = next((n for n in lines if self.depth(n) <= depth), None)
            if near and self.depth(near) == depth and self.says(near).startswith("- "):
                return True
        return False

    def unit(self) -> int:
        """By how much lines usually stand further in than the one above."""
        steps: Counter[int] = Counter()
        before = None
        for line in islice(self.below(0), _ENOUGH_LINES):
            depth = self.depth(line)
            if before is not None and depth > self.depth(before) and self.opens(before):
                steps[depth - self.depth(before)] += 1
            before = line
        return max(steps, key=lambda step: (steps[step], -abs(step - 2))) if steps else 2
