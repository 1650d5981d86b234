"""Files that are written whole or not at all: nobody ever reads half of one."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def write_whole(path: Path, write: Callable[[IO[bytes]], object], *, only_new: bool = False) -> None:
    """Lets `write` make a draft beside the file, and puts it in the file's place.

    The file keeps its mode. `only_new` raises FileExistsError rather than write over a file. A symbolic link
    would be replaced by a file: resolve the path first. A device or a pipe stays what it is, and is written to.
    """
    import tempfile

    if _is_no_place_for_a_file(path):
        with path.open("xb" if only_new else "wb") as file:
            write(file)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".tmp")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(_mode(path))
        if only_new:
            os.link(draft, path)
            draft.unlink()
        else:
            draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def _is_no_place_for_a_file(path: Path) -> bool:
    """Whether something stands there that a file must not take the place of; a folder refuses by itself."""
    try:
        return not (stat.S_ISREG(mode := path.lstat().st_mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode))
    except OSError:
        return False


def _mode(path: Path) -> int:
    """The mode of a file; of one that is new, the usual one."""
    with suppress(OSError):
        return path.stat().st_mode & 0o7777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
