"""Words for messages: did you mean, lists of choices, and quoting of an author's text."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FURTHEST = 2
_LONGEST = 60
_FILLERS = frozenset(["a", "an", "of", "the"])
_LONG = 6
"""Letters of a word in which two slips still leave no doubt."""


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that `word` was probably meant to be, or None where that would be a guess."""
    if not 1 < len(word) <= _LONGEST:
        return None
    choices = tuple(dict.fromkeys(choices))
    if same := same_words(word, choices):
        return same
    close = [(away, choice[:1] != word[:1], choice) for away, choice in _near(word, choices)]
    return min(close)[2] if close else _begins_so(word, choices)


def is_sure(word: str, choices: Iterable[str]) -> bool:
    """Whether `nearest` gives what can only have been meant.

    It is the same but for capitals, hyphens, `_`, articles and the order of words; or nothing else is near, and
    it is one slip away, or two in a long word with the same beginning.
    """
    if not 1 < len(word) <= _LONGEST:
        return False
    choices = tuple(dict.fromkeys(choices))
    if same_words(word, choices):
        return True
    near = _near(word, choices)
    same = [choice for away, choice in near if away == 0]
    if same or len(near) != 1:
        return len(same) == 1
    away, choice = near[0]
    return away == 1 or (len(word) >= _LONG and _plain(choice)[:1] == _plain(word)[:1])


def same_words(word: str, choices: Iterable[str]) -> str | None:
    """The one choice with the same words, in another order or without an article."""
    words = _words(word)
    if len(word.split()) < 2 or not words:
        return None
    found = [choice for choice in choices if choice != word and _words(choice) == words]
    return found[0] if len(found) == 1 else None


def _words(text: str) -> list[str]:
    return sorted(word for word in _plain(text).split() if word not in _FILLERS)


@lru_cache(maxsize=4)
def _near(word: str, choices: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """The choices that are near a word, with how far away they are."""
    limit = _limit(word)
    found = ((_distance(word, choice, limit), choice) for choice in choices if choice != word)
    return tuple((away, choice) for away, choice in found if away <= limit)


def _limit(word: str) -> int:
    return min(_FURTHEST, (len(word) - 1) // 2)


def _begins_so(word: str, choices: Iterable[str]) -> str | None:
    """The one choice of which only the first words are written."""
    found = [choice for choice in choices if _plain(choice).startswith(f"{_plain(word)} ")]
    return found[0] if len(found) == 1 else None


def asked(guess: str | None) -> str:
    """`. Did you mean …?` to end a message with, or nothing where there is no guess."""
    return f". Did you mean `{guess}`?" if guess else ""


def choices_text(choices: Iterable[str], word: str, limit: int = 6) -> str:
    """The choices as a phrase, those nearest to `word` first, cut off after `limit`."""
    given = list(dict.fromkeys(choices))
    if len(word) > 1:
        given.sort(key=lambda choice: _distance(word, choice, _FURTHEST))
    more = len(given) - limit
    shown = ", ".join(given[:limit])
    return f"{shown}, … and {more} more" if more > 0 else shown


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """` Did you mean …?` with the space before it, or nothing."""
    choice = nearest(word, choices)
    return f" Did you mean `{choice}`?" if choice else ""


def quoted(text: str, limit: int = 40) -> str:
    """An author's text between backticks, on one line and not too long."""
    line = " ".join(text.split())
    return f"`{line[: limit - 1]}…`" if len(line) > limit else f"`{line}`"


def _distance(word: str, choice: str, limit: int) -> int:
    """Edits between the two, a swap of neighbours counting once; anything above `limit` is `limit + 1`."""
    left, right = _plain(word), _plain(choice)
    too_far = limit + 1
    if abs(len(left) - len(right)) > limit or len(left) > _LONGEST:
        return too_far
    left, right = _where_they_differ(left, right)
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        two_before, before, row = before, row, [i]
        for j, b in enumerate(right, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, two_before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit < min(before):
            return too_far
    return min(row[-1], too_far)


def _where_they_differ(left: str, right: str) -> tuple[str, str]:
    """Two words without the beginning and the end that they share."""
    start, shorter = 0, min(len(left), len(right))
    while start < shorter and left[start] == right[start]:
        start += 1
    end = 0
    while end < shorter - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return left[start : len(left) - end], right[start : len(right) - end]


@lru_cache(maxsize=4096)
def _plain(word: str) -> str:
    return word.casefold().replace("_", " ").replace("-", " ")
