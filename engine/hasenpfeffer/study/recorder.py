"""A record in a file: written while a game is played, line by line, and gone on with after an interruption.

Of all that was cut off by the end of a program or a machine, only the last line can be lost, and only before it was
shown to anybody.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from hasenpfeffer.errors import UsageError
from hasenpfeffer.play.record.lines import LARGEST
from hasenpfeffer.play.record.replay import Decision, replay
from hasenpfeffer.play.record.write import Writer
from hasenpfeffer.study.append_only import AppendOnly, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.play.table import Table

_OWN: Final = 0o600
"""A record holds all hands and the seed: it is its owner's alone."""
_WHAT: Final = "a record"


class Recorder:
    """Writes the record of one game. Nobody else can write it in the meantime."""

    def __init__(self, file: AppendOnly, writer: Writer, *, is_open: bool) -> None:
        self.path = file.path
        self._file = file
        self._writer = writer
        self._is_open = is_open
        """Whether the game goes on: it was neither left nor is it over."""
        self._is_whole = True
        """Whether the file ends with a whole line: an interruption can come in the middle of writing one."""

    @classmethod
    def create(cls, path: Path | str, table: Table, *, people: int = 0, bots: str | None = None) -> Recorder:
        """A new record with the game so far. `people` is the set of seats at which somebody sits.

        It comes into being whole or not at all. Raises FileExistsError rather than write over a file.
        """
        writer = Writer(table.rules)
        beginning = "".join(writer.whole(table, people=people, bots=bots))
        file = AppendOnly.create(Path(path), beginning, mode=_OWN)
        return cls(file, writer, is_open=not table.over)

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
        self._file.sync()

    def close(self) -> None:
        """Lets the file go; a second time does nothing."""
        self._file.close()

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
        self._file.write("".join(lines))
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
    file = AppendOnly.take_up(Path(path))
    try:
        found = replay(file.content(LARGEST, _WHAT))
        if found.is_cut:
            file.cut(found.size)
        recorder = Recorder(file, found.writer, is_open=not (found.table.over or found.is_left))
        recorder._write(found.missing)
        recorder.sync()
    except BaseException:
        file.close()
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
    return read_bytes(Path(path), LARGEST, _WHAT)
