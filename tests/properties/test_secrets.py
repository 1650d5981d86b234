"""What a seat is told never depends on a card that it cannot know.

At a seat's decisions the hidden cards are dealt anew, as far as the seat can tell, and everything that the table
would say to it is compared: the picture, the prompts, the refusals of every answer, hints of what may be said.
"""

from __future__ import annotations

import pytest

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.bots.worlds import sample_world
from hasenpfeffer.errors import IllegalActionError
from hasenpfeffer.play import machine
from hasenpfeffer.play.history import Turn, seen_by
from hasenpfeffer.play.reading import read_actions
from hasenpfeffer.play.view import view
from hasenpfeffer.report.board import board
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.report.position import Outlook
from hasenpfeffer.report.question import Question
from hasenpfeffer.study.driver import game_turns

GAMES = [
    "hasenpfeffer",
    "hasenpfeffer+big-pepper+defenders-score",
    "hoyle",
    "double-hasenpfeffer",
    "bridge",
    "euchre",
    "hearts",
    "spades",
    "pitch",
]
DEALS = 2


def everything_told(rules, state, seat, tries):
    """All that a person at a seat could be shown or answered in a position."""
    outlook = Outlook(rules, state, seat, Narrator(rules, 1 << seat))
    question = Question(outlook)
    told = [board(outlook), outlook.situation, outlook.standing, outlook.last_trick]
    told += [question.text, question.answers, question.explanation]
    for answer in tries:
        try:
            told.append((answer, read_actions(rules, state, answer)))
        except IllegalActionError as refused:
            told.append((answer, question.refusal(answer, refused, ("undo",))))
            told.append([question.reason(reason) for reason in refused.reasons])
    return told


def answers_to_try(rules):
    cards = [face.code for face in rules.pack.faces]
    moves = [f"discard {code}" for code in cards[::3]] + [f"give {' '.join(cards[:3])}", "discard nothing"]
    return [*cards, *moves, *(call.text for call in rules.calls), "pass", "alone", "nonsense", ""]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_seat_is_told_depends_on_hidden_cards(game):
    rules = hp.load(*game.split("+"))
    tries = answers_to_try(rules)
    compared = changed = 0
    seen: list[Turn] = []
    deals = 0
    for turn in game_turns(rules, seed=11):
        state = turn.before
        if state is None:
            seen, deals = [], deals + 1
            if deals > DEALS:
                break
        else:
            seat = turn.seat
            known = view(rules, state, seat)
            history = [seen_by(rules, seat, t.seat, t.action, t.events) for t in seen]
            world = sample_world(rules, known, history, chance.Stream(compared, 0, deals, seat))
            if world is not None:
                compared += 1
                changed += world.hands != state.hands
                assert machine.actor(rules, world) == seat
                assert everything_told(rules, world, seat, tries) == everything_told(
                    rules, state, seat, tries
                )
        seen.append(turn)
    assert compared > 20 and changed > compared / 2
