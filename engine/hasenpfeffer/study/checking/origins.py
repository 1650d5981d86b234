"""Inherited values that a finding counts with: what it points at in other files than its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Origin
from hasenpfeffer.reading.tree import path_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.shelf.merge import Merged


def with_origins(finding: Diagnostic, merged: Merged | None) -> Diagnostic:
    """The finding with the inherited values among those that it points at, or is about."""
    if merged is None or finding.origin:
        return finding
    origins = {origin.place: origin for origin in _origins(finding, merged)}
    return replace(finding, origin=tuple(origins.values())) if origins else finding


def _origins(finding: Diagnostic, merged: Merged) -> Iterator[Origin]:
    rank = {written.shown: number for number, written in enumerate(merged.files)}
    here = rank.get(finding.place.file, -1)
    places = [related.place for related in finding.related]
    places += merged.origins.get(tuple(finding.path.split(".")), ())[:1]
    for place in places:
        if rank.get(place.file, here) < here and (origin := _origin(place, merged)):
            yield origin


def _origin(place: Place, merged: Merged) -> Origin | None:
    """What is written at a place of a file that went into the ruleset."""
    written = next((written for written in merged.files if written.shown == place.file), None)
    found = path_at(written.tree, place.start.offset) if written is not None else None
    if written is None or found is None:
        return None
    path, node = found
    return Origin(".".join(path), written.source.written_at(node.place), place)
