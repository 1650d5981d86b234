"""Slips of a file as a whole: it is a list, holds two documents, or what no text file needs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Diagnostic
from hasenpfeffer.reading.readable import Change
from hasenpfeffer.reading.slips.plain import ODD_BLANK
from hasenpfeffer.reading.slips.slip import Slip, Way
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Group, List, Text

if TYPE_CHECKING:
    from hasenpfeffer.reading.readable import Readable

_BAD_CHARACTER = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u200b\u2028\u2029\u2060\ud800-\udfff\ufeff\ufffe\uffff]"
)
_ALONE = re.compile(r"\s\S\s*(?:$|[\r\n])")
_MOST_BAD = 20
"""Invisible characters in a text that is short; with many more it is no text."""
_LINE_ENDS = "\x85\u2028\u2029"
_ODD_INDENT = re.compile(
    rf"(?:^|(?<=[\r\n]))[ \t]*(?P<blank>{ODD_BLANK.pattern})(?:{ODD_BLANK.pattern}|[ \t])*(?=[^\s#])"
)


def list_at_the_top(source: Readable, start: int, tree: List | Text) -> Slip:
    """The slip of a file that is a list or a text; a list of groups is read as one group."""
    what = "A rule file is a group of `key: value` lines"
    if isinstance(tree, Text):
        message = f"{what}, and this one is the text {quoted(tree.text)}"
        return Slip(Diagnostic("S200", "error", message, tree.place, help="Write `key: value` lines"))
    dashes = source.text[start : start + 1] == "-"
    finding = Diagnostic(
        "S200",
        "error",
        f"{what}, and this one starts with a list",
        source.place(start, min(start + 1, len(source.text))),
        help="Remove the leading `- `" if dashes else "Write `key: value` lines",
    )
    if not dashes or not tree.items or not all(isinstance(item, Group) for item in tree.items):
        return Slip(finding)
    column = source.column(start)
    changes = tuple(
        Change(at, at + 1, " ")
        for first in source.line_starts
        if source.text[(at := first + column) : at + 2] == "- " and not source.text[first:at].strip(" ")
    )
    return Slip(finding, (Way(changes, "Remove the dashes"),))


def second_document(source: Readable, start: int, *, is_part: bool) -> Slip:
    """The slip of a line `---` below other lines. Where what follows sets other keys, it is read as well."""
    end = min(start + 3, len(source.text))
    finding = Diagnostic(
        "Y112",
        "error",
        "A second document starts here, and a rule file holds one",
        source.place(start, end),
        help="Delete the `---` line" if is_part else "Move it to a file of its own, or delete the `---` line",
    )
    return Slip(finding, (Way((Change(start, end, ""),), "Delete the `---`" if is_part else ""),))


def _bad_characters(source: Readable) -> Slip | None:
    bad = list(_BAD_CHARACTER.finditer(source.text))
    if not bad:
        return None
    code = ord(bad[0].group())
    name = "a zero byte" if code == 0 else f"the invisible character U+{code:04X}"
    finding = Diagnostic(
        "Y104",
        "error",
        f"The file holds {name}, which no rule file needs",
        source.place(bad[0].start(), bad[0].end()),
        label="here" if len(bad) == 1 else f"here, and at {len(bad) - 1} more places",
        help="Delete it, and check that this is the right file",
    )
    if len(bad) > _MOST_BAD + len(source.text) // 100:
        return Slip(finding)
    changes = tuple(
        Change(match.start(), match.end(), " " if match.group() in _LINE_ENDS else "") for match in bad
    )
    alone = tuple(match.span() for match in bad if _ALONE.match(source.text, max(match.start() - 1, 0)))
    return Slip(finding, (Way(changes, "Delete what cannot be seen", is_safe=True, doubts=alone),))


def _odd_indentation(source: Readable) -> Slip | None:
    found = list(_ODD_INDENT.finditer(source.text))
    if not found:
        return None
    at, more = found[0].start("blank"), len(found) - 1
    finding = Diagnostic(
        "Y110",
        "error",
        f"Line {source.line(at)} is indented with a blank that is not a space (U+{ord(source.text[at]):04X})",
        source.place(at, at + 1),
        label="" if not more else f"and {more} more {'line' if more == 1 else 'lines'}",
        help="Use ordinary spaces, like the lines around it",
    )
    changes = tuple(
        Change(match.start() + blank.start(), match.start() + blank.end(), " ")
        for match in found
        for blank in ODD_BLANK.finditer(match.group())
    )
    return Slip(finding, (Way(changes, "Write ordinary spaces", is_safe=True),))


def _directives(source: Readable) -> Slip | None:
    found = []
    for number, start in enumerate(source.line_starts, start=1):
        line = source.line_text(number)
        if line.startswith("%"):
            found.append((start, line))
        elif line.strip() and not line.lstrip().startswith("#"):
            break
    if not found:
        return None
    start, line = found[0]
    finding = Diagnostic(
        "Y134",
        "error",
        f"The line {quoted(line)} would change how YAML is read, and rule files have no such lines",
        source.place(start, start + len(line)),
        label="" if len(found) == 1 else f"and {len(found) - 1} more",
        help="Remove the line",
    )
    changes = tuple(Change(start, start + len(line), "") for start, line in found)
    return Slip(finding, (Way(changes, "Remove the line", is_safe=True),))


RAW_SLIPS = (_bad_characters, _odd_indentation, _directives)
"""What to look for before YAML reads a text, in this order; a slip without a way on ends the reading."""
