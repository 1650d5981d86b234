"""Which files of a ruleset are the author's own, which are the game's, and what is written in them."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.shelf.merge import Merged, Written


def own_files(merged: Merged) -> frozenset[str]:
    """The files that no other one extends, as they are shown."""
    bases = {base for written in merged.files for base in written.bases}
    own = [written.shown for written in merged.files if not _is_among(written.name, written.shown, bases)]
    return frozenset(own)


def files_of_game(merged: Merged) -> frozenset[str]:
    """The files of the game itself: all that it extends, as they are shown."""
    return frozenset(written.shown for written in closure(merged.game, merged))


def closure(name: str, merged: Merged) -> list[Written]:
    """A file, by its name, and all that it extends, the nearest first."""
    by_name = {written.name: written for written in merged.files}
    found: list[Written] = []
    waiting = [name]
    while waiting:
        written = by_name.get(pathlib.PurePath(waiting.pop(0)).stem)
        if written is not None and written not in found:
            found.append(written)
            waiting += written.bases
    return found


def text_at(place: Place, merged: Merged) -> str:
    """What is written at a place, in one line."""
    for written in merged.files:
        if written.shown == place.file:
            return " ".join(written.source.written_at(place).split())
    return ""


def inside(place: Place, other: Place) -> bool:
    """Whether a place lies in another."""
    return (
        place.file == other.file
        and other.start.offset <= place.start.offset
        and place.end.offset <= other.end.offset
    )


def _is_among(name: str, shown: str, bases: set[str]) -> bool:
    return name in bases or any(base.endswith(shown.rsplit("/", 1)[-1]) for base in bases)
