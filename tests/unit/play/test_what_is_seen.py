"""What seats see while others choose: gifts under way, answers given at once, hands that nobody may look at."""

from __future__ import annotations

from collections.abc import Callable

from hasenpfeffer import chance
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import Choose, Predict
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.view import view

Patched = Callable[..., CompiledRules]


def begin(rules: CompiledRules, scores: tuple[int, ...] | None = None) -> machine.Moved:
    return machine.start(rules, dealer=3, pack=chance.shuffled(rules.pack.size, 1, 0, 1), scores=scores)


def test_gifts_at_once_are_seen_when_all_have_given(patched: Patched) -> None:
    rules = patched("hearts")
    state, events = begin(rules)
    giver = machine.actor(rules, state)
    while not any(event.kind == "took" for event in events):
        action = machine.legal(rules, state)[0]
        state, events = machine.advance(rules, state, action)
        for event in events:
            if event.kind == "gave":
                assert event.seen_by == 1 << event.seat
                assert event.as_seen(event.to).cards == 0
    took = [event for event in events if event.kind == "took"]
    assert [event.seat for event in took] == [0, 1, 2, 3]
    assert all(event.count == 3 and event.seen_by == 1 << event.seat for event in took)
    assert all(event.cards & ~state.hands[event.seat] == 0 for event in took)
    assert giver == 0


def test_hands_are_dealt_unseen_until_they_may_be_looked_at(patched: Patched) -> None:
    rules = patched("spades")
    state, events = begin(rules, scores=(0, 300))
    assert [event.seen_by for event in events if event.kind == "dealt"] == [0, 0, 0, 0]
    assert view(rules, state, 0).hands == (0, 0, 0, 0)
    for _ in range(2):
        state, events = machine.advance(rules, state, Choose("blind nil", False))
    dealt = [event for event in events if event.kind == "dealt"]
    assert [(event.to, event.cards) for event in dealt] == list(enumerate(state.hands))
    assert [event.seen_by for event in dealt] == [1, 2, 4, 8]
    assert view(rules, state, 0).hands[0] == state.hands[0]


def test_numbers_said_at_once_are_secret_until_the_last(patched: Patched) -> None:
    rules = patched("spades", "steps:\n  bid: {at once: yes}\n")
    state, events = begin(rules)
    index = rules.ruleset.settings["bid"].index
    for number in (1, 2, 3):
        state, events = machine.advance(rules, state, Predict("bid", number))
        said = events[0].as_seen(3)
        assert (said.kind, said.text, said.count) == ("predicted", "", 0)
    assert view(rules, state, 3).settings[index] == (None, None, None, None)
    assert view(rules, state, 1).settings[index] == (None, 2, None, None)
    state, events = machine.advance(rules, state, Predict("bid", 4))
    told = [(event.seat, event.text) for event in events if event.kind == "predicted" and event.seen_by == 15]
    assert told == [(0, "1"), (1, "2"), (2, "3"), (3, "4")]
    assert view(rules, state, 3).settings[index] == (1, 2, 3, 4)
