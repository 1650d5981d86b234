"""Matches: the same cards from every side, and nothing that flatters the challenger."""

from __future__ import annotations

import hasenpfeffer as hp
from hasenpfeffer.bots.careful import Careful
from hasenpfeffer.study.driver import play_game
from hasenpfeffer.study.tournament import is_won_by, match, quantile


class Fool:
    def choose(self, seen, history, draws):
        raise RuntimeError("no idea")


def test_players_of_equal_strength_win_one_game_of_each_pair():
    """Careful players do not depend on chance, so the same cards give the same game from both sides."""
    rules = hp.load("hoyle")
    careful = Careful(rules)
    assert match(rules, careful, careful, 8, 5).won == 4


def test_every_account_has_its_turn_where_all_play_for_themselves():
    rules = hp.load("hearts")
    careful = Careful(rules)
    result = match(rules, careful, careful, 4, 5)
    assert result.won <= 1
    assert result.games == 4


def test_an_unfinished_game_is_lost():
    rules = hp.load("hasenpfeffer", target=1000)
    result = match(rules, None, None, 2, 1)
    assert (result.won, result.unfinished) == (0, 2)
    assert not is_won_by(play_game(rules, 1, 0), 0)


def test_choices_made_for_a_player_that_failed_are_counted():
    rules = hp.load("hoyle", target=2)
    assert match(rules, Fool(), None, 2, 1).failures > 0


def test_only_choices_are_timed():
    rules = hp.load("hoyle", target=2)
    result = match(rules, Careful(rules), None, 2, 1)
    assert 0 < len(result.seconds) < 200
    assert 0 < quantile(result.seconds, 0.5) <= quantile(result.seconds, 0.95)


def test_the_interval_of_a_match_holds_its_share():
    rules = hp.load("hoyle", target=2)
    share = match(rules, Careful(rules), None, 4, 1).share
    assert share is not None and share.low is not None and share.high is not None
    assert share.low < share.mean <= share.high
