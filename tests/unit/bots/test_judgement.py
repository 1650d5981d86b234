"""Plain judgement: what a careful player does, and the reason that he gives."""

from __future__ import annotations

import pytest

import hasenpfeffer as hp
from hasenpfeffer.bots.hands import Hands
from hasenpfeffer.bots.judgement import Judge
from hasenpfeffer.bots.promises import tricks_promised

HANDS = "dealer=south west=JoJHJDAHKH9C north=10CJCQCKC9D10D east=9S10SJSQSKSAS south=9H10HQHKDADQD widow=AC"
"""West has the four best hearts and a king."""


def table(*said, game="hasenpfeffer", deal=HANDS, **options):
    table = hp.Table(hp.load(*game.split("+"), **options), deal=deal)
    for text in said:
        table.play(text)
    return table


def advice(table):
    found = Judge(table.rules).advise(table.view(table.actor))
    return table.rules.texts.text(found.action), found.reason


def test_a_strong_hand_is_bid_high():
    text, reason = advice(table())
    assert int(text) >= 5
    assert reason.startswith("with an average partner your hand is worth about ")


def test_a_weak_hand_passes():
    text, reason = advice(table("5"))
    assert text == "pass"
    assert "only about" in reason


SKAT = (
    "dealer=carl anna=JCJSJHAC10CKCQCADAH7S bert=JDAS10SKSQS9S8S10DKD7D carl=9C8C7CQD9D8D10HKHQH9H skat=8H7H"
)
"""Anna can play almost anything, bert spades; carl has nothing."""


def test_a_value_is_bid_no_higher_than_it_has_to_be():
    assert advice(table(game="skat", deal=SKAT))[0] == "18"
    assert advice(table("18", "hold", game="skat", deal=SKAT))[0] == "20"


def test_a_value_that_the_hand_is_worth_is_held():
    assert advice(table("18", game="skat", deal=SKAT))[0] == "hold"
    assert advice(table("20", game="skat", deal=SKAT))[0] == "hold"


def test_a_value_above_all_that_the_hand_is_worth_is_not_held():
    assert advice(table("120", game="skat", deal=SKAT))[0] == "pass"
    assert advice(table("pass", game="skat", deal=SKAT))[0] == "pass"


def test_the_game_is_named_that_pays_most():
    at_table = table("18", "hold", "pass", "pass", "take the skat", game="skat", deal=SKAT)
    assert advice(at_table)[0] in ("put away 7H", "put away 7S")
    at_table.play("put away 7H 7S")
    assert advice(at_table)[0] in ("trump grand", "trump clubs")


def test_the_longest_strong_suit_is_trump():
    assert advice(table("6"))[0] == "trump hearts"


def test_a_short_plain_card_is_put_away():
    assert advice(table("6", "trump hearts", "with partner"))[0] == "discard 9C"


def playing():
    """West has led nothing yet; hearts are trump."""
    at_table = table("6", "trump hearts", "with partner", "discard 9C")
    assert at_table.actor == "west"
    return at_table


def test_declarers_draw_trumps_with_what_nothing_beats():
    assert advice(playing()) == ("Jo", "no trump beats it, and it draws trumps from the others")


def test_who_cannot_win_throws_the_least():
    at_table = playing()
    at_table.play("Jo")
    assert advice(at_table) == ("9D", "no card of yours wins the trick, so throw the least")


def test_what_the_own_side_has_is_not_taken_from_it():
    at_table = playing()
    at_table.play("Jo")
    at_table.play("9D")
    assert advice(at_table) == ("9S", "your partner's card is the best of its suit, so throw the least")


@pytest.mark.parametrize("game", ["hasenpfeffer", "euchre", "whist"])
def test_more_trumps_are_worth_more(game):
    rules = hp.load(game)
    hands = Hands(rules)
    suit = [card for card in range(rules.pack.size) if rules.contract(1).trumps >> card & 1]
    worth = [hands.tricks(1, sum(1 << card for card in suit[:count])) for count in range(len(suit))]
    assert worth == sorted(worth) and worth[0] == 0


def test_where_tricks_cost_points_low_cards_are_led_and_high_ones_passed_on():
    at_table = hp.Table(hp.load("hearts"), seed=6)
    text, reason = advice(at_table)
    assert text.split()[-1][:-1] in ("A", "K", "Q", "J", "10")
    assert reason == "high cards win tricks, and tricks cost points"


def test_none_is_never_predicted():
    at_table = hp.Table(hp.load("spades"), seed=6)
    for _ in range(4):
        text, _ = advice(at_table)
        assert text != "bid 0"
        at_table.play(text)


def test_a_call_that_names_the_suit_turned_up_is_judged_by_that_suit():
    weak, strong = "9C10C9D10DQH", "JSJCASKSAH"
    others = "east=QC9HKD10HAC south=KCJDQDADJH"
    calls = []
    for first, second in ((weak, strong), (strong, weak)):
        deal = f"dealer=north {others} west={first} north={second} upcard=9S talon=10SQSKH"
        at_table = hp.Table(hp.load("euchre"), deal=deal)
        while at_table.actor != "west":
            at_table.play("pass")
        calls.append(advice(at_table)[0])
    assert calls == ["pass", "order up"]


@pytest.mark.parametrize(
    ("game", "call", "tricks"),
    [
        ("hasenpfeffer", "4", 4),
        ("hasenpfeffer+defenders-score", "4", 4),
        ("bridge", "1 clubs", 7),
        ("bridge", "4 spades", 10),
        ("euchre", "order up", 3),
        ("five-hundred", "7 hearts", 7),
        ("five-hundred", "misère", None),
    ],
)
def test_a_call_promises_the_tricks_with_which_it_pays(game, call, tricks):
    rules = hp.load(*game.split("+"))
    number = next(index for index, each in enumerate(rules.calls) if each.text == call)
    assert tricks_promised(rules, number, rules.ruleset.names.sizes.hand) == tricks


BOARD = (
    "dealer=north north=2C3C4C5C2D3D4D5D2H3H4H5H2S east=6C7C8C9C6D7D8D9D6H7H8H9H3S "
    "south=10CJC10DJD10HJH4S5S6S7S8SKSAS west=ACKCQCADKDQDAHKHQHQSJS9S10S"
)
"""South has two sure tricks, north and east have none, and west has all the rest."""


def test_what_the_hand_defeats_by_itself_is_doubled():
    text, reason = advice(table("pass", "7 hearts", game="bridge", deal=BOARD))
    assert text == "double"
    assert reason.endswith(" by itself against it")


def test_a_hand_without_a_trick_doubles_nothing():
    assert advice(table("7 hearts", game="bridge", deal=BOARD))[0] == "pass"


RUN = "dealer=south west=AH10HKHQHJH9CJCQCAS10S9D9S north={} east={} south={}"


def test_a_bid_in_points_counts_the_melds():
    rules = hp.load("pinochle")
    hand = rules.pack.take(rules.pack.split("AH 10H KH QH JH 9C JC QC AS 10S 9D 9S"), rules.pack.everything)
    hearts = 1 << 2
    hands = Hands(rules)
    assert (hands.melds(hearts, hand), hands.melds(1 << 0, hand)) == (150, 30)
    assert hands.best_trump(hand)[1] == hearts
    left = rules.pack.everything & ~hand
    cards = list(rules.pack.members(left))
    others = ["".join(rules.pack.text(card) for card in cards[seat::3]) for seat in range(3)]
    text, reason = advice(table(game="pinochle", deal=RUN.format(*others)))
    assert int(text) >= 200
    assert "150 of them melds" in reason
