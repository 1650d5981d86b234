"""Melds of programs: where too many are held to be searched through, and how they are ranked."""

from __future__ import annotations

from pathlib import Path

import pytest

import hasenpfeffer as hp
from hasenpfeffer.errors import KernelRefusal, StuckError
from hasenpfeffer.kernel.batch import Batch
from hasenpfeffer.kernel.lower import lower
from hasenpfeffer.kernel.meld_ranks import MeldRanks
from hasenpfeffer.kernel.native.machine import is_available
from hasenpfeffer.kernel.playable import Playable
from hasenpfeffer.kernel.running import functions
from hasenpfeffer.kernel.stepping import Stepper
from hasenpfeffer.kernel.steps.meld_search import MOST_LOOKS, STUCK_MELDS
from hasenpfeffer.play import machine
from hasenpfeffer.play.melds import MOST_WAYS, MeldFinder
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.study.emitted_rows import Native, Plain
from hasenpfeffer.study.plan import Plan
from hasenpfeffer.study.reference_rows import Reference
from hasenpfeffer.study.studies import Study

BROKEN = Path(__file__).parents[2] / "corpus" / "broken"
BACKENDS = [
    pytest.param(Plain, id="python"),
    pytest.param(Native, id="native", marks=pytest.mark.skipif(not is_available(), reason="needs llvmlite")),
]

RULES = """\
language: 1
title: Many melds
extends: {folder}/fine-game.yaml
players: {{seats: [north, south], partners: none}}
deck: {{ranks: 2..A{deck}}}
ranking: {{trump: joker > A..2, plain: A..2}}
steps:
  deal: {{packets: [{cards}], piles: {{widow: 1, stock: rest}}}}
  count: {{do: meld, after: discard, who: each seat, shown: yes{better}}}
melds:
  {melds}
game: {{first out: declarers or else highest score}}
scoring:
  melds: {{who: each team, gets: meld}}
  best: {{if: best melder is not nobody, who: best melder, gets: 1}}
"""


@pytest.fixture
def rules(tmp_path: Path):
    def load(melds: list[str], cards: int = 12, better: str = "", deck: str = "") -> CompiledRules:
        path = tmp_path / "many.yaml"
        said = f", better: {better}" if better else ""
        text = RULES.format(
            folder=BROKEN, cards=cards, better=said, deck=deck and f", {deck}", melds="\n  ".join(melds)
        )
        path.write_text(text, encoding="utf-8")
        return hp.load(path)

    return load


SINGLES_AND_FOURS = [
    "single: {kind: one, in: one suit, ranks: [2, 3, 4, 5, 6, 7, 8, 9, 10, J], length: 1, points: 3}",
    "any four: {kind: one, cards: [any card, any card, any card, any card], points: 17}",
]
"""Every way to share out twelve cards differs, and the interpreter looks at no more than about eight thousand."""


@pytest.mark.parametrize("name", ["python", pytest.param("native", marks=BACKENDS[1].marks)])
def test_what_the_interpreter_cannot_share_out_is_told_in_its_words(name: str) -> None:
    ruleset = hp.load(BROKEN / "slow-melds.yaml").ruleset
    said = []
    for backend in ("reference", name):
        with pytest.raises(StuckError) as stuck:
            Study((ruleset,), Plan("deals", 5), backend).run()
        said.append(str(stuck.value))
    assert said[0] == said[1] and "in too many ways" in said[0]


@pytest.mark.parametrize("kind", BACKENDS)
@pytest.mark.parametrize(("unit", "number"), [("deals", 30), ("games", 6)])
def test_the_interpreter_plays_what_a_program_cannot(rules, kind, unit, number, monkeypatch) -> None:
    compiled = rules(SINGLES_AND_FOURS)
    plan = Plan(unit, number, 4)
    backend = kind(compiled.ruleset, plan, lower(compiled))
    lent: list[int] = []
    by_interpreter = backend._by_interpreter

    def lend(which: int):
        lent.append(which)
        return by_interpreter(which)

    monkeypatch.setattr(backend, "_by_interpreter", lend)
    rows, expected = backend.play(plan.numbers), Reference(compiled.ruleset, plan).play(plan.numbers)
    assert rows.columns.unit == expected.columns.unit == 1
    assert list(rows.values) == list(expected.values)
    assert rows.number == expected.number
    assert lent == sorted(set(lent)) and lent
    if unit == "deals":
        assert len(lent) < number


@pytest.mark.parametrize("kind", BACKENDS)
def test_amounts_of_the_interpreter_are_counted_in_parts_of_the_program(rules, kind) -> None:
    compiled = rules(["row: {kind: one, in: one suit, length: 1..2, points: 3 / 2}"], cards=20)
    plan = Plan("deals", 4, 4)
    backend = kind(compiled.ruleset, plan, lower(compiled))
    rows, expected = backend.play(plan.numbers), Reference(compiled.ruleset, plan).play(plan.numbers)
    columns = rows.columns
    assert (columns.unit, rows.number) == (2, 4)
    for at, (found, value) in enumerate(zip(rows.values, expected.values, strict=True)):
        is_amount = at % columns.width >= columns.points
        assert found * expected.columns.unit == value * columns.unit if is_amount else found == value


def test_a_search_that_ends_has_looked_at_all_that_the_interpreter_looks_at() -> None:
    assert MOST_LOOKS <= MOST_WAYS


# --- what a finder says


def find(compiled: CompiledRules, hand: int) -> tuple[int, int, int]:
    """What the finder of a program says of a hand: ERROR, and how many melds; then how many the interpreter finds."""
    emitted = lower(compiled)
    state = [0] * emitted.state_size
    for word in range(-(-compiled.pack.size // 62)):
        state[emitted.places["HANDS"] + word] = hand >> 62 * word & (1 << 62) - 1
    finder = functions(emitted, {"find_melds_0": ("s", "k", "seat")}, native=False)["find_melds_0"]
    found = finder(state, emitted.tables, 0)
    blank = machine.fresh(compiled, 0, tuple(range(compiled.pack.size)))
    by_interpreter = MeldFinder(compiled, compiled.meldings[0]).find(compiled.environment(blank, 0), hand)
    return state[emitted.places["ERROR"]], found, len(by_interpreter)


def test_more_ways_than_are_looked_at_are_left_to_the_interpreter(rules) -> None:
    compiled = rules(SINGLES_AND_FOURS)
    assert find(compiled, (1 << 10) - 1) == (0, 4, 4)
    assert find(compiled, (1 << 9) - 1 | 7 << 13) == (STUCK_MELDS, 0, 3)


def test_as_many_ways_are_looked_at_as_a_hand_has(rules) -> None:
    compiled = rules(["row: {kind: one, in: one suit, length: 1..13, points: 3}"])
    six_of_each_suit = sum(0b111111 << 13 * suit for suit in range(4))  # 84 ways
    assert find(compiled, six_of_each_suit) == (0, 24, 24)
    assert find(compiled, (1 << 13) - 1) == (STUCK_MELDS, 0, 13)


def test_melds_are_found_as_often_as_there_are_cards(rules) -> None:
    melds = [f"any {kind}: {{kind: {kind}, cards: [any card], points: 3}}" for kind in ("one", "two")]
    assert find(rules(melds, deck="copies: 2"), (1 << 104) - 1) == (0, 208, 208)


def test_ways_that_share_no_card_are_searched_apart(rules) -> None:
    compiled = rules(["row: {kind: one, in: one suit, length: 1..2, points: 3}"])
    every_other, in_pairs = 0x5555_5555_5555, 0xDB6D_B6DB
    assert find(compiled, every_other) == (0, every_other.bit_count(), every_other.bit_count())
    assert find(compiled, in_pairs)[0] == 0


# --- deals that are stepped


def test_a_deal_that_is_stepped_says_that_it_cannot_go_on(rules) -> None:
    compiled = rules(SINGLES_AND_FOURS, cards=20)
    stepper = Stepper(Playable(compiled, native=False))
    stepper.start(dealer=0, pack=tuple(range(compiled.pack.size)))
    with pytest.raises(StuckError, match="for a program at least"):
        while not stepper.is_over:
            stepper.apply(stepper.codes()[-1])


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=BACKENDS[1].marks)])
def test_a_deal_of_a_batch_that_cannot_go_on_is_over_and_told(rules, native: bool) -> None:
    batch = Batch(Playable(rules(SINGLES_AND_FOURS, cards=20), native=native), 3)
    batch.deal(seed=1)
    told = 0
    while any(batch.open):
        try:
            batch.step_at_random()
        except StuckError as stuck:
            told += 1
            assert "of the batch cannot go on" in str(stuck)
    assert 0 < told <= 3
    assert batch.renew() == 3
    assert all(batch.open)


# --- how melds are ranked

LONG_AND_SHORT = [
    "three: {kind: row, in: one suit, length: 3, points: 3000}",
    "four: {kind: row, in: one suit, length: 4, points: 3001}",
    "five: {kind: row, in: one suit, length: 5..13, points: 3002}",
    "pair: {kind: pair, in: every suit, ranks: [A], points: 4999}",
]


@pytest.mark.parametrize("kind", BACKENDS)
@pytest.mark.parametrize(
    "better",
    [
        "[length, points, turn]",
        "[length, highest card, trump, points, turn]",
        "[points, turn]",
        "[trump, points]",
    ],
)
def test_the_best_melder_is_the_same_however_large_the_points(rules, kind, better: str) -> None:
    compiled = rules(LONG_AND_SHORT, cards=13, better=better)
    plan = Plan("deals", 120, 9)
    backend = kind(compiled.ruleset, plan, lower(compiled))
    rows, expected = backend.play(plan.numbers), Reference(compiled.ruleset, plan).play(plan.numbers)
    assert list(rows.values) == list(expected.values)


def test_each_word_has_the_room_that_it_needs(rules) -> None:
    compiled = rules(LONG_AND_SHORT, better="[length, points, highest card, trump, turn, length]")
    ranks = MeldRanks(compiled, 1)
    assert ranks.weights == {
        "length": 5000 * 14 * 2 * 2,
        "points": 14 * 2 * 2,
        "highest card": 2 * 2,
        "trump": 2,
        "turn": 1,
    }
    low = {"length": 3, "points": 4999, "highest card": 13, "trump": 1, "turn": 1}
    assert ranks.rank({"length": 4}) == ranks.rank(low) + 1


@pytest.mark.parametrize(
    ("melds", "better", "said", "line"),
    [
        (
            [
                "row: {kind: one, in: one suit, length: 3..13, points: 900000 * 1000000}",
                "part: {kind: one, in: one suit, length: 2, points: 1 / 1000000}",
            ],
            "[points, length, turn]",
            "more than 62 bits",
            9,
        ),
        (["any: {kind: one, cards: [any card], points: 3}"], "[highest card]", "any of several cards", 11),
        (["any: {kind: one, cards: [any card], points: 3}"], "[trump]", "any of several cards", 11),
    ],
)
def test_melds_that_cannot_be_ranked_are_refused_with_the_place(rules, melds, better, said, line) -> None:
    with pytest.raises(KernelRefusal, match=said) as refusal:
        lower(rules(melds, better=better))
    assert f"many.yaml:{line}:" in str(refusal.value)
