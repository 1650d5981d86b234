"""Odd rules on top of the base game: a finding that says what is wrong, and no game that cannot be played."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.shelf.load import Loaded, load_reference
from hasenpfeffer.study.driver import play_deal


def loaded(folder: Path, text: str) -> Loaded:
    path = folder / "ours.yaml"
    path.write_text(f"language: 1\ntitle: Ours\nextends: hasenpfeffer\n{text}\n", encoding="utf-8")
    return load_reference("./ours.yaml", folder=folder)


def nested(pattern: str, times: int, inside: str = "2") -> str:
    for _ in range(times):
        inside = pattern.format(inside)
    return inside


def chain(length: int, link: str) -> str:
    links = ", ".join(link.format(number, number + 1) for number in range(length))
    return f"terms: {{loss: t0, {links}, t{length}: 1}}"


CHOICE = "steps: {{mine: {{do: choose, after: auction, who: declarer, from: {}}}}}\nterms: {{loss: mine}}"
SAY = (
    "steps: {{say: {{do: predict, after: auction, who: seats, from: {}}}}}\nterms: {{loss: say of declarer}}"
)
CALL = "steps: {{auction: {{calls: {{top: {{bid: 6, {}}}}}}}}}\nterms: {{gain: 1 + stakes}}"
COUNTER = "counters: {{x: {{of: table, start: {}, type: 0..3}}}}\nterms: {{loss: x}}"
LOOSE = "ranking: {{cards of no suit: {{joker: {{{}}}}}}}"

ODD = {
    # formulas that are too much
    "a long sum": ("terms: {loss: " + "+".join("1" * 400) + "}", "S232"),
    "many conditions": ("terms: {made: " + " or ".join(["dealer is north"] * 50) + "}", "S232"),
    "a long chain of terms": (chain(400, "t{}: t{} + 1"), "S232"),
    "a chain of card names": (
        "card names: {" + ", ".join(f"c{n}: c{n + 1} or A" for n in range(300)) + ", c300: K}\n"
        "ranking: {plain: c0}",
        "S232",
    ),
    "`is` in `is`": ('terms: {made: "' + nested("({} is yes or no)", 30) + '"}', "S232"),
    "`is` in a count": ('terms: {made: "' + nested("(count({} among seats) is 1 or 2)", 11) + '"}', "S232"),
    # what needs itself
    "a field and its own name": (CALL.format("stakes: stakes * 2"), "S233"),
    "a field and a term": (CALL.format("stakes: gain"), "S233"),
    "sides that ask for themselves": ("sides: {declarers: defenders}", "S233"),
    "points in points": ("values: {last trick: points of north}\nterms: {loss: points of north}", "S233"),
    "a counter that starts at itself": (COUNTER.format("x + 1"), "S243"),
    # numbers
    "a counter that starts outside": (COUNTER.format("5"), "S212"),
    "half a parameter": ("parameters: {x: {default: 1/2, type: 0..1}}\nterms: {loss: x}", "S212"),
    "half a card": ("steps: {pick up: {cards: 1/2}}", "S212"),
    "less than no cards": ("steps: {discard: {cards: -1}}", "S212"),
    "half a pile": ("steps: {deal: {piles: {widow: bid / 2}}}", "S212"),
    "a suit of cards": ("steps: {discard: {cards: hearts}}", "S234"),
    "half a share": ("scoring: {x: {who: {declarer: 1/2}, gets: 1}}", "S212"),
    "no share": ("scoring: {x: {who: {declarer: 0}, from: defenders, gets: 1}}", "S212"),
    "a range of halves": (SAY.format("0..count(seats) / 2"), "S234"),
    "a range to a half": (SAY.format("[0..7/2]"), "S234"),
    "a range without steps": (SAY.format("0..6 by bid // 2"), "S242"),
    "a number to say": (SAY.format("3"), "S211"),
    "a choice that is worked out": (CHOICE.format("[1, bid]"), "S211"),
    # names
    "a parameter that calls set": ("parameters: {bid: {default: 1, type: 1..5}}", "S222"),
    "a term like a step": ("terms: {discard: 3}", "S222"),
    "a pile like a rank": ("steps: {deal: {piles: {J: 1}}}", "S222"),
    "a card name like a card": ("card names: {joker: J of hearts}", "S222"),
    "a seat like a word": ("players: {seats: [me, b, c, d]}", "S222"),
    "a seat like a suit": ("players: {seats: [hearts, b, c, d]}", "S222"),
    "partners by a seat": ("players: {partners: seat}", "S203"),
    "a parameter that play settles": ("parameters: {target: bid}", "S243"),
    "two seats alike": ("players: {seats: [a, ä, c, d]}", "S221"),
    "a call like a pass": ("steps: {auction: {calls: {pass: {bid: 1}}}}", "B509"),
    "a call without a text": ('steps: {auction: {calls: {x: {bid: 3, name: "-"}}}}', "B509"),
    "calls alike but for a capital": ("steps: {auction: {calls: {x: {bid: 3}, X: {bid: 4}}}}", "B509"),
    "an auction of doubles": (
        "remove: [steps.auction.calls.numbers]\nsteps: {auction: {calls: {x: {over: opponents, bid: 2}}}}",
        "B504",
    ),
    # the deck
    "no suits": ("deck: {suits: []}", "S206"),
    "a joker written as a jack": ("deck: {extra: {joker: {code: JH}}}", "D402"),
    "a joker without a short form": ('deck: {extra: {joker: {code: ""}}}', "S209"),
    "a short form with a space": ('deck: {extra: {joker: {code: "J H"}}}', "S209"),
    "suits alike": ("deck: {suits: {a: {}, ä: {}, c: {}, d: {}}}", "D402"),
    # steps
    "a step that is not there": ("steps: {auction: {all pass: {go on at: trikcs}}}", "S230"),
    "hands seen never": ("steps: {deal: {seen: after auktion}}", "S230"),
    "hands seen before": ("steps: {deal: {seen: after deal}}", "S230"),
    "cards played unseen": ("steps: {deal: {seen: after tricks}}", "T604"),
    "a choice after a trick": ("steps: {tricks: {after each: {x: {do: choose, who: dealer}}}}", "S203"),
    "cards from nowhere": ("steps: {tricks: {after each: {x: {do: take, who: seats}}}}", "S206"),
    "another strength": (LOOSE.format("strength: beats some"), "S230"),
    "how many to take": ("steps: {pick up: {cards: 0..1}}", "S234"),
    "a number for when": (LOOSE.format("following with it: 4"), "S234"),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_rules_are_findings(tmp_path: Path, name: str) -> None:
    text, code = ODD[name]
    before = time.process_time()
    found = loaded(tmp_path, text)
    assert time.process_time() - before < 2
    assert code in {item.code for item in found.findings.items if item.severity == "error"}
    assert found.ruleset is None


FINE = {
    "a sum of eighty": "terms: {loss: " + "+".join("1" * 80) + "}",
    "a chain of terms": chain(55, "t{}: t{} + 1"),
    "choices in brackets": 'terms: {made: "'
    + nested("(dealer is north or {})", 30, "dealer is south")
    + '"}',
    "an answer for one": CHOICE.format("5"),
    "a range and a number": CHOICE.format("[1..3, 7]"),
    "a call like a rank": "steps: {auction: {calls: {J: {bid: 1}}}}",
    "a card more and one less": "deck: {without: A of hearts, added: K of hearts}",
    "one side plays": "steps: {tricks: {who: declarers}}",
    "hands dealt face up": "steps: {deal: {shown: yes}}",
    "numbers that are not allowed": SAY.format("0..6, allowed: say of me < 3"),
    "a counter without a start": "counters: {x: {of: seat, type: 0..3}}\nterms: {loss: x of declarer}",
}


@pytest.mark.parametrize("name", FINE)
def test_what_is_only_unusual_is_played(tmp_path: Path, name: str) -> None:
    found = loaded(tmp_path, FINE[name])
    assert found.ruleset is not None, found.findings.items
    assert play_deal(compile_rules(found.ruleset), 1, 0, 1, 0).over


@pytest.mark.parametrize(
    ("more", "code"), [("price + 1", ""), ("price + tricks of dealer", ""), ("hearts among price", "S23")]
)
def test_what_is_set_may_be_worked_out_from_what_it_was(tmp_path: Path, more: str, code: str) -> None:
    text = (
        "terms: {price: 0, loss: price}\n"
        f"steps: {{tricks: {{after each: {{dearer: {{set: {{price: {more}}}}}}}}}}}"
    )
    found = loaded(tmp_path, text)
    assert [finding.code[:3] for finding in found.findings.items] == ([code] if code else [])
    if found.ruleset is not None:
        assert found.ruleset.settings["price"].type.kind is Kind.NUMBER
