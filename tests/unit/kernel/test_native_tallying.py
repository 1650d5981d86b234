"""Rows are added up by machine code as they are by plain Python."""

from __future__ import annotations

from array import array
from pathlib import Path
from random import Random

import pytest

import hasenpfeffer as hp
from hasenpfeffer.kernel import tallying
from hasenpfeffer.kernel.native.machine import is_available, machine_code
from hasenpfeffer.kernel.rows import Columns
from hasenpfeffer.kernel.tables import PairTable, TallyTable

pytestmark = pytest.mark.skipif(not is_available(), reason="needs llvmlite")

ENTRIES = {
    "add_rows": ("rows", "first", "count", "plan", "t"),
    "add_pairs": ("rows", "count", "other", "others", "plan", "t"),
}
RULESET = hp.load("hasenpfeffer").ruleset
COLUMNS = Columns.of(RULESET)
TABLE = TallyTable.of(RULESET)


@pytest.fixture(scope="module")
def machine():
    return machine_code(Path(tallying.__file__).read_text("utf-8"), ENTRIES)


def rows(seed: int, count: int) -> array[int]:
    random = Random(seed)
    values = array("q")
    for deal in range(count):
        row = [random.randrange(-300, 300) for _ in range(COLUMNS.width)]
        row[COLUMNS.game], row[COLUMNS.deal] = 0, deal
        row[COLUMNS.redeals], row[COLUMNS.decisions] = random.randrange(3), random.randrange(60)
        row[COLUMNS.dealer], row[COLUMNS.call] = random.randrange(4), random.randrange(-1, TABLE.calls)
        row[COLUMNS.declarer] = random.randrange(-1, 4)
        row[COLUMNS.made], row[COLUMNS.winners] = random.randrange(-1, 2), random.randrange(4)
        row[COLUMNS.ended] = random.choice((0, 0, 0, 1, 2)) if deal % 20 else 1
        row[COLUMNS.lines] = random.getrandbits(TABLE.lines)
        row[COLUMNS.tricks : COLUMNS.tricks + 2] = [random.randrange(7), random.randrange(7)]
        values.extend(row)
    return values


@pytest.mark.parametrize("largest", [1000, 299])
def test_rows_of_deals_are_added_up_the_same(machine, largest):
    some, plan = rows(1, 500), TABLE.plan(COLUMNS, largest)
    one, other = array("q", bytes(8 * TABLE.size)), [0] * TABLE.size
    for first, count in ((0, 200), (200, 500)):
        native = machine.call("add_rows", some, first, count, array("q", plan), one)
        assert native == tallying.add_rows(some, first, count, plan, other)
        assert list(one) == other
    assert (one[tallying.DEALS] == 500) == (largest == 1000)


@pytest.mark.parametrize("of_games", [False, True])
def test_pairs_are_added_up_the_same(machine, of_games):
    table = PairTable(2, 1)
    plan = table.plan(COLUMNS, COLUMNS, 1000, of_games=of_games)
    a, b = rows(2, 300), rows(3, 280)
    one, other = array("q", bytes(8 * table.size)), [0] * table.size
    assert machine.call("add_pairs", a, 300, b, 280, array("q", plan), one) == 1
    assert tallying.add_pairs(a, 300, b, 280, plan, other) == 1
    assert list(one) == other
    assert one[tallying.PAIRS] == 280 if not of_games else one[tallying.PAIRS] > 20
