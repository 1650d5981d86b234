"""Records as text: rules as data, lines with checksums, and games that are played again from them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import hasenpfeffer as hp
from hasenpfeffer.errors import IllegalActionError, RecordError, RecordFormatError, UsageError
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.record import lines as record_lines
from hasenpfeffer.play.record.codec import UnreadableError, decode_ruleset, encode_ruleset, without_folder
from hasenpfeffer.play.record.lines import Chain, as_json
from hasenpfeffer.play.record.replay import Decision, Left, TakenBack, replay, verify
from hasenpfeffer.play.record.write import Writer, rules_hash
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.ruleset.model import Ruleset
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.study.cases.pins import ValuePin

PAGE = Path(__file__).parents[3] / "docs" / "records.md"
RULES = hp.load("hasenpfeffer")
DEAL = "dealer=east north=9DJDKDJHQSJo east=9CQCQH9S10SAS south=10CKCACQD10HKH west=JC10D9HAHJSKS widow=AD"


def ruleset_of(reference: str) -> Ruleset:
    ruleset = load_reference(reference, schema=False).ruleset
    assert ruleset is not None
    return ruleset


# ---------------------------------------------------------------- rules as data


@pytest.mark.parametrize("group", range(8))
def test_every_shipped_ruleset_comes_back_as_it_was(group: int) -> None:
    for entry in shelf_entries()[group::8]:
        ruleset = ruleset_of(entry.name)
        text = as_json(encode_ruleset(ruleset))
        again = decode_ruleset(json.loads(text))
        assert again == ruleset, entry.name
        assert as_json(encode_ruleset(again)) == text, entry.name


def test_places_come_back_with_the_rules() -> None:
    again = decode_ruleset(encode_ruleset(RULES.ruleset))
    assert [part.place for part in parts(again)] == [part.place for part in parts(RULES.ruleset)]
    assert str(again.steps[0].place).startswith("rules/hasenpfeffer.yaml:")


def parts(value: object) -> list[Any]:
    """Every part of a value that has a place."""
    if isinstance(value, Mapping):
        return [part for item in value.values() for part in parts(item)]
    if isinstance(value, (tuple, list)):
        return [part for item in value for part in parts(item)]
    if not is_dataclass(value):
        return []
    found = [part for field in fields(value) for part in parts(getattr(value, field.name))]
    return [value, *found] if hasattr(value, "place") else found


def test_rules_from_a_folder_of_ones_own_keep_the_folder_to_themselves(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("language: 1\ntitle: A house rule\nextends: hasenpfeffer\ngame: {longest: 3}\n")
    rules = hp.load(path)
    table = hp.Table(rules, seed=1)
    table.play("pass")
    record = table.record()
    assert str(tmp_path) not in record and '"house.yaml"' in record
    assert hp.Table.resume(record).record() == record
    assert without_folder("~/house.yaml") == without_folder("C:\\rules\\house.yaml") == "house.yaml"
    assert without_folder("../rules/house.yaml") == "../rules/house.yaml"


def spoil(data: Any, *path: str | int, value: Any) -> Any:
    data = json.loads(json.dumps(data))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


NO_RULES = {
    "a list": lambda data: [],
    "no files": lambda data: {"ruleset": data["ruleset"]},
    "files that are no texts": lambda data: spoil(data, "files", value=[3]),
    "a number for a text": lambda data: spoil(data, "ruleset", "title", value=3),
    "yes for a number": lambda data: spoil(data, "ruleset", "game_end", "longest", value=True),
    "a number beyond all bounds": lambda data: spoil(data, "ruleset", "game_end", "longest", value=1 << 300),
    "a word that is not one of a few": lambda data: spoil(data, "ruleset", "game_end", "ties", value="toss"),
    "a kind that there is not": lambda data: spoil(
        data, "ruleset", "settings", "trump", "type", "kind", value="a colour"
    ),
    "a step of no kind": lambda data: spoil(data, "ruleset", "steps", 0, "is", value="Ruleset"),
    "a part too many": lambda data: spoil(data, "ruleset", "pace", value=1),
    "a place of two numbers": lambda data: spoil(data, "ruleset", "game_end", "place", value=[0, 1]),
    "a place in no file": lambda data: spoil(data, "ruleset", "game_end", "place", 0, value=9),
    "a card without a face": lambda data: spoil(data, "ruleset", "pack", "cards", 0, value=99),
    "a seat in two teams": lambda data: spoil(data, "ruleset", "seating", "teams", value=[5, 11]),
    "no fraction": lambda data: spoil(
        data, "ruleset", "game_end", "next_dealer", "value", value={"fraction": "1/0"}
    ),
}


@pytest.mark.parametrize("what", NO_RULES)
def test_data_of_another_shape_is_refused(what: str) -> None:
    with pytest.raises(UnreadableError):
        decode_ruleset(NO_RULES[what](encode_ruleset(RULES.ruleset)))


# ---------------------------------------------------------------- a record and its game


def played(*actions: str, rules: CompiledRules = RULES, **how: Any) -> hp.Table:
    table = hp.Table(rules, **({"deal": DEAL} | how))
    for action in actions:
        table.play(action)
    return table


def test_the_lines_say_what_the_table_says() -> None:
    table = played("pass", "4", "pass", "pass")
    data = [json.loads(line) for line in table.record().splitlines()]
    head = data[0]
    assert (head["kind"], head["format"], head["ruleset"]) == (
        "header",
        "hasenpfeffer-record/1",
        "hasenpfeffer",
    )
    assert head["seats"] == ["north", "east", "south", "west"] and head["parameters"]["target"] == "10"
    assert head["hash"] == rules_hash(head["rules"])
    assert data[1] == {"kind": "deal", "n": 2, "deal": DEAL, "check": data[1]["check"]}
    assert [line["n"] for line in data] == list(range(1, len(data) + 1))
    actions = [(line["seat"], line["action"]) for line in data if line["kind"] == "action"]
    assert actions == [("south", "pass"), ("west", "4"), ("north", "pass"), ("east", "pass")]
    took = next(line for line in data if line.get("event") == "took")
    assert (took["seat"], took["cards"], took["seen_by"]) == ("west", "AD", ["west"])


def test_checksums_are_what_the_page_about_records_says() -> None:
    before = ""
    for line in WHOLE.splitlines():
        check = json.loads(line)["check"]
        body = line.replace(f',"check":"{check}"', "")
        assert hashlib.sha256((before + body).encode()).hexdigest()[:16] == check
        before = check


def test_the_page_about_records_is_true() -> None:
    text = PAGE.read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    exec(example, {})
    kinds = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert tuple(kinds) == ("header", "deal", "action", "event", "undo", "end", "left")


def test_a_whole_choice_of_several_cards_is_one_action() -> None:
    rules = hp.load("hearts")
    table = hp.Table(rules, seed=2)
    cards = " ".join(table.hands[table.actor][:3])  # type: ignore[index]
    table.play(cards)
    (action,) = [json.loads(line) for line in table.record().splitlines() if '"kind":"action"' in line]
    assert action["action"] == f"passing {cards}"
    again = hp.Table.resume(table.record())
    again.undo()
    assert again.state == hp.Table(rules, seed=2).state


def test_a_first_deal_that_was_given_comes_back_and_later_ones_come_from_the_seed() -> None:
    table = played(seed=9)
    while table.shuffles < 2:
        table.play(table.legal[0])
    again = hp.Table.resume(table.record())
    assert again.state == table.state and again.given == table.given
    assert hp.Table.resume(hp.Table(RULES, seed=9, game=3).record()).given is None


def test_what_was_taken_back_is_not_in_the_record_of_a_table() -> None:
    table = played("pass", "4")
    before = table.record()
    table.play("5")
    table.undo()
    assert table.record() == before


def test_a_player_that_failed_is_in_the_record() -> None:
    table = hp.Table(RULES, seed=1)
    events = table.play("pass", fault="KeyError: ♠\nof all things")
    assert (events[0].kind, events[0].text) == ("replaced", "KeyError: ♠\nof all things")
    again = hp.Table.resume(table.record())
    assert again.events == table.events
    others = [event.as_seen(seat).text for event in events[:1] for seat in range(4) if seat != event.seat]
    assert others == ["", "", ""]


def test_a_fault_that_cannot_be_written_does_no_harm() -> None:
    table = hp.Table(RULES, seed=1)
    table.play("pass", fault="\ud800" * 5000)
    assert hp.Table.resume(table.record()).events == table.events


def test_pinned_rules_are_no_rules_to_record() -> None:
    rules = compile_rules(RULES.ruleset, {"declarers": ValuePin(5)})
    with pytest.raises(UsageError, match="pinned"):
        hp.Table(rules, seed=1).record()


def told(*steps: str) -> list[str]:
    """The lines of a game: actions by name, `undo N` and `left`."""
    table = played()
    writer = Writer(RULES)
    found = writer.beginning(table, people=0b100, bots="careful")
    for step in steps:
        if step == "left":
            found += writer.left()
        elif step.startswith("undo "):
            for _ in range(int(step[5:])):
                table.undo()
            found += writer.undo(str(table.actor), int(step[5:]))
        else:
            by = "person" if table.actor == "south" else "careful"
            table.play(step)
            found += writer.play(table.last_play, by)
    return found


def test_whoever_made_a_choice_is_known_when_the_game_goes_on() -> None:
    found = verify("".join(told("pass", "4", "pass", "undo 2", "5", "pass", "pass", "trump spades", "left")))
    assert (found.people, found.bots, found.choices) == (0b100, "careful", 5)
    assert found.decisions[:2] == [Decision("south", "person", 0), Decision("west", "careful", 1)]
    assert [type(item) for item in found.story if not hasattr(item, "turns")] == [TakenBack, Left]
    assert found.table.legal == ("alone", "with partner")


# ---------------------------------------------------------------- what is no record


def refused(record: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        verify(record)
    return caught.value


WHOLE = "".join(told("pass", "4", "pass", "pass", "left"))

NO_RECORDS: dict[str, tuple[str | bytes, int, str]] = {
    "nothing": ("", 1, "is empty"),
    "a rule file": ("language: 1\ntitle: House\n", 1, "no record of a game"),
    "other JSON": ('{"a": 1}\n', 1, "no record of a game"),
    "a number": ("7\n", 1, "no record of a game"),
    "brackets": ("[" * 100_000, 1, "no record of a game"),
    "zero bytes": (b"\0" * 500, 1, "no record of a game"),
    "bytes of no text": (b"\xff\xfe\xfd\n", 1, "no record of a game"),
    "a byte order mark": ("\ufeff" + WHOLE, 1, "no record of a game"),
    "half a header": (WHOLE[:500], 1, "cut off in its first line"),
    "text that cannot be written": (WHOLE + "\ud800", 1, "UTF-8"),
    "carriage returns": (WHOLE.replace("\n", "\r\n"), 1, "changed"),
    "spaces between the parts": (WHOLE.replace('"n":3,', '"n": 3,'), 3, "changed"),
    "an empty line at the end": (WHOLE + "\n", WHOLE.count("\n") + 1, "cut off"),
    "zero bytes at the end": (WHOLE.encode() + b"\0" * 4096, WHOLE.count("\n") + 1, "cut off"),
}


@pytest.mark.parametrize("what", NO_RECORDS)
def test_what_is_no_record_is_told_by_its_line(what: str) -> None:
    record, line, problem = NO_RECORDS[what]
    error = refused(record)
    assert error.line == line and problem in error.problem


def test_a_record_that_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_lines, "LARGEST", 1000)
    assert "more than 1,000 bytes" in refused(WHOLE).problem


def test_a_record_without_an_end_is_told() -> None:
    error = refused("".join(told("pass", "4")))
    assert (error.line, error.problem) == (
        11,
        "the record ends here, and the game does not: nobody has left it",
    )
    amid = refused("".join(told("pass", "4")[:-1]))
    assert (amid.line, amid.problem) == (10, "the record ends here, amid what the last choice brought about")


def with_header(**changes: object) -> str:
    first, *rest = told("pass", "left")
    return forged([json.loads(first) | changes, *map(json.loads, rest)])


def forged(data: list[dict[str, Any]]) -> str:
    """Lines with checksums that fit, whatever they say."""
    chain = Chain()
    return "".join(chain.line({key: line[key] for key in line if key not in ("n", "check")}) for line in data)


def test_a_newer_format_is_refused_as_such() -> None:
    with pytest.raises(RecordFormatError, match="of format 2, and this program knows formats up to 1"):
        replay(with_header(format="hasenpfeffer-record/2"))
    with pytest.raises(RecordFormatError, match="older"):
        replay(with_header(format="hasenpfeffer-record/0"))


@pytest.mark.parametrize("number", ["2", "0", "11"])
def test_a_changed_number_of_the_format_is_a_changed_line(number: str) -> None:
    error = refused(WHOLE.replace("hasenpfeffer-record/1", f"hasenpfeffer-record/{number}"))
    assert not isinstance(error, RecordFormatError) and "changed" in error.problem


BAD_HEADERS: dict[str, object] = {
    "format": "hasenpfeffer-record/x",
    "version": 7,
    "seats": ["north", "east"],
    "people": ["nobody"],
    "bots": ["careful"],
    "seed": "7",
    "game": True,
    "first": {"dealer": "east", "pack": [0, 0]},
    "hash": "0",
    "rules": [],
    "title": "Another game",
    "parameters": {"target": "12"},
    "more": 1,
}


@pytest.mark.parametrize("key", BAD_HEADERS)
def test_a_header_that_makes_no_sense_is_told(key: str) -> None:
    assert refused(with_header(**{key: BAD_HEADERS[key]})).line == 1


def test_rules_that_cannot_be_played_are_told() -> None:
    rules = json.loads(told()[0])["rules"]
    for path, value in (
        (("ruleset", "steps", 1, "opens", "op"), "conjure"),
        (("ruleset", "steps"), []),
        (("ruleset", "settings"), {}),
    ):
        spoiled = spoil(rules, *path, value=value)
        assert refused(with_header(rules=spoiled, hash=rules_hash(spoiled))).line <= 8


LIES: dict[str, tuple[int, dict[str, object], str]] = {
    "an action that is not legal": (8, {"action": "JC"}, "not legal"),
    "an action that is no text": (8, {"action": ["pass"]}, "not a text"),
    "an action in other letters": (8, {"action": "PASS"}, "`action` is not what follows"),
    "an action of another seat": (8, {"seat": "north"}, "not this seat"),
    "an action by a number": (8, {"by": 7}, "not a text"),
    "a fault that there was not": (9, {"fault": "x"}, "says more"),
    "a deal of other cards": (2, {"deal": DEAL.replace("9DJD", "JD9D")}, "`deal` is not what follows"),
    "another event": (9, {"event": "called"}, "`event` is not what follows"),
    "an event that more have seen": (3, {"seen_by": "everybody"}, "`seen_by` is not what follows"),
    "another kind": (9, {"kind": "deal"}, "kind `event` must stand here"),
    "no kind": (9, {"kind": None}, "kind `event` must stand here"),
    "a kind that there is not": (10, {"kind": "pause"}, "of no kind that records have"),
    "a second header": (10, {"kind": "header"}, "kind `header` can follow"),
    "too many taken back": (12, {"plays": 9}, "cannot be taken back"),
    "a part of one taken back": (12, {"plays": "1"}, "not a whole number"),
    "another's choice taken back": (12, {"seat": "north"}, "`seat` is not what follows"),
}


@pytest.mark.parametrize("what", LIES)
def test_a_lie_with_checksums_that_fit_is_told_by_its_line(what: str) -> None:
    number, changes, problem = LIES[what]
    data = [json.loads(line) for line in told("pass", "4", "undo 1", "left")]
    data[number - 1] |= changes
    error = refused(forged(data))
    assert error.line == number and problem in error.problem


def test_a_game_is_left_once_and_not_after_its_end() -> None:
    lines = [json.loads(line) for line in told("pass", "left")]
    assert refused(forged([*lines, {"kind": "left"}])).line == len(lines) + 1
    rules = hp.load("hasenpfeffer", "pepper-night")
    table = hp.Table(rules, seed=2)
    while not table.over:
        table.play(table.legal[-1])
    ended = [json.loads(line) for line in table.record().splitlines()]
    assert ended[-1]["kind"] == "end" and ended[-1]["scores"] == table.scores
    assert verify(table.record()).table.winner == table.winner
    for more in ({"kind": "left"}, {"kind": "action", "seat": "north", "action": "pass"}):
        assert refused(forged([*ended, more])).line == len(ended) + 1


def test_lines_are_no_place_for_odd_json() -> None:
    for odd in ("1.5", "NaN", "9" * 5000, "[" * 5000):
        body = f'{{"kind":"action","n":2,"action":{odd}'
        check = record_lines._checksum(WHOLE.split("\n")[0][-18:-2].encode(), body.encode() + b"}").decode()
        error = refused(WHOLE.split("\n")[0] + f'\n{body},"check":"{check}"}}\n')
        assert (error.line, "JSON" in error.problem) == (2, True), odd


def test_refusals_name_no_cards() -> None:
    data = [json.loads(line) for line in told("pass", "4", "pass", "pass", "left")]
    for index, line in enumerate(data):
        if "cards" in line:
            lie = [dict(item) for item in data]
            lie[index]["cards"] = "9H"
            problem = refused(forged(lie)).problem
            assert problem == "`cards` is not what follows from the lines before and the rules"


def test_what_one_seat_saw_is_no_record() -> None:
    from hasenpfeffer.report.replay import Retelling

    seen = "".join(f"{as_json(data)}\n" for data in Retelling(verify(WHOLE), 1).data)
    with pytest.raises(RecordError, match="no record of a game"):
        hp.Table.resume(seen)


def test_a_resumed_table_refuses_as_the_first_one_did() -> None:
    table = played("pass", "4", "pass", "pass", "trump spades", "with partner")
    again = hp.Table.resume(table.record())
    for text in ("9D", "discard 9D", "pass"):
        with pytest.raises(IllegalActionError) as one:
            table.play(text)
        with pytest.raises(IllegalActionError) as two:
            again.play(text)
        assert str(one.value) == str(two.value) and one.value.reasons == two.value.reasons
