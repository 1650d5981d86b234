"""Playouts are played by the quicker function, and come out the same by either."""

from __future__ import annotations

from fractions import Fraction

import pytest

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.kernel.batch import rollouts
from hasenpfeffer.kernel.native import making
from hasenpfeffer.kernel.native.machine import can_play_side_by_side, is_available
from hasenpfeffer.kernel.playable import Playable
from hasenpfeffer.play import machine

pytestmark = pytest.mark.skipif(not is_available(), reason="needs llvmlite")


@pytest.fixture(scope="module")
def playable() -> Playable:
    return Playable(hp.load("hasenpfeffer"))


def played_out(playable: Playable, *numbers: int) -> list[tuple[Fraction, ...]]:
    rules = playable.rules
    state = machine.start(rules, dealer=2, pack=chance.shuffled(rules.pack.size, 4, 0, 9)).state
    return [tuple(rollouts(playable, state, number, seed=3, first=11)) for number in numbers]


def test_many_are_played_side_by_side_and_come_to_the_same(
    playable: Playable, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_by_one = played_out(playable, 1, 16, 100, 333)
    assert len(playable.playouts._took) == 1
    monkeypatch.setattr(making, "pays", lambda text, entries, seconds: can_play_side_by_side(text))
    played_out(playable, 65)
    if len(playable.playouts._took) == 1:
        pytest.skip("needs a processor with long vectors")
    for play in list(playable.playouts._took):  # each in turn is all there is
        playable.playouts._took = {play: (0.0, 0)}
        assert played_out(playable, 1, 16, 100, 333) == one_by_one


def test_the_quicker_function_plays(playable: Playable) -> None:
    calls: list[str] = []

    def slow(*given: object) -> int:
        calls.append("slow")
        return 100

    def quick(*given: object) -> int:
        calls.append("quick")
        return 100

    playable.playouts._took = {slow: (2.0, 1000), quick: (1.0, 1000)}
    played_out(playable, 100)
    playable.playouts._took = {slow: (2.0, 1000), quick: (5.0, 1000)}
    played_out(playable, 100)
    assert calls == ["quick", "slow"]


def test_long_functions_are_made_for_long_runs_only() -> None:
    line = "    x += 1\n"
    short, long = ("\ndef f(s):\n" + line * count for count in (70, 700))
    assert making.to_make_side_by_side(long) > 5 * making.to_make_side_by_side(short * 10)
