"""Which melds of a hand count together, searched for in play: text that every program with melds has.

The search goes through the ways to share out a hand in the order of `play.melds`, and remembers none. It is cut into
parts where those before share no card with those after, and a way that shares no card with another is made as often
as it can be. By neither does it pass over anything that the interpreter looks at: it never looks at less. So where
it comes to its end within its bound, the interpreter does too. Where it does not, ERROR says so, and what is right
is left to the interpreter.
"""

from __future__ import annotations

from typing import Final

MOST_LOOKS: Final = 5_000
"""Levels that are looked at for one hand and kind; no more than `play.melds` looks at. Shipped games need 413."""
STUCK_MELDS: Final = 4
"""What ERROR says where a hand has more melds than are searched through."""

SHARED: Final = '''
def out_of(s, k, record, hand):
    """Writes the first copies of the cards that make a meld into MELD_USED; 0 where the hand lacks some."""
    for w in range(WIDTH):
        s[MELD_USED + w] = 0
    for need in range(k[record + 2]):
        at = record + 3 + need * (WIDTH + 1)
        count = k[at + WIDTH]
        for w in range(WIDTH):
            left = s[hand + w] & k[at + w] & ~s[MELD_USED + w]
            while left and count > 0:
                s[MELD_USED + w] |= left & -left
                left &= left - 1
                count -= 1
        if count > 0:
            return 0
    return 1


def own_reach(s, k, record):
    """Writes the cards that a meld can be made of into MELD_OWN."""
    for w in range(WIDTH):
        s[MELD_OWN + w] = 0
    for need in range(k[record + 2]):
        for w in range(WIDTH):
            s[MELD_OWN + w] |= k[record + 3 + need * (WIDTH + 1) + w]
    return 0


def note_shared(s, k, there):
    """Writes by way what those from it on can be made of, whether it is alone with its cards, and whether all up to
    it are."""
    for w in range(WIDTH):
        s[MELD_REACH + there * WIDTH + w] = 0
        s[MELD_TWICE + w] = 0
        s[MELD_BEFORE + w] = 0
    for number in range(there):
        at = there - 1 - number
        own_reach(s, k, s[MELD_THERE + at])
        for w in range(WIDTH):
            after = s[MELD_REACH + (at + 1) * WIDTH + w]
            s[MELD_TWICE + w] |= after & s[MELD_OWN + w]
            s[MELD_REACH + at * WIDTH + w] = after | s[MELD_OWN + w]
    for at in range(there):
        own_reach(s, k, s[MELD_THERE + at])
        s[MELD_ALONE + at] = 1
        s[MELD_LAST + at] = 1
        for w in range(WIDTH):
            s[MELD_BEFORE + w] |= s[MELD_OWN + w]
            if s[MELD_OWN + w] & s[MELD_TWICE + w]:
                s[MELD_ALONE + at] = 0
            if s[MELD_BEFORE + w] & s[MELD_REACH + (at + 1) * WIDTH + w]:
                s[MELD_LAST + at] = 0
    return 0


def ways_there(s, k, table, size, first, last):
    """Writes the ways to make melds of one kind that a hand has the cards for; how many."""
    there = 0
    for number in range(first, last):
        record = table + number * size
        if out_of(s, k, record, MELD_HAND):
            s[MELD_THERE + there] = record
            there += 1
    return there


def find_group(s, k, table, size, first, last):
    """Adds the melds of one kind that are worth most together, no card in two of them; of equal ones the fewest."""
    there = ways_there(s, k, table, size, first, last)
    if there == 0:
        return 0
    note_shared(s, k, there)
    s[MELD_LOOKS] = 0
    begin = 0
    for at in range(there):
        if s[MELD_LAST + at] and s[ERROR] == 0:
            find_part(s, k, begin, at + 1)
            begin = at + 1
    return 0


def is_left(s, k, depth, at, end):
    """Whether any card is left for a meld and those after it in a part."""
    for w in range(WIDTH):
        reach = s[MELD_REACH + at * WIDTH + w] & ~s[MELD_REACH + end * WIDTH + w]
        if s[MELD_LEFT + depth * WIDTH + w] & reach:
            return 1
    return 0


def find_part(s, k, begin, end):
    """Adds those of the ways from one to another that are worth most together.

    A level of the search is at one way to make a meld: it goes on without it first, and then makes it once more.
    """
    for w in range(WIDTH):
        s[MELD_LEFT + w] = s[MELD_HAND + w]
    s[MELD_TOTAL] = 0
    s[MELD_FEW] = 0
    s[MELD_TRIED] = 0
    s[MELD_AT] = begin
    depth = 0
    best = 0
    few = 0
    chosen = 0
    while depth >= 0:
        at = s[MELD_AT + depth]
        tried = s[MELD_TRIED + depth]
        total = s[MELD_TOTAL + depth]
        if tried == 2:
            depth -= 1
        elif tried == 0 and is_left(s, k, depth, at, end) == 0:
            if total > best or total == best and s[MELD_FEW + depth] < few:
                best = total
                few = s[MELD_FEW + depth]
                chosen = 0
                for level in range(depth):
                    if s[MELD_TRIED + level] == 2:
                        s[MELD_BEST + chosen] = s[MELD_THERE + s[MELD_AT + level]]
                        chosen += 1
            depth -= 1
        else:
            s[MELD_LOOKS] += 1 - tried
            if s[MELD_LOOKS] > MOST_LOOKS:
                s[ERROR] = STUCK_MELDS
                return 0
            made = 0
            if tried or s[MELD_ALONE + at]:
                made = out_of(s, k, s[MELD_THERE + at], MELD_LEFT + depth * WIDTH)
            s[MELD_TRIED + depth] = 2 if made else tried + 1
            if made or tried == 0:
                for w in range(WIDTH):
                    left = s[MELD_LEFT + depth * WIDTH + w]
                    s[MELD_LEFT + (depth + 1) * WIDTH + w] = left & ~s[MELD_USED + w] if made else left
                s[MELD_TOTAL + depth + 1] = total + (k[s[MELD_THERE + at]] if made else 0)
                s[MELD_FEW + depth + 1] = s[MELD_FEW + depth] + made
                s[MELD_AT + depth + 1] = at + 1 - made
                depth += 1
                s[MELD_TRIED + depth] = 0
    return keep_found(s, k, chosen)


def keep_found(s, k, chosen):
    """Adds the melds that were chosen to those that are found, with their cards."""
    for w in range(WIDTH):
        s[MELD_LEFT + w] = s[MELD_HAND + w]
    for number in range(chosen):
        out_of(s, k, s[MELD_BEST + number], MELD_LEFT)
        s[FOUND_RECORD + s[FOUND]] = s[MELD_BEST + number]
        for w in range(WIDTH):
            s[FOUND_CARDS + s[FOUND] * WIDTH + w] = s[MELD_USED + w]
            s[MELD_LEFT + w] &= ~s[MELD_USED + w]
        s[FOUND] += 1
    return 0


def melded(s, k, seat, is_open):
    """Counts the melds that were found for a seat, and keeps how good the best of them is."""
    for number in range(s[FOUND]):
        record = s[FOUND_RECORD + number]
        if s[MELD_TURN + seat] == 0:
            s[MELDERS] += 1
            s[MELD_TURN + seat] = s[MELDERS]
        s[MELD_POINTS + seat] += k[record]
        s[MELD_RANK + seat] = max(s[MELD_RANK + seat], k[record + 1] + (SEATS - s[MELD_TURN + seat]) * TURN_WEIGHT)
        for w in range(WIDTH):
            s[MELD_CARDS + seat * WIDTH + w] |= s[FOUND_CARDS + number * WIDTH + w]
            if is_open:
                s[CARDS_MELDED + w] |= s[FOUND_CARDS + number * WIDTH + w]
    return 0


def best_melders(s, k):
    """The seats with the best single meld."""
    best = 0
    found = 0
    for seat in range(SEATS):
        if s[MELD_RANK + seat] > best:
            best = s[MELD_RANK + seat]
            found = 1 << seat
        elif s[MELD_RANK + seat] == best and best > 0:
            found |= 1 << seat
    return found


def show_best_melds(s, k):
    """The side with the best melds shows them."""
    best = best_melders(s, k)
    for account in range(ACCOUNTS):
        if k[TEAM_SEATS + account] & best:
            for seat in range(SEATS):
                if k[TEAM_SEATS + account] >> seat & 1:
                    for w in range(WIDTH):
                        s[CARDS_MELDED + w] |= s[MELD_CARDS + seat * WIDTH + w]
    return 0
'''
