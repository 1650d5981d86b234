"""The interpreter against the naive counter: the same turns, the same choices, the same counts, the same scores.

`WALKS=2000 pytest -n0 tests/test_perft.py` walks further than a commit needs.
"""

from __future__ import annotations

import os
import pathlib
from functools import cache
from typing import Any

import pytest
from tests.naive import counter
from tests.properties.shelf import compositions

from hasenpfeffer import chance
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import Action, PickCard
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.deals import deal_out, read_deal
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import State
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.study.perft import perft

HERE = pathlib.Path(__file__).parent
NAIVE = HERE / "naive"
WALKS = int(os.environ.get("WALKS", "4"))
COMPOSED = int(os.environ.get("COMPOSED", "8"))

GAMES: list[tuple[str, dict[str, str], list[str]]] = [
    ("hasenpfeffer", {}, []),
    ("hasenpfeffer", {"lowest bid": "4"}, ["lowest-bid=4"]),
    ("hasenpfeffer+dealer-must-bid", {"forced bid": "5"}, ["dealer-must-bid", "forced-bid=5"]),
    ("hasenpfeffer+alone-exchange", {"exchanged": "1"}, ["alone-exchange", "exchanged=1"]),
    ("hasenpfeffer+alone-exchange", {"exchanged": "3"}, ["alone-exchange", "exchanged=3"]),
    ("hasenpfeffer+alone-discard", {"exchanged": "2"}, ["alone-discard", "exchanged=2"]),
    ("hasenpfeffer+suit-in-bid+dealer-must-bid", {}, ["suit-in-bid", "dealer-must-bid"]),
    ("pepper", {}, ["pepper"]),
    ("double-hasenpfeffer", {}, ["double-hasenpfeffer"]),
]
"""A reference, its parameters, and what the counter calls it."""

HOUSE_RULES = [
    "alone-as-bid", "alone-double", "alone-exchange", "bidder-leads", "big-pepper", "bump",
    "dealer-may-equal", "dealer-must-bid", "defenders-get-bid", "defenders-score", "discard-first",
    "exact-bid", "forced-half", "hoyle", "joker-forced-when-void", "joker-may-not-be-discarded",
    "joker-must-bid", "no-alone", "no-bowers", "no-defence-alone", "no-trump", "one-round",
    "partners-side-by-side", "pepper-night", "re-entry", "score-bid-only", "set-by-bid", "set-by-six",
    "suit-in-bid", "trump-first", "widow-unused", "worthless-joker",
]  # fmt: skip

TWO_CARDS = "dealer=south north=JoAH east=JHAS south=JDAC west=JCAD widow=JS"
THREE_CARDS = "dealer=south north=JoAH9C east=JHAS9S south=JDAC9D west=JCAD9H widow=JS"

COUNTED = [
    # file, house rules, deal, what the counter calls it, depth
    ("small-two.yaml", (), TWO_CARDS, ["highest-bid=2"], 11),
    ("small-two.yaml", ("re-entry", "no-alone", "bidder-leads"), TWO_CARDS,
     ["highest-bid=2", "re-entry", "no-alone", "bidder-leads"], 14),
    ("small-two-peppers.yaml", ("one-round",), TWO_CARDS, ["highest-bid=2", "big-pepper", "one-round"], 10),
    ("small-three.yaml", ("widow-unused", "no-alone", "dealer-may-equal"), THREE_CARDS,
     ["highest-bid=3", "widow-unused", "no-alone", "dealer-may-equal"], 10),
    ("small-three.yaml", ("dealer-must-bid", "no-alone"), THREE_CARDS,
     ["highest-bid=3", "dealer-must-bid", "no-alone"], 9),
    ("small-three.yaml", ("discard-first", "hoyle"), THREE_CARDS,
     ["highest-bid=3", "discard-first", "hoyle"], 9),
]  # fmt: skip


@cache
def compiled(reference: str, options: tuple[tuple[str, str], ...] = ()) -> CompiledRules:
    loaded = load_reference(reference, dict(options))
    assert loaded.ruleset and not loaded.findings.has_errors, (reference, loaded.findings.items)
    return compile_rules(loaded.ruleset)


def said(rules: CompiledRules, state: State, action: Action) -> str:
    """An action as the counter says it."""
    if isinstance(action, PickCard) and action.step != "discard":
        return f"exchange {rules.pack.faces[action.face].code}"
    return rules.texts.text(action)


def naive_deal(rules: CompiledRules, dealer: int, pack: tuple[int, ...]) -> dict[str, Any]:
    dealt = deal_out(rules, machine.fresh(rules, dealer, pack))
    texts = {
        name: [rules.pack.text(card) for card in rules.pack.members(dealt.hands[seat])]
        for seat, name in enumerate(rules.seating.names)
    }
    widow = [rules.pack.text(card) for pile in dealt.piles for card in rules.pack.members(pile)]
    return {**texts, "widow": widow}


def result(rules: CompiledRules, state: State) -> object:
    """Points of north's side and of the other, as the counter gives them."""
    if state.thrown_in:
        return "thrown in"
    ours = rules.seating.team_of[rules.seating.names.index("north")]
    return (state.this_deal[ours], state.this_deal[1 - ours])


def walk(rules: CompiledRules, options: list[str], seed: int, number: int) -> None:
    """Plays one random deal in both and holds every turn against the other."""
    dealer, pack = number % 4, chance.shuffled(rules.pack.size, seed, 0, number)
    names = rules.seating.names
    state = machine.start(rules, dealer=dealer, pack=pack).state
    position = counter.start(naive_deal(rules, dealer, pack), names[dealer], options)
    stream = chance.Stream(seed, 0, number, 7)
    history: list[str] = []
    while not state.over:
        actions = {said(rules, state, action): action for action in machine.legal(rules, state)}
        where = f"{options}, seed {seed}, deal {number}, after {history}"
        assert len(actions) == len(machine.legal(rules, state)), where
        assert position.turn == names[machine.actor(rules, state)], where
        assert set(actions) == set(position.actions()), where
        text = (
            "pass" if "pass" in actions and stream.below(2) else sorted(actions)[stream.below(len(actions))]
        )
        history.append(text)
        state = machine.advance(rules, state, actions[text]).state
        position = position.after(text)
    where = f"{options}, seed {seed}, deal {number}, after {history}"
    assert position.step == "over", where
    assert position.result() == result(rules, state), where


@pytest.mark.parametrize(("reference", "options", "naive"), GAMES, ids=lambda value: str(value)[:40])
def test_whole_deals_go_as_in_the_naive_counter(
    reference: str, options: dict[str, str], naive: list[str]
) -> None:
    rules = compiled(reference, tuple(options.items()))
    for number in range(1, WALKS + 1):
        walk(rules, naive, 1, number)


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_house_rule_goes_as_in_the_naive_counter(name: str) -> None:
    rules = compiled(f"hasenpfeffer+{name}")
    for number in range(1, WALKS + 1):
        walk(rules, [name], 2, number)


@pytest.mark.parametrize("names", compositions(COMPOSED, HOUSE_RULES, 5), ids="+".join)
def test_house_rules_together_go_as_in_the_naive_counter(names: list[str]) -> None:
    rules = compiled("+".join(["hasenpfeffer", *names]))
    for number in range(1, WALKS + 1):
        walk(rules, names, 3, number)


@pytest.mark.parametrize(("file", "patches", "deal", "naive", "depth"), COUNTED)
def test_perft_counts_as_the_naive_counter(
    file: str, patches: tuple[str, ...], deal: str, naive: list[str], depth: int
) -> None:
    rules = compiled("+".join([str(NAIVE / file), *patches]))
    dealt = read_deal(rules, deal)
    assert dealt.dealer is not None
    state = machine.start(rules, dealer=dealt.dealer, pack=dealt.pack).state
    open_deal = naive_deal(rules, dealt.dealer, dealt.pack)
    dealer = rules.seating.names[dealt.dealer]
    for plies in range(1, depth + 1):
        assert perft(rules, state, plies) == counter.perft(open_deal, dealer, naive, plies), plies
