"""Deals side by side come out as one by one, wherever they part."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import pytest
from tests.unit.kernel.sample import EXPRESSIONS, STATEMENTS, plain, program, statements

import hasenpfeffer as hp
from hasenpfeffer.kernel.emitted import DEALS, ENTRIES
from hasenpfeffer.kernel.lower import lower
from hasenpfeffer.kernel.native.lanes.translate import translate
from hasenpfeffer.kernel.native.lanes.values import LANES
from hasenpfeffer.kernel.native.machine import can_play_side_by_side, is_available, machine_code
from hasenpfeffer.kernel.native.restricted import NotRestrictedError

if TYPE_CHECKING:
    from collections.abc import Sequence


def _has_lanes() -> bool:
    if not is_available():
        return False
    from hasenpfeffer.kernel.native.llvm import host

    return host().lanes


pytestmark = pytest.mark.skipif(not _has_lanes(), reason="needs llvmlite, and a processor with long vectors")

STATE, ERROR = 64, 64

AROUND = f"""
STATE_SIZE = {STATE + 1}
ERROR = {ERROR}
ROW = {{width}}

def open_table(s, k, low, high):
    return low

def deal_row(s, k, low, high, dealer, deal, rows, at):
    for i in range(64):
        s[i] = (deal * 37 + i * i) % 101
{{body}}

def play_deals(s, k, low, high, first, count, rows):
    dealer = open_table(s, k, low, high)
    for number in range(count):
        if deal_row(s, k, low, high, dealer, first + number, rows, number * ROW):
            return number
    return count
"""
"""What makes a module of any functions one that plays deals; a row has as many numbers as the body writes."""


def rows(text: str, body: str, width: int, count: int, k: Sequence[int]) -> tuple[list[int], list[int]]:
    """The rows of so many deals, side by side and as plain Python, with how many there are in front."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text += AROUND.replace("{width}", str(width)).replace("{body}", lines)
    machine = machine_code(text, DEALS, side_by_side=True)
    state, found = array("q", bytes(8 * (STATE + 1))), array("q", bytes(8 * width * count))
    done = machine.call("play_deals", state, array("q", k), 5, 0, 3, count, found)
    other, wanted = [0] * (STATE + 1), [0] * width * count
    also = plain(text)["play_deals"](other, list(k), 5, 0, 3, count, wanted)
    return [done, state[ERROR], *found[: done * width]], [also, other[ERROR], *wanted[: also * width]]


@pytest.mark.parametrize("seed", range(6))
def test_a_program_drawn_at_random_does_the_same(seed: int) -> None:
    text = program(seed, leaves=4, middle=2, top=1)
    body = "x = run(s, k, 3 + deal % 5)\nfor i in range(64):\n    rows[at + i] = s[i]\n"
    body += "rows[at + 64] = x\nrows[at + 65] = peek(s, k)\nreturn 0"
    one, other = rows(text, body, 66, 50, [number * 977 % 1000 for number in range(32)])
    assert one == other


def test_expressions_are_worth_the_same_in_every_lane() -> None:
    numbers = (-1000, -9, -8, -7, -1, 0, 1, 2, 3, 7, 8, 63, 1 << 30)
    text = "LARGE = (1 << 40) - 1\n\ndef double(x):\n    return x * 2\n"
    for number, expression in enumerate(EXPRESSIONS):
        text += f"\ndef f{number}(x, y):\n    return {expression}\n"
    n = len(numbers)
    body = f"x = k[deal % {n}]\ny = k[deal // {n} % {n}]\n"
    body += "".join(f"rows[at + {number}] = f{number}(x, y)\n" for number in range(len(EXPRESSIONS)))
    one, other = rows(text, body + "return 0", len(EXPRESSIONS), n * n + 5, numbers)
    assert one == other


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_do_the_same(name: str) -> None:
    body = "x = f(s, deal % 8)\nfor i in range(64):\n    rows[at + i] = s[i]\nrows[at + 64] = x\nreturn 0"
    one, other = rows(statements(name), body, 65, 30, [0])
    assert one == other


def test_large_numbers_are_divided_like_small_ones() -> None:
    numbers = (*(1 << power for power in range(40, 62)), *(-(1 << power) - 1 for power in range(44, 62)))
    forms = (
        "x // 7",
        "x % 7",
        "x // y",
        "x % y",
        "x // -3",
        "x % -5",
        "y // x",
        "(x - 1) // 3",
        "x % (y + 1)",
    )
    n = len(numbers)
    body = f"x = k[deal % {n}]\ny = k[deal * 7 % {n}]\n"
    body += "".join(f"rows[at + {number}] = {form}\n" for number, form in enumerate(forms))
    one, other = rows("", body + "return 0", len(forms), 7 * n, numbers)
    assert one == other


CHOICES = """
def by_seat(s, seat, x):
    if seat == 0:
        return 7
    s[SEATS + seat] += x
    for other in range(4):
        if other == seat:
            continue
        s[SEATS + other] -= 1
        if s[SEATS + other] < 0:
            break
        x += other
    while x > 50:
        x -= seat
        if x == 60:
            return x
    return x + s[FAR + x % 20]

SEATS = 0
FAR = 4
END = 63
"""


@pytest.mark.parametrize("count", [0, 1, LANES - 1, LANES, LANES + 1, 5 * LANES + 3])
def test_any_number_of_deals_is_played(count: int) -> None:
    body = "x = by_seat(s, deal % 4, deal % 90)\ns[FAR + deal % 31] = x\n"
    body += "for i in range(60):\n    rows[at + i] = s[i]\nreturn 0"
    one, other = rows(CHOICES, body, 60, count, [0])
    assert one == other


@pytest.mark.parametrize("stuck", [3, 18, 19, 40, 52])
def test_a_deal_that_cannot_go_on_ends_it_where_it_stands(stuck: int) -> None:
    body = f"rows[at] = deal\ns[{ERROR}] = 2 if deal == {stuck} or deal > 50 else 0\nreturn s[{ERROR}]"
    one, other = rows("", body, 1, 45, [0])
    assert one == other
    assert one[0] == min(stuck - 3, 45)


def test_what_is_no_program_of_deals_is_refused() -> None:
    with pytest.raises(NotRestrictedError, match="no function open_table"):
        translate("STATE_SIZE = 3\nROW = 1\nERROR = 0\n")


@pytest.mark.parametrize("name", ["hasenpfeffer", "skat", "hearts+hearts-jack-of-diamonds", "oh-hell"])
def test_shipped_rules_play_the_same_deals(name: str) -> None:
    program_of = lower(hp.load(name))
    assert can_play_side_by_side(program_of.text)
    tables, width = array("q", program_of.tables), program_of.columns.width
    found = []
    for entries, side_by_side in ((ENTRIES, False), (DEALS, True)):
        machine = machine_code(program_of.text, entries, side_by_side=side_by_side)
        state, values = array("q", bytes(8 * program_of.state_size)), array("q", bytes(8 * width * 333))
        assert machine.call("play_deals", state, tables, 7, 1 << 40, 5, 333, values) == 333
        found.append(list(values))
    assert found[0] == found[1]


def test_states_that_fit_on_no_stack_are_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    text = lower(hp.load("hasenpfeffer")).text
    assert can_play_side_by_side(text)
    monkeypatch.setattr("hasenpfeffer.kernel.native.machine._MOST_ON_STACK", 1000)
    assert not can_play_side_by_side(text)


def test_a_processor_without_long_vectors_plays_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from hasenpfeffer.kernel.native import llvm

    usual = llvm.host()
    monkeypatch.setattr(llvm, "host", lambda: usual._replace(lanes=False))
    assert not can_play_side_by_side(lower(hp.load("hasenpfeffer")).text)
