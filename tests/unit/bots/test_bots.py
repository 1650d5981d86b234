"""Bots see what their seat sees, sample worlds that can be, and are no fools."""

from __future__ import annotations

import pytest

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.bots.careful import Careful
from hasenpfeffer.bots.sampling import Sampling
from hasenpfeffer.bots.worlds import sample_world
from hasenpfeffer.play import machine
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.history import SeenTurn, seen_by
from hasenpfeffer.play.view import view
from hasenpfeffer.study.driver import play_game

GAMES = [
    "hasenpfeffer",
    "hasenpfeffer+joker-must-bid+alone-exchange+no-trump",
    "double-hasenpfeffer",
    "pepper",
    "five-hundred",
]


def positions(rules, deals):
    """Every position of some random deals, with what the seat to act has seen."""
    for deal in range(1, deals + 1):
        pack = chance.shuffled(rules.pack.size, 5, 0, deal)
        moved = machine.start(rules, dealer=deal % rules.seating.count, pack=pack)
        seats = range(rules.seating.count)
        seen = [[SeenTurn(-1, None, tuple(e.as_seen(s) for e in moved.events))] for s in seats]
        draws = chance.Stream(5, 0, deal, 9)
        state = moved.state
        while not state.over:
            seat = machine.actor(rules, state)
            yield state, seat, seen[seat], draws
            legal = machine.legal(rules, state)
            action = legal[draws.below(len(legal))]
            moved = machine.advance(rules, state, action)
            for other in seats:
                seen[other].append(seen_by(rules, other, seat, action, moved.events))
            state = moved.state


@pytest.mark.parametrize("game", GAMES)
def test_a_sampled_world_looks_to_the_seat_like_the_real_one(game):
    rules = hp.load(*game.split("+"))
    differing = 0
    for state, seat, seen, draws in positions(rules, 3):
        own = view(rules, state, seat)
        world = sample_world(rules, own, seen, draws)
        assert world is not None
        assert view(rules, world, seat) == own
        differing += world.hands != state.hands
    assert differing > 20


def test_worlds_are_found_nearly_always_where_a_bar_tells_of_hidden_cards():
    """Who leads a suit that waits has nothing else: only trying tells, and a few dozen tries may all fail."""
    rules = hp.load("spades")
    found = [
        sample_world(rules, view(rules, state, seat), seen, draws) is not None
        for state, seat, seen, draws in positions(rules, 3)
    ]
    assert sum(found) >= 0.95 * len(found)


def test_a_world_is_reached_by_legal_play_from_its_own_deal():
    rules = hp.load("hasenpfeffer")
    for state, seat, seen, draws in positions(rules, 2):
        world = sample_world(rules, view(rules, state, seat), seen, draws)
        assert world is not None
        assert sorted(world.pack) == list(range(rules.pack.size))
        assert world.dealt[seat] == state.dealt[seat]
        again = machine.start(rules, dealer=world.dealer, pack=world.pack).state
        assert again.hands == world.dealt


@pytest.mark.parametrize("bot", [Careful, lambda rules: Sampling(rules, samples=2)])
def test_a_decision_is_the_same_when_cards_it_cannot_see_are_exchanged(bot):
    rules = hp.load("hasenpfeffer")
    player = bot(rules)
    for number, (state, seat, seen, draws) in enumerate(positions(rules, 2)):
        world = sample_world(rules, view(rules, state, seat), seen, draws)
        choices = [
            player.choose(view(rules, each, seat), seen, chance.Stream(1, 0, number, 9))
            for each in (state, world)
        ]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("game", ["hasenpfeffer", "hoyle"])
def test_careful_beats_random(game):
    rules = hp.load(game)
    careful = Careful(rules)
    won = 0
    for number in range(10):
        side = number % 2
        players = {seat: careful for seat in range(4) if seat % 2 == side}
        result = play_game(rules, 3, number, players)
        won += not result.unfinished and result.winners == 1 << side
    assert won >= 9


def test_sampling_plays_a_whole_deal_of_any_game():
    for game in ("hasenpfeffer", "euchre", "hearts", "sheepshead"):
        rules = hp.load(game)
        player = Sampling(rules, samples=1)
        for state, seat, seen, draws in positions(rules, 1):
            own = view(rules, state, seat)
            assert player.choose(own, seen, draws) in own.legal


def test_a_bot_that_fails_is_replaced_and_the_table_goes_on():
    class Fool:
        def choose(self, seen, history, draws):
            raise RuntimeError("no idea")

    rules = hp.load("hasenpfeffer", target=3)
    told: list[Event] = []
    result = play_game(rules, 1, 0, {0: Fool()}, lambda turn: told.extend(turn.events))
    assert result.deals > 0
    replaced = [event for event in told if event.kind == "replaced"]
    assert replaced and replaced[0].seat == 0 and replaced[0].text == "RuntimeError: no idea"
