"""Rows added up: the sums are those of adding by hand, whatever the cut and however large the numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hasenpfeffer as hp
from hasenpfeffer.kernel import tallying
from hasenpfeffer.kernel.rows import Columns, Rows
from hasenpfeffer.kernel.tables import PairTable, TallyTable
from hasenpfeffer.study.statistics import Sums
from hasenpfeffer.study.tally import PairTally, Tally

RULESET = hp.load("hasenpfeffer").ruleset
TABLE = TallyTable.of(RULESET)
LINES = len(RULESET.scoring)

NUMBERS = st.integers(-50, 50) | st.integers(-(10**11), 10**11)


class Deal(NamedTuple):
    """A row by its names."""

    redeals: int = 0
    decisions: int = 1
    dealer: int = 0
    declarer: int = -1
    call: int = -1
    made: int = -1
    ended: int = 0
    winners: int = 0
    lines: int = 0
    tricks: tuple[int, ...] = (0, 0)
    points: tuple[int, ...] = (1, 2)
    score: tuple[int, ...] = (1, 2)


DEAL = st.builds(
    Deal,
    st.integers(0, 3),
    st.integers(1, 60),
    st.integers(0, 3),
    st.integers(-1, 3),
    st.integers(-1, TABLE.calls - 1),
    st.integers(-1, 1),
    st.integers(0, 2),
    st.integers(0, 3),
    st.integers(0, (1 << LINES) - 1),
    st.tuples(st.integers(0, 6), st.integers(0, 6)),
    st.tuples(NUMBERS, NUMBERS),
    st.tuples(NUMBERS, NUMBERS),
)


def rows_of(deals, unit=1):
    values = []
    for number, (*some, tricks, points, score) in enumerate(deals):
        values += [0, number, *some, *tricks, *points, *score]
    return Rows(Columns.of(RULESET, unit), len(deals), values)


def sums(values):
    values = list(values)
    return Sums(len(values), sum(values), sum(value * value for value in values))


@pytest.mark.parametrize(
    "name", ["redeals", "decisions", "dealer", "declarer", "call", "made", "ended", "winners"]
)
def test_the_columns_are_those_that_are_read(name):
    assert getattr(Columns.of(RULESET), name) == getattr(tallying, name.upper())


@given(st.lists(DEAL, max_size=12), st.integers(1, 6))
def test_rows_come_to_what_adding_by_hand_comes_to(deals, unit):
    tally = Tally.of(rows_of(deals, unit), TABLE)
    points = [[Fraction(value, unit) for value in deal.points] for deal in deals]
    ended = [index for index, deal in enumerate(deals) if deal.ended]
    assert (tally.deals, tally.redeals) == (len(deals), sum(deal.redeals for deal in deals))
    assert tally.decisions == sum(deal.decisions for deal in deals)
    assert tally.points == tuple(sums(one[account] for one in points) for account in range(2))
    sides = [deal.dealer % 2 for deal in deals]
    assert tally.more == sums(one[side] - one[1 - side] for side, one in zip(sides, points, strict=True))
    for index, call in enumerate(tally.calls):
        mine = [number for number, deal in enumerate(deals) if deal.call == index]
        assert call.count == len(mine)
        assert call.made == sum(deals[number].made == 1 for number in mine)
        assert call.failed == sum(deals[number].made == 0 for number in mine)
        declared = [number for number in mine if deals[number].declarer >= 0]
        assert call.own == sums(points[number][deals[number].declarer % 2] for number in declared)
        assert call.points == tuple(sums(points[number][account] for number in mine) for account in range(2))
    assert tally.lines == tuple(sum(deal.lines >> line & 1 for deal in deals) for line in range(LINES))
    for account in range(2):
        for tricks in range(7):
            assert tally.tricks[account][tricks] == sum(deal.tricks[account] == tricks for deal in deals)
        assert tally.won[account] == sum(deals[index].winners >> account & 1 for index in ended)
        assert tally.scores[account] == sums(Fraction(deals[index].score[account], unit) for index in ended)
        held = Counter(one[account] for one in points)
        assert tally.by_points[account] == held
    lengths = [end - before for before, end in zip([-1, *ended], ended, strict=False)]
    assert [(n, games) for n, games in enumerate(tally.lengths) if games] == sorted(
        (n, lengths.count(n)) for n in set(lengths)
    )
    assert (tally.games, tally.unfinished) == (len(ended), sum(deal.ended == 2 for deal in deals))


@given(st.lists(DEAL, max_size=12), st.integers(0, 12))
def test_any_cut_comes_to_the_same(deals, cut):
    alike = [deal._replace(ended=0) for deal in deals]
    halves = [Tally.of(rows_of(part), TABLE) for part in (alike[:cut], alike[cut:])]
    assert halves[0] + halves[1] == Tally.of(rows_of(alike), TABLE)


def test_no_sum_of_squares_is_beyond_64_bits():
    for number in (1, 100, 50_000, 10**7):
        largest = TABLE.largest(number)
        assert number * (2 * largest) ** 2 < 1 << 63
        assert largest >= 240_000


def test_numbers_that_are_too_large_are_refused_before_anything_of_the_row_is_added():
    deal, huge = Deal(), Deal(points=(1, 10**12))
    rows = rows_of([deal, huge, deal])
    t = [0] * TABLE.size
    assert tallying.add_rows(rows.values, 0, 3, TABLE.plan(rows.columns, 1000), t) == 1
    assert t[tallying.DEALS] == 1
    assert Tally.of(rows, TABLE).points[1] == sums([2, 10**12, 2])


def test_more_different_points_than_there_is_room_for_are_counted_all_the_same():
    few = TABLE._replace(point_cells=8)
    deals = [Deal(points=(number * number, -8 * number), ended=number % 10 == 9) for number in range(60)]
    tally = Tally.of(rows_of(deals), few)
    assert tally == Tally.of(rows_of(deals), TABLE)
    assert tally.by_points[1] == {-8 * number: 1 for number in range(60)}
    assert tally.lengths[10] == 6


@given(st.lists(st.tuples(DEAL, DEAL), max_size=8), st.integers(1, 4), st.integers(1, 4))
def test_pairs_of_deals_come_to_what_adding_by_hand_comes_to(pairs, unit, other_unit):
    one = rows_of([pair[0] for pair in pairs], unit)
    other = rows_of([pair[1] for pair in pairs], other_unit)
    tally = PairTally.of(one, other, of_games=False)
    changes = [
        [Fraction(b.points[i], other_unit) - Fraction(a.points[i], unit) for i in range(2)] for a, b in pairs
    ]
    winners = [(a.winners, b.winners) for a, b in pairs]
    assert tally.pairs == len(pairs)
    assert tally.points == tuple(sums(change[i] for change in changes) for i in range(2))
    assert tally.unlike == sum(any(change) or a != b for change, (a, b) in zip(changes, winners, strict=True))


@pytest.mark.parametrize("large", [1, 10**11])
def test_games_of_other_lengths_are_held_against_each_other(large):
    def games(*ends):
        """Games of so many deals, who wins, and the last score of both sides."""
        deals = []
        for length, winners, score in ends:
            deals += [Deal(score=(7, 7))] * (length - 1)
            deals.append(Deal(ended=1, winners=winners, score=score))
        return rows_of(deals)

    one = games((2, 1, (5, 3)), (1, 2, (0, 9 * large)), (3, 1, (4, 4)))
    other = games((4, 2, (3, 5)), (1, 2, (0, 10)), (1, 1, (4, 4)))
    tally = PairTally.of(one, other, of_games=True)
    assert (tally.pairs, tally.unlike) == (3, 2)
    assert tally.points == (sums([-2, 0, 0]), sums([2, 10 - 9 * large, 0]))
    assert tally.won == (sums([-1, 0, 0]), sums([1, 0, 0]))
    assert PairTable(2, 1).largest(3, one.columns, other.columns) < 10**11 * 9
