"""What a program does with many states at once, and with one state many times over: text that every program has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.chance import PLAYERS
from hasenpfeffer.kernel.emitted import PLAYOUTS
from hasenpfeffer.kernel.state import DRAWS

if TYPE_CHECKING:
    from collections.abc import Mapping

BATCHES: Final[Mapping[str, tuple[str, ...]]] = {
    "deal_batch": ("states", "k", "out", "count", "low", "high", "first"),
    "renew_batch": ("states", "k", "out", "count", "low", "high", "first"),
    "step_batch": ("states", "k", "out", "count", "actions"),
    "random_batch": ("states", "k", "out", "count"),
    **PLAYOUTS,
}
"""The functions for many states, with their parameters."""

SHARED: Final = f'''
def open_now(s, k):
    """How many actions are open; 0 when the deal is over."""
    return legal(s, k) if s[OVER] == 0 else 0


def deal_one(s, k, low, high, number):
    """Begins the single deal of this number, up to the first choice; tells how many actions are open."""
    new_game(s, k)
    dealer = first_dealer(s, k, low, high, 0)
    s[SINGLE_DEALS] = 1
    s[SHUFFLE] = number
    s[DEALER] = (dealer + STEP_ON * ((number - 1) % SEATS)) % SEATS
    s[READY_SHUFFLE] = -1
    shuffle(s, k, low, high)
    settle(s, k)
    run(s, k)
    return open_now(s, k)


def random_one(s, k, count):
    """Does one of so many open actions at random; tells how many are open then."""
    chosen = draw(s[PLAYERS_KEY], s[DECISIONS], count)
    s[DECISIONS] += 1
    return step_one(s, k, chosen)


def is_stuck(s, k):
    """Whether a deal could not go on."""
    return s[ERROR] != 0


def deal_batch(states, k, out, count, low, high, first):
    """Begins single deals from this number on, one in each state; `out` gets how many actions are open. Gives back
    the last state where a deal could not go on, or -1."""
    stuck = -1
    for at in range(count):
        out[at] = deal_one(part(states, at * STATE_SIZE), k, low, high, first + at)
        if is_stuck(part(states, at * STATE_SIZE), k):
            stuck = at
            out[at] = 0
    return stuck


def renew_batch(states, k, out, count, low, high, first):
    """Begins the next single deals where one is over; gives back how many. Where some could not go on, -1 less
    this number, and `count` + 1 times the last such state. `out` is as `step_batch` has left it."""
    number = first
    stuck = -1
    for at in range(count):
        if out[at] == 0:
            out[at] = deal_one(part(states, at * STATE_SIZE), k, low, high, number)
            number += 1
            if is_stuck(part(states, at * STATE_SIZE), k):
                stuck = at
                out[at] = 0
    return number - first if stuck < 0 else -1 - (number - first) - stuck * (count + 1)


def step_batch(states, k, out, count, actions):
    """Does in each state one of the actions that are open, by its place among them. `out` has how many are open,
    from the step before, and gets how many are open now: 0 where the deal is over, and then nothing is done. Gives
    back -1; or the first state that has no such action, and then nothing is done anywhere; or -2 less the last state
    where the deal cannot go on."""
    wrong = -1
    for at in range(count):
        if out[at] and not 0 <= actions[at] < out[at]:
            return at
    for at in range(count):
        if out[at]:
            out[at] = step_one(part(states, at * STATE_SIZE), k, actions[at])
            if is_stuck(part(states, at * STATE_SIZE), k):
                wrong = -2 - at
                out[at] = 0
    return wrong


def random_batch(states, k, out, count):
    """Does an action at random in each state; `out` is as in `step_batch`. Gives back the last state where the deal
    cannot go on, or -1."""
    stuck = -1
    for at in range(count):
        if out[at]:
            out[at] = random_one(part(states, at * STATE_SIZE), k, out[at])
            if is_stuck(part(states, at * STATE_SIZE), k):
                stuck = at
                out[at] = 0
    return stuck


def rollouts(s, k, low, first, count, other, out):
    """Plays a deal on to its end so many times, at random, and adds up in `out` what each account got by it. `other`
    is room for a state. Playout number n, counted from `first`, has the players of game n of this seed, and gives
    nothing where the hand is thrown in. Gives back how many were played: fewer where one cannot go on."""
    settle(s, k)
    for number in range(count):
        for at in range(STATE_SIZE):
            other[at] = s[at]
        roll_out(other, k, low, first + number)
        if other[ERROR]:
            return number
        if other[THROWN_IN] == 0:
            for account in range(ACCOUNTS):
                out[account] += other[THIS_DEAL + account]
    return count


def roll_out(s, k, low, number):
    """Plays a deal on to its end at random, with draws of its own."""
    s[PLAYERS_KEY] = stream_key(low, 0, number, 0, {PLAYERS})
    s[DRAWN] = -{DRAWS}
    s[DECISIONS] = 0
    play_out(s, k)
    return 0
'''
