"""Lines that are indented with tabs."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Diagnostic
from hasenpfeffer.reading.readable import Change
from hasenpfeffer.reading.slips.lines import Lines
from hasenpfeffer.reading.slips.slip import Slip, Way

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.reading.readable import Readable
    from hasenpfeffer.reading.slips.slip import Trouble

TAB_INDENT = re.compile(r"(?:^|(?<=[\r\n]))([ ]*\t)[ \t]*[^ \t\r\n#]")
_MANY = 1000
"""Lines with tabs of which only one width is tried."""
_BLANKS = re.compile(r"[ \t]*")
_BLOCK_TEXT = re.compile(r"[:-][ \t]+[|>][-+0-9]*[ \t]*(?:#.*)?\Z")


def tab(t: Trouble) -> Slip | None:
    """A tab where the YAML reader wants spaces."""
    start = t.source.line_starts[t.line - 1]
    text = t.source.text
    blanks = len(text[start:]) - len(text[start:].lstrip(" "))
    if text[start + blanks : start + blanks + 1] != "\t" or t.at > start + blanks + 1:
        return None
    lines = [line for line in _tab_lines(t.source) if line >= t.line]
    return tab_slip(t.source, lines if t.line in lines else [t.line, *lines])


def tab_slip(source: Readable, lines: Sequence[int]) -> Slip:
    """One slip for all lines that are indented with tabs."""
    first = lines[0]
    start = source.line_starts[first - 1]
    at = source.text.index("\t", start)
    more = len(lines) - 1
    finding = Diagnostic(
        "Y110",
        "error",
        f"Line {first} is indented with a tab, and YAML allows only spaces here",
        source.place(at, at + 1),
        label="" if not more else f"and {more} more {'line' if more == 1 else 'lines'} with tabs",
        help="Use two spaces, like the lines around it",
    )
    changes, misfits = _spaces(source, lines)
    title = "Write spaces instead of tabs"
    return Slip(finding, (Way(changes, title, is_safe=not misfits),))


def _tab_lines(source: Readable) -> list[int]:
    """The lines that are indented with tabs, without those of texts whose lines are kept as they are."""
    found = []
    header = content = None
    for line in range(1, len(source.line_starts) + 1):
        text = source.line_text(line)
        blanks = _BLANKS.match(text)
        assert blanks is not None
        if blanks.end() == len(text):
            continue
        width = len(text) - len(text.lstrip(" "))
        if header is not None:
            content = width if content is None else content
            if content > header and width >= content:
                continue
            header = content = None
        if "\t" in blanks.group() and text[blanks.end()] != "#":
            found.append(line)
        if _BLOCK_TEXT.search(text):
            header = len(blanks.group().expandtabs(2))
    return found


def _spaces(source: Readable, lines: Sequence[int]) -> tuple[tuple[Change, ...], int]:
    """Spaces for the tabs, as wide as fits best with the other lines, and how many lines still do not fit."""
    unit = Lines(source).unit()
    tried: list[tuple[int, int, int, tuple[Change, ...]]] = []
    for width in dict.fromkeys((unit, 2, 4, 8)) if len(lines) < _MANY else (unit,):
        changes = []
        for line in lines:
            start = source.line_starts[line - 1]
            blanks = _BLANKS.match(source.text, start)
            assert blanks is not None
            spaces = blanks.group().expandtabs(width)
            changes.append(Change(start, blanks.end(), spaces))
        changed = Lines(source.changed(changes))
        tried.append((_misfits(changed), _jumps(changed, lines), len(tried), tuple(changes)))
    misfits, _, _, best = min(tried)
    return best, misfits


def _jumps(lines: Lines, mended: Sequence[int]) -> int:
    """How many of the mended lines do not go on in the column of the line above them."""
    above = {line: before for before, line in pairwise(lines.below(0))}
    return sum(
        lines.columns(line)[0] != lines.columns(above[line])[-1] and not lines.opens(above[line])
        for line in mended
        if line in above
    )


def _misfits(lines: Lines) -> int:
    """Lines whose indentation is that of no group around them."""
    levels = [0]
    misfits = 0
    opened = False
    for line in lines.below(0):
        columns = lines.columns(line)
        if columns[0] > levels[-1]:
            misfits += not opened
        else:
            while len(levels) > 1 and columns[0] < levels[-1]:
                levels.pop()
            misfits += columns[0] != levels[-1]
            misfits += opened and not lines.says(line).startswith("-")
        for column in columns:
            if column > levels[-1]:
                levels.append(column)
        opened = lines.opens(line)
    return misfits
