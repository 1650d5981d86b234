"""Anchors, aliases, merge keys and tags: parts of YAML that rule files do without."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.diagnostic import Edit, Fix

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.readable import Readable

MOST_PARTS: Final = 4_000
"""Settings, values, lists and groups of one file."""

_WORD = re.compile(r"[^\s,\[\]{}]+")
_WORD_AND_BLANK = re.compile(r"[^\s,\[\]{}]+[ ]*")
_SIGN = re.compile(r"!(?=\w)")
_COUNT_LIMIT = 10**12


class Anchors:
    """Gathers them from one file. `expanded` is how many parts it would have if aliases were followed."""

    def __init__(self, source: Readable) -> None:
        self._source = source
        self._anchors: list[int] = []
        self._tags: list[int] = []
        self._aliases = False
        self.expanded = 0
        self._sizes: dict[str, int] = {}

    def note(self, start: int, anchor: str | None, tag: str | None) -> None:
        """What stands before a value that begins here."""
        if anchor is not None:
            self._anchors.append(self._source.text.find("&", start))
        if tag is not None:
            self._tags.append(self._source.text.find("!", start))

    def note_alias(self, start: int, name: str | None) -> None:
        """An alias, which would bring all that its anchor holds."""
        self._anchors.append(start)
        self._aliases = True
        self.grow(self._sizes.get(name or "", 0))

    def note_merge_key(self, start: int) -> None:
        self._anchors.append(start)
        self._aliases = True

    def note_size(self, anchor: str | None, size: int) -> None:
        """How many parts an anchored value holds."""
        if anchor:
            self._sizes[anchor] = size

    def grow(self, parts: int) -> None:
        """Counts parts of the file as it would be with its aliases followed."""
        self.expanded = min(self.expanded + parts, _COUNT_LIMIT)

    def tell(self, findings: Findings) -> None:
        """One finding for all anchors, one for all tags."""
        if self._anchors:
            grown = ""
            if self.expanded > MOST_PARTS:
                size = f"{self.expanded:,}" if self.expanded < _COUNT_LIMIT else f"over {_COUNT_LIMIT:,}"
                grown = f"; this file would grow to {size} parts if they were followed"
            findings.error(
                "Y130",
                "Anchors, aliases and merge keys (`&a`, `*a`, `<<`) are not used in rule files",
                self._first_word(self._anchors),
                label=_and_more(self._anchors),
                help=f"Share settings between files with `extends`{grown}",
                fixes=() if self._aliases else self._removal("Remove the anchor", self._anchors),
            )
        if self._tags:
            findings.error(
                "Y133",
                "Tags (`!…`) are not used in rule files, and nothing in a rule file is ever executed",
                self._first_word(self._tags),
                label=_and_more(self._tags),
                help="Remove the tag, or put a text that begins with `!` in quotes",
                fixes=self._removal("Remove the tag", self._tags),
            )

    def _removal(self, title: str, offsets: list[int]) -> tuple[Fix, ...]:
        """Takes the words at these offsets out, with the blanks behind them; of `!word` only the sign."""
        edits = []
        for start in dict.fromkeys(offsets):
            word = _SIGN.match(self._source.text, start) or _WORD_AND_BLANK.match(self._source.text, start)
            if word is None or not self._source.is_written(start, word.end()):
                return ()
            edits.append(Edit(self._source.place(start, word.end()), ""))
        return (Fix(title, tuple(edits), is_safe=False),)

    def _first_word(self, offsets: list[int]) -> Place:
        start = min(offsets)
        word = _WORD.match(self._source.text, start)
        return self._source.place(start, word.end() if word else start + 1)


def _and_more(offsets: list[int]) -> str:
    return f"and {len(offsets) - 1} more" if len(offsets) > 1 else ""
