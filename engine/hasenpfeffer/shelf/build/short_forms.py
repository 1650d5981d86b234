"""Ranks that are words, and the short forms that people type for them."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cards import Rank, fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NO_CODE: Final = re.compile(r"[\s,=]")
"""What no short form may have in it."""
_SHORT: Final = 2
"""Letters of a rank that is short enough as it stands."""


def with_codes(names: Sequence[str]) -> tuple[Rank, ...]:
    """Each rank with a code: a digit or letter is its own, a word gets its shortest beginning of its own."""
    taken = {fold(name) for name in names if len(name) <= _SHORT}
    words = {name: NO_CODE.sub("", name) or name for name in names if len(name) > _SHORT}
    ranks = []
    for name in names:
        code = name
        if name in words:
            code = next(each for each in _codes(name, words) if fold(each) not in taken)
            taken.add(fold(code))
        ranks.append(Rank(name, code))
    return tuple(ranks)


def _codes(name: str, words: dict[str, str]) -> Iterator[str]:
    """Beginnings that no other word has, the shortest first; then the whole word, and the word with a number.

    Of `north` and `north east` the one has no beginning of its own.
    """
    word = words[name]
    rivals = [other for rival, other in words.items() if rival != name]
    for n in range(1, len(word) + 1):
        if not any(other.startswith(word[:n]) for other in rivals):
            yield word[:n].capitalize()
    yield word.capitalize()
    for number in count(2):
        yield f"{word.capitalize()}{number}"
