"""What of a ruleset the author wrote: files that only bring it in are checked by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.shelf.merge import Merged


def own_files(merged: Merged) -> frozenset[str]:
    """The files that no other one extends, as they are shown."""
    bases = {base for written in merged.files for base in written.bases}
    own = [written.shown for written in merged.files if not _is_among(written.name, written.shown, bases)]
    return frozenset(own)


def text_at(place: Place, merged: Merged) -> str:
    """What is written at a place, in one line."""
    for written in merged.files:
        if written.shown == place.file:
            return " ".join(written.source.written_at(place).split())
    return ""


def _is_among(name: str, shown: str, bases: set[str]) -> bool:
    return name in bases or any(base.endswith(shown.rsplit("/", 1)[-1]) for base in bases)
