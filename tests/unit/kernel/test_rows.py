"""Where the numbers of a row stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

import hasenpfeffer as hp
from hasenpfeffer.kernel.rows import LINES_A_WORD, Columns


def test_every_number_of_a_row_has_its_own_place():
    ruleset = hp.load("hasenpfeffer").ruleset
    columns = Columns.of(ruleset)
    assert columns[4:14] == tuple(range(10))
    assert (columns.lines, columns.tricks, columns.points, columns.score, columns.width) == (
        10,
        11,
        13,
        15,
        17,
    )


@pytest.mark.parametrize(("lines", "words"), [(0, 0), (1, 1), (LINES_A_WORD, 1), (LINES_A_WORD + 1, 2)])
def test_scoring_lines_share_words(lines, words):
    ruleset = hp.load("hasenpfeffer").ruleset
    many = replace(ruleset, scoring=ruleset.scoring[:1] * lines)
    columns = Columns.of(many, unit=6)
    assert (columns.line_words, columns.tricks, columns.unit) == (words, 10 + words, 6)
