"""Brackets that are not closed, closed wrongly or closed twice, and commas that are missing in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.readable import Change
from hasenpfeffer.reading.slips.slip import Way, cutting, indent, quoting, value_end

if TYPE_CHECKING:
    from hasenpfeffer.reading.slips.slip import Slip, Trouble

_CLOSING = {"[": "]", "{": "}"}
_NEXT_SETTING = re.compile(r",[ ]*[^\W\d_][\w '’-]*:[ ]")
_LAST_WORD = re.compile(r"[ \t\r\n]+(?=[^\s:]+[ \t]*\Z)")


def bracket(t: Trouble) -> Slip | None:
    parsing_flow = "flow sequence" in t.context or "flow mapping" in t.context
    scanned_on = "simple key" in t.context or "sequence entries" in t.problem
    scanned_on = scanned_on or ("node content" in t.problem and t.character in ("", "]", "}"))
    if not parsing_flow and not (t.open_brackets and scanned_on):
        return None
    opening = t.context_at if parsing_flow else t.open_brackets[-1]
    if t.source.text[opening : opening + 1] not in _CLOSING:
        return None
    if t.character and t.character in "]}":
        return _wrongly_closed(t, opening)
    if t.character and _is_inside(t, opening):
        return _comma(t, opening)
    return _unclosed(t, opening)


def _wrongly_closed(t: Trouble, opening: int) -> Slip:
    sign = t.source.text[opening]
    closing = _CLOSING[sign]
    outer = [t.source.text[at] for at in t.open_brackets if at < opening]
    close = Way((Change(t.at, t.at, closing),), f"Close it with `{closing}`")
    instead = Way((Change(t.at, t.at + 1, closing),), f"Write `{closing}` instead of `{t.character}`")
    ways = [instead, close]
    if outer and _CLOSING[outer[-1]] == t.character:
        ways = [close, instead]
        if sign == "[" and (setting := _NEXT_SETTING.search(t.source.text, opening, t.at)):
            ways.insert(
                0, Way((Change(setting.start(), setting.start(), closing),), f"Close it with `{closing}`")
            )
    return t.slip(
        "Y114",
        f"The bracket `{sign}` opened here is closed with `{t.character}`",
        opening,
        opening + 1,
        f"Close it with `{closing}`",
        *ways,
        related=(Related(f"closed with `{t.character}`", t.source.place(t.at, t.at + 1)),),
    )


def _comma(t: Trouble, opening: int) -> Slip:
    closing = _CLOSING[t.source.text[opening]]
    return t.slip(
        "Y117",
        f"A comma or `{closing}` is missing before this",
        t.at,
        t.at + 1,
        "Put a comma between two parts of a list or group, and quotes round a text that holds a colon",
        *_comma_ways(t),
        related=(Related("in the brackets opened here", t.source.place(opening, opening + 1)),),
    )


def _comma_ways(t: Trouble) -> list[Way]:
    """A comma before the last word in front of a colon, or before what follows a text in quotes."""
    if t.last_text is None or t.character != ":":
        return [Way((Change(t.at, t.at, ", "),), "Put a comma between them", doubts=((t.at, t.at + 1),))]
    start, end = t.last_text
    written = t.source.text[start:end]
    line_end = t.source.line_end(t.source.line(start))
    ways = [quoting(t.source, start, value_end(t.source.text, start, line_end, in_brackets=True))]
    lines = written.splitlines(keepends=True)
    if len(lines) > 1:  # the comma is missing at the end of a line
        at = start + sum(map(len, lines[:-1])) - (len(lines[-2]) - len(lines[-2].rstrip()))
        ways.insert(0, Way((Change(at, at, ","),), "Put a comma between them"))
    elif word := _LAST_WORD.search(written):
        at = start + word.start()
        ways.insert(0, Way((Change(at, at, ","),), "Put a comma between them", doubts=((start, end),)))
    return ways


def _unclosed(t: Trouble, opening: int) -> Slip:
    sign = t.source.text[opening]
    closing = _CLOSING[sign]
    before = t.source.text[: t.source.line_starts[t.line - 1] if t.character else t.at].rstrip()
    line = t.source.line(max(len(before), opening))
    return t.slip(
        "Y114",
        f"The bracket `{sign}` opened here is never closed",
        opening,
        opening + 1,
        f"Add `{closing}`, probably at the end of line {line}",
        *_closing_ways(t, opening, line),
    )


def _closing_ways(t: Trouble, opening: int, last: int) -> list[Way]:
    """Closing signs at the end of the bracket's own line or of the last line before the trouble."""
    first = t.source.line(opening)
    ways = []
    for line in dict.fromkeys((last, first)):
        at = value_end(
            t.source.text, t.source.line_starts[line - 1], t.source.line_end(line), in_brackets=False
        )
        at = max(at, opening + 1)
        comma = t.source.text[at - 1] == ","
        signs = ""
        for bracket in reversed([at for at in t.open_brackets if at <= opening]):
            signs += _CLOSING[t.source.text[bracket]]
            changes = (Change(at - comma, at, signs),)
            ways.append(Way(changes, f"Close it with `{signs}`", gaps=(opening,)))
    ways.append(cutting(t.source, opening, t.source.line_end(last)))
    return ways


def _is_inside(t: Trouble, opening: int) -> bool:
    """Whether the trouble stands on the bracket's line, or deeper than it."""
    line = t.source.line(opening)
    return t.line == line or indent(t.source.line_text(t.line)) > indent(t.source.line_text(line))


def no_content(t: Trouble) -> Slip | None:
    """A comma or a bracket where a value is expected."""
    if "node content" not in t.problem:
        return None
    if t.character == ",":
        return t.slip(
            "Y116",
            "Nothing stands before this comma",
            t.at,
            t.at + 1,
            "Remove the comma, or write a value",
            Way((Change(t.at, t.at + 1, ""),), "Remove the comma"),
        )
    shown = f"`{t.character}`" if t.character.strip() else "the end of the line"
    return t.slip(
        "Y117",
        f"A value is missing before {shown}",
        t.at,
        t.at + 1,
        "Write the value, or open the bracket",
        Way((Change(t.at, t.at + 1, ""),), f"Remove the {shown}", doubts=((t.at, t.at + 1),), gaps=(t.at,)),
    )


def closed_twice(t: Trouble) -> Slip | None:
    """A closing bracket that nothing opened, after a value that is whole."""
    signs = ("expected key", "block end", "document start")
    if t.character not in ("]", "}") or not any(sign in t.problem for sign in signs):
        return None
    return t.slip(
        "Y114",
        f"This `{t.character}` closes no bracket",
        t.at,
        t.at + 1,
        "Remove it, or open the bracket",
        Way((Change(t.at, t.at + 1, ""),), f"Remove the `{t.character}`"),
    )
