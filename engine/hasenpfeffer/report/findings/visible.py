"""Text from files made safe for a terminal, with the width that each character takes there."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp", "Zs"})
_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_IN_ASCII: Final = {
    "→": "->",
    "×": "x",
    "÷": "/",
    "–": "-",
    "—": "-",
    "−": "-",
    "…": "...",
    "·": "*",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
}


_UNSAFE: Final = re.compile("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")


_NOT_ASCII: Final = re.compile("[^\\x00-\\x7f]+")


@dataclass(frozen=True, slots=True)
class Cell:
    """What one character of a file looks like, and how many columns it takes."""

    shown: str
    width: int


def cells(text: str, *, ascii_only: bool = False) -> list[Cell]:
    """One cell for each code point."""
    found = {character: _cell(character, ascii_only) for character in set(text)}
    return [found[character] for character in text]


def shown(text: str, *, ascii_only: bool = False) -> str:
    """The text with nothing in it that a terminal would act on."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(cell.shown for cell in cells(text, ascii_only=ascii_only))


def shown_lines(text: str, *, ascii_only: bool = False) -> str:
    """The same for a text of several lines."""
    return "\n".join(shown(line, ascii_only=ascii_only) for line in text.splitlines())


def escaped(text: str) -> str:
    """JSON in which what a terminal may act on, or cannot show, is spelled as escapes that mean the same."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


@lru_cache(maxsize=1024)
def escaped_ascii(text: str) -> str:
    """JSON with everything that is not ASCII spelled as escapes that mean the same."""
    return _NOT_ASCII.sub(lambda match: json.dumps(match.group())[1:-1], text)


def _cell(character: str, ascii_only: bool) -> Cell:
    if " " <= character <= "~":
        return Cell(character, 1)
    if character == "\t":
        return Cell(">" if ascii_only else "→", 1)
    if ascii_only:
        plain = _IN_ASCII.get(character) or _code_point(character)
        return Cell(plain, len(plain))
    category = unicodedata.category(character)
    if category in _INVISIBLE or character in _FILLERS:
        name = _code_point(character)
        return Cell(name, len(name))
    if category in ("Mn", "Me"):
        return Cell(character, 0)
    return Cell(character, 2 if unicodedata.east_asian_width(character) in "WF" else 1)


def _code_point(character: str) -> str:
    return f"<U+{ord(character):04X}>"
