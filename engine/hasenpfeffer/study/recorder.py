"""A record in a file: written while a game is played, line by line, and gone on with after an interruption.

Nothing in it is ever written over. Of all that was cut off by the end of a program or a machine, only the last
line can be lost, and only before it was shown to anybody.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from hasenpfeffer.errors import UsageError
from hasenpfeffer.play.record.lines import LARGEST
from hasenpfeffer.play.record.replay import Decision, replay
from hasenpfeffer.play.record.write import Writer

try:
    import fcntl
except ImportError:  # a system without it: two programs at one record are not noticed
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.play.table import Table

_OWN: Final = 0o600
"""A record holds all hands and the seed: it is its owner's alone."""
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
_NO_WAIT: Final[int] = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Recorder:
    """Writes the record of one game. Nobody else can write it in the meantime."""

    def __init__(self, path: Path, file: int, writer: Writer, *, is_open: bool) -> None:
        self.path = path
        self._file = file
        self._writer = writer
        self._is_open = is_open
        """Whether the game goes on: it was neither left nor is it over."""
        self._is_whole = True
        """Whether the file ends with a whole line: an interruption can come in the middle of writing one."""
        self._is_synced = False

    @classmethod
    def create(cls, path: Path | str, table: Table, *, people: int = 0, bots: str | None = None) -> Recorder:
        """A new record with the game so far. `people` is the set of seats at which somebody sits.

        It comes into being whole or not at all. Raises FileExistsError rather than write over a file.
        """
        path = Path(path)
        if os.path.lexists(path):
            raise _exists(path)
        draft = path.with_name(f".record-{os.getpid()}-{id(table):x}.new")
        writer = Writer(table.rules)
        beginning = writer.whole(table, people=people, bots=bots)
        try:
            draft.unlink(missing_ok=True)
            recorder = cls(path, os.open(draft, _NEW, _OWN), writer, is_open=not table.over)
        except OSError as problem:
            raise _about(path, problem) from None
        try:
            _lock(path, recorder._file)
            recorder._write(beginning)
            recorder.sync()
            _rename(draft, path)
        except BaseException:
            recorder.close()
            raise
        finally:
            draft.unlink(missing_ok=True)
        _sync_folder(path.parent)
        return recorder

    def played(self, table: Table, by: str) -> None:
        """Writes the last play of the table: `by` a person (`PERSON`) or a kind of bot. Call it before anything
        of the play is shown."""
        self._begin()
        self._write(self._writer.play(table.last_play, by))
        self._is_open = not table.over

    def undone(self, seat: str, plays: int) -> None:
        """Writes that so many plays were taken back; `seat` chose in the first of them, and has to choose again."""
        self._begin()
        self._write(self._writer.undo(seat, plays))
        self._is_open = True

    def left(self) -> None:
        """Writes that the game was left. A game that is over, or was left already, is not; nor one whose last line
        was interrupted, which is worked out again when it goes on."""
        if self._is_open and self._is_whole:
            self._begin()
            self._write(self._writer.left())
            self._is_open = False
            self.sync()

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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> None:
        """Before lines are made, since they are counted when they are."""
        if not self._is_whole:
            raise UsageError(f"{self.path} could not be written to its end; resume it to go on")
        self._is_whole = False

    def _write(self, lines: Iterable[str]) -> None:
        rest = memoryview("".join(lines).encode())
        self._is_synced = False
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as problem:
            raise _about(self.path, problem) from None
        self._is_whole = True


class Resumed(NamedTuple):
    """A game that was taken up again. `notice`: what was not whole in its record, in a line, or nothing."""

    table: Table
    people: int
    bots: str | None
    decisions: list[Decision]
    """The plays that were not taken back: who made each, and how many its deal had before it."""
    choices: int
    """How many plays the deal in progress has had."""
    recorder: Recorder
    notice: str


def resume(path: Path | str) -> Resumed:
    """Takes up the game of a record, and goes on writing behind its last whole line.

    Raises RecordError for a record that is not true, UsageError for one that another program writes.
    """
    path = Path(path)
    file = os.open(path, os.O_RDWR | os.O_APPEND | _NO_WAIT)
    try:
        _lock(path, file)
        found = replay(_content(path, file))
        if found.is_cut:
            os.ftruncate(file, found.size)
        recorder = Recorder(path, file, found.writer, is_open=not (found.table.over or found.is_left))
        recorder._write(found.missing)
        recorder.sync()
    except BaseException:
        os.close(file)
        raise
    notes = ["the last line was cut off and is left out"] * found.is_cut
    notes += ["what followed from the last choice was worked out again"] * bool(found.missing)
    return Resumed(
        table=found.table,
        people=found.people,
        bots=found.bots,
        decisions=found.decisions,
        choices=found.choices,
        recorder=recorder,
        notice="; ".join(notes),
    )


def read_record(path: Path | str) -> bytes:
    """The bytes of a record. Raises RecordError where there are too many to be one, UsageError for no file."""
    file = os.open(path, os.O_RDONLY | _NO_WAIT)
    try:
        return _content(Path(path), file)
    finally:
        os.close(file)


def _content(path: Path, file: int) -> bytes:
    if not stat.S_ISREG(os.fstat(file).st_mode):
        raise UsageError(f"{path} is not a file that could hold a record")
    parts = []
    left = LARGEST + 1
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
    return FileExistsError(errno.EEXIST, "it is there already, and a record is never written over", str(path))


def _about(path: Path, problem: OSError) -> OSError:
    """The same trouble, named by the file that the user knows."""
    return OSError(problem.errno, problem.strerror, str(path))
