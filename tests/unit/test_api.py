"""The public functions, called as they should not be: an error that says so, and nothing is changed."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial

import pytest

import hasenpfeffer as hp
from hasenpfeffer.errors import HasenpfefferError, NotationError, UsageError
from hasenpfeffer.play.actions import Choose, Finish, GoAlone, MakeCall, NameSuit, PickCard, PlayCard, Predict
from hasenpfeffer.play.deals import Deal
from hasenpfeffer.play.reading import read_actions
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import State
from hasenpfeffer.study.driver import one_deal


@pytest.fixture(scope="module")
def rules() -> CompiledRules:
    return hp.load("hasenpfeffer")


@pytest.fixture(scope="module")
def places(rules: CompiledRules) -> list[State]:
    """A position of each step of a deal."""
    turns = [turn.after for number in range(1, 6) for turn in one_deal(rules, 1, 0, number, 0)]
    return list({(state.step, state.over): state for state in turns}.values())


WRONG_STARTS: dict[str, tuple[dict[str, object], type[HasenpfefferError], str]] = {
    "no such seat": ({"dealer": "nort"}, NotationError, "did you mean `north`"),
    "a number for a seat": ({"dealer": 0}, NotationError, "there is no seat `0`"),
    "no deal": ({"deal": 5}, NotationError, "a deal is"),
    "too few cards": ({"deal": Deal((0, 1, 2))}, NotationError, "25 cards"),
    "cards twice": ({"deal": Deal((0,) * 25)}, NotationError, "once"),
    "no such dealer": ({"deal": Deal(tuple(range(25)), 9)}, NotationError, "9 is none"),
    "no such side": ({"scores": {"us": 3}}, UsageError, "there are north-south, east-west"),
    "no such counter": ({"counters": {"bags": [1]}}, UsageError, "`bags`"),
}


@pytest.mark.parametrize("name", WRONG_STARTS)
def test_a_wrong_start_is_refused(rules: CompiledRules, name: str) -> None:
    arguments, error, words = WRONG_STARTS[name]
    with pytest.raises(error, match=words):
        hp.start(rules, **arguments)


def test_a_table_and_the_next_deal_take_whole_deals_only(rules: CompiledRules, places: list[State]) -> None:
    over = next(state for state in places if state.over)
    with pytest.raises(NotationError):
        hp.Table(rules, deal=Deal((1, 2)))
    with pytest.raises(NotationError):
        hp.next_deal(rules, over, Deal((1, 2)))
    assert hp.next_deal(rules, over, hp.deal(rules, 1)).deal_number >= over.deal_number


def test_the_next_deal_waits_for_the_end_of_this_one(rules: CompiledRules, places: list[State]) -> None:
    with pytest.raises(UsageError, match="not over"):
        hp.next_deal(rules, places[0], hp.deal(rules, 1))


def test_seats_are_forgiven_their_spelling(rules: CompiledRules) -> None:
    state = hp.start(rules, dealer="SOUTH")
    assert hp.view(rules, state, "North") == hp.view(rules, state, "north")
    with pytest.raises(NotationError):
        hp.view(rules, state, "nowhere")


WRONG_ACTIONS = [
    *(kind(number) for kind in (PlayCard, MakeCall, NameSuit) for number in (-1, 999)),
    *(PickCard(step, face) for step in ("discard", "nothing") for face in (-1, 999)),
    *(Choose(step, value) for step in ("trump", "nothing") for value in (-1, 999)),
    Predict("bid", 3),
    Finish("nothing"),
    GoAlone("perhaps"),
    "pass",
    None,
]
TEXTS = ["", " ", "?", "\0", "J♣ J♣ J♣", "discard", "discard nothing", "trump trump", "9" * 4000, "JC" * 400]


def test_what_is_no_action_is_refused_everywhere(rules: CompiledRules, places: list[State]) -> None:
    assert len(places) > 5
    for state in places:
        for action in WRONG_ACTIONS:
            refused(partial(hp.apply, rules, state, action))


def test_what_says_nothing_is_refused_everywhere(rules: CompiledRules, places: list[State]) -> None:
    for state in places:
        for text in TEXTS:
            refused(partial(read_actions, rules, state, text))


def refused(call: Callable[[], object]) -> None:
    with pytest.raises(hp.IllegalActionError) as refusal:
        call()
    assert str(refusal.value)


def test_a_refusal_leaves_the_table_as_it_was() -> None:
    table = hp.Table(hp.load("hasenpfeffer"), seed=3)
    before = (table.state, table.events, table.legal)
    for text in ("a card", "JC", "7", ""):
        with pytest.raises(hp.IllegalActionError):
            table.play(text)
    with pytest.raises(hp.IllegalActionError, match="nothing to take back"):
        table.undo()
    assert (table.state, table.events, table.legal) == before


def test_rules_that_are_loaded_keep_no_hold_of_their_files() -> None:
    rules = hp.load("hasenpfeffer", "no-alone").ruleset
    assert pickle.loads(pickle.dumps(rules)).names.is_hidden("widow") is False
