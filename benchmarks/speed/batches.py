"""Deals stepped from Python a thousand at a time, and a position played out: next to who plays one at a time.

Both step as fast as Python can: the actions of a whole batch are drawn with numpy, which is there where open_spiel is.
A playout from the first choice of a deal is as long as a deal; the flat function is the one that plays whole deals.
"""

from __future__ import annotations

from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.speed.rounds import Player, Timed

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.kernel.batch import Batch, rollouts
from hasenpfeffer.kernel.emitted import DEALS, ENTRIES, PLAYOUTS
from hasenpfeffer.kernel.native.machine import can_play_side_by_side, machine_code
from hasenpfeffer.kernel.playable import Playable
from hasenpfeffer.kernel.running import numbers
from hasenpfeffer.play import machine

if TYPE_CHECKING:
    from benchmarks.speed.backends import Rules

SIZE = 1024
WANTED_BATCH, WANTED_ROLLOUTS = 25, 0.6
_AT_A_TIME = 1000
"""Playouts of one call; deals that the flat function plays in one call."""


@cache
def _playable(rules: Rules) -> Playable:
    return Playable(hp.load(rules.reference, **dict(rules.parameters)))


def batched(rules: Rules) -> Player:
    """A batch that goes on for ever: a deal that is over is followed by the next."""
    import numpy

    batch = Batch(_playable(rules), SIZE)
    batch.deal(seed=1)
    open_now = numpy.frombuffer(batch.open, dtype=numpy.int64)
    draws = numpy.random.Generator(numpy.random.SFC64(1))
    drawn, actions = numpy.zeros(SIZE), numpy.zeros(SIZE, dtype=numpy.int64)

    def run(games: int) -> Timed:
        decisions = over = 0
        began = perf_counter()
        while over < games:
            draws.random(out=drawn)
            numpy.multiply(drawn, open_now, out=actions, casting="unsafe")  # rounds down
            batch.step(actions)
            decisions += SIZE
            over += batch.renew()
        return Timed(perf_counter() - began, over, decisions)

    return Player(f"ours, {SIZE:,} at a time", run)


def flat(rules: Rules) -> Player:
    """Whole deals, as studies play many of them: side by side where that can be."""
    program = _playable(rules).emitted
    side_by_side = can_play_side_by_side(program.text)
    play = machine_code(program.text, DEALS if side_by_side else ENTRIES, side_by_side=side_by_side).entry(
        "play_deals"
    )
    state, tables = numbers([0] * program.state_size), numbers(program.tables)
    width = program.columns.width
    rows = numbers([0] * _AT_A_TIME * width)

    def run(games: int) -> Timed:
        decisions, seconds = 0, 0.0
        for first in range(1, games + 1, _AT_A_TIME):
            began = perf_counter()
            play(state, tables, 1, 0, first, _AT_A_TIME, rows)
            seconds += perf_counter() - began
            decisions += sum(rows[program.columns.decisions :: width])
        return Timed(seconds, -(-games // _AT_A_TIME) * _AT_A_TIME, decisions)

    return Player("ours, whole deals", run)


def played_out(rules: Rules) -> Player:
    """Positions at the first choice of deals, each played out a thousand times."""
    playable = _playable(rules)
    size, seats = playable.rules.pack.size, playable.rules.seating.count
    states = [
        machine.start(
            playable.rules, dealer=number % seats, pack=chance.shuffled(size, 1, 0, number + 1)
        ).state
        for number in range(20)
    ]
    states = [state for state in states if not state.over]
    if can_play_side_by_side(playable.emitted.text):
        machine_code(playable.emitted.text, PLAYOUTS, side_by_side=True)  # whoever plays many out has it kept

    def run(games: int) -> Timed:
        calls = -(-games // _AT_A_TIME)
        began = perf_counter()
        for call in range(calls):
            rollouts(playable, states[call % len(states)], _AT_A_TIME, first=call * _AT_A_TIME)
        return Timed(perf_counter() - began, calls * _AT_A_TIME, 0)

    return Player("ours, playouts of a position", run)
