"""The keys and values of a file: what each says, where it stands, and what has slipped in it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Edit, Fix
from hasenpfeffer.reading.slips.colons import two_colons
from hasenpfeffer.reading.slips.indentation import item_in_a_text
from hasenpfeffer.reading.slips.plain import (
    colon_slips,
    comment_slip,
    dash_slip,
    odd_blanks,
    typographic_quotes,
    unopened,
)
from hasenpfeffer.reading.slips.tabs import TAB_INDENT, tab_slip
from hasenpfeffer.reading.source import YAML_LINE_END
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Text
from hasenpfeffer.reading.yaml_words import check_plain_word

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.events import Scalar
    from hasenpfeffer.reading.readable import Readable
    from hasenpfeffer.reading.slips.slip import Slip
    from hasenpfeffer.reading.tree import Home, Path

_PRESENTATION = re.compile("[\ufe0e\ufe0f]")
_BLOCK_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n|\n|\r)?(?:[ \t]*(?:\r\n|\n|\r))*[ \t]*")


class Texts:
    """Makes texts out of what YAML reads, in the order of the file; what has to be mended goes to `slips`."""

    def __init__(self, source: Readable, home: Home, slips: list[Slip]) -> None:
        self._source = source
        self._home = home
        self._slips = slips
        self._over_lines: list[tuple[int, int]] = []

    def key(self, scalar: Scalar) -> Text:
        text = self._read(scalar)
        if not text.quoted:
            self._slips += filter(None, [two_colons(self._source, scalar.start, scalar.end)])
            self._note_odd_signs(scalar.start, scalar.end)
        return text

    def prose(self, scalar: Scalar) -> Text:
        """A value in which the author may write what he likes."""
        text = self._read(scalar)
        if not text.quoted and text.text[-1:] == '"':
            self._slips += filter(None, [unopened(self._source, scalar.start, scalar.end)])
        return text

    def value(self, scalar: Scalar, path: Path, findings: Findings, *, in_brackets: bool) -> Text:
        """Any other value; doubtful where something has slipped in it."""
        text = self._read(scalar)
        if scalar.has_tag:
            return replace(text, doubtful=True)
        if text.quoted or not text.text:
            return text
        start, end = scalar.start, scalar.end
        if self._note_slips(start, end, in_brackets=in_brackets):
            return replace(text, doubtful=True)
        if YAML_LINE_END.search(self._source.text, start, end):
            self._tell_lines(text, start, end, path, findings, in_brackets=in_brackets)
            return replace(text, doubtful=True)
        return check_plain_word(text, path, findings)

    def tabs(self) -> list[Slip]:
        """Tabs that this YAML reader lets pass, inside brackets, and others do not; to be asked at the end."""
        found = [match.start(1) for match in TAB_INDENT.finditer(self._source.text)]
        lines = [self._source.line(at) for at in found if not self._is_inside(at)]
        return [tab_slip(self._source, lines)] if lines else []

    def _note_slips(self, start: int, end: int, *, in_brackets: bool) -> bool:
        """Notes what has slipped in a value without quotes; whether anything has."""
        before = len(self._slips)
        dash = None if in_brackets else dash_slip(self._source, start)
        self._slips += [dash] if dash else colon_slips(self._source, start, end)
        if len(self._slips) == before:
            self._slips += filter(None, [comment_slip(self._source, start, end)])
        if len(self._slips) == before:
            self._note_odd_signs(start, end)
        return len(self._slips) > before

    def _note_odd_signs(self, start: int, end: int) -> None:
        """Slips of a plain text in which a sign only looks like the one that is meant."""
        for find in (odd_blanks, typographic_quotes, unopened):
            if slip := find(self._source, start, end):
                self._slips.append(slip)
                return

    def _tell_lines(
        self, text: Text, start: int, end: int, path: Path, findings: Findings, *, in_brackets: bool
    ) -> None:
        """The slip or the finding of a value without quotes that goes on over several lines."""
        slip = None if in_brackets else item_in_a_text(self._source, start, end)
        if slip is not None:
            self._slips.append(slip)
            return
        dotted = ".".join(path)
        named = quoted(dotted) if path else ""
        lines = text.place.end.line - text.place.start.line + 1
        fix = Fix("Write it on one line", (Edit(text.place, text.text),), is_safe=False)
        findings.error(
            "Y117",
            f"The text of {named} goes on over {lines} lines",
            text.place,
            path=dotted,
            help="Write it on one line, or put `>-` before it",
            fixes=() if text.home is None else (fix,),
        )

    def _read(self, scalar: Scalar) -> Text:
        start, end = scalar.start, scalar.end
        written = self._source.text
        quoted_text = bool(scalar.style) or scalar.has_tag
        inside = 0
        if scalar.style in ("|", ">"):
            header = _BLOCK_HEADER.match(written, start)
            assert header is not None
            self._over_lines.append((start, end))
            end = max(header.end(), start + len(written[start:end].rstrip()))
            start = header.end() if header.end() < end else start
        else:
            inside = 1 if scalar.style else 0
            if self._source.line(start) != self._source.line(end):
                self._over_lines.append((start, end))
        value = _PRESENTATION.sub("", unicodedata.normalize("NFC", scalar.value))
        exact = scalar.style not in ("|", ">") and written[start + inside : end - inside] == value
        home = self._home if self._source.is_exact(start, end) else None
        exact = exact and home is not None
        return Text(value, self._source.place(start, end), quoted=quoted_text, exact=exact, home=home)

    def _is_inside(self, offset: int) -> bool:
        """Whether an offset is one of a text that goes on over several lines."""
        index = bisect_right(self._over_lines, (offset, -1)) - 1
        return index >= 0 and offset < self._over_lines[index][1]
