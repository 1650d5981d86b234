"""What a file writes though it is so already: in what it extends or, for a patch, in the game that it is laid upon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.fixes import remove_at
from hasenpfeffer.reading.tree import Group, find
from hasenpfeffer.shelf.build.builder import items_of, text_of
from hasenpfeffer.shelf.checks.written import files_of_game
from hasenpfeffer.shelf.parts import dotted, said, shown
from hasenpfeffer.shelf.short_forms import open_short_forms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Entry, Node, Path
    from hasenpfeffer.shelf.merge import Merged

_SAYS_WHAT_IT_IS: Final = frozenset({"do", "about"})
"""Keys that may be written again, so that a reader sees at once what is spoken of."""


@dataclass(frozen=True, slots=True)
class _Again:
    """A setting that says what stands at `before` already."""

    path: Path
    place: Place
    value: Node
    before: Place


def check_already_so(merged: Merged, findings: Findings) -> None:
    """L904: a file writes what its base has already (a hint), or a patch what the game has; not to settle conflicts."""
    of_game = files_of_game(merged)
    trees = {written.shown: open_short_forms(written.tree) for written in merged.files}
    removed = _removed(trees)
    for file, tree in trees.items():
        for entry in tree:
            if entry.key.text not in ("remove", "extends", "cases"):
                for again in _again(entry, (entry.key.text,), _Files(file, trees, removed, merged, of_game)):
                    tell = findings.hint if file in of_game else findings.warning
                    _tell(again, merged, tell)


def _tell(again: _Again, merged: Merged, tell: Callable[..., None]) -> None:
    tell(
        "L904",
        f"{dotted(again.path)} is {shown(again.value)} already",
        again.place,
        related=[Related("written here", again.before)],
        path=".".join(again.path),
        help="Leave it out",
        fixes=remove_at((written.tree for written in merged.files), again.place),
    )


@dataclass(frozen=True, slots=True)
class _Files:
    """One of several files, and what it is compared with."""

    file: str
    trees: Mapping[str, Group]
    removed: tuple[Path, ...]
    merged: Merged
    of_game: frozenset[str]

    def before(self, path: Path, value: Node) -> Place | None:
        """Where the same stands that this file says at a path; nowhere if it says something else or settles it."""
        places = self.merged.origins.get(path, ())
        is_cut = any(path[: len(cut)] == cut for cut in self.removed)
        if len(places) < 2 or places[0].file != self.file or is_cut:
            return None
        others = places[1:]
        values = [find(self.trees[place.file], path) for place in others]
        if self.file in self.of_game:
            settles = len({said(value) for value in values if value is not None}) > 1
        else:
            settles = any(place.file not in self.of_game for place in others)
        if settles or values[0] is None or said(value) != said(values[0]):
            return None
        return others[0]


def _again(entry: Entry, path: Path, files: _Files) -> list[_Again]:
    """What a setting says again: itself, where all of it is so already, or parts of it."""
    value = entry.value
    if not isinstance(value, Group):
        before = files.before(path, value)
        return [_Again(path, value.place, value, before)] if before is not None else []
    parts = [part for part in value if part.key.text not in _SAYS_WHAT_IT_IS]
    found = [_again(part, (*path, part.key.text), files) for part in parts]
    is_whole = all(_is_whole(part, path, one) for part, one in zip(parts, found, strict=True))
    if is_whole and len(parts) > 1 and len(path) > 1:
        return [_Again(path, entry.key.place, value, found[0][0].before)]
    return [again for one in found for again in one]


def _is_whole(part: Entry, path: Path, found: list[_Again]) -> bool:
    return len(found) == 1 and found[0].path == (*path, part.key.text)


def _removed(trees: Mapping[str, Group]) -> tuple[Path, ...]:
    lines = [line for tree in trees.values() for line in items_of(tree.get("remove"))]
    return tuple(tuple(text_of(line).split(".")) for line in lines)
