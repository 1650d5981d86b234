"""Many games: figures that any cut of the work and any number of workers agree on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.errors import StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.study import simulate as study
from hasenpfeffer.study.simulate import Plan, Tally, simulate
from hasenpfeffer.study.statistics import Estimate, Sums, mean, share

ENGINE = Path(hp.__file__).parent.parent


def ruleset(*parts, **parameters):
    return hp.load(*parts, **parameters).ruleset


def simulated(*words):
    environment = os.environ | {"PYTHONPATH": str(ENGINE)}
    command = [sys.executable, "-m", "hasenpfeffer", "simulate", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def figures(*words):
    done = simulated("hasenpfeffer", *words, "--json")
    assert done.returncode == 0 and done.stderr == ""
    timed = ('"seconds"', '"deals_per_second"')
    return [line for line in done.stdout.splitlines() if not line.strip().startswith(timed)]


@pytest.mark.parametrize("size", [("--deals", "330"), ("--games", "5", "--set", "target=3")])
def test_any_number_of_jobs_gives_the_same_bytes(size):
    alone = figures(*size, "--seed", "7", "--jobs", "1")
    assert figures(*size, "--seed", "7", "--jobs", "2") == alone
    assert figures(*size, "--seed", "7", "--jobs", "5") == alone


def test_the_size_of_the_pieces_does_not_matter(monkeypatch):
    rules = ruleset("hasenpfeffer")
    plan = Plan("deals", 130, seed=3)
    whole = simulate(rules, plan)
    monkeypatch.setattr(study, "_CHUNK", {"deals": 7, "games": 1})
    assert simulate(rules, plan) == whole
    assert (whole.deals, whole.games) == (130, 0)


def test_json_says_all_that_programs_rely_on():
    done = simulated("hasenpfeffer+set-by-bid", "--deals", "20", "--set", "target=20", "--json")
    data = json.loads(done.stdout)
    assert data["ruleset"] == "hasenpfeffer" and data["patches"] == ["set-by-bid"]
    assert data["parameters"]["target"] == 20
    assert (data["seed"], data["deals"], data["games"], data["backend"]) == (0, 20, 0, "reference")
    assert data["seconds"] >= 0 and data["deals_per_second"] > 0
    assert data["decisions"] > 20 and data["redeals"] >= 0 and data["unfinished"] == 0
    assert set(data["teams"]) == {"north-south", "east-west"}
    for team in data["teams"].values():
        assert team["score"]["low"] <= team["score"]["mean"] <= team["score"]["high"]
        assert team["games_won"] == 0
    assert sum(call["made"] + call["failed"] for call in data["calls"].values()) == 20


def test_a_deal_by_itself_is_deal_i_of_game_0():
    rules = hp.load("hasenpfeffer")
    seed, number = 11, 6
    played = study.Simulation(rules, Plan("deals", number, seed)).play(range(number, number + 1))
    first = chance.first_dealer(4, seed, 0)
    state = machine.start(
        rules, dealer=(first + number - 1) % 4, pack=hp.deal(rules, seed=seed, number=number).pack
    ).state
    stream = chance.Stream(seed, 0, number, chance.PLAYERS)
    while not state.over:
        actions = machine.legal(rules, state)
        state = machine.advance(rules, state, actions[stream.below(len(actions))]).state
    assert not state.thrown_in
    assert [sums.total for sums in played.scores] == list(state.scores)


def test_a_deal_that_is_thrown_in_is_dealt_again_and_counted():
    rules = compile_rules(ruleset("hasenpfeffer", "one-round", lowest_bid=6))
    tally = study.Simulation(rules, Plan("deals", 60)).play(range(1, 61))
    assert tally.deals == 60
    assert tally.redeals > 0
    assert all(sums.count == 60 for sums in tally.scores)


def test_a_game_is_won_by_one_side_or_unfinished():
    tally = simulate(ruleset("hasenpfeffer", "pepper-night"), Plan("games", 12))
    assert tally.games == 12 == sum(tally.won) + tally.unfinished
    assert tally.deals >= 12


def test_calls_are_counted_by_their_text():
    tally = simulate(ruleset("hasenpfeffer", "big-pepper"), Plan("deals", 60))
    assert "big pepper" in tally.calls
    assert sum(call.count for call in tally.calls.values()) == 60


def test_a_failure_names_the_deal_to_repeat(monkeypatch):
    def stuck(*_, **__):
        raise StuckError("1000 deals in a row were thrown in")

    monkeypatch.setattr(machine, "start", stuck)
    with pytest.raises(StuckError, match=r"^deal 1 of seed 9: 1000 deals"):
        simulate(ruleset("hasenpfeffer"), Plan("deals", 1, seed=9))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--deals", "0"), "whole number from 1 up"),
        (("--games", "-3"), "whole number from 1 up"),
        ((), "--deals or --games is needed"),
        (("--deals", "1", "--games", "1"), "--games"),
        (("--deals", "1", "--jobs", "0"), "whole number from 1 to 64"),
        (("--deals", "1", "--backend", "refernce"), "Did you mean `reference`?"),
        (("--deals", "1", "--bots", "randon"), "Did you mean `random`?"),
        (("--deals", "1", "--set", "target=0"), "from 1 to 1000"),
    ],
)
def test_wrong_usage_says_what_was_expected(words, message):
    done = simulated("hasenpfeffer", *words)
    assert done.returncode == 2 and done.stdout == ""
    assert message in done.stderr and "Traceback" not in done.stderr


def test_tallies_add_up():
    one, other = Tally.empty(2), Tally.empty(2)
    one.scores[0] = Sums().and_value(Fraction(1, 2))
    other.scores[0] = Sums().and_value(2)
    one.add(other)
    assert one.scores[0] == Sums(2, Fraction(5, 2), Fraction(17, 4))


def test_a_mean_has_an_interval():
    sums = Sums()
    for value in (1, 2, 3, 4):
        sums = sums.and_value(value)
    found = mean(sums)
    assert found is not None and found.mean == 2.5
    assert found.low == pytest.approx(2.5 - 1.959964 * (5 / 3 / 4) ** 0.5, abs=1e-5)
    assert mean(Sums()) is None
    assert mean(Sums().and_value(-2)) == Estimate(-2.0, None, None)


def test_a_share_stays_between_nothing_and_all():
    nothing, everything = share(0, 10), share(10, 10)
    assert nothing is not None and nothing.low == 0.0 and nothing.high == pytest.approx(0.277533, abs=1e-5)
    assert everything is not None and everything.high == 1.0
    assert share(0, 0) is None
