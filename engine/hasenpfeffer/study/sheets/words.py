"""A line as words: parts between commas, numbers as digits, signs of suits apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cards import fold

if TYPE_CHECKING:
    from collections.abc import Collection

NUMBER: Final = re.compile(r"-?\d+(?:/\d+)?")
_PARTS: Final = re.compile(r"[,;]|(?<!\S)and(?!\S)")
_APART: Final = re.compile(r"([♣♦♥♠])")
_SIGNS: Final = re.compile(r"[:=()]")
_MINUS: Final = re.compile(r"(?<!\S)[-−](?=\d)")
_IN_WORDS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)


def parts_of(line: str, own: Collection[str]) -> list[list[str]]:
    """The words of each part of a line. `own`: words of the rules, which never are numbers."""
    text = _SIGNS.sub(" ", _APART.sub(r" \1 ", _MINUS.sub("minus ", line)))
    return [_words(part, own) for part in _PARTS.split(text)]


def _words(part: str, own: Collection[str]) -> list[str]:
    words: list[str] = []
    for word in fold(part).split():
        if word in _IN_WORDS and word not in own:
            word = str(_IN_WORDS.index(word))
        if words and words[-1] == "minus" and NUMBER.fullmatch(word):
            words[-1] = f"-{word}"
        else:
            words.append(word)
    return words
