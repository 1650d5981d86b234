"""The program that a ruleset is lowered to as a backend: as plain Python, or as machine code."""

from __future__ import annotations

from array import array
from functools import cached_property
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from hasenpfeffer.errors import StuckError
from hasenpfeffer.kernel import running, tallying
from hasenpfeffer.kernel.emitted import DEALS, ENTRIES
from hasenpfeffer.kernel.rows import Rows
from hasenpfeffer.study.estimates import DEALS_A_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableSequence, Sequence

    from _typeshed import WriteableBuffer

    from hasenpfeffer.kernel.emitted import Emitted
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.plan import Plan
    from hasenpfeffer.study.reference_rows import Reference

ADDING: Final = {
    "add_rows": ("rows", "first", "count", "plan", "t"),
    "add_pairs": ("rows", "count", "other", "others", "plan", "t"),
}
"""The functions of `kernel.tallying` that backends offer, with the names of what they are given."""

_MOST_AT_A_TIME: Final = {"deals": 300, "games": 20}
"""Of plain Python: a good part of a second."""
_A_MOMENT: Final = 0.001
"""Seconds that machine code is let to play before somebody can interrupt it or see how far it is. The rows of a moment
fit into the cache of a processor, and what one call costs is little beside it."""
_MOST: Final = 50_000
_WORD: Final = 1 << 64


class _EmittedRows:
    """What both have in common: how a program is asked, and what to do where a deal cannot go on."""

    name: ClassVar[str]
    is_native: ClassVar[bool]

    def __init__(self, ruleset: Ruleset, plan: Plan, program: Emitted) -> None:
        self.ruleset = ruleset
        self.plan = plan
        self.columns = program.columns
        self._entries = running.functions(program, ENTRIES, native=self.is_native)
        self._tables = running.numbers(program.tables) if self.is_native else program.tables
        self._state_size = program.state_size
        self._error = program.places["ERROR"]
        self._game = program.places["GAME"]
        self._low, self._high = _signed(plan.seed), _signed(plan.seed >> 64)
        self._rows_a_game = float(DEALS_A_GAME)

    def play(self, asked: range) -> Rows:
        """The rows of these deals or games; where the program cannot go on, those of the interpreter."""
        some = self._games if self.plan.of_games else self._deals
        values, stuck = some(asked)
        while stuck is not None:
            values += self._by_interpreter(stuck)
            rest = range(stuck + 1, asked.stop)
            if not rest:
                break
            more, stuck = some(rest)
            values += more
        return Rows(self.columns, len(values) // self.columns.width, values)

    def _deals(self, asked: range) -> tuple[MutableSequence[int], int | None]:
        """The numbers of the rows before the first deal that cannot go on, and which that is."""
        state, rows = self._numbers(self._state_size), self._numbers(len(asked) * self.columns.width)
        done = self._call(self._entries["play_deals"], state, asked, rows)
        del rows[done * self.columns.width :]
        return rows, asked.start + done if state[self._error] else None

    def _games(self, asked: range) -> tuple[MutableSequence[int], int | None]:
        """How many rows there will be is not known before: where there was no room, it is played again with more."""
        room = int(len(asked) * self._rows_a_game * 1.3) + 50
        while True:
            state, rows = self._numbers(self._state_size), self._numbers(room * self.columns.width)
            done = self._call(self._entries["play_games"], state, asked, rows, room)
            if done >= 0:
                break
            room *= 2
        stuck = state[self._game] if state[self._error] else None
        while (
            stuck is not None and done and rows[(done - 1) * self.columns.width + self.columns.game] == stuck
        ):
            done -= 1  # deals of the game that could not go on
        if stuck is None:
            self._rows_a_game = done / len(asked)
        del rows[done * self.columns.width :]
        return rows, stuck

    def _by_interpreter(self, number: int) -> MutableSequence[int]:
        """The numbers of a deal's or game's rows; raises StuckError where the interpreter cannot go on either."""
        found = self._interpreter.play(range(number, number + 1))
        columns, values = self.columns, self._numbers(len(found.values))
        times, rest = divmod(columns.unit, found.columns.unit)
        assert rest == 0, "amounts are counted in parts that are too large"
        for at, value in enumerate(found.values):
            is_amount = at % columns.width >= columns.points
            values[at] = value * times if is_amount else value
        return values

    @cached_property
    def _interpreter(self) -> Reference:
        from hasenpfeffer.study.reference_rows import Reference

        return Reference(self.ruleset, self.plan)

    def _call(
        self,
        play: Callable[..., int],
        state: MutableSequence[int],
        asked: range,
        rows: MutableSequence[int],
        *room: int,
    ) -> int:
        """Calls an entry point of the program (see `kernel.emitted`)."""
        return play(state, self._tables, self._low, self._high, asked.start, len(asked), rows, *room)

    def _numbers(self, count: int) -> MutableSequence[int]:
        """Room for so many numbers, all 0; lists are quickest in plain Python, and machine code needs memory."""
        return array("q", (0,)) * count if self.is_native else [0] * count


class Plain(_EmittedRows):
    """Plays by the program as plain Python: ready at once, several times as fast as the interpreter."""

    name = "python"
    is_native = False
    workers: ClassVar[Literal["processes"]] = "processes"
    add_rows = staticmethod(tallying.add_rows)
    add_pairs = staticmethod(tallying.add_pairs)

    def __init__(self, ruleset: Ruleset, plan: Plan, program: Emitted, note: str = "") -> None:
        super().__init__(ruleset, plan, program)
        self.note = note
        self.most = _MOST_AT_A_TIME[plan.unit]


class Native(_EmittedRows):
    """Plays by the program as machine code. It has to be made first, which takes seconds, unless it is kept.

    Raises ImportError where there is no llvmlite.
    """

    name = "native"
    is_native = True
    workers: ClassVar[Literal["threads"]] = "threads"

    def __init__(
        self,
        ruleset: Ruleset,
        plan: Plan,
        program: Emitted,
        note: str = "",
        compiling: Callable[[], None] | None = None,
    ) -> None:
        from hasenpfeffer.kernel.native.machine import machine_code

        super().__init__(ruleset, plan, program)
        self.note = note
        adding = machine_code(Path(tallying.__file__).read_text("utf-8"), ADDING)
        self._add_rows, self._add_pairs = (adding.entry(name) for name in ADDING)
        self.most = self._in_a_moment()
        self._play_side_by_side(program.text, compiling)

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

    def _play_side_by_side(self, text: str, compiling: Callable[[], None] | None) -> None:
        """Plays several deals side by side from now on, where that pays and is quicker."""
        from hasenpfeffer.kernel.native import making
        from hasenpfeffer.kernel.native.machine import machine_code, would_be_warm

        if self.plan.of_games or not making.pays(text, DEALS, self.plan.number / self.most * _A_MOMENT):
            return
        if compiling is not None and not would_be_warm(text, DEALS, side_by_side=True):
            compiling()
        self._take_the_quicker(machine_code(text, DEALS, side_by_side=True).entry("play_deals"))

    def _take_the_quicker(self, side_by_side: Callable[..., int]) -> None:
        """Plays the first deals by both codes in turn, and keeps the one that is sooner done."""
        asked, one_by_one = self.plan.numbers[: self.most], self._entries["play_deals"]
        took: dict[Callable[..., int], list[float]] = {one_by_one: [], side_by_side: []}
        for _ in range(3):
            for play, times in took.items():
                state, rows = self._numbers(self._state_size), self._numbers(len(asked) * self.columns.width)
                began = thread_time()
                done = self._call(play, state, asked, rows)
                times.append(thread_time() - began)
                if done < len(asked):  # where deals get stuck, times tell nothing
                    return
        if self._quicker(took) is side_by_side:
            self._entries = {**self._entries, "play_deals": side_by_side}
            self.most = self._in_a_moment()

    @staticmethod
    def _quicker(took: Mapping[Callable[..., int], Sequence[float]]) -> Callable[..., int]:
        """The code that has taken least for the same deals; what else was done meanwhile only makes it more."""
        return min(took, key=lambda play: min(took[play]))

    def _in_a_moment(self) -> int:
        """How many deals or games are played in a moment of the processor: a few are tried, then more, each a second
        time where the first took long: it may have been somebody else's fault."""
        tried = 1
        while True:
            asked = self.plan.numbers[:tried]
            passed = _A_MOMENT
            for _ in range(3):
                began = thread_time()
                try:
                    self.play(asked)
                except StuckError:  # it is told when it is its turn
                    return tried
                passed = max(min(passed, thread_time() - began), 1e-6)
                if passed < _A_MOMENT / 8:
                    break
            if passed > _A_MOMENT / 8 or tried >= self.plan.number:
                return max(1, min(_MOST, int(len(asked) * _A_MOMENT / passed)))
            tried *= 4


def _buffer(numbers: Sequence[int]) -> WriteableBuffer:
    """Numbers that lie in memory as machine code reads them."""
    assert isinstance(numbers, array)
    return numbers


def _signed(word: int) -> int:
    """The lowest 64 bits as a signed number."""
    low = word % _WORD
    return low - _WORD if low >= _WORD // 2 else low
