"""Functions that every program has, whatever the game: turns, moving cards, shuffles, whole deals and games."""

from __future__ import annotations

from hasenpfeffer.kernel.machine import STUCK_REDEALS
from hasenpfeffer.kernel.runtime import A_ROW
from hasenpfeffer.kernel.state import DRAWS
from hasenpfeffer.play.machine import MOST_REDEALS

SHARED = f'''
def first_after(s, k, seat, mask):
    """The first seat of a set in turn from the seat after this one, which comes last itself; the set is not empty."""
    return first_from(s, k, (seat + STEP_ON) % SEATS, mask)


def anybody_has_cards(s, k):
    """Whether anybody who plays has a card left."""
    return holding(s, k) & ~s[SITTING]


def is_final_trick(s, k):
    """Whether the trick in progress is the last of the deal."""
    for seat in range(SEATS):
        if not s[SITTING] >> seat & 1:
            held = 0
            for w in range(WIDTH):
                held += popcount(s[HANDS + seat * WIDTH + w])
            if held > (0 if s[TABLE_SEATS] >> seat & 1 else 1):
                return 0
    return 1


def throw_in(s, k):
    """The hand is thrown in, and the deal is over."""
    s[OVER] = 1
    s[THROWN_IN] = 1
    s[WAIT] = 0
    return 0


def give_cards(s, k, where, count):
    """So many cards from the top of the pack, to a hand or pile."""
    at = s[DEALT_FROM]
    end = min(at + max(count, 0), CARDS)
    while at < end:
        card = s[PACK + at]
        s[where + card // WORD] |= 1 << card % WORD
        at += 1
    s[DEALT_FROM] = at
    return 0


def give_round(s, k, first, who, count):
    """So many cards to each of these seats in turn."""
    seat = first
    for turn in range(SEATS):
        if who >> seat & 1:
            give_cards(s, k, HANDS + seat * WIDTH, count)
        seat = (seat + STEP_ON) % SEATS
    return 0


def nth_action(s, k, chosen, words):
    """The action that stands at a place among those that are open."""
    for w in range(words):
        here = popcount(s[LEGAL + w])
        if chosen < here:
            return nth(s[LEGAL + w], chosen) + w * WORD
        chosen -= here
    return -1


def leaders(s, k, those, sign):
    """The accounts of these with the highest score, or the lowest where the sign is -1."""
    found = 0
    best = 0
    for account in range(ACCOUNTS):
        if those >> account & 1:
            score = s[SCORES + account] * sign
            if found == 0 or score > best:
                best = score
                found = 1 << account
            elif score == best:
                found |= 1 << account
    return found


def make_ready(s, k, low, high, game, deal):
    """Makes the draws of a shuffle, and the key of those who play."""
    s[READY_GAME] = game
    s[READY_SHUFFLE] = deal
    s[READY_KEY] = stream_key(low, 0, game, deal, 2)
    key = stream_key(low, high, game, deal, 1)
    for row in range((CARDS + {A_ROW - 2}) // {A_ROW}):
        fill(s, SHUFFLING + {A_ROW} * row, key, {A_ROW} * row)
    return 0


def shuffle(s, k, low, high):
    """The pack as it lies after this shuffle of this game; both have a stream of their own."""
    if s[READY_GAME] != s[GAME_OF_STREAM] or s[READY_SHUFFLE] != s[SHUFFLE]:
        make_ready(s, k, low, high, s[GAME_OF_STREAM], s[SHUFFLE])
    shuffled(s, PACK, SHUFFLING, CARDS)
    s[PLAYERS_KEY] = s[READY_KEY]
    s[DECISIONS] = 0
    s[DRAWN] = -{DRAWS}
    return 0


def draw_ahead(s, k):
    """Makes the draws of the next decisions in a row."""
    s[DRAWN] = s[DECISIONS]
    for row in range({DRAWS // A_ROW}):
        fill(s, DRAWS + {A_ROW} * row, s[PLAYERS_KEY], s[DECISIONS] + {A_ROW} * row)
    return 0


def next_draw(s, k, at):
    """Draw number `at` after those that were made ahead began."""
    return s[DRAWS + at] if AHEAD else drawn(s[PLAYERS_KEY], s[DRAWN] + at)


def one_deal(s, k, low, high):
    """Plays one deal, and those after it for as long as they are thrown in, none more than a thousand times; nothing
    has been dealt yet.

    The draws of the shuffle that most likely comes next are made at once: the machine does that beside the play.
    """
    s[REDEALS] = 0
    s[ROW_DECISIONS] = 0
    while True:
        shuffle(s, k, low, high)
        if AHEAD:
            make_ready(s, k, low, high, s[GAME_OF_STREAM], s[SHUFFLE] + 1)
        settle(s, k)
        play_out(s, k)
        s[ROW_DECISIONS] += s[DECISIONS]
        if s[ERROR] or s[THROWN_IN] == 0:
            return 0
        s[DEALER] = next_dealer(s, k)
        s[REDEALS] += 1
        if s[REDEALS] >= {MOST_REDEALS}:
            s[ERROR] = {STUCK_REDEALS}
            return 0
        if s[SINGLE_DEALS]:
            s[GAME_OF_STREAM] += 1
        else:
            s[SHUFFLE] += 1
        fresh(s, k)


def new_game(s, k):
    """Nothing has been played yet."""
    for at in range(GAME_STATE, DEAL_STATE):
        s[at] = 0
    fresh(s, k)
    s[DEAL_NUMBER] = 1
    first_counters(s, k)
    return 0


def open_table(s, k, low, high):
    """Who deals the first of single deals."""
    s[READY_SHUFFLE] = -1
    new_game(s, k)
    return first_dealer(s, k, low, high, 0)


def deal_row(s, k, low, high, dealer, deal, rows, at):
    """Plays the single deal of this number, and writes its row; gives back why it could not go on, or 0."""
    new_game(s, k)
    s[SINGLE_DEALS] = 1
    s[SHUFFLE] = deal
    s[DEALER] = (dealer + STEP_ON * ((deal - 1) % SEATS)) % SEATS
    one_deal(s, k, low, high)
    if s[ERROR]:
        return s[ERROR]
    s[ENDED] = 0
    s[WINNERS] = 0
    write_row(s, k, rows, at)
    return 0


def play_deals(s, k, low, high, first, count, rows):
    """Plays single deals from this number on, one row each; gives back how many rows there are."""
    dealer = open_table(s, k, low, high)
    for number in range(count):
        if deal_row(s, k, low, high, dealer, first + number, rows, number * ROW):
            return number
    return count


def play_games(s, k, low, high, first, count, rows, room):
    """Plays whole games from this number on, one row a scored deal; -1 where there are more rows than room."""
    at = 0
    s[READY_SHUFFLE] = -1
    for number in range(count):
        new_game(s, k)
        s[GAME] = first + number
        s[GAME_OF_STREAM] = first + number
        s[SHUFFLE] = 1
        s[DEALER] = first_dealer(s, k, low, high, first + number)
        while True:
            one_deal(s, k, low, high)
            if s[ERROR]:
                return at
            if at >= room:
                return -1
            write_row(s, k, rows, at * ROW)
            at += 1
            if s[ENDED]:
                break
            s[DEALER] = next_dealer(s, k)
            s[DEAL_NUMBER] += 1
            s[SHUFFLE] += 1
            fresh(s, k)
    return at
'''
"""The functions that every program has, whatever the game."""
