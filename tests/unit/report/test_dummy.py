"""A dummy as people at the table see it: whose card is asked for, which hand lies where, and what is told."""

from __future__ import annotations

import hasenpfeffer as hp
from hasenpfeffer.report.board import board
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.report.position import Outlook
from hasenpfeffer.report.question import Question

CALLS = ("1 hearts", "pass", "2 hearts", "pass", "pass", "pass")
OWN = "8♥ 6♥ 5♥  6♠ 5♠ 4♠  Q♦ 6♦  K♣ 9♣ 8♣ 7♣ 5♣"
DUMMY = "J♥ 10♥ 4♥ 2♥  Q♠ 9♠ 7♠  J♦ 4♦ 3♦  4♣ 3♣ 2♣"


def table_with_dummy() -> tuple[hp.Table, list[str]]:
    """North plays two hearts, south is dummy, and east has led the six of clubs; with what a spectator was told."""
    table = hp.Table(hp.load("bridge"), seed=5)
    for call in CALLS:
        table.play(call)
    return table, Narrator(table.rules).lines(table.play("6C"))


def outlook(table: hp.Table, seat: str, people: int = 0) -> Outlook:
    number = table.rules.seating.names.index(seat)
    return Outlook(table.rules, table.state, number, Narrator(table.rules, people or 1 << number))


def test_the_question_says_from_which_hand_the_card_must_come() -> None:
    table, _ = table_with_dummy()
    assert Question(outlook(table, "north")).text == "your card from south's open hand (4♣, 3♣, 2♣)"
    both = outlook(table, "north", people=0b101)
    assert Question(both).text == "north's card from south's open hand (4♣, 3♣, 2♣)"


def test_the_hand_to_play_is_shown_last_and_the_own_one_before_it() -> None:
    table, _ = table_with_dummy()
    assert outlook(table, "north").situation[1:] == [f"your hand: {OWN}", f"south's open hand: {DUMMY}"]
    assert outlook(table, "east").situation[1] == f"south's open hand: {DUMMY}"
    assert outlook(table, "south").situation[1:] == [f"your hand: {DUMMY}"]


def test_the_picture_marks_the_cards_of_the_dummy_that_fit() -> None:
    table, _ = table_with_dummy()
    seen = board(outlook(table, "north"))
    assert seen.hand_title == "south's open hand"
    assert [card.text for group in seen.hand for card in group if card.fits] == ["4♣", "3♣", "2♣"]
    assert [line.name for line in seen.seats if line.is_asked] == ["south"]
    assert seen.open_cards == (f"your hand: {OWN}",)


def test_refusals_are_about_the_dummys_hand() -> None:
    table, _ = table_with_dummy()
    question = Question(outlook(table, "north"))
    assert question.explanation[1].endswith("3♦: south must follow clubs: 2♣ 3♣ 4♣")
    said = [question.reason(reason) for reason in table.why_not("KC")]
    assert said == [
        "south does not hold the king of clubs",
        "the card must come from the hand of south, which north plays",
    ]


def test_it_is_told_when_a_hand_is_laid_down_and_who_plays_from_it() -> None:
    table, told = table_with_dummy()
    assert told == ["east plays 6♣", "south lays down an open hand: 2♣ 3♣ 4♣ 3♦ 4♦ J♦ 2♥ 4♥ 10♥ J♥ 7♠ 9♠ Q♠"]
    events = table.play("2C")
    assert Narrator(table.rules).lines(events) == ["north plays 2♣ from south's hand"]
    assert Narrator(table.rules, 0b001).lines(events) == ["you play 2♣ from south's hand"]
    assert Narrator(table.rules, 0b100).lines(events) == ["north plays 2♣ from your hand"]
