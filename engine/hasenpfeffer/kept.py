"""What can be made anew at any time and is kept for speed, in the user's own folder for such things."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from hasenpfeffer.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE: Final = Path(__file__).parent

MOST_MARKS: Final = 2_000
"""A list of marks that has grown longer is cut to the newer half."""


def cache_folder() -> Path | None:
    """Where this user's programs keep what can be made anew; None where there is no such place."""
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # nobody knows this user's home
        return None
    return base / "hasenpfeffer" if base.is_absolute() else None


def save(path: Path, write: Callable[[IO[bytes]], None]) -> None:
    """Keeps a file, whole or not at all; where that fails it only costs time."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, write)


def drop_oldest(folder: Path, pattern: str, most: int) -> None:
    """Leaves so many files of a folder, those that were used last."""
    with suppress(OSError):
        files = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[most:]:
            path.unlink()


@cache
def of_modules(*names: str) -> str | None:
    """A fingerprint of modules and folders of modules of our own: of sizes and dates, as Python tells by for what it
    keeps of them. None where they are no files."""
    made = hashlib.sha256()
    try:
        for name in names:
            home = PACKAGE / name
            for path in sorted(home.rglob("*.py")) if home.is_dir() else (home,):
                known = path.stat()
                made.update(f"{path.relative_to(PACKAGE)} {known.st_size} {known.st_mtime_ns}\n".encode())
    except OSError:
        return None
    return made.hexdigest()


class Marks:
    """A list of fingerprints on disk: of things that were found in order, and need not be looked at again."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: set[str] | None = None

    def __contains__(self, fingerprint: str) -> bool:
        return fingerprint in self._read()

    def add(self, fingerprint: str) -> None:
        """Remembers a fingerprint; where that fails it only costs time."""
        known = self._read()
        path = self._path
        known.add(fingerprint)
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="ascii") as stream:
                stream.write(f"{fingerprint}\n")
        except OSError:
            return
        if len(known) > MOST_MARKS:
            self._cut(path)

    @property
    def _path(self) -> Path | None:
        folder = cache_folder()
        return None if folder is None else folder / self._name

    def _read(self) -> set[str]:
        if self._known is None:
            self._known = set()
            path = self._path
            with suppress(OSError, ValueError):
                self._known = set() if path is None else set(path.read_text(encoding="ascii").split())
        return self._known

    def _cut(self, path: Path) -> None:
        with suppress(OSError, ValueError):
            newer = path.read_text(encoding="ascii").split()[-MOST_MARKS // 2 :]
            save(path, lambda stream: _write_lines(stream, newer))
            self._known = set(newer)


def _write_lines(stream: IO[bytes], lines: list[str]) -> None:
    stream.write("".join(f"{line}\n" for line in lines).encode("ascii"))
