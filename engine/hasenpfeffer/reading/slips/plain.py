"""Slips in words without quotes, which YAML reads as part of the words: it says nothing of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Diagnostic
from hasenpfeffer.reading.readable import Change
from hasenpfeffer.reading.slips.slip import Slip, Way, in_quotes
from hasenpfeffer.reading.source import YAML_LINE_END
from hasenpfeffer.reading.suggest import quoted

if TYPE_CHECKING:
    from hasenpfeffer.reading.readable import Readable

ODD_BLANK = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
"""Blanks that look like a space and are none to YAML."""

_KEY = r"(?P<key>[^\W\d_](?:[\w '’-]*[\w'’-])?)"
_JOINED = re.compile(
    rf"(?:(?P<dash>-[ ]+))?{_KEY}(?P<colon>[ ]*:(?P<blank>{ODD_BLANK.pattern}*)|[ ]*：[ ]*)(?P<value>[^\s/\\:].*)"
)
_OPENING_OF = {"]": "[", "}": "{"}
_VALUE = re.compile(r":[ ]+\Z")
"""What stands before a value on the line of its key."""
_DASHES = "-–—−•‣·"
_ITEM = re.compile(rf"(?P<dash>[{_DASHES}]|\*(?= ))(?P<blank>\s*)(?P<item>\S.*)")
_OPENING, _CLOSING = "“”„‟«»‘’‚‹›", "“”„‟«»‘’‹›"


def colon_slips(source: Readable, start: int, end: int) -> list[Slip]:
    """The slips of `hand:6`, on each line of a stretch without quotes."""
    slips = []
    for at, line in _lines(source.text[start:end]):
        if match := _joined(line):
            slips.append(_colon_slip(source, start + at, line, match))
    return slips


def is_joined(text: str) -> bool:
    """Whether a text begins like `hand:6`."""
    return _joined(text) is not None


def _joined(line: str) -> re.Match[str] | None:
    match = _JOINED.match(line)
    return None if match is None or (len(match["key"]) < 2 and not match["value"][:1].isdigit()) else match


def _colon_slip(source: Readable, at: int, line: str, match: re.Match[str]) -> Slip:
    message = f"{quoted(line)} has no space after the colon, so YAML reads it as one word"
    if "：" in match["colon"]:
        message = f"{quoted(line)} has a wide colon (U+FF1A), which YAML reads as a letter"
    elif match["blank"]:
        code = ord(match["blank"][0])
        message = f"The blank after the colon of {quoted(match['key'])} is not a space (U+{code:04X})"
    setting = f"{match['key']}: {match['value'].strip()}"
    way = Way(
        (Change(at + match.start("colon"), at + match.end("colon"), ": "),),
        "Write a colon and a space" if "：" in match["colon"] else "Write a space after the colon",
        is_safe=True,
    )
    if _VALUE.search(source.text[source.line_starts[source.line(at) - 1] : at]):
        way = Way((Change(at, at + len(line), f"{{{setting}}}"),), doubts=((at, at + len(line)),))
    place = source.place(at + match.start("key"), at + len(line))
    return Slip(Diagnostic("Y115", "error", message, place, help=f"Write {quoted(setting)}"), (way,))


def dash_slip(source: Readable, at: int) -> Slip | None:
    """The slip of `-north` or `– north` at the start of a line, and on the lines after it."""
    first = source.line(at)
    start = source.line_starts[first - 1]
    match = _ITEM.match(source.text, at, source.line_end(first))
    before = source.text[start:at]
    if match is None or before.strip(" ") or (match["dash"] == "-" and match["blank"] == " "):
        return None
    changes = [_dash_change(match)]
    line = first + 1
    while line <= len(source.line_starts):
        begin = source.line_starts[line - 1] + at - start
        found = _ITEM.match(source.text, begin, source.line_end(line))
        if source.text[source.line_starts[line - 1] : begin].strip(" ") or found is None:
            break
        if found["dash"] != "-" or found["blank"] != " ":
            changes.append(_dash_change(found))
        line += 1
    if len(changes) == 1 and match["dash"] == "-" and match["item"][0].isdigit():
        return None
    what = "has no space after the dash, so YAML reads it as one word"
    if match["dash"] != "-":
        what = f"begins with `{match['dash']}` (U+{ord(match['dash']):04X}), and items of a list with `-`"
    elif match["blank"]:
        what = f"has a blank after the dash that is not a space (U+{ord(match['blank'][0]):04X})"
    more = len(changes) - 1
    finding = Diagnostic(
        "Y118",
        "error",
        f"{quoted(match.group())} {what}",
        source.place(at, at + 1),
        label="" if not more else f"and {more} more {'item' if more == 1 else 'items'}",
        help=f"Write {quoted('- ' + match['item'].strip())}",
    )
    return Slip(finding, (Way(tuple(changes), "Begin the item with `- `", is_safe=True),))


def _dash_change(match: re.Match[str]) -> Change:
    return Change(match.start("dash"), match.end("blank"), "- ")


def typographic_quotes(source: Readable, start: int, end: int) -> Slip | None:
    """The slip of a text in quotes that are letters to YAML."""
    written = source.text[start:end]
    if len(written) < 2 or written[0] not in _OPENING or written[-1] not in _CLOSING:
        return None
    straight = in_quotes(written[1:-1])
    finding = Diagnostic(
        "Y123",
        "error",
        f"{quoted(written)} is in typographic quotes, which YAML reads as letters",
        source.place(start, end),
        help=f"Write {quoted(straight)}",
    )
    way = Way((Change(start, end, straight),), "Write straight quotes", is_safe=True)
    return Slip(finding, (way,))


def unopened(source: Readable, start: int, end: int) -> Slip | None:
    """The slip of a text that closes a quote or a bracket which nothing opened."""
    written = source.text[start:end]
    sign = written[-1:]
    if sign == '"' and written.count(sign) % 2:
        finding = Diagnostic(
            "Y113",
            "error",
            f"The quote at the end of {quoted(written)} is never opened",
            source.place(end - 1, end),
            help=f'Add `"` before {quoted(written[:-1])}, or remove the one after it',
        )
        way = Way((Change(start, start, sign),), 'Open the quote with `"`', doubts=((start, end),))
        return Slip(finding, (way,))
    if sign in _OPENING_OF and written.count(sign) > written.count(_OPENING_OF[sign]):
        opening = _OPENING_OF[sign]
        finding = Diagnostic(
            "Y114",
            "error",
            f"The bracket `{sign}` at the end of {quoted(written)} is never opened",
            source.place(end - 1, end),
            help=f"Add `{opening}` where the list or group begins",
        )
        way = Way((Change(start, start, opening),), f"Open it with `{opening}`", doubts=((start, end),))
        return Slip(finding, (way,))
    return None


def comment_slip(source: Readable, start: int, end: int) -> Slip | None:
    """The slip of `6# cards`."""
    at = source.text.find("#", start + 1, end)
    if at < 0 or source.text[at - 1].isspace():
        return None
    written = source.text[start:at]
    finding = Diagnostic(
        "Y119",
        "error",
        f"The `#` after {quoted(written)} has no space before it, so YAML takes the comment as part of the value",
        source.place(at, at + 1),
        help=f"Write {quoted(f'{written} {source.text[at:end]}')}",
    )
    return Slip(finding, (Way((Change(at, at, " "),), "Write a space before the `#`", is_safe=True),))


def odd_blanks(source: Readable, start: int, end: int) -> Slip | None:
    """The slip of blanks in a text that only look like spaces."""
    found = list(ODD_BLANK.finditer(source.text, start, end))
    if not found:
        return None
    name = f"U+{ord(found[0].group()):04X}"
    finding = Diagnostic(
        "Y122",
        "error",
        f"A blank in {quoted(source.text[start:end])} is not a space ({name}), so the words are one word",
        source.place(found[0].start(), found[0].end()),
        label="" if len(found) == 1 else f"and {len(found) - 1} more",
        help="Write an ordinary space",
    )
    changes = tuple(Change(match.start(), match.end(), " ") for match in found)
    return Slip(finding, (Way(changes, "Write an ordinary space", is_safe=True),))


def _lines(written: str) -> list[tuple[int, str]]:
    """The lines of a stretch of text without blanks around them, each with its offset."""
    lines = []
    start = 0
    for end in [*YAML_LINE_END.finditer(written), None]:
        line = written[start : end.start() if end else len(written)]
        lines.append((start + len(line) - len(line.lstrip()), line.strip()))
        start = end.end() if end else start
    return lines
