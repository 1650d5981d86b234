"""The naive counter against numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .counter import (
    cards,
    count_lines,
    deal_score,
    ladder,
    legal,
    perft,
    play,
    playable,
    scores_histogram,
    start,
    suit_of,
    winner_of,
)

ACES = {"north": ["AH"], "east": ["AS"], "south": ["AC"], "west": ["AD"], "widow": ["Jo"]}
ONE_TRICK = ["highest-bid=1"]

# Two cards each of jacks, aces and the joker; south deals.
NINE_CARDS = {
    "north": ["Jo", "AH"],
    "east": ["JH", "AS"],
    "south": ["JD", "AC"],
    "west": ["JC", "AD"],
    "widow": ["JS"],
}

# A whole deal of twenty-five, south deals; the play of a bid of four that fails.
X5 = {
    "north": "Jo JH AH AS KS 9D",
    "east": "JD KH 9H AC 10C 9C",
    "south": "QH 10S QS KD 10D KC",
    "west": "10H 9S JS AD QD QC",
    "widow": ["JC"],
}
X5_CALLS = ["pass", "4", "pass", "pass", "trump hearts", "with partner", "discard 9D"]
X5_CARDS = cards("AD AH JD 10D AC KC QC JC 10C QS 9S JH Jo 9H QH 10H AS KH 10S JS 9C KD QD KS")

# A lone hand with all six tricks; north deals.
X7 = {
    "north": "9H 10H 9D 10D 9C 10C",
    "east": "AC KC QC JH KH QH",
    "south": "Jo JS JC AS KS AH",
    "west": "10S 9S AD KD QD JD",
    "widow": ["QS"],
}
X7_CALLS = ["pass", "6", "trump spades", "alone", "with partner", "with partner", "discard AH"]


# ---------------------------------------------------------------- cards


def test_left_bower_is_a_trump_and_not_of_its_printed_suit():
    assert suit_of("JC", "spades", []) == "spades"
    assert suit_of("JC", "hearts", []) == "clubs"
    assert suit_of("JC", "spades", ["no-bowers"]) == "clubs"


def test_joker_is_a_trump_or_without_trumps_a_suit_of_its_own():
    assert suit_of("Jo", "hearts", []) == "hearts"
    assert suit_of("Jo", "no trump", []) == "joker"


def test_left_bower_must_follow_trump():
    assert playable(["JC", "9H", "KD", "AC", "10D"], [("west", "9S")], "spades", []) == ["JC"]


def test_a_void_hand_may_play_anything_but_a_forced_joker():
    trick = [("west", "9C")]
    assert playable(["Jo", "AD"], trick, "no trump", []) == ["Jo", "AD"]
    assert playable(["Jo", "AD"], trick, "no trump", ["joker-forced"]) == ["Jo"]


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("JD AH Jo KD", "hearts", 2),
        ("AD JD QD 10D", "hearts", 1),
        ("Jo 9C JS JC", "clubs", 0),
        ("JH KD 9H AD", "spades", 0),
        ("9S 10S 9H KD", "no trump", 1),
        ("AD 9D 10D JD", "low", 1),
        ("9H 10C JS AC", "clubs", 2),
    ],
)
def test_trick_winners(trick, trump, winner):
    laid = list(zip(["north", "east", "south", "west"], trick.split(), strict=True))
    assert winner_of(laid, trump, []) == laid[winner][0]


def test_first_of_two_equal_cards_wins():
    laid = [("west", "AS"), ("north", "AS"), ("east", "9S"), ("south", "KS")]
    assert winner_of(laid, "hearts", ["no-bowers"]) == "west"


def test_a_worthless_joker_leaves_the_suit_to_the_next_card():
    laid = [("west", "Jo"), ("north", "9D"), ("east", "10D"), ("south", "JS")]
    assert winner_of(laid, "no trump", ["joker-loses"]) == "east"
    assert playable(["10D", "AC"], laid[:2], "no trump", ["joker-loses"]) == ["10D"]


# ---------------------------------------------------------------- the auction


def test_ladder_with_peppers():
    texts = [call["text"] for call in ladder(["big-pepper"], {"highest-bid": 6, "lowest-bid": 3})]
    assert texts == ["3", "4", "5", "little pepper", "big pepper"]


def test_a_pass_is_final_or_not():
    said = ["1", "pass", "2", "pass", "3"]
    assert play(X5, "south", [], said).turn == "east"
    assert legal(X5, "south", [], said) == ["pass", "4", "5", "6"]
    assert play(X5, "south", ["re-entry"], said).turn == "north"


def test_six_ends_the_auction():
    assert play(X5, "south", [], ["6"]).step == "trump"
    assert play(X5, "south", ["dealer-may-equal"], ["6"]).turn == "north"
    assert legal(X5, "south", ["dealer-may-equal"], ["6", "pass", "pass"]) == ["pass", "6"]


def test_all_pass():
    passes = ["pass"] * 4
    assert play(X5, "south", [], passes).result() == "thrown in"
    assert play(X5, "south", ["dealer-must-bid"], passes).declarer == "south"
    assert play(X5, "south", ["hoyle"], passes).declarer == "north"
    assert play(ACES, "south", ["joker-must-bid", *ONE_TRICK], passes).result() == "thrown in"


def test_a_forced_bid_in_a_named_suit_leaves_the_suit_to_choose():
    options = ["dealer-must-bid", "suit-in-bid"]
    assert legal(X5, "south", options, ["pass"] * 4) == ["3 clubs", "3 diamonds", "3 hearts", "3 spades"]


# ---------------------------------------------------------------- whole deals


@pytest.mark.parametrize(
    ("options", "result"),
    [
        ([], (-2, 0)),
        (["hoyle"], (-4, 4)),
        (["defenders-get-bid"], (0, 4)),
        (["set-by-six"], (-6, 0)),
        (["bidder-leads", "no-alone"], None),
    ],
)
def test_a_bid_of_four_that_fails(options, result):
    if result is None:
        with pytest.raises(ValueError, match="north cannot 'with partner'"):
            play(X5, "south", options, X5_CALLS)
        return
    assert play(X5, "south", options, X5_CALLS + X5_CARDS).result() == result


def test_alone_with_all_six():
    laid = cards("AD KC KS Jo 9S QC JS 10S QH JC JD KH AS QD JH QS KD AC")
    assert play(X7, "north", [], X7_CALLS + laid).result() == (6, 0)
    assert play(X7, "north", ["alone-double"], X7_CALLS + laid).result() == (12, 0)


def test_the_lone_defender_leads():
    calls = ["pass", "6", "trump spades", "alone", "alone", "discard AH"]
    position = play(X7, "north", [], calls)
    assert position.turn == "east"
    assert position.resting == ["north", "west"]


def test_exchange_chooses_cards_in_the_order_of_the_pack():
    position = play(X7, "north", ["alone-exchange", "exchanged=2"], X7_CALLS)
    assert position.turn == "north"
    assert position.actions() == ["exchange 9C", "exchange 10C", "exchange 9D", "exchange 10D", "exchange 9H"]
    position = position.after("exchange 10D")
    assert position.actions() == ["exchange 9H", "exchange 10H"]
    position = position.after("exchange 10H")
    assert position.turn == "south"
    assert "10D" in position.hands["south"]


@pytest.mark.parametrize(
    ("taken", "call", "alone", "forced", "names", "points"),
    [
        (4, {"bid": 5}, False, False, [], (-4, 0)),
        (0, {"bid": 6}, False, False, [], (0, 0)),
        (6, {"bid": 6, "stakes": 2}, False, False, [], (12, 0)),
        (5, {"bid": 6, "stakes": 2}, False, False, ["set-by-six", "defenders-score"], (-12, 1)),
        (2, {"bid": 3}, False, True, ["set-by-bid", "forced-half"], (Fraction(-3, 2), 0)),
        (6, {"bid": 6, "stakes": 2}, True, False, ["alone-double"], (24, 0)),
        (6, {"bid": 4}, False, False, ["bump"], (6, -6)),
    ],
)
def test_scores(taken, call, alone, forced, names, points):
    assert deal_score(taken, 6 - taken, call, alone, forced, names) == points


# ---------------------------------------------------------------- counts


def test_perft_of_the_first_calls():
    """Seven calls; then 7 after a pass, 5+4+3+2+1 and 5 passes after 1 to 5, and 4 suits after six: 31."""
    assert [perft(X5, "south", [], depth) for depth in range(3)] == [1, 7, 31]
    # No suit can be named after six while the dealer may still take it: north can only pass.
    assert perft(X5, "south", ["dealer-may-equal"], 2) == 28
    # 1 to 5 and two peppers: 8, 5+4+3+2+1 higher numbers, 5 times two peppers and a pass, 2, and 4 suits.
    assert [perft(X5, "south", ["big-pepper"], depth) for depth in range(3)] == [1, 8, 8 + 10 + 15 + 2 + 4]


def test_perft_of_one_trick():
    """A pass or the bid; the bid ends the auction: four suits, alone or not, a defender or two discards."""
    assert [perft(ACES, "south", ONE_TRICK, depth) for depth in range(5)] == [1, 2, 6, 14, 30]


def test_every_line_of_one_trick():
    """Four bidders, four suits, two discards: 32 lines, and one thrown in.

    With the joker kept (16) the bidder wins. With the ace kept, its side has two of the four aces of trumps.
    """
    histogram = scores_histogram(ACES, "south", [*ONE_TRICK, "no-alone"])
    assert histogram == {"thrown in": 1, (1, 0): 8 + 4, (0, 1): 8 + 4, (0, 0): 8}


def test_every_line_agrees_with_the_count_of_lines():
    options = ["highest-bid=2", "no-alone", "one-round"]
    ended = sum(scores_histogram(NINE_CARDS, "south", options).values())
    counts = [perft(NINE_CARDS, "south", options, depth) for depth in range(16)]
    assert counts[-1] == 0
    position = start(NINE_CARDS, "south", options)
    assert ended == sum(leaves(position, depth) for depth in range(16))


def leaves(position, depth):
    """How many lines are over after exactly so many actions."""
    if depth == 0:
        return 1 if position.step == "over" else 0
    return sum(leaves(position.after(action), depth - 1) for action in position.actions())


def test_counting_changes_nothing():
    position = start(X5, "south", [])
    before = repr(sorted(vars(position).items()))
    count_lines(position, 4)
    assert repr(sorted(vars(position).items())) == before


def test_an_illegal_action_is_refused():
    with pytest.raises(ValueError, match="north cannot '3'"):
        play(X5, "south", [], ["3", "3"])
