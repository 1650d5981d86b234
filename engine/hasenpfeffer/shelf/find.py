"""Where rule files are: beside the file that names them, in `./rules`, on the shipped shelf."""

from __future__ import annotations

import os
import pathlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from hasenpfeffer import library
from hasenpfeffer.reading.fixes import respell
from hasenpfeffer.reading.suggest import is_sure, nearest, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.fixes import Fixes
    from hasenpfeffer.reading.place import Place

SUFFIXES: Final = (".yaml", ".yml")
SUBFOLDERS: Final = ("", "variants", "games", "games/variants")
"""Where files lie below a `rules` folder, in the order in which they are searched."""


@dataclass(frozen=True, slots=True)
class Found:
    """One rule file: its name, where it is, and its path as it is shown to people."""

    name: str
    path: pathlib.Path
    shown: str


@dataclass(frozen=True, slots=True)
class ShelfEntry:
    """One shipped rule file."""

    name: str
    path: pathlib.Path
    shown: str
    kind: Literal["game", "patch"]


def shelf_entries(shelf: pathlib.Path | None = None) -> tuple[ShelfEntry, ...]:
    """Every shipped file, games first, then by name. A patch is what lies in a `variants` folder."""
    shelf = (shelf or library.folder("rules")).resolve()
    entries = [
        ShelfEntry(name, path, _below(path, shelf.parent), "patch" if "variants" in sub else "game")
        for sub in SUBFOLDERS
        for name, path in _listing(shelf / sub).items()
    ]
    return tuple(sorted(entries, key=lambda entry: (entry.kind, entry.name)))


class Finder:
    """Looks names and paths up for one run; folders are listed once.

    `working` is the folder that the user works in. Files below it, below the folder of a file that the user
    named outright, and on the shelf may be used; no others.
    """

    def __init__(self, working: pathlib.Path | None = None, shelf: pathlib.Path | None = None) -> None:
        self.working = (working or pathlib.Path()).resolve()
        self.shelf = (shelf or library.folder("rules")).resolve()
        self._open = [self.working, self.shelf]
        self._listings: dict[pathlib.Path, Mapping[str, pathlib.Path]] = {}

    def named(self, word: str, place: Place, findings: Findings, games: tuple[str, ...] = ()) -> Found | None:
        """What a user asked for by name or path; after `games`, `short` is first `game-short`.

        A path may lie anywhere; its folder then counts as part of the project.
        """
        if is_path(word) and not _is_address(word):
            path = _existing(self.working / word)
            if path and not self._is_open(path):
                self._open.append(path.parent)
        return self._look_up(word, games, None, place, findings)

    def given(self, word: str) -> Found:
        """A file whose text is at hand; it need not be there. Its folder counts as part of the project."""
        path = pathlib.Path(os.path.realpath(self.working / word))
        if not self._is_open(path):
            self._open.append(path.parent)
        return Found(path.stem, path, self.show(path))

    def extended(
        self, word: str, writer: Found, place: Place, findings: Findings, *, guess: bool = False
    ) -> Found | None:
        """What a file means that extends `word`. A name never means the file that writes it.

        `guess`: where there is none, a finding, and the one whose name is close to it.
        """
        return self._look_up(word, (), writer, place, findings, guess=guess)

    def exists(self, path: str) -> bool:
        """Whether there is a file at a path from the working folder."""
        return _existing(self.working / path) is not None

    def show(self, path: pathlib.Path) -> str:
        """A path for people: from the working folder, from the shelf, or the bare name."""
        shipped = path.is_relative_to(self.shelf)
        if shipped and not self.working.is_relative_to(self.shelf.parent):
            return _below(path, self.shelf.parent)
        if path.is_relative_to(self.working):
            return _below(path, self.working)
        if shipped:
            return _below(path, self.shelf.parent)
        outside = [folder for folder in self._open if path.is_relative_to(folder)]
        return _below(path, outside[0]) if outside else path.name

    @cached_property
    def _shared(self) -> tuple[pathlib.Path, ...]:
        roots = dict.fromkeys((self.working / "rules", self.shelf))
        return tuple(root / sub for root in roots for sub in SUBFOLDERS)

    def _look_up(
        self,
        word: str,
        games: tuple[str, ...],
        writer: Found | None,
        place: Place,
        findings: Findings,
        *,
        guess: bool = False,
    ) -> Found | None:
        folder = writer.path.parent if writer else self.working
        if _is_address(word):
            _not_allowed(word, "rule files are never fetched from the web", place, findings)
            return None
        if writer and is_path(word) and not self._is_open(pathlib.Path(os.path.realpath(folder / word))):
            _not_allowed(word, "it lies outside the project folder", place, findings)
            return None
        path = _existing(folder / word) if is_path(word) else self._by_name(word, games, writer, folder)
        if path is None:
            meant = self._unknown(word, games, folder, place, findings, is_written=writer is not None)
            path = (
                self._by_name(meant, games, writer, folder) if guess and meant and not is_path(word) else None
            )
        if path is None:
            return None
        if not self._is_open(path):
            _not_allowed(word, "it lies outside the project folder", place, findings)
            return None
        return Found(path.stem, path, self.show(path))

    def _is_open(self, path: pathlib.Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self._open)

    def _by_name(
        self, word: str, games: tuple[str, ...], writer: Found | None, folder: pathlib.Path
    ) -> pathlib.Path | None:
        longer = [f"{game}-{plain_name(word)}" for game in games]
        for name in (*longer[:1], plain_name(word), *longer[1:]):
            for place in (folder, *self._shared):
                listed = self._list(place).get(name)
                path = listed and _existing(listed)
                if path and (writer is None or path != writer.path):
                    return path
        return None

    def _list(self, folder: pathlib.Path) -> Mapping[str, pathlib.Path]:
        if folder not in self._listings:
            self._listings[folder] = _listing(folder)
        return self._listings[folder]

    def _unknown(
        self,
        word: str,
        games: tuple[str, ...],
        folder: pathlib.Path,
        place: Place,
        findings: Findings,
        *,
        is_written: bool,
    ) -> str | None:
        """The finding for what is not there; what a file writes can be mended in it. Gives the name that was
        probably meant."""
        if is_path(word):
            is_folder = os.path.isdir(folder / word)  # noqa: PTH112  (never raises)
            found = "is a folder, and a rule file is needed" if is_folder else "is not there"
            asked = pathlib.PurePath(word).name
            names = {path.name for path in self._list((folder / word).parent).values()}
            message = f"The file {quoted(word)} {found}"
            looked = "A path is read from the folder of the file that writes it"
        else:
            names = {name for place in (folder, *self._shared) for name in self._list(place)}
            names |= {name.removeprefix(f"{game}-") for game in games for name in names}
            asked = plain_name(word)
            message = f"No ruleset is called {quoted(word)}"
            looked = "Names are looked for in the file's folder, in ./rules and on the shipped shelf"
        guess = nearest(asked, sorted(names))
        hint = f"Did you mean `{guess}`? {looked}" if guess else looked
        fixes: Fixes = ()
        if guess and is_written:
            better = word.removesuffix(asked) + guess
            fixes = respell(place, word, better, safe=is_sure(asked, names), whole=True)
        findings.error("X302", message, place, help=hint, fixes=fixes)
        return guess


def is_path(word: str) -> bool:
    """Whether a reference is meant as a path, not as a name."""
    return "/" in word or "\\" in word or word.endswith(SUFFIXES)


def seen_from(reference: str, folder: pathlib.Path) -> str:
    """A reference that a file in `folder` writes, as it is written in the working folder."""
    here = os.path.relpath(folder)
    if here == ".":
        return reference
    return "+".join(
        pathlib.Path(here, part).as_posix() if is_path(part) else part for part in reference.split("+")
    )


def plain_name(word: str) -> str:
    """A name as files are called: hyphens for spaces."""
    return "-".join(word.split())


def _not_allowed(word: str, why: str, place: Place, findings: Findings) -> None:
    findings.error(
        "X303", f"{quoted(word)} cannot be used: {why}", place, help="Copy the file into the project folder"
    )


def _is_address(word: str) -> bool:
    return "://" in word


def _existing(path: pathlib.Path) -> pathlib.Path | None:
    """Where a path leads, if anything but a folder is there; a link that leads nowhere counts as there."""
    if os.path.isdir(path) or not os.path.lexists(path):  # noqa: PTH112  (these never raise)
        return None
    return pathlib.Path(os.path.realpath(path))


def _listing(folder: pathlib.Path) -> Mapping[str, pathlib.Path]:
    """The rule files right in a folder, by name."""
    return {path.stem: path for path in sorted(_files(folder), reverse=True)}


def _files(folder: pathlib.Path) -> Iterator[pathlib.Path]:
    try:
        names = os.listdir(folder)  # noqa: PTH208  (names, not paths)
    except OSError:
        return
    for name in names:
        if name.endswith(SUFFIXES) and not os.path.isdir(folder / name):  # noqa: PTH112  (never raises)
            yield folder / name


def _below(path: pathlib.Path, folder: pathlib.Path) -> str:
    return path.relative_to(folder).as_posix()
