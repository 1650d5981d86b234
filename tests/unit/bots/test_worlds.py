"""Hidden cards: put where they may lie, and weighed by what was said; and what a deal is worth."""

from __future__ import annotations

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.bots.placing import Place, spread
from hasenpfeffer.bots.prospects import Prospects, goal_of
from hasenpfeffer.bots.rollback import voids_bind
from hasenpfeffer.play import machine


def draws():
    return chance.Stream(1, 0, 1, 9)


def test_cards_go_only_where_they_may_lie():
    places = [Place(2, 0b001111), Place(2, 0b111100), Place(2, 0b111111)]
    stream = draws()
    for _ in range(50):
        found = spread(places, range(6), stream)
        assert found is not None
        assert all(not cards & ~place.may for cards, place in zip(found, places, strict=True))
        assert sorted(card for cards in found for card in range(6) if cards >> card & 1) == list(range(6))


def test_tight_cards_are_fitted_in_with_chains_of_moves():
    places = [Place(1, 1 << place | 1 << (place + 1) % 12) for place in range(11)] + [Place(1, 1 << 11)]
    found = spread(places, range(12), draws())
    assert found == [1 << place for place in range(12)]


def test_cards_that_fit_nowhere_are_told():
    assert spread([Place(1, 0b01), Place(1, 0b01)], [0, 1], draws()) is None


def test_every_way_to_place_cards_comes_up_about_as_often():
    stream = draws()
    count = [0] * 4
    for _ in range(900):
        found = spread([Place(1, 0b0111), Place(2, 0b1111), Place(1, 0b1111)], range(4), stream)
        assert found is not None
        count[found[0].bit_length() - 1] += 1
    assert count[3] == 0
    assert all(250 < times < 350 for times in count[:3])


def test_voids_bind_where_suit_must_be_followed_and_nowhere_else():
    bound = {game: voids_bind(hp.load(game)) for game in ("hasenpfeffer", "whist", "pitch", "briscola")}
    assert bound == {"hasenpfeffer": True, "whist": True, "pitch": False, "briscola": False}


def over(rules, scores):
    """A deal that is over, with these scores."""
    state = machine.fresh(rules, 0, tuple(range(rules.pack.size)))
    return state._replace(scores=scores, over=True)


def test_the_goal_is_found_whatever_the_rules_call_it():
    rules = hp.load("hasenpfeffer", target=17)
    assert goal_of(rules, over(rules, (3, 4)), 0) == 17


def test_there_is_no_goal_where_the_fewest_points_win():
    rules = hp.load("hearts")
    assert goal_of(rules, over(rules, (0, 0, 0, 0)), 0) is None


def test_a_lead_is_worth_more_near_the_end():
    rules = hp.load("hasenpfeffer")
    prospects = Prospects(rules, over(rules, (0, 0)), 0)
    far, near = prospects.chance(over(rules, (2, 0)), 3.0), prospects.chance(over(rules, (9, 7)), 3.0)
    assert 0.5 < far < near < 1.0


def test_a_game_that_is_won_or_lost_is_certain():
    rules = hp.load("hasenpfeffer")
    prospects = Prospects(rules, over(rules, (0, 0)), 0)
    won = over(rules, (10, 9))._replace(game_over=True, winners=0b01)
    assert prospects.chance(won, 3.0) == 1.0
    assert prospects.chance(won._replace(winners=0b10), 3.0) == 0.0
    assert prospects.chance(won._replace(winners=0b11), 3.0) == 0.5
    assert prospects.chance(won._replace(winners=0, unfinished=True), 3.0) == 0.0
