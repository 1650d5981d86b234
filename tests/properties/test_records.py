"""Records of many games: they lead back to the game, show a seat only what it knew, and hide no damage.

`benchmarks/kills.py` ends games and spoils records by the thousand.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.properties.records import any_legal, damage, recorded
from tests.properties.shelf import compiled

from hasenpfeffer import chance
from hasenpfeffer.errors import IllegalActionError, RecordError
from hasenpfeffer.play.actions import PickCard
from hasenpfeffer.play.deals import Deal
from hasenpfeffer.play.record.lines import Chain
from hasenpfeffer.play.record.replay import Replayed, replay, verify
from hasenpfeffer.play.record.write import rules_hash
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.table import Table
from hasenpfeffer.play.view import view
from hasenpfeffer.report.document import as_ascii
from hasenpfeffer.report.replay import Retelling

ROOT = Path(__file__).parents[2]
GAMES = [
    "hasenpfeffer",
    "hasenpfeffer+widow-shown+alone-exchange",
    "double-hasenpfeffer",
    "euchre",
    "euchre-going-under",
    "euchre-railroad",
    "five-hundred",
    "hearts",
    "sheepshead-called-ace",
    "spades",
    "twenty-five",
]


def rules_of(reference: str) -> CompiledRules:
    rules = compiled(reference)
    assert rules is not None
    return rules


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("game", GAMES)
def test_a_record_leads_back_to_the_game(game: str) -> None:
    table = Table(rules_of(game), seed=4)
    draw = chance.Stream(4, 0, 0, 9)
    while not table.over and len(table.plays) < 60:
        table.play(any_legal(table, draw))
    record = table.record()
    again = Table.resume(record)
    assert again.state == table.state and again.events == table.events
    assert again.record() == record
    while not table.over and len(table.plays) < 70:
        action = any_legal(table, draw)
        assert again.play(action) == table.play(action)
    for _ in table.plays:
        table.undo()
        again.undo()
        assert again.state == table.state


@pytest.mark.parametrize("game", GAMES)
def test_a_record_with_choices_taken_back_is_true(game: str) -> None:
    lines = recorded(rules_of(game), 5, 80)
    found = verify("".join(lines))
    kinds = {json.loads(line)["kind"] for line in lines}
    assert kinds >= {"header", "deal", "action", "event", "undo", "left"}
    assert found.lines == len(lines) and found.is_left


@pytest.mark.parametrize("game", ["hasenpfeffer", "hearts"])
def test_a_record_that_is_cut_leads_to_the_same_lines(game: str) -> None:
    whole = "".join(recorded(rules_of(game), 6, 40, ends=False)).encode()
    draw = chance.Stream(6, 0, 0, 9)
    start = whole.index(b"\n") + 1
    for _ in range(15):
        cut = start + draw.below(len(whole) - start)
        found = replay(whole[:cut])
        rest = "".join(found.missing).encode()
        assert found.is_cut == (whole[cut - 1 : cut] != b"\n")
        assert whole.startswith(whole[: found.size] + rest)


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize("seed", range(3))
def test_damage_is_told_by_its_line(seed: int) -> None:
    record = "".join(recorded(rules_of("hasenpfeffer"), seed, (30, 150, 400)[seed])).encode()
    assert verify(record)
    draw = chance.Stream(seed, 0, 0, 9)
    for _ in range(40):
        spoiled = damage(record, draw)
        with pytest.raises(RecordError) as caught:
            verify(spoiled.record)
        assert (caught.value.line, spoiled.what) == (spoiled.line, spoiled.what)


ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    10**12,
    10**70,
    "",
    "south",
    "9H",
    [],
    {},
    [1],
    {"a": 1},
    1.5,
    "\x1b[31m",
    "\u2028",
]


@pytest.mark.parametrize("game", ["hasenpfeffer", "euchre-railroad", "hearts"])
def test_nonsense_with_checksums_that_fit_is_told_or_is_another_game(game: str) -> None:
    data = [json.loads(line) for line in recorded(rules_of(game), 8, 30)]
    draw = chance.Stream(8, 0, 0, 9)
    told = 0
    for _ in range(40):
        try:
            found = verify(nonsense(data, draw))
        except RecordError:
            told += 1
        else:
            assert list(Retelling(found, sees_all=True).lines)
    assert told > 20


def nonsense(data: list[Any], draw: chance.Stream) -> str:
    """A record in which one part, most likely of its rules, is another, or gone; all checksums fit."""
    data = json.loads(json.dumps(data))
    part = data[0] if draw.below(3) else data[draw.below(len(data))]
    while True:
        keys = (
            [key for key in part if key not in ("n", "check")] if isinstance(part, dict) else range(len(part))
        )
        key = list(keys)[draw.below(len(keys))]
        if not (isinstance(part[key], (dict, list)) and part[key] and draw.below(8)):
            break
        part = part[key]
    if draw.below(4):
        part[key] = ODD[draw.below(len(ODD))]
    else:
        del part[key]
    if "rules" in data[0]:
        data[0]["hash"] = rules_hash(data[0]["rules"])
    chain = Chain()
    plain = [{key: line[key] for key in line if key not in ("n", "check")} for line in data]
    return "".join(chain.line(line) for line in plain if line)


def test_games_that_are_killed_lose_nothing() -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "kills.py")]
    done = subprocess.run(
        [*command, "--kills", "7", "--processes", "1", "--changes", "20"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert re.search(r"[1-9]\d* events told", done.stdout), done.stdout


# ---------------------------------------------------------------- what a seat may know


CARD = re.compile(r"\b(?:(?:10|[2-9JQKA])[CDHS]|Jo)\b")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_is_told_again_depends_on_nothing_hidden(game: str) -> None:
    rules = rules_of(game)
    draw = chance.Stream(7, 0, 0, 9)
    compared = 0
    for number in range(1, 3):
        table = first_deal(rules, number, draw)
        seat = draw.below(rules.seating.count)
        hidden = unknown(table, seat)
        found = replay(table.record())
        told = as_told(found, seat)
        named = set(CARD.findall(" ".join(event.as_seen(seat).text for event in table.events)))
        known = set(rules.pack.texts(rules.pack.everything & ~hidden).split())
        assert set(CARD.findall(told)) <= known | named, (game, number, rules.seating.names[seat])
        for _ in range(6):
            other = exchanged(table, hidden, draw)
            if other is not None:
                compared += 1
                assert as_told(replay(other.record()), seat) == told, (game, number)
    assert compared


def first_deal(rules: CompiledRules, number: int, draw: chance.Stream) -> Table:
    """A table in the middle of its first deal."""
    deal = Deal(chance.shuffled(rules.pack.size, 7, 0, number), draw.below(rules.seating.count))
    whole = Table(rules, seed=number, deal=deal)
    while not whole.state.over and len(whole.turns) == len(whole.beginning) + len(whole.plays):
        whole.play(any_legal(whole, draw))
        if whole.shuffles or whole.over:
            break
    table = Table(rules, seed=number, deal=deal)
    for turn, *_ in whole.plays[: draw.below(len(whole.plays))]:
        assert turn.action is not None
        table.play(turn.action)
    return table


def unknown(table: Table, seat: int) -> int:
    """Cards that a seat has neither held nor seen."""
    known = 0
    for turn in table.turns:
        seen = view(table.rules, turn.after, seat)
        known |= sum(hand for hand in seen.hands) | seen.aside
        for cards in seen.piles:
            known |= cards
        for trick in seen.tricks:
            known |= trick.card_set
        for _, card in seen.table:
            known |= 1 << card
        for event in turn.events:
            known |= event.cards if event.seen_by >> seat & 1 else 0
    return table.rules.pack.everything & ~known


def exchanged(table: Table, hidden: int, draw: chance.Stream) -> Table | None:
    """The same deal with two hidden cards in each other's place; None where it could not have gone so."""
    cards = list(table.rules.pack.members(hidden))
    if len(cards) < 2:
        return None
    one, two = cards[draw.below(len(cards))], cards[draw.below(len(cards))]
    swap = {one: two, two: one}
    first = table.given
    assert first is not None
    other = Table(
        table.rules,
        seed=table.seed,
        deal=Deal(tuple(swap.get(card, card) for card in first.pack), first.dealer),
    )
    faces = {table.rules.pack.cards[card]: table.rules.pack.cards[swap[card]] for card in swap}
    try:
        for turn, *_ in table.plays:
            action = turn.action
            assert action is not None
            if isinstance(action, PickCard) and not table.rules.pack.has_copies:
                action = PickCard(action.step, faces.get(action.face, action.face))
            other.play(action)
    except IllegalActionError:
        return None
    return other if one != two else None


def as_told(found: Replayed, seat: int) -> str:
    """All that `replay --as` prints of a record, in both forms."""
    retelling = Retelling(found, 1 << seat)
    lines = [as_ascii(line) for line in retelling.lines]
    return "\n".join([*lines, *(json.dumps(data) for data in retelling.data)])
