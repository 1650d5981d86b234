"""A hand that lies open and is played by another seat: two facts, in the machine, in views, records and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import PlayCard
from hasenpfeffer.play.reasons import why_not
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import State
from hasenpfeffer.play.view import view
from hasenpfeffer.ruleset.steps import TricksStep

Patched = Callable[..., CompiledRules]
CALLS = ("1 hearts", "pass", "2 hearts", "pass", "pass", "pass")
NORTH, EAST, SOUTH, WEST = range(4)
LONE = """steps:
  tricks:
    dummy: {hand: opponents of declarer, played by: left of declarer, seen: after auction}
"""
"""Both defenders lie open from the end of the auction, and one of them plays for both."""


def after_the_auction(rules: CompiledRules) -> machine.Moved:
    """South has bid two hearts over partner's one: north declares, and east leads."""
    moved = machine.start(rules, dealer=NORTH, pack=chance.shuffled(52, 7, 0, 1))
    for call in CALLS:
        action = rules.texts.read(call, machine.legal(rules, moved.state))
        assert action is not None
        moved = machine.advance(rules, moved.state, action)
    return moved


def to_the_end(rules: CompiledRules, state: State) -> Iterator[State]:
    while not state.over:
        yield state
        state = machine.advance(rules, state, machine.legal(rules, state)[-1]).state


def test_the_declarer_acts_for_the_dummy_in_every_trick() -> None:
    rules = hp.load("bridge")
    for state in to_the_end(rules, after_the_auction(rules).state):
        seat, by = machine.hand_to_play(rules, state), machine.actor(rules, state)
        assert by == (NORTH if seat == SOUTH else seat)
        faces = {rules.pack.cards[card] for card in rules.pack.members(state.hands[seat])}
        assert {
            action.face for action in machine.legal(rules, state) if isinstance(action, PlayCard)
        } <= faces


def test_the_dummy_is_laid_down_after_the_opening_lead() -> None:
    rules = hp.load("bridge")
    before = after_the_auction(rules)
    assert [view(rules, before.state, WEST).hands[seat] != 0 for seat in range(4)] == [
        False,
        False,
        False,
        True,
    ]
    after = machine.advance(rules, before.state, machine.legal(rules, before.state)[0])
    laid = [event for event in after.events if event.kind == "laid open"]
    assert [(event.seat, event.cards, event.seen_by) for event in laid] == [
        (SOUTH, after.state.hands[SOUTH], 15)
    ]
    for seat in range(4):
        seen = view(rules, after.state, seat)
        assert [other for other in range(4) if seen.hands[other]] == sorted({seat, SOUTH})
        assert (seen.actor, seen.hand_to_play) == (NORTH, SOUTH)
    assert view(rules, after.state, SOUTH).legal == ()


def test_every_hand_lies_open_once() -> None:
    rules = hp.load("bridge")
    table = hp.Table(rules, seed=5)
    laid = 0
    for call in CALLS:
        table.play(call)
    for _ in range(52):
        laid += sum(event.kind == "laid open" for event in table.play(table.legal[0]))
    assert laid == 1


def test_a_card_of_the_own_hand_is_refused_at_the_dummys_turn() -> None:
    rules = hp.load("bridge")
    state = after_the_auction(rules).state
    state = machine.advance(rules, state, machine.legal(rules, state)[0]).state
    own = rules.pack.cards[next(iter(rules.pack.members(state.hands[NORTH])))]
    reasons = why_not(rules, state, PlayCard(own))
    assert reasons[0].message.startswith("south does not hold the ")
    assert reasons[1].message == "the card must come from the hand of south, which north plays"
    step = rules.ruleset.steps[-1]
    assert isinstance(step, TricksStep) and step.dummy is not None
    assert reasons[1].place == step.dummy.place


def test_a_table_says_who_acts_and_whose_card_it_is() -> None:
    table = hp.Table(hp.load("bridge"), seed=5)
    for text in CALLS:
        table.play(text)
    assert (table.actor, table.hand_to_play) == ("east", "east")
    table.play(table.legal[0])
    assert (table.actor, table.hand_to_play) == ("north", "south")
    table.play(table.legal[0])
    assert '"seat":"north"' in table.record().splitlines()[-2].replace(" ", "")
    assert '"seat":"south","by":"north"' in table.record().splitlines()[-1].replace(" ", "")
    assert hp.Table.resume(table.record()).state == table.state


def test_several_hands_may_be_played_by_one_seat_from_the_auction_on(patched: Patched) -> None:
    rules = patched("bridge", LONE)
    moved = after_the_auction(rules)
    assert sorted(event.seat for event in moved.events if event.kind == "laid open") == [EAST, WEST]
    for state in to_the_end(rules, moved.state):
        seat = machine.hand_to_play(rules, state)
        assert machine.actor(rules, state) == (EAST if seat in (EAST, WEST) else seat)
        assert view(rules, state, NORTH).hands[WEST] == state.hands[WEST]
