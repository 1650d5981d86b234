"""Bots are no fools, say why, and cannot stop the table."""

from __future__ import annotations

import re
from itertools import islice

import pytest

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.bots.careful import Careful
from hasenpfeffer.bots.hands import Hands
from hasenpfeffer.bots.judgement import Judge
from hasenpfeffer.bots.sampling import Sampling
from hasenpfeffer.bots.worlds import Worlds
from hasenpfeffer.play.actions import PlayCard
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.history import Turn, seen_by
from hasenpfeffer.play.view import view
from hasenpfeffer.study.driver import Mind, game_turns, play_game
from hasenpfeffer.study.players import own_draws
from hasenpfeffer.study.tournament import match


class Fool:
    """Never has an idea."""

    def choose(self, seen, history, draws):
        raise RuntimeError("no idea")


class Stubborn:
    """Would play the same card for ever."""

    def choose(self, seen, history, draws):
        return PlayCard(0)


@pytest.mark.parametrize("game", ["hasenpfeffer", "hoyle"])
def test_careful_beats_random(game):
    rules = hp.load(game)
    assert match(rules, Careful(rules), None, 10, 3).won >= 9


def test_sampling_holds_its_own_against_careful():
    rules = hp.load("hoyle", target=3)
    result = match(rules, Sampling(rules, samples=3), Careful(rules), 6, 3)
    assert result.won >= 2 and not result.failures


def test_a_seed_repeats_a_game_between_bots():
    rules = hp.load("hoyle", target=2)
    players = dict.fromkeys(range(4), Sampling(rules, samples=2))
    assert play_game(rules, 8, 0, players) == play_game(rules, 8, 0, players)


@pytest.mark.parametrize("player", [Fool(), Stubborn()])
def test_a_bot_that_fails_is_replaced_and_the_table_goes_on(player):
    rules = hp.load("hasenpfeffer", target=3)
    told: list[Event] = []
    result = play_game(rules, 1, 0, {0: player}, lambda turn: told.extend(turn.events))
    assert result.deals > 0
    replaced = [event for event in told if event.kind == "replaced"]
    assert replaced and {event.seat for event in replaced} == {0}
    assert replaced[0].text in ("RuntimeError: no idea", "9C is not legal")


def test_a_hint_is_what_the_bot_would_do():
    rules = hp.load("hasenpfeffer")
    table = hp.Table(rules, seed=4)
    for number in range(12):
        seat = rules.seating.names.index(table.actor)
        mind = Mind(rules, seat, Sampling(rules, samples=3), (4, 0, 1))
        for turn in table.turns:
            mind.watch(turn.seat, turn.action, turn.events)
        advice = mind.advise(table.state, number)
        assert advice.reason
        assert mind.choose(table.state, number) == (advice.action, None)
        table.play(advice.action)


def test_a_hint_of_a_bot_that_fails_is_plain_judgement():
    rules = hp.load("hasenpfeffer")
    table = hp.Table(rules, seed=4)
    mind = Mind(rules, rules.seating.names.index(table.actor), Fool(), (4, 0, 1))
    assert rules.texts.text(mind.advise(table.state, 0).action) in table.legal


def test_sampling_says_what_speaks_for_an_action():
    rules = hp.load("hoyle")
    reasons = []
    for seed in range(8):
        table = hp.Table(rules, seed=seed)
        seat = rules.seating.names.index(table.actor)
        seen = [seen_by(rules, seat, turn.seat, turn.action, turn.events) for turn in table.turns]
        draws = own_draws(seed, 0, 1, seat)
        reasons.append(Sampling(rules, samples=4).advise(table.view(table.actor), seen, draws).reason)
    assert all("deals that fit what you know" in reason for reason in reasons)
    assert any("points against the others on average" in reason for reason in reasons)
    assert any("nothing did clearly better" in reason for reason in reasons)


def test_worlds_fit_the_calls():
    """Who bids four has better cards in the worlds of others than who passes."""
    rules = hp.load("hoyle")
    strength = {}
    for call in ("4", "pass"):
        table = hp.Table(rules, deal=DEAL)
        table.play(call)
        seat = rules.seating.names.index(table.actor)
        seen = [seen_by(rules, seat, turn.seat, turn.action, turn.events) for turn in table.turns]
        worlds = Worlds(rules, table.view(table.actor), seen, Judge(rules))
        draws = chance.Stream(1, 0, 1, 9)
        hands = [worlds.draw(draws).state.hands[0] for _ in range(60)]
        strength[call] = sum(Hands(rules).best_trump(hand)[0] for hand in hands) / len(hands)
    assert strength["4"] > strength["pass"] + 0.2


DEAL = "dealer=west north=JoJHJDAHKHAC east=9C10CJCQC9D10D south=9S10SJSQSKSAS west=9H10HQHKDADQD widow=KC"


NUMBERS = re.compile(
    r"brings ([+−][\d.]+) points .*?, and .*? ([+−][\d.]+)(?:;|$)|wins the game (\d+) times .*? (\d+) times$"
)


@pytest.mark.parametrize("game", ["hoyle", "briscola"])
def test_the_reason_of_a_hint_speaks_for_the_hint(game):
    rules = hp.load(game)
    adviser, compared = Sampling(rules, samples=6), 0
    history: list[Turn] = []
    for turn in islice(game_turns(rules, 5), 40):
        if turn.before is None:
            history = []
        else:
            seen = view(rules, turn.before, turn.seat)
            known = [seen_by(rules, turn.seat, t.seat, t.action, t.events) for t in history]
            reason = adviser.advise(seen, known, chance.Stream(5, 0, 1, 99)).reason
            for found in NUMBERS.finditer(reason):
                better, worse = (float(text.replace("−", "-")) for text in found.groups() if text is not None)
                compared += 1
                assert better > worse, reason
        history.append(turn)
    assert compared > 2
