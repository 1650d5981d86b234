"""Quotes that are not closed, closed too early, or hold what they cannot hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.readable import Change
from hasenpfeffer.reading.slips.slip import Way, in_quotes, value_end
from hasenpfeffer.reading.source import YAML_LINE_END
from hasenpfeffer.reading.suggest import quoted

if TYPE_CHECKING:
    from hasenpfeffer.reading.slips.slip import Slip, Trouble

_KEY = re.compile(r"[^:\r\n\"']*(?=:(?:[ \t\r\n]|\Z))")
_NOTHING_MORE = re.compile(r"[ \t]*[,;.]?[ \t]*\Z")


def unclosed_quote(t: Trouble) -> Slip | None:
    start = _opening(t)
    if start is None:
        return None
    sign = t.source.text[start]
    line = t.source.line(start)
    ways = [_closed(t, start, in_brackets=False)]
    if key := _KEY.match(t.source.text, start + 1):
        ways.insert(0, _inserted(sign, start, key.end()))
    if any(t.source.line(bracket) == line for bracket in t.open_brackets):
        ways.insert(0, _closed(t, start, in_brackets=True))
    return t.slip(
        "Y113",
        "The quote opened here is never closed",
        start,
        start + 1,
        f"Add `{sign}` at the end of the text on line {line}",
        *ways,
    )


def _opening(t: Trouble) -> int | None:
    """Where the quote begins that is not closed, or closed by one that was meant to open."""
    written = t.last_written
    if "quoted scalar" in t.context and ("end of stream" in t.problem or "document" in t.problem):
        return t.context_at
    if t.last_text and written[:1] in ("'", '"') and YAML_LINE_END.search(written):
        return t.last_text[0]
    if "simple key" in t.context and t.source.text[t.context_at : t.context_at + 1] in ("'", '"'):
        start = t.context_at
        rest = t.source.line_text(t.source.line(start))[t.source.column(start) + 1 :]
        return None if t.source.text[start] in rest else start
    return None


def _closed(t: Trouble, start: int, *, in_brackets: bool) -> Way:
    sign = t.source.text[start]
    line_end = t.source.line_end(t.source.line(start))
    if in_brackets:
        return _inserted(sign, start, value_end(t.source.text, start + 1, line_end, in_brackets=True))
    end = value_end(t.source.text, start, line_end, in_brackets=False)
    while t.open_brackets and end > start + 1 and t.source.text[end - 1] in "]}":
        end -= 1
    return _inserted(sign, start, end)


def _inserted(sign: str, start: int, end: int) -> Way:
    return Way((Change(end, end, sign),), f"Close the quote with `{sign}`", doubts=((start, end),))


def after_quote(t: Trouble) -> Slip | None:
    """More on the line after a text in quotes."""
    written = t.last_written
    if t.last_text is None or written[:1] not in ("'", '"') or t.at < t.last_text[1]:
        return None
    start, closed = t.last_text
    between = t.source.text[closed : t.at]
    if between.strip(" ") or not t.character or (t.character in ",:]}#" and t.open_brackets):
        return None
    if (
        t.character in "]}#:"
        or (t.open_brackets and t.character == written[0])
        or t.source.line(start) != t.line
    ):
        return None
    line_end = t.source.line_end(t.line)
    if _NOTHING_MORE.match(t.source.text[closed:line_end]):
        return _sign_after(t, closed)
    apostrophe = written[0] == "'" and not between
    return t.slip(
        "Y117",
        f"The text in quotes {quoted(written)} ends here, and more follows on its line",
        t.at,
        t.at + 1,
        "Put the whole text in double quotes, which may hold an apostrophe"
        if apostrophe
        else "Put the whole text in one pair of quotes",
        *_whole_in_quotes(t, start, line_end, is_safe=apostrophe),
    )


def _sign_after(t: Trouble, closed: int) -> Slip:
    end = t.at + 1
    return t.slip(
        "Y117",
        f"A {_NAMES[t.character]} follows the text in quotes, and in YAML nothing ends a line"
        if t.character in _NAMES
        else f"`{t.character}` follows the text in quotes",
        t.at,
        end,
        "Remove it",
        Way((Change(closed, end, ""),), f"Remove the `{t.character}`", is_safe=True),
    )


_NAMES = {",": "comma", ";": "semicolon", ".": "full stop"}


def _whole_in_quotes(t: Trouble, start: int, line_end: int, *, is_safe: bool) -> list[Way]:
    """All that stands from the first quote to the last one, or to the end of the value, in one pair."""
    text = t.source.text
    sign = text[start]
    ways = []
    for end in dict.fromkeys(
        value_end(text, start, line_end, in_brackets=inside) for inside in (bool(t.open_brackets), False)
    ):
        inner = text[start + 1 : end].removesuffix(sign)
        ways.append(
            Way(
                (Change(start, end, in_quotes(inner)),),
                "Put the whole text in one pair of quotes",
                is_safe,
                doubts=() if is_safe else ((start, end),),
            )
        )
    return ways


def escape(t: Trouble) -> Slip | None:
    if "escape" not in t.problem and "hexdec" not in t.problem and "hexadec" not in t.problem:
        return None
    at = t.source.text.rfind("\\", 0, t.at + 1)
    at = t.at if at < 0 else at
    return t.slip(
        "Y117",
        f"{quoted(t.source.text[at : at + 2])} means nothing in double quotes",
        at,
        at + 2,
        "Use single quotes, in which `\\` is an ordinary character",
        Way((Change(at, at, "\\"),), "Write the `\\` twice"),
    )
