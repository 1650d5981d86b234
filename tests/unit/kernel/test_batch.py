"""Many deals at once, and positions played out: the same deals as one by one."""

from __future__ import annotations

from array import array
from functools import cache
from itertools import count

import pytest

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.kernel.batch import Batch, rollouts
from hasenpfeffer.kernel.native.machine import is_available
from hasenpfeffer.kernel.playable import Playable
from hasenpfeffer.play import machine
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import Number, State
from hasenpfeffer.study.driver import play_deal
from hasenpfeffer.study.plan import Plan
from hasenpfeffer.study.reference_rows import Reference

BACKENDS = [
    pytest.param(False, id="python"),
    pytest.param(True, id="native", marks=pytest.mark.skipif(not is_available(), reason="needs llvmlite")),
]


@cache
def playable(name: str, native: bool) -> Playable:
    return Playable(hp.load(name), native=native)


def position(rules: CompiledRules, decisions: int, deal: int = 1) -> State:
    """Where a random deal stands after so many decisions, each the first open action."""
    state = machine.start(rules, dealer=0, pack=chance.shuffled(rules.pack.size, 7, 0, deal)).state
    for _ in range(decisions):
        state = machine.advance(rules, state, machine.legal(rules, state)[-1]).state
    return state


@pytest.mark.parametrize("native", BACKENDS)
@pytest.mark.parametrize("name", ["hasenpfeffer", "skat", "euchre"])
def test_a_batch_at_random_plays_the_deals_that_simulate_plays(name: str, native: bool) -> None:
    batch = Batch(playable(name, native), 20)
    batch.deal(seed=3)
    while any(batch.open):
        batch.step_at_random()
    reference = Reference(batch.playable.rules.ruleset, Plan("deals", 20, 3, "random"))
    rows, columns = reference.play(range(1, 21)), batch.playable.emitted.columns
    compared = 0
    for at in range(20):
        row = rows.values[at * columns.width : (at + 1) * columns.width]
        if row[columns.redeals]:
            assert batch[at].value("THIS_DEAL") == 0
            continue
        points = row[columns.points : columns.score]
        assert batch[at].points == tuple(amount / rows.columns.unit for amount in points)
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("native", BACKENDS)
def test_each_deal_of_a_batch_takes_its_own_action(native: bool) -> None:
    batch = Batch(playable("hasenpfeffer", native), 6)
    batch.deal(seed=1, first=5)
    singles = [Batch(playable("hasenpfeffer", native), 1) for _ in range(6)]
    for at, single in enumerate(singles):
        single.deal(seed=1, first=5 + at)
    for turn in count():
        if not any(batch.open):
            break
        actions = array("q", [(turn * 5 + at * 3) % max(batch.open[at], 1) for at in range(6)])
        batch.step(actions)
        for at, single in enumerate(singles):
            single.step(actions[at : at + 1])
            assert single.open[0] == batch.open[at]
            assert single[0].actions() == batch[at].actions()
    assert [single[0].row() for single in singles] == [batch[at].row() for at in range(6)]


@pytest.mark.parametrize("native", BACKENDS)
def test_deals_that_are_over_are_followed_by_the_next(native: bool) -> None:
    batch = Batch(playable("hasenpfeffer", native), 4)
    batch.deal(seed=2)
    assert batch.renew() == 0
    while all(batch.open):
        batch.step_at_random()
    over = [at for at in range(4) if not batch.open[at]]
    assert batch.renew() == len(over)
    assert [batch[at].value("SHUFFLE") for at in over] == list(range(5, 5 + len(over)))
    assert all(batch.open)


@pytest.mark.parametrize("native", BACKENDS)
def test_an_action_that_is_not_open_changes_nothing(native: bool) -> None:
    batch = Batch(playable("hasenpfeffer", native), 3)
    batch.deal(seed=2)
    before = [tuple(batch[at].state) for at in range(3)]
    for wrong in (batch.open[2], -1):
        with pytest.raises(IndexError, match="in deal 2"):
            batch.step(array("q", [0, 0, wrong]))
    with pytest.raises(ValueError, match="2 actions for 3 deals"):
        batch.step(array("q", [0, 0]))
    assert [tuple(batch[at].state) for at in range(3)] == before


def test_actions_may_come_from_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    batch = Batch(playable("hasenpfeffer", False), 3)
    batch.deal(seed=2)
    batch.step(numpy.zeros(3, dtype=numpy.int64))
    assert numpy.frombuffer(batch.open, dtype=numpy.int64).tolist() == list(batch.open)


@pytest.mark.parametrize("native", BACKENDS)
@pytest.mark.parametrize("decisions", [0, 3, 9, 20])
def test_a_position_of_the_interpreter_is_put_into_a_batch(native: bool, decisions: int) -> None:
    this = playable("hasenpfeffer", native)
    state = position(this.rules, decisions)
    batch = Batch(this, 2)
    batch.deal(seed=1)
    batch.put(1, state)
    assert batch.open[1] == len(machine.legal(this.rules, state))
    assert batch[1].actions() == machine.legal(this.rules, state)
    assert batch[1].turn == machine.actor(this.rules, state)


@pytest.mark.parametrize("native", BACKENDS)
@pytest.mark.parametrize("name", ["hasenpfeffer", "skat", "doppelkopf"])
@pytest.mark.parametrize("decisions", [0, 8, 15])
def test_playouts_go_as_by_the_interpreter(name: str, native: bool, decisions: int) -> None:
    this = playable(name, native)
    state = position(this.rules, decisions)
    sums: list[Number] = [0] * len(this.rules.accounts)
    for number in range(5):
        draws, end = chance.Stream(9, number, 0, chance.PLAYERS), state
        while not end.over:
            actions = machine.legal(this.rules, end)
            end = machine.advance(this.rules, end, actions[draws.below(len(actions))]).state
        if not end.thrown_in:
            sums = [a + b for a, b in zip(sums, end.this_deal, strict=True)]
    assert list(rollouts(this, state, 5, seed=9)) == sums
    split = (rollouts(this, state, 2, seed=9), rollouts(this, state, 3, seed=9, first=2))
    assert [a + b for a, b in zip(*split, strict=True)] == sums


def test_a_deal_that_is_over_is_not_played_out() -> None:
    this = playable("hasenpfeffer", False)
    state = play_deal(this.rules, 1, 0, 1, 0)
    with pytest.raises(ValueError, match="the deal is over"):
        rollouts(this, state, 1)
