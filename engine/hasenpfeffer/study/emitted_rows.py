"""The program that a ruleset is lowered to as a backend: as plain Python, or as machine code."""

from __future__ import annotations

from array import array
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from hasenpfeffer.errors import StuckError
from hasenpfeffer.kernel import tallying
from hasenpfeffer.kernel.emitted import ENTRIES
from hasenpfeffer.kernel.rows import Rows
from hasenpfeffer.study.estimates import DEALS_A_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence

    from _typeshed import WriteableBuffer

    from hasenpfeffer.kernel.emitted import Emitted
    from hasenpfeffer.kernel.native.machine import Entry
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.plan import Plan

ADDING: Final = {
    "add_rows": ("rows", "first", "count", "plan", "t"),
    "add_pairs": ("rows", "count", "other", "others", "plan", "t"),
}
"""The functions of `kernel.tallying` that backends offer, with the names of what they are given."""

_MOST_AT_A_TIME: Final = {"deals": 300, "games": 20}
"""Of plain Python: a good part of a second."""
_A_MOMENT: Final = 0.03
"""Seconds that machine code is let to play before somebody can interrupt it or see how far it is."""
_MOST: Final = 50_000
_WORD: Final = 1 << 64


class _EmittedRows:
    """What both have in common: how a program is asked, and what to do where a deal cannot go on."""

    name: ClassVar[str]

    def __init__(self, ruleset: Ruleset, plan: Plan, program: Emitted) -> None:
        self.ruleset = ruleset
        self.plan = plan
        self.columns = program.columns
        self._state_size = program.state_size
        self._error = program.places["ERROR"]
        self._game = program.places["GAME"]
        self._low, self._high = _signed(plan.seed), _signed(plan.seed >> 64)
        self._rows_a_game = float(DEALS_A_GAME)

    def play(self, numbers: range) -> Rows:
        """The rows of these deals or games."""
        return self._games(numbers) if self.plan.of_games else self._deals(numbers)

    def _deals(self, numbers: range) -> Rows:
        state, rows = self._numbers(self._state_size), self._numbers(len(numbers) * self.columns.width)
        done = self._call("play_deals", state, numbers, rows)
        if state[self._error]:
            self._stuck(numbers.start + done)
        return Rows(self.columns, done, rows)

    def _games(self, numbers: range) -> Rows:
        """How many rows there will be is not known before: where there was no room, it is played again with more."""
        room = int(len(numbers) * self._rows_a_game * 1.3) + 50
        while True:
            state, rows = self._numbers(self._state_size), self._numbers(room * self.columns.width)
            done = self._call("play_games", state, numbers, rows, room)
            if state[self._error]:
                self._stuck(state[self._game])
            if done >= 0:
                break
            room *= 2
        self._rows_a_game = done / len(numbers)
        del rows[done * self.columns.width :]
        return Rows(self.columns, done, rows)

    def _stuck(self, number: int) -> None:
        """Lets the interpreter come to the same end, and say why; it raises StuckError."""
        from hasenpfeffer.study.reference_rows import Reference

        Reference(self.ruleset, self.plan).play(range(number, number + 1))
        raise RuntimeError(
            f"{self.name} cannot go on where the interpreter can, at {number} of seed {self.plan.seed}"
        )

    def _numbers(self, count: int) -> MutableSequence[int]:
        """Room for so many numbers, all 0."""
        raise NotImplementedError

    def _call(
        self, entry: str, state: MutableSequence[int], numbers: range, rows: MutableSequence[int], *room: int
    ) -> int:
        """Calls an entry point of the program (see `kernel.emitted`)."""
        raise NotImplementedError


class Plain(_EmittedRows):
    """Plays by the program as plain Python: ready at once, several times as fast as the interpreter."""

    name = "python"
    workers: ClassVar[Literal["processes"]] = "processes"
    add_rows = staticmethod(tallying.add_rows)
    add_pairs = staticmethod(tallying.add_pairs)

    def __init__(self, ruleset: Ruleset, plan: Plan, program: Emitted, note: str = "") -> None:
        super().__init__(ruleset, plan, program)
        self.note = note
        self.most = _MOST_AT_A_TIME[plan.unit]
        self._tables = program.tables
        functions: dict[str, Callable[..., int]] = {}
        exec(compile(program.text, f"<program of {ruleset.name}>", "exec"), functions)
        self._entries = {name: functions[name] for name in ENTRIES}

    def _numbers(self, count: int) -> MutableSequence[int]:
        return [0] * count

    def _call(
        self, entry: str, state: MutableSequence[int], numbers: range, rows: MutableSequence[int], *room: int
    ) -> int:
        play = self._entries[entry]
        return play(state, self._tables, self._low, self._high, numbers.start, len(numbers), rows, *room)


class Native(_EmittedRows):
    """Plays by the program as machine code. It has to be made first, which takes seconds, unless it is kept.

    Raises ImportError where there is no llvmlite.
    """

    name = "native"
    workers: ClassVar[Literal["threads"]] = "threads"

    def __init__(self, ruleset: Ruleset, plan: Plan, program: Emitted, note: str = "") -> None:
        from hasenpfeffer.kernel.native.machine import machine_code

        super().__init__(ruleset, plan, program)
        self.note = note
        self._tables = array("q", program.tables)
        machine = machine_code(program.text, ENTRIES)
        self._entries = {name: machine.entry(name) for name in ENTRIES}
        adding = machine_code(Path(tallying.__file__).read_text("utf-8"), ADDING)
        self._add_rows, self._add_pairs = (adding.entry(name) for name in ADDING)
        self.most = self._in_a_moment()

    def add_rows(
        self, rows: Sequence[int], first: int, count: int, plan: Sequence[int], t: MutableSequence[int]
    ) -> int:
        """`tallying.add_rows` of buffers."""
        return self._add_rows(_buffer(rows), first, count, _buffer(plan), _buffer(t))

    def add_pairs(
        self,
        rows: Sequence[int],
        count: int,
        other: Sequence[int],
        others: int,
        plan: Sequence[int],
        t: MutableSequence[int],
    ) -> int:
        """`tallying.add_pairs` of buffers."""
        return self._add_pairs(_buffer(rows), count, _buffer(other), others, _buffer(plan), _buffer(t))

    def _numbers(self, count: int) -> MutableSequence[int]:
        return array("q", (0,)) * count

    def _call(
        self, entry: str, state: MutableSequence[int], numbers: range, rows: MutableSequence[int], *room: int
    ) -> int:
        play: Entry = self._entries[entry]
        return play(
            _buffer(state),
            self._tables,
            self._low,
            self._high,
            numbers.start,
            len(numbers),
            _buffer(rows),
            *room,
        )

    def _in_a_moment(self) -> int:
        """How many deals or games are played in a moment of the processor: a few are tried, then more."""
        tried = 1
        while True:
            numbers = self.plan.numbers[:tried]
            began = thread_time()
            try:
                self.play(numbers)
            except StuckError:  # it is told when it is its turn
                return tried
            passed = max(thread_time() - began, 1e-6)
            if passed > _A_MOMENT / 8 or tried >= self.plan.number:
                return max(1, min(_MOST, int(len(numbers) * _A_MOMENT / passed)))
            tried *= 4


def _buffer(numbers: Sequence[int]) -> WriteableBuffer:
    """Numbers that lie in memory as machine code reads them."""
    assert isinstance(numbers, array)
    return numbers


def _signed(word: int) -> int:
    """The lowest 64 bits as a signed number."""
    low = word % _WORD
    return low - _WORD if low >= _WORD // 2 else low
