"""What rows come to: exact sums, which can be put together in any cut."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from fractions import Fraction
from itertools import starmap
from math import lcm
from operator import add
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import tallying
from hasenpfeffer.kernel.tables import PairTable, TallyTable
from hasenpfeffer.lang.evaluate import plain
from hasenpfeffer.study.statistics import Sums

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, MutableSequence, Sequence

    from hasenpfeffer.kernel.rows import Rows
    from hasenpfeffer.play.state import Number

    AddRows = Callable[[Sequence[int], int, int, Sequence[int], MutableSequence[int]], int]
    AddPairs = Callable[[Sequence[int], int, Sequence[int], int, Sequence[int], MutableSequence[int]], int]

_NO_LIMIT = 1 << 200
"""Whole numbers of Python grow as they need."""


@dataclass(frozen=True, slots=True)
class DealerTally:
    """The deals of one dealer. `more`: what the dealer's side had more than the mean of the others."""

    more: Sums
    points: tuple[Sums, ...]

    def __add__(self, other: DealerTally) -> DealerTally:
        return DealerTally(self.more + other.more, _added(self.points, other.points))


@dataclass(frozen=True, slots=True)
class CallTally:
    """The deals in which a call stood; `made` and `failed` stay 0 where the rules do not say.

    `own` are the points of the declarer's account, `points` those of each.
    """

    count: int
    made: int
    failed: int
    own: Sums
    points: tuple[Sums, ...]

    def __add__(self, other: CallTally) -> CallTally:
        return CallTally(
            self.count + other.count,
            self.made + other.made,
            self.failed + other.failed,
            self.own + other.own,
            _added(self.points, other.points),
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of so many deals or games.

    `points` are those of deals and `scores` the last ones of games, by account; `won` counts a game that is shared
    for each that shares it. `tricks[account][n]`: deals in which it took n; `lengths[n]`: games of n deals;
    `by_points[account][n]`: deals that brought it n points.
    """

    deals: int
    redeals: int
    decisions: int
    games: int
    unfinished: int
    dealers: tuple[DealerTally, ...]
    calls: tuple[CallTally, ...]
    """In the order of `CompiledRules.calls`."""
    lines: tuple[int, ...]
    tricks: tuple[tuple[int, ...], ...]
    won: tuple[int, ...]
    scores: tuple[Sums, ...]
    lengths: tuple[int, ...]
    by_points: tuple[dict[Number, int], ...]

    @classmethod
    def empty(cls, table: TallyTable) -> Tally:
        return _read(table, [0] * table.size, 1)

    @classmethod
    def of(cls, rows: Rows, table: TallyTable, add_rows: AddRows = tallying.add_rows) -> Tally:
        """What the rows come to. What is too large for 64 bits, or too varied, is added up in Python."""
        t = array("q", bytes(8 * table.size))
        plan = array("q", table.plan(rows.columns, table.largest(rows.number)))
        done = add_rows(rows.values, 0, rows.number, plan, t)
        if done == rows.number:
            return _read(table, t, rows.columns.unit)
        large = table.with_room_for(rows.number - done)
        more, exact = [0] * large.size, large.plan(rows.columns, _NO_LIMIT)
        more[tallying.UNDER_WAY] = t[tallying.UNDER_WAY]
        tallying.add_rows(rows.values, done, rows.number, exact, more)
        return _read(table, t, rows.columns.unit) + _read(large, more, rows.columns.unit)

    @property
    def points(self) -> tuple[Sums, ...]:
        """Of deals, by account."""
        accounts = len(self.won)
        return tuple(sum((one.points[i] for one in self.dealers), Sums()) for i in range(accounts))

    @property
    def more(self) -> Sums:
        """What the dealer's side had more than the mean of the others, in each deal."""
        return sum((one.more for one in self.dealers), Sums())

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.deals + other.deals,
            self.redeals + other.redeals,
            self.decisions + other.decisions,
            self.games + other.games,
            self.unfinished + other.unfinished,
            tuple(map(add, self.dealers, other.dealers)),
            tuple(map(add, self.calls, other.calls)),
            tuple(map(add, self.lines, other.lines)),
            tuple(tuple(map(add, *both)) for both in zip(self.tricks, other.tricks, strict=True)),
            tuple(map(add, self.won, other.won)),
            _added(self.scores, other.scores),
            tuple(map(add, self.lengths, other.lengths)),
            tuple(starmap(_both, zip(self.by_points, other.by_points, strict=True))),
        )


@dataclass(frozen=True, slots=True)
class PairTally:
    """What one ruleset has more than another in the same deals or games, by account: points, and games won."""

    pairs: int
    unlike: int
    """Pairs that ended with other points or other winners."""
    points: tuple[Sums, ...]
    won: tuple[Sums, ...]

    @classmethod
    def empty(cls, accounts: int) -> PairTally:
        return cls(0, 0, (Sums(),) * accounts, (Sums(),) * accounts)

    @classmethod
    def of(
        cls, one: Rows, other: Rows, *, of_games: bool, add_pairs: AddPairs = tallying.add_pairs
    ) -> PairTally:
        """What `other` has more than `one`."""
        columns, others = one.columns, other.columns
        table = PairTable(columns.accounts, lcm(columns.unit, others.unit))
        most = table.largest(one.number, columns, others)
        plan = array("q", table.plan(columns, others, most, of_games=of_games))
        t: MutableSequence[int] = array("q", bytes(8 * table.size))
        if not add_pairs(one.values, one.number, other.values, other.number, plan, t):
            t, exact = list(t), table.plan(columns, others, _NO_LIMIT, of_games=of_games)
            tallying.add_pairs(one.values, one.number, other.values, other.number, exact, t)
        pairs, end = t[tallying.PAIRS], tallying.PAIR_SUMS + 2 * table.accounts
        return cls(
            pairs,
            t[tallying.UNLIKE],
            _sums(pairs, t[tallying.PAIR_SUMS : end], table.unit),
            _sums(pairs, t[end:], 1),
        )

    def __add__(self, other: PairTally) -> PairTally:
        return PairTally(
            self.pairs + other.pairs,
            self.unlike + other.unlike,
            _added(self.points, other.points),
            _added(self.won, other.won),
        )


def _read(table: TallyTable, t: Sequence[int], unit: int) -> Tally:
    others = max(1, table.accounts - 1)

    def dealer(deals: int, more: int, squares: int, *points: int) -> DealerTally:
        (less,) = _sums(deals, (more, squares), unit * others)
        return DealerTally(less, _sums(deals, points, unit))

    def call(
        count: int, made: int, failed: int, declared: int, own: int, squares: int, *points: int
    ) -> CallTally:
        (for_declarer,) = _sums(declared, (own, squares), unit)
        return CallTally(count, made, failed, for_declarer, _sums(count, points, unit))

    games = t[tallying.GAMES]
    return Tally(
        t[tallying.DEALS],
        t[tallying.ALL_REDEALS],
        t[tallying.ALL_DECISIONS],
        games,
        t[tallying.UNFINISHED],
        tuple(starmap(dealer, _cut(t[table.dealers : table.calls_at], table.dealer_cells))),
        tuple(starmap(call, _cut(t[table.calls_at : table.lines_at], table.call_cells))),
        tuple(t[table.lines_at : table.tricks_at]),
        tuple(map(tuple, _cut(t[table.tricks_at : table.won_at], table.trick_cells))),
        tuple(t[table.won_at : table.scores_at]),
        _sums(games, t[table.scores_at : table.lengths_at], unit),
        tuple(t[table.lengths_at : table.points_at]),
        tuple(_histogram(cells, unit) for cells in _cut(t[table.points_at :], table.histogram_cells)),
    )


def _histogram(cells: Sequence[int], unit: int) -> dict[Number, int]:
    _, *pairs = cells
    return {_amount(pairs[at - 1], unit): pairs[at] for at in range(1, len(pairs), 2) if pairs[at]}


def _both(one: dict[Number, int], other: dict[Number, int]) -> dict[Number, int]:
    return {value: one.get(value, 0) + other.get(value, 0) for value in one | other}


def _cut(values: Sequence[int], size: int) -> Iterable[Sequence[int]]:
    return (values[at : at + size] for at in range(0, len(values), size))


def _sums(count: int, totals: Sequence[int], unit: int) -> tuple[Sums, ...]:
    """Sums and squares in turn."""
    return tuple(
        Sums(count, _amount(total, unit), _amount(squares, unit * unit)) for total, squares in _cut(totals, 2)
    )


def _amount(value: int, unit: int) -> Number:
    return value if unit == 1 else plain(Fraction(value, unit))


def _added(some: tuple[Sums, ...], others: tuple[Sums, ...]) -> tuple[Sums, ...]:
    return tuple(map(add, some, others))
