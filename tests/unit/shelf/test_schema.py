"""The schema of rule files, and the findings that are made from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from hasenpfeffer.library import folder
from hasenpfeffer.reading.diagnostic import Diagnostic, Findings
from hasenpfeffer.reading.source import load_source, source_from_text
from hasenpfeffer.reading.tree import Entry, Group, Text
from hasenpfeffer.reading.yaml_file import read
from hasenpfeffer.shelf.keys import describe, schema_data
from hasenpfeffer.shelf.one_value import kind_of
from hasenpfeffer.shelf.schema import check_written, defects, report
from hasenpfeffer.shelf.short_forms import KINDS, fill_in_kinds, open_short_forms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

RULES = folder("rules")
HEAD = "language: 1\ntitle: T\n"


def found(check: Callable[[Group, Findings], bool], text: str) -> tuple[Diagnostic, ...]:
    findings = Findings()
    tree = read(source_from_text(text, "house.yaml"), findings)
    assert tree is not None
    assert not findings.items, findings.items
    assert check(tree, findings) == (not findings.items)
    return findings.items


def resolved(tree: Group, findings: Findings) -> bool:
    wrong = defects(fill_in_kinds(open_short_forms(tree)), "resolved")
    report(wrong, findings)
    return not wrong


# ── the schema itself ──


def test_schema_is_valid() -> None:
    Draft202012Validator.check_schema(schema_data())


def test_every_key_has_title_and_description() -> None:
    refinements = ("resolved", "resolved-step")
    bare = [
        f"{name}.{key}"
        for name, definition in schema_data()["$defs"].items()
        if name not in refinements
        for key, child in _properties(definition)
        if not (child.get("title") and child.get("description"))
    ]
    assert bare == []


def test_descriptions_are_sentences() -> None:
    texts = [child["description"] for _, child in _properties(schema_data()) if "description" in child]
    assert [text for text in texts if not text.endswith(".")] == []
    assert [text for text in texts if len(text) > 250] == []


def test_shared_values_have_no_title_of_their_own() -> None:
    """Editors would show it instead of the key's."""
    named = [name for name, value in schema_data()["$defs"].items() if {"title", "description"} & set(value)]
    assert named == []


def test_every_reference_leads_somewhere_and_every_definition_is_used() -> None:
    references = {schema["$ref"] for schema in _schemas(schema_data()) if "$ref" in schema}
    definitions = {f"#/$defs/{name}" for name in schema_data()["$defs"]}
    assert definitions - references == {"#/$defs/resolved"}
    assert references <= definitions


def test_objects_with_fixed_keys_are_closed() -> None:
    open_ones = [
        name
        for name, value in schema_data()["$defs"].items()
        if "properties" in value and "additionalProperties" not in value
    ]
    assert open_ones == ["written", "resolved", "step"]


def test_kinds_are_those_of_the_short_forms() -> None:
    kinds = schema_data()["$defs"]["step"]["properties"]["do"]["enum"]
    assert set(kinds) == KINDS == set(schema_data()["$defs"]["written-steps"]["properties"])


def test_marks_for_merging_agree_with_the_merger() -> None:
    some_group = Group((Entry(_text("thing"), _text("1")),), _text("").place)
    for name, definition in schema_data()["$defs"].items():
        way = _WAYS.get("step" if name.endswith("-step") else name)
        if way is None or name in ("resolved-step", "written-step"):
            continue
        for key, child in definition["properties"].items():
            whole = kind_of((*way, key), some_group) == "value"
            assert whole == (child.get("x-merge") == "one value"), (name, key)


_WAYS = {
    "players": ("players",),
    "deck": ("deck",),
    "step": ("steps", "x"),
    "scoring-line": ("scoring", "x"),
    "game": ("game",),
}


@pytest.mark.parametrize(
    ("path", "kind", "title"),
    [
        (("target",), None, None),
        (("steps",), None, "Steps"),
        (("steps", "auction", "ends"), None, "When it ends"),
        (("steps", "first round", "ends"), None, "When it ends"),
        (("steps", "trump", "from"), "choose", "What to choose from"),
        (("steps", "pick up", "from"), "take", "Taken from"),
        (("steps", "tricks", "after each", "draw", "cards"), None, "Cards"),
        (("scoring", "made", "gets"), None, "Gets"),
        (("parameters", "target", "default"), None, "Default"),
        (("terms", "gain"), None, None),
    ],
)
def test_describe(path: tuple[str, ...], kind: str | None, title: str | None) -> None:
    text = describe(path, kind)
    assert (text.title if text else None) == title


# ── files that are right ──


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.yaml")), ids=lambda path: path.stem)
def test_shipped_files_pass(path: Path) -> None:
    findings = Findings()
    source = load_source(path, path.name, findings)
    assert source is not None
    tree = read(source, findings)
    assert tree is not None
    assert check_written(tree, findings), findings.items


@pytest.mark.parametrize(
    "text",
    [
        "steps: {trump: {from: {also: [no trump, low]}}}",
        "steps: {trump: {from: {nothing more: {open: no}, ouvert: {if: hand game, open: yes}}}}",
        "steps: {passing: {to: {by deal: [left, right, across, nobody]}}}",
        "steps: {talon: {do: take, from: stock, cards: 0 or 3}}",
        "steps: {trump: {if: {nobody yet: trump is none, bid: bid > 3}}}",
        "steps: {tricks: {after each: {draw: {cards: 2}}}}",
        "steps: {auction: {calls: {alone: {above: all, bid: 6, alone: yes}}}}",
        "steps: {auction: {calls: {double: {over: opponents, doubled: 2}, solo: {trump: {also: [low]}}}}}",
        "deck: {suits: [clubs, {atouts: {sign: T, ranks: 1..21}}], ranks: [1..10, {knight: {code: C}}]}",
        "deck: {extra: {also: [joker]}}",
        "deck: {extra: {joker: {code: Jo}}, added: 9 of trump, copies: count(seats) // 2}",
        "terms: {needed: {by: bouts, 0: 56, 1: 51}, nil of seat: yes, bouts: 1}",
        "terms: {price: {game: 1, black: {if: black, points: 2}}}",
        "values: {trump: {J: 20}, plain: [{if: trump is low, then: {6: 11}}, {A: 11}], K: 9/2}",
        "ranking: {plain: {red: K..2 > A, black: [A..2]}}",
        "ranking: {equal cards: [{if: final trick, then: last wins}, first wins]}",
        "scoring: {hand: {who: {declarer: 2, partner: 1}, gets: [{if: made, then: 3}, 1], add: {bags: 1}}}",
        "game: {over: {deals: 16}, payoff of seat: 26 - score of seat, longest: 100}",
        "counters: {pool: {of: table, start: count(seats), type: 0..10}}",
        "players: {seats: {default: 4, type: 3..6}, partners: if count(seats) = 4 then opposite else none}",
        "cases: {a: {set: {seats: 4}, given: {hands: {west: 9S QS, north: [K of hearts]}}}}",
        "cases: {a: {script: [{west: pass}, {east: {illegal: 3, because: higher}}]}}",
        "cases: {a: {then: {scores: {north-south: -2}, made: yes}}}",
    ],
)
def test_the_language_is_covered(text: str) -> None:
    assert found(check_written, HEAD + text) == ()


def test_a_case_file_passes() -> None:
    text = "language: 1\nruleset: hasenpfeffer+big-pepper\nset: {target: 12}\ncases: {a: {then: {made: yes}}}"
    assert found(check_written, text) == ()


# ── files that are wrong: one finding, the right code, the right place ──


@pytest.mark.parametrize(
    ("text", "code", "column", "message"),
    [
        ("plyers: {}", "S201", 1, "Unknown key `plyers`. Did you mean `players`?"),
        ("zebra: 3", "S201", 1, "Unknown key `zebra`"),
        ("players: {seats: 4, turns: clockwise}", "S201", 21, "Did you mean `turn`?"),
        ("steps: {auction: {opns: dealer}}", "S201", 19, "in `steps.auction`. Did you mean `opens`?"),
        ("steps: {auction: {packets: [3]}}", "S201", 19, "Unknown key `packets` in `steps.auction`"),
        ("steps: {x: {do: discard, packets: [3]}}", "S201", 26, "Unknown key `packets` in `steps.x`"),
        ("steps: {x: {packts: [3]}}", "S201", 13, "Did you mean `packets`?"),
        ("steps: {deal: {piles: {widow: {crads: 3}}}}", "S201", 32, "Did you mean `cards`?"),
        ("steps: {tricks: {bars: {x: {if: a, card: b}}}}", "S201", 36, "Did you mean `cards`?"),
        ("steps: {tricks: {follow: [a, {if: b, thn: c}]}}", "S201", 38, "item 2 of `steps.tricks.follow`"),
        ("steps: {tricks: {during: {re: {cards: 3}}}}", "S201", 32, "Unknown key `cards`"),
        ("steps: {tricks: {after each: {x: {do: move, cadrs: 3}}}}", "S201", 45, "Did you mean `cards`?"),
        ("scoring: {made: {if: made, get: 3}}", "S201", 28, "Did you mean `gets`?"),
        ("game: {over: {deal: 3}}", "S201", 15, "Did you mean `deals`?"),
        ("terms: {t: {a: {if: x, pionts: 3}}}", "S201", 24, "Did you mean `points`?"),
        ("cases: {a: {givn: {bid: 3}}}", "S201", 13, "Did you mean `given`?"),
        ("cases: {a: {script: [{west: {leagl: 3}}]}}", "S201", 30, "Did you mean `legal`?"),
        ("steps: {auction: {ends: one bider left}}", "S203", 25, "Did you mean `one bidder left`?"),
        ("steps: {auction: {after a pass: in}}", "S203", 33, "`in` is not a choice for"),
        ("steps: {x: {do: discrd, foo: 1}}", "S203", 17, "Did you mean `discard`?"),
        ("steps: {deal: {seen: later}}", "S203", 22, "`later` is not a choice for `steps.deal.seen`"),
        ("steps: {meld: {better: [poins]}}", "S203", 25, "item 1 of `steps.meld.better`"),
        ("counters: {c: {of: seats}}", "S203", 20, "Did you mean `seat`?"),
        ("game: {ties: 3}", "S203", 14, "`3` is not a choice for `game.ties`"),
        ("players: {turn: left}", "S203", 17, "`left` is not a choice"),
        ("steps: {auction: {ends: [a]}}", "S204", 19, "must be one of its words or a group of settings"),
        ("steps: {auction: {calls: [a]}}", "S204", 19, "must be a group of settings, and this is a list"),
        ("steps: {deal: {packets: 3}}", "S204", 25, "must be a list, and this is `3`"),
        ("steps: {deal: {packets: [[3]]}}", "S204", 26, "Item 1 of `steps.deal.packets` must be text"),
        ("steps: {tricks: {leader: {if: a, then: b}}}", "S204", 18, "must be text, a list, or a table"),
        ("terms: {gain: {if: march, then: 2}}", "S204", 9, "must be text, a list, or a group of named lines"),
        ("ranking: {plain: {if: a, then: A..7}}", "S204", 11, "a list, or a group of colours or suits"),
        ("values: {trump: {if: a, then: {A: 1}}}", "S204", 10, "must be a list, or a group of cards"),
        ("steps: {trump: {from: {also: [a], b: {c: d}}}}", "S204", 24, "`also` stands beside other settings"),
        ("steps: [deal]", "S204", 1, "`steps` must be a group of settings, and this is a list"),
        ("players: {partners: [north]}", "S204", 22, "Item 1 of `players.partners` must be a list"),
        ("scoring: {made: {who: a, gets: b, instead of: c}}", "S204", 47, "must be a list"),
        ("extends: {a: b}", "S204", 1, "`extends` must be text or a list"),
        ("remove: steps.alone", "S204", 9, "`remove` must be a list"),
        ("summary: [a]", "S204", 1, "`summary` must be text, and this is a list"),
        ("cases: {a: {script: {west: pass}}}", "S204", 13, "must be a list"),
        ("steps: {auction: {all pass: {}}}", "S206", 19, "`steps.auction.all pass` is empty"),
        ("steps: {tricks: {follow: [{then: c}]}}", "S206", 27, "`if` is missing in item 1 of"),
        ("steps: {auction: {ends: {duels: [{caller: a}]}}}", "S206", 34, "`holder` is missing"),
        ("steps: {big_pepper: {do: take}}", "S209", 9, "`big_pepper` cannot be a name in `steps`"),
        ("steps: {auction: {calls: {no-trump: {bid: 3}}}}", "S209", 27, "`no-trump` cannot be a name"),
        ("terms: {a or b: 3}", "S209", 9, "`a or b` cannot be a name in `terms`"),
        ("parameters: {3 tricks: 3}", "S209", 14, "`3 tricks` cannot be a name"),
        ("abstract: maybe", "S210", 11, "`abstract` must be `yes` or `no`, and `maybe` is neither"),
        ('deck: {copies: "2"}', "S211", 16, "`deck.copies` must be a whole number"),
        ('game: {longest: "1:30"}', "S211", 17, "`1:30` is not one"),
        ('parameters: {target: {default: ".nan"}}', "S212", 32, "`.nan` is not one"),
        ("deck: {copies: 10000000000}", "S212", 16, "a whole number from -1000000000 to 1000000000"),
        (f"game: {{longest: {'9' * 6000}}}", "S212", 17, "a whole number from"),
        ('parameters: {target: "1e999"}', "S212", 22, "`1e999` is not one"),
    ],
)
def test_a_defect_is_found_once(text: str, code: str, column: int, message: str) -> None:
    (finding,) = found(check_written, HEAD + text)
    start = finding.place.start
    assert (finding.code, start.line, start.column) == (code, 3, column), finding
    assert message in finding.message


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message"),
    [
        ("title: T", "S206", 1, 1, "`language` is missing"),
        ("language: one\ntitle: T", "S211", 1, 11, "`language` must be a whole number, and `one` is not one"),
        ("language: 0\ntitle: T", "S212", 1, 11, "`language` must be a whole number from 1 to 1"),
        ("language: 7\ntitel: T\nzebra: 3", "S208", 1, 11, "written in language 7"),
        ("language: 1\ntitel: T", "S201", 2, 1, "Did you mean `title`?"),
        ("language: 1\nruleset: hasenpfeffer", "S206", 1, 1, "`cases` is missing"),
    ],
)
def test_a_defect_of_the_head_is_found_once(
    text: str, code: str, line: int, column: int, message: str
) -> None:
    (finding,) = found(check_written, text)
    start = finding.place.start
    assert (finding.code, start.line, start.column) == (code, line, column), finding
    assert message in finding.message


def test_all_defects_are_found_in_one_pass() -> None:
    text = "language: 1\ntitle: T\nzebra: 3\nsteps:\n  auction: {ends: never, cals: {}}\nabstract: maybe\n"
    assert [(f.code, f.place.start.line) for f in found(check_written, text)] == [
        ("S201", 3), ("S203", 5), ("S201", 5), ("S210", 6)]  # fmt: skip


def test_help_lists_the_keys_that_are_near_first() -> None:
    (finding,) = found(check_written, HEAD + "plyers: {}")
    assert finding.help.startswith("Keys here: players, ")
    assert finding.path == "plyers"


# ── resolved rulesets ──


GAME = """\
language: 1
title: A small game
parameters:
  target: {default: 10, type: 1..100, about: points}
players:
  seats: [north, east, south, west]
  partners: opposite
deck: {suits: [clubs, hearts], ranks: 7..A}
ranking: {plain: A..7}
steps:
  deal:
    packets: [4]
  auction:
    calls: {numbers: {bid: 1..4}}
    ends: one turn each
    all pass: thrown in
  pick up:
    do: take
    who: declarer
    from: widow
  tricks:
    leader: left of dealer
    follow: suit led or else any card
scoring:
  made: {who: declarers, gets: bid}
game: {wins: score of team >= target, next dealer: left of dealer}
"""


def test_a_whole_game_is_complete() -> None:
    assert found(resolved, GAME) == ()


def test_a_patch_alone_is_not_a_game() -> None:
    missing = {finding.path for finding in found(resolved, HEAD)}
    assert missing == {"players", "deck", "ranking", "steps", "scoring", "game"}


def test_a_base_for_others_need_not_be_complete() -> None:
    assert found(resolved, HEAD + "abstract: yes") == ()


@pytest.mark.parametrize(
    ("good", "bad", "code", "path", "on"),
    [
        ("    do: take\n", "", "S206", "steps.pick up.do", "  pick up:"),
        ("    do: take\n", "    do: tkae\n", "S203", "steps.pick up.do", "    do: tkae"),
        ("    leader:", "    leadr:", "S201", "steps.tricks.leadr", "    leadr:"),
        ("    packets: [4]\n", "    seen: after auction\n", "S206", "steps.deal.packets", "  deal:"),
        ("    all pass: thrown in\n", "", "S206", "steps.auction.all pass", "  auction:"),
        ("who: declarers, ", "", "S206", "scoring.made.who", "  made:"),
        ("gets: bid", "gest: bid", "S201", "scoring.made.gest", "  made:"),
        (", gets: bid", "", "S206", "scoring.made.gets", "  made:"),
        ("default: 10, ", "", "S206", "parameters.target.default", "  target:"),
        ("  partners: opposite\n", "", "S206", "players.partners", "players:"),
    ],
)
def test_a_missing_part_is_found_once(good: str, bad: str, code: str, path: str, on: str) -> None:
    text = GAME.replace(good, bad, 1)
    (finding,) = found(resolved, text)
    assert (finding.code, finding.path) == (code, path)
    assert text.splitlines()[finding.place.start.line - 1].startswith(on)


# ── helpers ──


def _text(text: str) -> Text:
    return Text(text, source_from_text(text, "x").place(0, len(text)))


def _schemas(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for item in value:
            yield from _schemas(item)
    if isinstance(value, dict):
        yield value
        for child in value.values():
            yield from _schemas(child)


def _properties(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key with its schema, but for those that conditions only look at."""
    if isinstance(value, list):
        for item in value:
            yield from _properties(item)
    if isinstance(value, dict):
        for key, child in value.get("properties", {}).items():
            if isinstance(child, dict):
                yield key, child
        for part, child in value.items():
            if part not in ("if", "examples", "defaultSnippets"):
                yield from _properties(child)
