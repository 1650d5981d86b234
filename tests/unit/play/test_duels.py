"""Auctions by duels: who is asked, what is said and told, and what comes back from a record."""

from __future__ import annotations

import pytest

import hasenpfeffer as hp
from hasenpfeffer.errors import IllegalActionError
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.report.position import Outlook
from hasenpfeffer.report.question import Question

SKAT = (
    "dealer=carl anna=JCJSJHAC10CKCQCADAH7S bert=JDAS10SKSQS9S8S10DKD7D carl=9C8C7CQD9D8D10HKHQH9H skat=8H7H"
)


def table(*said):
    at_table = hp.Table(hp.load("skat"), deal=SKAT)
    for text in said:
        at_table.play(text)
    return at_table


def question(at_table):
    seat = at_table.rules.seating.names.index(at_table.actor)
    narrator = Narrator(at_table.rules, 1 << seat)
    return Question(Outlook(at_table.rules, at_table.state, seat, narrator))


def test_middlehand_is_asked_for_a_call():
    assert question(table()).text.startswith("your call (pass, 18, 20, ")


def test_forehand_is_asked_for_an_answer_to_it():
    asked = question(table("22"))
    assert asked.text == "your answer to 22 (pass, hold)"
    assert asked.explanation[1].endswith("must hold 22 or pass: bert names the calls")


@pytest.mark.parametrize("said", ["hold", "yes", "Hold", "holds", "say yes"])
def test_a_call_is_held_in_several_ways(said):
    at_table = table("18", said)
    assert at_table.actor == "bert"
    assert at_table.legal[1] == "20"


def test_what_is_held_is_told():
    at_table = table("18")
    told = Narrator(at_table.rules).lines(at_table.play("hold"))
    assert told == ["anna holds 18"]


def test_a_value_above_what_stands_is_refused_to_the_holder():
    with pytest.raises(IllegalActionError, match="must hold 18 or pass"):
        table("18", "20")


def test_nothing_is_held_before_a_call():
    with pytest.raises(IllegalActionError, match="there is nothing to hold: bert names the next call"):
        table("hold")


def test_nobody_is_asked_who_can_only_pass():
    at_table = table("264", "hold")
    assert (at_table.actor, at_table.view("bert").declarer) == ("anna", 0)


def test_a_record_brings_back_who_held():
    at_table = table("18", "hold", "20", "hold", "pass", "22", "yes")
    again = hp.Table.resume(at_table.record())
    assert again.state == at_table.state
    assert again.state.work.duel.survivor == 0
