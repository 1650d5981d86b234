"""The interpreter against the naive counter: the same turns, the same choices, the same counts, the same scores.

`WALKS=2000 pytest -n0 tests/test_perft.py` walks further than a commit needs.
"""

from __future__ import annotations

import os
import pathlib
from functools import cache

import pytest
from tests.naive import counter
from tests.naive.walking import HOUSE_RULES, naive_deal, walk
from tests.properties.shelf import compositions

from hasenpfeffer.play import machine
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.deals import read_deal
from hasenpfeffer.play.rules import CompiledRules
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
