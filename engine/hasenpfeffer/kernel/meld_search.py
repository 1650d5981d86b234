"""What every program with melds has: the search for those that are worth most together, and whose are the best."""

from __future__ import annotations

TURNS = 1024
"""More than melds are made in a deal: as much room as every word has by which melds are compared."""

SHARED = '''
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


def times_in_hand(s, k, record):
    """How often a hand could make a meld at most."""
    most = CARDS
    for need in range(k[record + 2]):
        at = record + 3 + need * (WIDTH + 1)
        there = 0
        for w in range(WIDTH):
            there += popcount(s[MELD_HAND + w] & k[at + w])
        most = min(most, there // k[at + WIDTH])
    return most


def find_group(s, k, table, size, first, last):
    """Adds the melds of one kind that are worth most together, no card in two of them; of equal ones the fewest.

    A level of the search is at one way to make a meld: it goes on without it first, and then makes it once more.
    """
    there = 0
    for number in range(first, last):
        if times_in_hand(s, k, table + number * size) > 0:
            s[MELD_THERE + there] = table + number * size
            there += 1
    if there == 0:
        return 0
    s[MELD_REST + there] = 0
    for number in range(there):
        at = there - 1 - number
        record = s[MELD_THERE + at]
        s[MELD_REST + at] = s[MELD_REST + at + 1] + k[record] * times_in_hand(s, k, record)
    for w in range(WIDTH):
        s[MELD_LEFT + w] = s[MELD_HAND + w]
    s[MELD_TOTAL] = 0
    s[MELD_FEW] = 0
    s[MELD_TRIED] = 0
    s[MELD_AT] = 0
    depth = 0
    best = 0
    few = 0
    chosen = 0
    while depth >= 0:
        at = s[MELD_AT + depth]
        tried = s[MELD_TRIED + depth]
        total = s[MELD_TOTAL + depth]
        if at == there:
            if total > best or total == best and s[MELD_FEW + depth] < few:
                best = total
                few = s[MELD_FEW + depth]
                chosen = 0
                for level in range(depth):
                    if s[MELD_TRIED + level] == 2:
                        s[MELD_BEST + chosen] = s[MELD_THERE + s[MELD_AT + level]]
                        chosen += 1
            depth -= 1
        elif tried == 2 or total + s[MELD_REST + at] < best:
            depth -= 1
        else:
            s[MELD_TRIED + depth] = tried + 1
            if tried == 0:
                for w in range(WIDTH):
                    s[MELD_LEFT + (depth + 1) * WIDTH + w] = s[MELD_LEFT + depth * WIDTH + w]
                s[MELD_TOTAL + depth + 1] = total
                s[MELD_FEW + depth + 1] = s[MELD_FEW + depth]
                s[MELD_AT + depth + 1] = at + 1
                depth += 1
                s[MELD_TRIED + depth] = 0
            elif out_of(s, k, s[MELD_THERE + at], MELD_LEFT + depth * WIDTH):
                for w in range(WIDTH):
                    left = s[MELD_LEFT + depth * WIDTH + w] & ~s[MELD_USED + w]
                    s[MELD_LEFT + (depth + 1) * WIDTH + w] = left
                s[MELD_TOTAL + depth + 1] = total + k[s[MELD_THERE + at]]
                s[MELD_FEW + depth + 1] = s[MELD_FEW + depth] + 1
                s[MELD_AT + depth + 1] = at
                depth += 1
                s[MELD_TRIED + depth] = 0
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
        if s[MELD_FIRST + seat] == 0:
            s[MELD_FIRST + seat] = s[MELD_COUNT] + 1
        s[MELD_COUNT] += 1
        s[MELD_POINTS + seat] += k[record]
        key = k[record + 1] + (TURNS - 1 - s[MELD_FIRST + seat]) * TURN_WEIGHT + 1
        if key > s[MELD_KEY + seat]:
            s[MELD_KEY + seat] = key
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
        if s[MELD_KEY + seat] > best:
            best = s[MELD_KEY + seat]
            found = 1 << seat
        elif s[MELD_KEY + seat] == best and best > 0:
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


def turn_weight(words: tuple[str, ...]) -> int:
    """What an earlier turn adds to the rank of a meld; 0 where turns do not count."""
    if "turn" not in words:
        return 0
    return int(TURNS ** (len(words) - 1 - words.index("turn")))
