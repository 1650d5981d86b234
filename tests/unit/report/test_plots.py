"""Distributions in bars, and plots in letters: what is drawn stands where its numbers are."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hasenpfeffer.report.studies.distributions import bars
from hasenpfeffer.report.studies.drawing import drawn
from hasenpfeffer.report.studies.plots import Curve, Intervals, Series, number, said, table
from hasenpfeffer.report.studies.text_plots import ASCII, SIGNS, drawn_lines
from hasenpfeffer.study.statistics import Estimate

NUMBERS = st.integers(-40, 40) | st.integers(-(10**6), 10**6) | st.fractions(-20, 20, max_denominator=4)
COUNTS = st.lists(st.tuples(NUMBERS, st.integers(1, 9)), min_size=1, max_size=40)


@given(COUNTS, st.integers(4, 31))
def test_every_number_is_in_the_bar_that_its_range_says(counts, most):
    plot = bars("Points", "points", "%", [("", counts)], most)
    whole = sum(count for _, count in counts)
    assert len(plot.rows) == len(set(plot.rows)) <= most
    (panel,) = plot.panels
    for row, percent in zip(plot.rows, panel.percents, strict=True):
        first, _, last = row.replace("−", "-").partition(" to ")
        low = int(first)
        high = int(last.removeprefix("under ")) if last else low
        held = sum(
            count
            for value, count in counts
            if low <= value and (value < high if "under" in last else value <= high)
        )
        assert percent == pytest.approx(100 * held / whole)


def test_few_numbers_have_a_bar_each():
    plot = bars("Points", "points", "%", [("a", [(-2, 1), (1, 3)]), ("b", [(0, 5)])])
    assert plot.rows == ("−2", "−1", "0", "1")
    assert [panel.percents for panel in plot.panels] == [(25.0, 0.0, 0.0, 75.0), (0.0, 0.0, 100.0, 0.0)]


def test_halves_and_far_numbers_are_in_ranges():
    halves = bars("Points", "points", "%", [("", [(Fraction(1, 2), 1), (Fraction(3, 2), 1)])])
    assert halves.rows == ("0 to under 1", "1 to under 2")
    far = bars("Points", "points", "%", [("", [(-30, 1), (270, 1)])])
    assert far.rows[0] == "−30 to −21" and far.rows[-1] == "270 to 279"


def test_no_number_is_written_as_minus_nothing():
    assert (number(-0.004, 2), number(-0.006, 2), number(1234.5, 1)) == ("0.00", "−0.01", "1234.5")


@pytest.mark.parametrize(
    ("half", "ends"),
    [(0.5, "1.00 to 2.00"), (0.0042, "1.496 to 1.504"), (0.0004, "1.4996 to 1.5004"), (0.0, "1.50 to 1.50")],
)
def test_narrow_intervals_have_more_decimals(half, ends):
    one = Estimate(1.5, 1.5 - half, 1.5 + half)
    assert table(Intervals("I", "team", ("a",), "points", (Series("", (one,)),))).rows[0][-1] == ends


PLOT = Intervals(
    "More",
    "rules",
    ("one", "two"),
    "points",
    (
        Series("a", (Estimate(1.0, 0.5, 1.5), None)),
        Series("b", (Estimate(-1.0, -1.5, -0.5), Estimate(0.0, None, None))),
    ),
    zero=True,
)


@pytest.mark.parametrize("signs", [SIGNS, ASCII])
def test_dots_and_lines_stand_where_the_numbers_are(signs):
    _, _, *rows, scale = drawn_lines(PLOT, 70, signs)
    column = len("  two b  ") - 2
    low, dot, high = (
        rows[0].index(signs.left, 7),
        rows[0].index(signs.dot, 7),
        rows[0].rindex(signs.right, 0, 60),
    )
    assert column < low < dot < high and high - dot == pytest.approx(dot - low, abs=1)
    assert rows[0].index(signs.zero, 7) < low
    assert rows[1].index(signs.dot, 7) < rows[3].index(signs.dot, 7) < dot
    assert "– (–)" in rows[2] and signs.dot not in rows[2].replace("two", "")
    assert scale.split() == ["−1.50", "1.50"]


def test_where_there_is_no_room_nothing_is_drawn():
    assert drawn_lines(PLOT, 20, SIGNS) == []
    plot = bars("Points", "points", "%", [(name, [(0, 1), (9, 2)]) for name in "abcd"])
    assert drawn_lines(plot, 12, SIGNS) == []
    narrow = drawn_lines(plot, 40, SIGNS)
    assert max(map(len, narrow)) <= 40 and sum("a" in line for line in narrow) >= 1


def test_a_bar_is_as_long_as_its_share():
    plot = bars("Points", "points", "%", [("", [(0, 1), (1, 2), (2, 4), (3, 1000)])])
    lengths = [line.count("#") for line in drawn_lines(plot, 60, ASCII)[3:]]
    assert lengths[:3] == [1, 1, 1] and lengths[3] == 30


def test_tables_and_words_have_the_numbers_of_the_plot():
    assert table(PLOT).rows[0] == ("one", "a", "1.00", "0.50 to 1.50")
    assert table(PLOT).rows[2] == ("two", "a", "–", "–")
    assert "one a 1.00 (0.50 to 1.50)" in said(PLOT)
    curve = Curve("C", "target", tuple(map(str, range(20))), "points", (Series("", (None,) * 20),))
    assert "in the table" in said(curve) and curve.numbers == list(range(20))
    assert Curve("C", "way", ("yes", "no"), "points", ()).numbers is None


def test_values_that_are_words_are_drawn_too():
    pytest.importorskip("matplotlib")
    series = (Series("made", (Estimate(1.0, 0.5, 1.5), Estimate(2.0, 1.5, 2.5))), Series("", (None, None)))
    svg = drawn(Curve("C", "way", ("yes", "no"), "points", series), 1)
    assert svg == drawn(Curve("C", "way", ("yes", "no"), "points", series), 1)
    assert svg.startswith("<svg viewBox=") and svg.endswith("</svg>")
    assert {"yes", "no", "made", "way", "points"} <= set(re.findall(r">([^<>]+)</text>", svg))
