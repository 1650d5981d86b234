"""Kinds, ranges and names of formulas, and what is said of those that do not fit."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest

from hasenpfeffer.lang import types
from hasenpfeffer.lang.check import SETTING_SCOPE, Checker, Scope, scope
from hasenpfeffer.lang.parse import parse
from hasenpfeffer.lang.types import Kind, Type, number
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.place import Place, Position
from hasenpfeffer.reading.tree import Text
from hasenpfeffer.ruleset.unknown import UNKNOWN
from hasenpfeffer.shelf.load import load_reference

if TYPE_CHECKING:
    from pathlib import Path

    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.typed import Typed

HERE = Place("house.yaml", Position(1, 1, 0), Position(1, 1, 0))

GAME = """\
language: 1
title: A game to ask questions about
parameters:
  target: {default: 10, type: 1..100, about: points that win}
  kind: {default: mild, type: [mild, hot], about: how the game tastes}
players: {seats: [north, east, south, west], partners: opposite}
deck:
  suits: [clubs, diamonds, hearts, spades]
  ranks: [9, 10, J, Q, K, A]
  extra: [joker]
card names:
  right bower: J of trump
  left bower: J of sister of trump
  bowers: right bower > left bower
ranking:
  trump: joker > bowers > A > K > Q > 10 > 9
  plain: A > K > Q > J > 10 > 9
  cards of no suit:
    joker: {strength: beats everything, leading it: its own suit, following with it: when void}
values: {A: 11, "10": 10}
counters:
  bags: {of: team, start: 0, type: 0..30}
  rounds: {of: table, start: 0, type: 0..9}
steps:
  deal: {packets: [3, 3], piles: {widow: 1}}
  auction:
    calls:
      numbers: {bid: 1..6}
      moon: {bid: 6, stakes: 2}
    ends: one bidder left
    all pass: thrown in
  trump: {do: choose, who: declarer, from: [suits, no trump]}
  pick up: {do: take, who: declarer, from: widow}
  put away: {do: discard, who: declarer, cards: 1}
  guess: {do: predict, who: seats, from: 0..6}
  tricks: {leader: left of dealer, follow: suit led or else any card}
terms:
  made: tricks of declarers >= bid
  stakes: 1
  half: bid / 2
  paid: {by: bid, 1: 20, 2: 10}
  exact of seat: guess of seat = tricks of seat
  winners of side: count(seat among side where tricks of seat > 0)
  black jack: J of clubs or J of spades
  bold: {first: made, second: {if: stakes > 1, points: 5}}
scoring:
  made: {if: made, who: declarers, gets: stakes}
game: {wins: score of team >= target, next dealer: left of dealer}
"""


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Names:
    folder: Path = tmp_path_factory.mktemp("house")
    (folder / "house.yaml").write_text(GAME, "utf-8")
    loaded = load_reference("./house.yaml", folder=folder)
    assert loaded.ruleset is not None, loaded.findings.items
    return loaded.ruleset.names


def typed(
    names: Names, source: str, want: Type | None = None, where: Scope = SETTING_SCOPE
) -> tuple[Typed, Findings]:
    findings = Findings()
    tree = parse(Text(source, HERE), findings)
    assert tree is not None, findings.items
    checker = Checker(names, findings)
    if want is None:
        return checker.infer(tree, where), findings
    return checker.check(tree, want, where), findings


KINDS = [
    # numbers
    ("3", number(3, 3)),
    ("2 + 3 * 4", number(14, 14)),
    ("target", number(10, 10)),
    ("bid", number(0, 6)),
    ("bid + 1", number(1, 7)),
    ("-bid", number(-6, 0)),
    ("bid but at least 3", number(3, 6)),
    ("bid but at most 4", number(0, 4)),
    ("bid mod 4", number(0, 3)),
    ("half", number(0, 3, 2)),
    ("bid / 4", number(0, 2, 4)),
    ("stakes", number(1, 2)),
    ("tricks of declarers", None),
    ("score of me", None),
    ("points of hand of me", None),
    ("count(hand of me)", number(0, 25)),
    ("count(hearts among hand of me)", number(0, 25)),
    ("count(seats)", number(0, 4)),
    ("sum(bid among seats)", number(0, 24)),
    ("if made then 3 else bid", number(0, 6)),
    ("bags of team of me", number(0, 30)),
    ("rounds", number(0, 9)),
    ("paid", number(0, 20)),
    ("3 unless made", number(0, 3)),
    ("bold", number(0, 6)),
    ("guess of west", number(0, 6)),
    ("winners of declarers", number(0, 4)),
    ("deal number", None),
    # yes or no
    ("yes", types.YESNO),
    ("made", types.YESNO),
    ("not made", types.YESNO),
    ("bid >= 3 and trump is hearts", types.YESNO),
    ("trump is hearts or spades", types.YESNO),
    ("trump is no trump", types.YESNO),
    ("trump is none", types.YESNO),
    ("declarers are alone", types.YESNO),
    ("declarer is forced", types.YESNO),
    ("declarer is somebody", types.YESNO),
    ("me is not dealer", types.YESNO),
    ("hand of me has joker", types.YESNO),
    ("declarers has me", types.YESNO),
    ("call is moon", types.YESNO),
    ("any(tricks of seat = 0 among declarers)", types.YESNO),
    ("all(trumps among hand of me)", types.YESNO),
    ("exact of north", types.YESNO),
    ("kind is hot", types.YESNO),
    ("leading", types.YESNO),
    # seats
    ("north", types.SEATS),
    ("left of dealer", types.SEATS),
    ("dealer and left of dealer", types.SEATS),
    ("seats except dealer", types.SEATS),
    ("holder of joker", types.SEATS),
    ("partner of declarer", types.SEATS),
    ("nobody", types.SEATS),
    ("most(tricks of seat among seats)", types.SEATS),
    ("winner of trick 1", types.SEATS),
    ("winner of last trick", types.SEATS),
    ("lone player of defenders or else left of dealer", types.SEATS),
    ("declarer unless made", types.SEATS),
    ("team of north", types.SEATS),
    ("teams", types.TEAMS),
    # cards
    ("joker", types.CARDS),
    ("J of trump", types.CARDS),
    ("10 of hearts", types.CARDS),
    ("(K or Q) of trump", types.CARDS),
    ("A of any suit", types.CARDS),
    ("right bower", types.CARDS),
    ("black jack", types.CARDS),
    ("trumps except bowers", types.CARDS),
    ("hearts or joker", types.CARDS),
    ("suit led or else any card", types.CARDS),
    ("winning of trumps", types.CARDS),
    ("highest(hearts among hand of me)", types.CARDS),
    ("lowest(hand of me)", types.CARDS),
    ("put away", types.CARDS),
    ("widow", types.CARDS),
    ("nothing", types.CARDS),
    ("bowers", types.CHAIN),
    # suits, calls and words
    ("trump", types.SUITS),
    ("hearts", types.SUITS),
    ("hearts or spades", types.SUITS),
    ("sister of trump", types.SUITS),
    ("suit of card led", types.SUITS),
    ("printed suit of right bower", types.SUITS),
    ("suits except shown out of me", types.SUITS),
    ("call", types.CALLS),
    ("none", types.EMPTY),
]


@pytest.mark.parametrize(("source", "expected"), KINDS, ids=[source for source, _ in KINDS])
def test_every_formula_has_a_kind_and_numbers_a_range(
    names: Names, source: str, expected: Type | None
) -> None:
    found, findings = typed(names, source)
    assert findings.items == ()
    if expected is None:
        assert found.type.kind is Kind.NUMBER
    else:
        assert (found.type.kind, found.type.low, found.type.high, found.type.denominator) == (
            expected.kind,
            expected.low,
            expected.high,
            expected.denominator,
        )


FITTED = [
    ("hearts", types.CARDS),
    ("bowers", types.CARDS),
    ("9", types.CARDS),
    ("A > K > Q", types.CHAIN),
    ("A..9", types.CHAIN),
    ("joker > A..10 > 9", types.CHAIN),
    ("nothing", types.CHAIN),
    ("joker", types.CHAIN),
    ("none", types.SEATS),
    ("none", types.CARDS),
    ("teams", types.SEATS),
    ("no trump", types.SUITS),
]


@pytest.mark.parametrize(("source", "want"), FITTED, ids=[f"{source} as {want}" for source, want in FITTED])
def test_a_value_is_read_as_what_its_place_wants(names: Names, source: str, want: Type) -> None:
    found, findings = typed(names, source, want)
    assert findings.items == ()
    assert found.type.kind is want.kind


CONSTANTS = [
    ("7 // 2", 3),
    ("-7 // 2", -4),
    ("-7 mod 4", 1),
    ("6 / 4", Fraction(3, 2)),
    ("6 / 3", 2),
    ("-5 but at least -2", -2),
    ("target * 2 >= 20", True),
    ("1..6 by 2", (1, 3, 5)),
]


@pytest.mark.parametrize(("source", "value"), CONSTANTS, ids=[source for source, _ in CONSTANTS])
def test_what_is_settled_before_play_is_worked_out_at_once(names: Names, source: str, value: object) -> None:
    found, findings = typed(names, source)
    assert findings.items == ()
    assert found.value == value


BAD = [
    ("bidd", None, "S230", "Did you mean `bid`", 1),
    ("bid + lowest", None, "S230", "`lowest`", 7),
    ("tricks of declarer's", None, "S230", "Did you mean `declarers`", 11),
    ("7 of hearts", None, "T602", "the deck has no such rank", 1),
    ("made + 1", None, "S234", "`made` is yes or no, and a number is expected here", 1),
    ("bid and made", None, "S234", "`bid` is a number, and yes or no is expected here", 1),
    ("if made then 1 else hearts", None, "S234", "`hearts` is a suit, and a number is expected here", 21),
    ("left of hearts", None, "S234", "`hearts` is a suit, and seats is expected here", 9),
    ("holder of north", None, "S234", "`north` is seats, and cards is expected here", 11),
    ("hearts", types.ANY_NUMBER, "S234", "a number is expected here", 1),
    ("trump is north", None, "S234", "`north` is seats", 10),
    ("target of north", None, "S235", "`target` is not asked of anybody", 1),
    ("sum(bid)", None, "S235", "needs to know among what", 1),
    ("count(card among bid)", None, "S235", "goes through seats, teams, cards or tricks", 18),
    ("bid = 1 or (hand of me has (J and Q))", None, "S236", "`has` asks for one of several", 29),
    ("hand of me is (hearts and spades)", None, "S236", "`is` asks for one of several", 16),
    ("1 or 2", None, "S236", "`or` joins conditions or sets", 1),
    ("hand of me has hearts and spades", None, "S234", "is a suit, and yes or no is expected", 27),
    ("1 < bid < 3", None, "S236", "Comparisons do not follow each other here", 1),
    ("bid == 3", None, "S238", "`==` is written `=`", 5),
    ("tricks > 3", None, "S239", "`tricks` does not say whose", 1),
    ("bags > 3", None, "S239", "`bags` does not say whose", 1),
    ("6 / bid", None, "S241", "`bid` is none", 5),
    ("6 / 0", None, "S241", "`0` is none", 5),
    ("6..1", None, "S242", "holds no number", 1),
]


@pytest.mark.parametrize(
    ("source", "want", "code", "words", "column"), BAD, ids=[source for source, *_ in BAD]
)
def test_what_does_not_fit_is_a_finding_with_its_place(
    names: Names, source: str, want: Type | None, code: str, words: str, column: int
) -> None:
    _, findings = typed(names, source, want)
    (finding,) = findings.items
    assert (finding.code, finding.place.start.column) == (code, column)
    assert words in finding.message


def test_a_part_with_a_finding_brings_no_second_one(names: Names) -> None:
    found, findings = typed(names, "tricks of declerer >= bid + 1 and made", types.YESNO)
    assert [finding.code for finding in findings.items] == ["S230"]
    assert found.type.kind is Kind.YESNO


def test_a_receivers_own_values_need_no_whose(names: Names) -> None:
    line = scope("seat", "team", "me", receiver="team")
    for source in ("tricks >= 3", "points + this deal", "score", "bags", "exact"):
        _, findings = typed(names, source, where=line)
        assert findings.items == (), source


def test_a_term_that_needs_itself_is_told_with_the_way_round(tmp_path: Path) -> None:
    text = GAME.replace("  stakes: 1\n", "  stakes: fee + 1\n  fee: price\n  price: 2 * fee\n")
    (tmp_path / "house.yaml").write_text(text, "utf-8")
    findings = load_reference("./house.yaml", folder=tmp_path).findings.items
    assert "S233" in [finding.code for finding in findings]
    (circle,) = [finding for finding in findings if finding.code == "S233"]
    assert "→" in circle.message


@pytest.mark.parametrize(
    ("terms", "code"),
    [("{first: second, second: nowhere + 1}", "S230"), ("{first: second + 1, second: first + 1}", "S233")],
)
def test_a_mistake_in_a_term_is_told_also_where_a_choice_reads_it_first(tmp_path, terms, code):
    note = "{do: choose, who: dealer, from: [first, 3], after: auction}"
    text = f"language: 1\ntitle: Ours\nextends: hasenpfeffer\nterms: {terms}\nsteps: {{note: {note}}}\n"
    (tmp_path / "ours.yaml").write_text(text, "utf-8")
    found = load_reference("./ours.yaml", folder=tmp_path).findings.items
    assert [finding.code for finding in found if finding.severity == "error"] == [code]


SIDES = (
    *("10", "bid", "half", "yes", "made", "dealer", "teams", "hand of me", "won of me", "9..A", "hearts"),
    *("trump", "call", "kind", "none"),
)
JOINED = {
    "if": "if made then {} else {}",
    "or else": "({}) or else ({})",
    "unless": "({}) unless ({})",
    "alternatives": "[{{if: made, then: {}}}, {}]",
    "a table": "{{by: bid, 1: {}, 2: {}}}",
    "a table's subject": "{{by: {}, {}: 3}}",
    "a tally": "{{one: {}, two: {{if: made, points: {}}}}}",
    **{sign: f"({{}}) {sign} ({{}})" for sign in ("=", "!=", "<", "is", "is not", "has", "or", "and", "+")},
}


@pytest.mark.parametrize("way", JOINED)
def test_values_of_kinds_that_do_not_join_leave_a_part_that_nobody_reads(way: str, tmp_path: Path) -> None:
    texts = [JOINED[way].format(*pair) for pair in product(SIDES, repeat=2)]
    terms = "".join(f"  odd {number}: {text}\n" for number, text in enumerate(texts))
    head, tail = GAME.split("terms:\n")
    (tmp_path / "house.yaml").write_text(f"{head}terms:\n{terms}{tail}", "utf-8")
    loaded = load_reference("./house.yaml", folder=tmp_path)
    assert loaded.partly is not None
    told = {item.place.start.line for item in loaded.findings.items if item.severity == "error"}
    first = len(head.splitlines()) + 2
    unknown = {
        first + number for number in range(len(texts)) if loaded.partly.terms[f"odd {number}"].body is UNKNOWN
    }
    assert unknown == told
    assert 0 < len(told) < len(texts)
