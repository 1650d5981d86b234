"""The comments of a rule file, which its tree does not hold."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.reading.tree import texts_below

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.reading.tree import Group

_SIGN = re.compile(r"(?<![^\s])#")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment from its `#` to the end of the line; `alone` where nothing stands before it."""

    text: str
    place: Place
    alone: bool


def comments(source: Source, tree: Group) -> Iterator[Comment]:
    """Every comment, in order; a `#` inside a text is none."""
    starts, ends = _texts(tree)
    for number, start in enumerate(source.line_starts, start=1):
        line = source.line_text(number)
        for sign in _SIGN.finditer(line) if "#" in line else ():
            offset = start + sign.start()
            before = bisect_right(starts, offset) - 1
            if before >= 0 and offset < ends[before]:
                continue
            place = source.place(offset, start + len(line))
            yield Comment(line[sign.start() :], place, alone=not line[: sign.start()].strip())
            break


def _texts(tree: Group) -> tuple[list[int], list[int]]:
    """Where the texts of a tree begin and end, keys included."""
    places = (text.place for text in texts_below(tree))
    spans = sorted((place.start.offset, place.end.offset) for place in places)
    return [start for start, _ in spans], [end for _, end in spans]
