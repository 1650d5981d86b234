"""Files that are written whole or not at all: nobody ever reads half of one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def write_whole(path: Path, write: Callable[[IO[bytes]], object], *, only_new: bool = False) -> None:
    """Lets `write` make a draft beside the file, and puts it in the file's place.

    The file keeps its mode. `only_new` raises FileExistsError rather than write over a file. A symbolic link
    would be replaced by a file: resolve the path first.
    """
    import tempfile

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


def _mode(path: Path) -> int:
    """The mode of a file; of one that is new, the usual one."""
    with suppress(OSError):
        return path.stat().st_mode & 0o7777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
