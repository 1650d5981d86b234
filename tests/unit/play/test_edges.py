"""The edges of what steps and scores can do: what is given back, kept within bounds, or left alone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from hasenpfeffer import chance
from hasenpfeffer.errors import StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.play.deals import read_deal, write_deal
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import LARGEST, State, kept
from hasenpfeffer.play.steps.auction import AuctionPlayer
from hasenpfeffer.study.driver import one_deal, play_game

Patched = Callable[..., CompiledRules]


def states(rules: CompiledRules, seed: int = 1, deals: int = 12) -> list[State]:
    """Every position of a few deals that are played at random."""
    return [turn.after for deal in range(1, deals) for turn in one_deal(rules, seed, 0, deal, deal % 4)]


def step_names(rules: CompiledRules) -> list[str]:
    return [step.name for step in rules.ruleset.steps]


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize("value", [0, -7, Fraction(1, 3), LARGEST, -LARGEST])
def test_numbers_within_bounds_stay_as_they_are(value: int | Fraction) -> None:
    assert kept(value) == value


def test_other_numbers_are_cut_or_rounded_down() -> None:
    assert kept(LARGEST * 10) == LARGEST
    assert kept(Fraction(-(LARGEST**3), 7)) == -LARGEST
    assert kept(Fraction(1, LARGEST * 3)) == 0
    assert 0 < Fraction(1, 3) - kept(Fraction(LARGEST**2 + 1, 3 * LARGEST**2 + 5)) < Fraction(2, LARGEST)


@pytest.mark.parametrize("formula", ["x * x * x + 1", "x * x / 7 + 1/3"])
def test_a_counter_stays_in_its_range(patched: Patched, formula: str) -> None:
    rules = patched(
        "hasenpfeffer",
        "counters: {x: {of: team, start: 2, type: 0..1000}}\n"
        "game: {wins: score of team >= 1000}\nterms: {loss: x of declarer}\n"
        f"scoring: {{c: {{who: each team, set: {{x: {formula}}}}}}}\n",
    )
    result = play_game(rules, 1)
    assert result.unfinished
    assert all(0 <= number <= 1000 for row in result.last.counters for number in row)


def test_what_is_set_again_and_again_does_not_grow_without_end(patched: Patched) -> None:
    rules = patched("whist", "steps: {tricks: {after each: {a: {set: {nova: nova * nova / 7 + 3}}}}}\n")
    index = rules.ruleset.settings["nova"].index
    last = Fraction(states(rules, deals=2)[-1].settings[index])
    assert abs(last) <= LARGEST
    assert last.denominator <= LARGEST


# ---------------------------------------------------------------- steps


def test_only_who_takes_part_is_asked_in_an_auction(patched: Patched) -> None:
    rules = patched("hasenpfeffer", "steps: {auction: {who: dealer and left of dealer}}\n")
    auction = step_names(rules).index("auction")
    asked = {
        (machine.actor(rules, state) - state.dealer) % 4 for state in states(rules) if state.step == auction
    }
    assert asked == {0, 1}


def test_nobody_takes_part_in_an_auction_that_is_passed_over(patched: Patched) -> None:
    rules = patched("hasenpfeffer", "steps: {auction: {who: nobody}}\n")
    assert "auction" not in {step_names(rules)[s.step] for s in states(rules, deals=3) if not s.over}


def test_who_sits_out_does_not_open(patched: Patched) -> None:
    rules = patched("hasenpfeffer", "steps: {alone: {before: auction, who: left of dealer}}\n")
    auction = step_names(rules).index("auction")
    for state in states(rules):
        if state.step == auction and not state.over:
            assert not state.sitting >> machine.actor(rules, state) & 1


def test_as_many_cards_come_back_as_were_given(patched: Patched) -> None:
    swap = "{do: exchange, after: discard, who: declarer, with: partner of declarer, cards: 0..2}"
    rules = patched("hasenpfeffer", f"steps: {{swap: {swap}}}\n")
    tricks = step_names(rules).index("tricks")
    for state in states(rules, deals=30):
        if state.step == tricks and not state.tricks and not state.table:
            assert {hand.bit_count() for hand in state.hands} == {6}


def test_no_more_is_exchanged_than_lies_there(patched: Patched) -> None:
    swap = "{do: exchange, before: pick up, who: declarer, with: widow, cards: 3}"
    rules = patched("hasenpfeffer", f"steps: {{swap: {swap}}}\n")
    for state in states(rules):
        assert sum(hand.bit_count() for hand in state.hands) + state.piles[0].bit_count() <= 25
        assert max(hand.bit_count() for hand in state.hands) <= 7


def test_a_gift_to_nobody_is_kept(patched: Patched) -> None:
    gift = (
        "{do: give, after: discard, who: declarers, to: first(seat among seats where moved so far), cards: 1}"
    )
    rules = patched("hasenpfeffer", f"steps: {{gift: {gift}}}\nterms: {{moved so far: count(gift) = 0}}\n")
    tricks = step_names(rules).index("tricks")
    for state in states(rules):
        assert sum(hand.bit_count() for hand in state.hands) <= 25
        if state.step == tricks:
            assert state.work is not None


@pytest.mark.parametrize("source", ["any card", "played", "trick"])
def test_cards_still_to_be_dealt_and_on_the_table_are_out_of_reach(patched: Patched, source: str) -> None:
    rules = patched(
        "hasenpfeffer", f"steps: {{x: {{do: move, before: deal, from: {source}, onto: dealer}}}}\n"
    )
    for state in states(rules, deals=3):
        places = [*state.hands, *state.piles, *state.taken, *state.aside]
        assert sum(place.bit_count() for place in places) <= 25


@pytest.mark.parametrize("dealer", range(4))
def test_of_several_leaders_the_first_after_the_dealer_leads(patched: Patched, dealer: int) -> None:
    rules = patched("whist", "steps: {tricks: {leader: across of dealer and dealer}}\n")
    state = machine.start(rules, dealer=dealer, pack=chance.shuffled(52, 1, 0, 1)).state
    assert machine.actor(rules, state) == (dealer + 2) % 4


@pytest.mark.parametrize("dealer", range(4))
def test_of_several_dealers_the_first_after_the_dealer_is_next(patched: Patched, dealer: int) -> None:
    rules = patched("hasenpfeffer", "game: {next dealer: seats}\n")
    state = next(turn.after for turn in one_deal(rules, 1, 0, 1, dealer) if turn.after.over)
    assert machine.prepare_next(rules, state, state.pack).dealer == (dealer + 1) % 4


def test_two_auctions_with_the_same_calls_are_two(patched: Patched) -> None:
    again = "{do: auction, after: auction, opens: dealer, calls: {numbers: {bid: 1..6}}, ends: first bid"
    rules = patched("hasenpfeffer", f"steps: {{again: {again}, all pass: go on}}}}\n")
    firsts = [player.first for player in rules.steps if isinstance(player, AuctionPlayer)]
    assert firsts == [0, 6]


def test_a_second_deal_keeps_what_the_first_dealt(patched: Patched) -> None:
    rules = patched(
        "hasenpfeffer", "steps: {more: {do: deal, after: pick up, cards: all, last card: face up}}\n"
    )
    for deal in range(1, 6):
        turns = list(one_deal(rules, 1, 0, deal, 0))
        assert turns[-1].after.piles_dealt[0].bit_count() == 1
        assert not [event for turn in turns for event in turn.events if event.text == "last card"]


def test_a_pack_with_copies_and_gaps_has_copies(patched: Patched) -> None:
    rules = patched("hasenpfeffer", "deck: {without: A of hearts, added: K of hearts}\n")
    assert rules.pack.size == len(rules.pack.faces)
    for state in states(rules, deals=8):
        actions = machine.legal(rules, state)
        assert len(set(actions)) == len(actions)


def test_an_empty_pile_in_a_deal_string(patched: Patched) -> None:
    rules = patched("hasenpfeffer", "steps: {deal: {piles: {widow: rest, other: rest}}}\n")
    state = machine.start(rules, dealer=1, pack=chance.shuffled(25, 1, 0, 1)).state
    text = write_deal(rules, state)
    assert text.endswith("other=")
    assert read_deal(rules, text).pack == read_deal(rules, text.replace(" other=", "")).pack
    first, rest = text.rsplit(" widow=", 1)
    assert read_deal(rules, f"{first} other= widow={rest.split()[0]}").dealer == 1


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize(("first", "then"), [("defenders", "declarers"), ("declarers", "defenders")])
def test_the_first_in_the_order_of_scoring_wins(patched: Patched, first: str, then: str) -> None:
    rules = patched(
        "hasenpfeffer",
        "parameters: {target: 5}\nterms: {gain: 0, loss: 0}\ngame: {first out: order of scoring}\n"
        f"scoring: {{early: {{who: {first}, gets: 5}}, late: {{who: {then}, gets: 50}}}}\n",
    )
    last = next(state for state in states(rules) if state.game_over)
    declarers = 1 << rules.seating.team_of[last.declarer]
    assert (last.winners == declarers) == (first == "declarers")


def test_a_deal_that_never_ends_is_told(patched: Patched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hasenpfeffer.study.driver.MOST_CHOICES", 100)
    rules = patched(
        "hasenpfeffer",
        "steps: {again: {do: choose, after: auction, who: declarer, from: {yes to it: {go on at: again}}}}\n",
    )
    with pytest.raises(StuckError, match="not over after 100 choices"):
        states(rules)
