"""Files that only grow: lines are added at the end, by one program at a time, and nothing is written over.

Of all that was cut off by the end of a program or a machine, only the last line can be lost.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Self

from hasenpfeffer.errors import UsageError

try:
    import fcntl
except ImportError:  # a system without it: two programs at one file are not noticed
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from pathlib import Path

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
_NO_WAIT: Final[int] = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class AppendOnly:
    """A file that is added to. Nobody else can write it until it is closed.

    What the disk had no room for goes on where it stopped with the next `write`.
    """

    def __init__(self, path: Path, file: int) -> None:
        self.path = path
        self._file = file
        self._rest = b""
        self._is_synced = False

    @classmethod
    def create(cls, path: Path, beginning: str, *, mode: int) -> Self:
        """A new file with its beginning, which comes into being whole or not at all.

        Raises FileExistsError rather than write over a file.
        """
        if os.path.lexists(path):
            raise _exists(path)
        draft = path.with_name(f".{os.getpid()}-{id(beginning):x}.new")
        try:
            draft.unlink(missing_ok=True)
            found = cls(path, os.open(draft, _NEW, mode))
        except OSError as problem:
            raise _about(path, problem) from None
        try:
            _lock(path, found._file)
            found.write(beginning)
            found.sync()
            _rename(draft, path)
        except BaseException:
            found.close()
            raise
        finally:
            draft.unlink(missing_ok=True)
        _sync_folder(path.parent)
        return found

    @classmethod
    def take_up(cls, path: Path) -> Self:
        """A file that is there, to be added to. Raises UsageError where another program writes it."""
        found = cls(path, os.open(path, os.O_RDWR | os.O_APPEND | _NO_WAIT))
        try:
            _lock(path, found._file)
        except BaseException:
            found.close()
            raise
        return found

    def content(self, most: int, what: str) -> bytes:
        """All its bytes, but no more than one over so many. `what` it should hold, for whoever named it."""
        return _content(self.path, self._file, most, what)

    def cut(self, size: int) -> None:
        """Leaves off what follows so many bytes: the last line, where it is not whole."""
        os.ftruncate(self._file, size)

    def write(self, text: str) -> None:
        self._rest += text.encode()
        self._is_synced = False
        try:
            while self._rest:
                self._rest = self._rest[os.write(self._file, self._rest) :]
        except OSError as problem:
            raise _about(self.path, problem) from None

    def sync(self) -> None:
        """Waits until everything is on the disk."""
        if not self._is_synced:
            os.fsync(self._file)
            self._is_synced = True

    def close(self) -> None:
        """Lets the file go; a second time does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def read_bytes(path: Path, most: int, what: str) -> bytes:
    """The bytes of a file, but no more than one over so many. UsageError for what is no file."""
    file = os.open(path, os.O_RDONLY | _NO_WAIT)
    try:
        return _content(path, file, most, what)
    finally:
        os.close(file)


def _content(path: Path, file: int, most: int, what: str) -> bytes:
    if not stat.S_ISREG(os.fstat(file).st_mode):
        raise UsageError(f"{path} is not a file that could hold {what}")
    parts = []
    left = most + 1
    while left and (part := os.read(file, left)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _lock(path: Path, file: int) -> None:
    """Keeps other programs away from a file until it is closed."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(f"{path} is being written by another program") from None
    except OSError:  # a file system that has no locks
        return


def _rename(draft: Path, path: Path) -> None:
    """Gives a file its name, unless there is one of that name."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise _exists(path) from None
    except OSError:  # a file system that has no second names
        if os.path.lexists(path):
            raise _exists(path) from None
        draft.rename(path)


def _sync_folder(folder: Path) -> None:
    """Waits until the name of a new file is on the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _exists(path: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, "it is there already, and is never written over", str(path))


def _about(path: Path, problem: OSError) -> OSError:
    """The same trouble, named by the file that the user knows."""
    return OSError(problem.errno, problem.strerror, str(path))
