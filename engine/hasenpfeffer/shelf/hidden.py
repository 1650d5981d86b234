"""Which names may be declared in those parts of the files that could not be used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.place import Place
from hasenpfeffer.reading.tree import Group, List, entries_below, has_gaps, has_holes, texts_below

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hasenpfeffer.reading.tree import Node
    from hasenpfeffer.shelf.family import Written

_OF_THE_TABLE: Final = ("deck", "players")
"""Sections in which any word may be a name."""

_AS_A_KEY: Final = r"(?:^|[\s{{,\[-])['\"]?{}(?: of \w+)?['\"]?\s*:"
_AS_AN_ITEM: Final = r"(?:^\s*-|[\[,])\s*['\"]?{}['\"]?\s*(?:$|[,\]#])"


def hidden_names(files: Iterable[tuple[Written, Group]], *, is_whole: bool) -> Callable[[str], bool]:
    """Tells of a name whether it may stand for something, although no declaration of it could be used.

    `files` with their trees as far as these are sound. Where a file is missing, any name may be.
    """
    if not is_whole:
        return lambda name: True
    holes: list[str] = []
    gaps: list[str] = []
    for written, tree in files:
        kept = {entry.key.place for entry in entries_below(tree)}
        places = [*_left_out(written.tree, kept)]
        places += [text.place for text in texts_below(tree) if text.doubtful]
        table = map(tree.get, _OF_THE_TABLE)
        places += [part.place for part in table if part is not None and has_holes(part)]
        holes += map(written.source.written_at, places)
        if has_gaps(tree):
            gaps.append(written.source.text)

    def is_hidden(name: str) -> bool:
        word = re.escape(name).replace(r"\ ", r"\s+")
        return bool(name) and (
            any(re.search(rf"(?<!\w){word}(?!\w)", part) for part in holes)
            or any(re.search(_AS_A_KEY.format(word), part, re.M) for part in gaps)
            or any(re.search(_AS_AN_ITEM.format(word), part, re.M) for part in gaps)
        )

    return is_hidden


def _left_out(node: Node, kept: set[Place]) -> Iterator[Place]:
    """The settings of a file that are no longer in its tree as far as that is sound."""
    match node:
        case List():
            for item in node.items:
                yield from _left_out(item, kept)
        case Group():
            for entry in node:
                if entry.key.place in kept:
                    yield from _left_out(entry.value, kept)
                else:
                    yield Place(entry.key.place.file, entry.key.place.start, entry.value.place.end)
        case _:
            return
