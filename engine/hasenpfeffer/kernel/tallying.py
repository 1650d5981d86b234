"""Adds up rows of deals. Restricted Python: plain Python runs it, and machine code is made of the same text.

`plan` says where everything stands (`kernel/tables.py` makes it), `t` is what is added to. Sums are 64 bits wide:
a number that is larger than the plan's largest could make the squares too large, and is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

REDEALS = 2
DECISIONS = 3
DEALER = 4
DECLARER = 5
CALL = 6
MADE = 7
ENDED = 8
WINNERS = 9
WORD = 62

# In a plan of `add_rows`.
WIDTH = 0
ACCOUNTS = 1
LARGEST = 2
LINES = 3
TRICK_CELLS = 4
ROW_LINES = 5
ROW_TRICKS = 6
ROW_POINTS = 7
ROW_SCORE = 8
AT_DEALERS = 9
AT_CALLS = 10
AT_LINES = 11
AT_TRICKS = 12
AT_WON = 13
AT_SCORES = 14
AT_LENGTHS = 15
AT_POINTS = 16
POINT_CELLS = 17
ACCOUNT_OF = 18

# In its table; what follows stands where the plan says.
DEALS = 0
ALL_REDEALS = 1
ALL_DECISIONS = 2
GAMES = 3
UNFINISHED = 4
UNDER_WAY = 5

# In a plan of `add_pairs`.
PAIR_ACCOUNTS = 0
PAIR_LARGEST = 1
OF_GAMES = 2
WIDTH_A = 3
VALUE_A = 4
FACTOR_A = 5
WIDTH_B = 6
VALUE_B = 7
FACTOR_B = 8

# In its table; then a sum and squares for each account, first of points and then of games won.
AT_A = 0
AT_B = 1
PAIRS = 2
UNLIKE = 3
PAIR_SUMS = 4


def add_rows(
    rows: Sequence[int], first: int, count: int, plan: Sequence[int], t: MutableSequence[int]
) -> int:
    """Adds rows from `first` up to `count`; gives `count`, or the row whose numbers are too large or too many."""
    width = plan[WIDTH]
    accounts = plan[ACCOUNTS]
    largest = plan[LARGEST]
    for i in range(first, count):
        row = i * width
        points = row + plan[ROW_POINTS]
        score = row + plan[ROW_SCORE]
        if is_large(rows, points, accounts, largest) or is_large(rows, score, accounts, largest):
            return i
        if is_crowded(plan, t):
            return i
        t[DEALS] += 1
        t[ALL_REDEALS] += rows[row + REDEALS]
        t[ALL_DECISIONS] += rows[row + DECISIONS]
        add_dealer(rows, row, plan, t)
        if rows[row + CALL] >= 0:
            add_call(rows, row, plan, t)
        add_lines(rows, row + plan[ROW_LINES], plan, t)
        for account in range(accounts):
            tricks = rows[row + plan[ROW_TRICKS] + account]
            t[plan[AT_TRICKS] + account * plan[TRICK_CELLS] + tricks] += 1
            add_to_histogram(rows[points + account], account, plan, t)
        t[UNDER_WAY] += 1
        if rows[row + ENDED] > 0:
            add_game(rows, row, plan, t)
    return count


def is_large(rows: Sequence[int], at: int, accounts: int, largest: int) -> int:
    """Whether one of an account's numbers is beyond the largest."""
    for account in range(accounts):
        if rows[at + account] > largest or rows[at + account] < -largest:
            return 1
    return 0


def is_crowded(plan: Sequence[int], t: Sequence[int]) -> int:
    """Whether the histogram of an account's points is half full: then looking in it takes long."""
    cells = plan[POINT_CELLS]
    for account in range(plan[ACCOUNTS]):
        if 2 * t[plan[AT_POINTS] + account * (1 + 2 * cells)] >= cells:
            return 1
    return 0


def add_to_histogram(value: int, account: int, plan: Sequence[int], t: MutableSequence[int]) -> int:
    """Counts a deal that brought so many points, where its last bits say or in the next cell that is free."""
    cells = plan[POINT_CELLS]
    histogram = plan[AT_POINTS] + account * (1 + 2 * cells)
    cell = value & (cells - 1)
    at = histogram + 1 + 2 * cell
    while t[at + 1] > 0 and t[at] != value:
        cell = (cell + 1) & (cells - 1)
        at = histogram + 1 + 2 * cell
    if t[at + 1] == 0:
        t[histogram] += 1
        t[at] = value
    t[at + 1] += 1
    return 0


def add_values(rows: Sequence[int], values: int, accounts: int, t: MutableSequence[int], at: int) -> int:
    """Adds a number of each account to its sum and its squares."""
    for account in range(accounts):
        value = rows[values + account]
        t[at + 2 * account] += value
        t[at + 2 * account + 1] += value * value
    return 0


def add_dealer(rows: Sequence[int], row: int, plan: Sequence[int], t: MutableSequence[int]) -> int:
    """Points by who deals, and what the dealer's side has more than each of the others together."""
    accounts = plan[ACCOUNTS]
    dealer = rows[row + DEALER]
    at = plan[AT_DEALERS] + dealer * (3 + 2 * accounts)
    points = row + plan[ROW_POINTS]
    more = accounts * rows[points + plan[ACCOUNT_OF + dealer]]
    for account in range(accounts):
        more -= rows[points + account]
    t[at] += 1
    t[at + 1] += more
    t[at + 2] += more * more
    return add_values(rows, points, accounts, t, at + 3)


def add_call(rows: Sequence[int], row: int, plan: Sequence[int], t: MutableSequence[int]) -> int:
    """What came of the call that stands, for the declarer's side and for each account."""
    accounts = plan[ACCOUNTS]
    points = row + plan[ROW_POINTS]
    made = rows[row + MADE]
    declarer = rows[row + DECLARER]
    at = plan[AT_CALLS] + rows[row + CALL] * (6 + 2 * accounts)
    t[at] += 1
    t[at + 1] += 1 if made == 1 else 0
    t[at + 2] += 1 if made == 0 else 0
    if declarer >= 0:
        own = rows[points + plan[ACCOUNT_OF + declarer]]
        t[at + 3] += 1
        t[at + 4] += own
        t[at + 5] += own * own
    return add_values(rows, points, accounts, t, at + 6)


def add_lines(rows: Sequence[int], words: int, plan: Sequence[int], t: MutableSequence[int]) -> int:
    """Which scoring lines counted."""
    for line in range(plan[LINES]):
        t[plan[AT_LINES] + line] += rows[words + line // WORD] >> (line % WORD) & 1
    return 0


def add_game(rows: Sequence[int], row: int, plan: Sequence[int], t: MutableSequence[int]) -> int:
    """The end of a game."""
    accounts = plan[ACCOUNTS]
    t[GAMES] += 1
    t[UNFINISHED] += 1 if rows[row + ENDED] == 2 else 0
    for account in range(accounts):
        t[plan[AT_WON] + account] += rows[row + WINNERS] >> account & 1
    add_values(rows, row + plan[ROW_SCORE], accounts, t, plan[AT_SCORES])
    t[plan[AT_LENGTHS] + t[UNDER_WAY]] += 1
    t[UNDER_WAY] = 0
    return 0


def add_pairs(
    rows: Sequence[int],
    count: int,
    other: Sequence[int],
    others: int,
    plan: Sequence[int],
    t: MutableSequence[int],
) -> int:
    """Adds what `other` has more than `rows`, deal by deal or game by game, from where the table says on.

    Gives 1, or 0 where a number is too large; the table says in which row that is.
    """
    accounts = plan[PAIR_ACCOUNTS]
    largest = plan[PAIR_LARGEST]
    while t[AT_A] < count and t[AT_B] < others:
        a = pair_end(rows, t[AT_A], count, plan[WIDTH_A], plan[OF_GAMES])
        b = pair_end(other, t[AT_B], others, plan[WIDTH_B], plan[OF_GAMES])
        value_a = a * plan[WIDTH_A] + plan[VALUE_A]
        value_b = b * plan[WIDTH_B] + plan[VALUE_B]
        if is_large(rows, value_a, accounts, largest) or is_large(other, value_b, accounts, largest):
            return 0
        won = rows[a * plan[WIDTH_A] + WINNERS]
        won_other = other[b * plan[WIDTH_B] + WINNERS]
        unlike = 1 if won != won_other else 0
        for account in range(accounts):
            change = other[value_b + account] * plan[FACTOR_B] - rows[value_a + account] * plan[FACTOR_A]
            unlike |= 1 if change != 0 else 0
            t[PAIR_SUMS + 2 * account] += change
            t[PAIR_SUMS + 2 * account + 1] += change * change
            change = (won_other >> account & 1) - (won >> account & 1)
            t[PAIR_SUMS + 2 * accounts + 2 * account] += change
            t[PAIR_SUMS + 2 * accounts + 2 * account + 1] += change * change
        t[PAIRS] += 1
        t[UNLIKE] += unlike
        t[AT_A] = a + 1
        t[AT_B] = b + 1
    return 1


def pair_end(rows: Sequence[int], first: int, count: int, width: int, of_games: int) -> int:
    """The last row of the deal or game that begins at `first`."""
    i = first
    if of_games:
        while i < count - 1 and rows[i * width + ENDED] == 0:
            i += 1
    return i
