"""Colons that are missing, joined to what follows, or one too many."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Diagnostic
from hasenpfeffer.reading.readable import Change
from hasenpfeffer.reading.slips.indentation import joins_a_value
from hasenpfeffer.reading.slips.lines import Lines
from hasenpfeffer.reading.slips.plain import colon_slips, dash_slip, typographic_quotes
from hasenpfeffer.reading.slips.slip import Slip, Way, cutting, indent, quoting, value_end, without_comment
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.yaml_words import PROSE

if TYPE_CHECKING:
    from hasenpfeffer.reading.readable import Readable
    from hasenpfeffer.reading.slips.slip import Trouble

_EQUALS = re.compile(r"(?P<key>[^\W\d_][\w '’-]*?)[ ]*(?P<sign>[=;])[ ]*(?=\S)")
_FOREIGN_COMMENT = re.compile(r"//+|--+(?= )|;+(?= )|/\*")
_NAME = re.compile(r"[^\W\d_][\w '’-]*\Z")


def joined(t: Trouble) -> Slip | None:
    """A key and its value without a space between them."""
    if "simple key" in t.context:
        line_end = t.source.line_end(t.source.line(t.context_at))
        return _first_joined(t, t.context_at, line_end)
    if "mapping values" in t.problem and t.last_text and t.last_written[:1] not in ("'", '"', "|", ">"):
        return _first_joined(t, *t.last_text)
    return None


def _first_joined(t: Trouble, start: int, end: int) -> Slip | None:
    found = colon_slips(t.source, start, start + len(without_comment(t.source.text[start:end])))
    return found[0] if found else None


def no_colon(t: Trouble) -> Slip | None:
    if "simple key" not in t.context:
        return None
    return dash_slip(t.source, t.context_at) or _line_without_colon(t, t.context_at)


def _line_without_colon(t: Trouble, start: int) -> Slip:
    line = t.source.line(start)
    written = without_comment(t.source.text[start : t.source.line_end(line)])
    end = start + len(written)
    if Lines(t.source).is_beside_items(line):
        return t.slip(
            "Y118",
            f"Line {line} stands among the items of a list and has no dash: {quoted(written)}",
            start,
            end,
            f"Write {quoted(f'- {written}')}",
            Way((Change(start, start, "- "),), "Begin the item with `- `"),
            cutting(t.source, start, end),
        )
    return t.slip(
        "Y117",
        f"Line {line} has no colon: {quoted(written)}",
        start,
        end,
        "Write a setting as `key: value`",
        *_ways_to_a_colon(t, start, end),
    )


def _ways_to_a_colon(t: Trouble, start: int, end: int) -> list[Way]:
    written = t.source.text[start:end]
    line = t.source.line(start)
    below = next((n for n in range(line + 1, len(t.source.line_starts) + 1) if _says_something(t, n)), None)
    deeper = below is not None and indent(t.source.line_text(below)) > indent(t.source.line_text(line))
    if deeper and _NAME.match(written):
        return [Way((Change(end, end, ":"),), "Write a colon at the end of the line", is_safe=True)]
    if foreign := _FOREIGN_COMMENT.match(written):
        sign = Change(start, start + foreign.end(), "#")
        return [Way((sign,), "Begin the comment with `#`", is_safe=True)]
    if equals := _EQUALS.match(written):
        first, last = start + equals.end("key"), start + equals.end()
        return [
            Way((Change(first, last, ": "),), "Write a colon", doubts=((start, end),)),
            cutting(t.source, start, end),
        ]
    return [cutting(t.source, start, end)]


def _says_something(t: Trouble, line: int) -> bool:
    return bool(without_comment(t.source.line_text(line)).strip())


def second_colon(t: Trouble) -> Slip | None:
    """A colon where no setting can begin: the second one of a line, or one of a line that is too far in."""
    if "mapping values" not in t.problem:
        return None
    start = t.last_text[0] if t.last_text else t.at
    first = t.source.line(start)
    if first != t.line:
        if t.source.column(start) == indent(t.source.line_text(first)):
            return dash_slip(t.source, start) or _line_without_colon(t, start)
        return joins_a_value(t, start)
    line_end = t.source.line_end(t.line)
    end = value_end(t.source.text, start, line_end, in_brackets=bool(t.open_brackets))
    if odd := typographic_quotes(t.source, start, end):
        return odd
    if t.at + 1 >= end:
        return t.slip(
            "Y117",
            f"Line {t.line} has a second colon, and nothing follows it",
            t.at,
            t.at + 1,
            "Remove the colon",
            Way((Change(t.at, t.at + 1, ""),), "Remove the colon"),
        )
    key = t.source.text[t.source.line_starts[t.line - 1] : start].strip().lstrip("- ").rstrip(": ")
    prose = key in PROSE
    return t.slip(
        "Y117",
        f"Line {t.line} has a second colon, and YAML allows one setting on a line",
        t.at,
        t.at + 1,
        "Put a text that holds a colon in quotes",
        quoting(t.source, start, end, is_safe=prose, doubtful=not prose),
        cutting(t.source, start, _block_end(t, t.line)),
    )


def _block_end(t: Trouble, line: int) -> int:
    """The end of the last line that stands deeper than a line, below it."""
    depth = indent(t.source.line_text(line))
    last = line
    for number in range(line + 1, len(t.source.line_starts) + 1):
        if _says_something(t, number):
            if indent(t.source.line_text(number)) <= depth:
                break
            last = number
    return t.source.line_end(last)


def lone_colon(t: Trouble) -> Slip | None:
    if "unexpected ':'" not in t.problem:
        return None
    line_end = t.source.line_end(t.line)
    end = value_end(t.source.text, t.at, line_end, in_brackets=bool(t.open_brackets))
    return t.slip(
        "Y117",
        "This colon belongs to no setting",
        t.at,
        t.at + 1,
        "Put a text that holds a colon in quotes",
        Way((Change(t.at, t.at + 1, ""),), "Remove the colon", doubts=((t.at, end),)),
        cutting(t.source, t.at, line_end),
    )


def dash_after_key(t: Trouble) -> Slip | None:
    """`seats: - north`."""
    if "sequence entries" not in t.problem:
        return None
    line_end = t.source.line_end(t.line)
    end = value_end(t.source.text, t.at, line_end, in_brackets=bool(t.open_brackets))
    item = t.source.text[t.at + 1 : end].strip()
    return t.slip(
        "Y117",
        "An item of a list cannot begin on the line of its key",
        t.at,
        t.at + 1,
        "Begin the list on the next line, or write it in `[ ]`",
        Way((Change(t.at, end, f"[{item}]"),), "Write the list in `[ ]`", doubts=((t.at, end),)),
        cutting(t.source, t.at, line_end),
    )


def two_colons(source: Readable, start: int, end: int) -> Slip | None:
    """The slip of `hand:: 6`, of which YAML takes one colon for a part of the key."""
    if source.text[end - 1 : end] != ":":
        return None
    name = source.text[start:end].rstrip(": ")
    at = start + len(name)
    finding = Diagnostic(
        "Y117",
        "error",
        f"More than one colon follows {quoted(name)}",
        source.place(at, end + 1),
        help="Write one colon",
    )
    return Slip(finding, (Way((Change(at, end, ""),), "Write one colon", is_safe=True),))
