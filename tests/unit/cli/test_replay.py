"""`replay`: a recorded game as it was told, as one seat saw it, laid open, as data, and checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hasenpfeffer as hp
from hasenpfeffer.play.record.lines import Chain
from hasenpfeffer.study.recorder import Recorder

Run = Callable[..., Any]
DEAL = "dealer=east north=9DJDKDJHQSJo east=9CQCQH9S10SAS south=10CKCACQD10HKH west=JC10D9HAHJSKS widow=AD"
ACTIONS = ("pass", "pass", "pass", "4", "trump spades", "with partner", "9C")


@pytest.fixture
def game(folder: Path) -> str:
    """A game of south with three bots, in which a call was taken back, left after some cards."""
    table = hp.Table(hp.load("hasenpfeffer"), seed=3, deal=DEAL)
    with Recorder.create("game.jsonl", table, people=0b100, bots="careful") as recorder:
        table.play("5")
        recorder.played(table, "person")
        table.undo()
        recorder.undone("south", 1)
        for action in ACTIONS:
            table.play(action)
            recorder.played(table, "person")
        for _ in range(8):
            table.play(table.legal[0])
            recorder.played(table, "careful")
        recorder.left()
    return "game.jsonl"


def test_a_game_is_told_as_at_the_table(run: Run, game: str) -> None:
    done = run("replay", game)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:3] == ["Hasenpfeffer", "people: south", "bots: careful"]
    assert "your cards: 10♣ K♣ A♣ Q♦ 10♥ K♥" in lines
    assert lines[lines.index("you call 5") + 1 :][:2] == ["taken back: your choice", "you pass"]
    assert "east takes the widow (1 card)" in lines and not any("east's cards" in line for line in lines)
    assert lines[-1] == "the game is left in deal 1"


def test_a_seat_is_told_what_it_knew(run: Run, game: str) -> None:
    east = run("replay", game, "--as", "East", "--plain").out
    assert "your cards: 9C QC QH 9S 10S AS" in east and "you take the widow: AD" in east
    north = run("replay", game, "--as", "north", "--plain").out
    assert "your cards: 9D JD KD JH QS Jo" in north and "east takes the widow (1 card)" in north
    assert "" not in north.splitlines() and north.isascii()


def test_a_game_can_be_laid_open(run: Run, game: str) -> None:
    lines = run("replay", game, "--open", "--plain").out.splitlines()
    assert "widow: AD" in lines and "west's cards: JC 10D 9H AH JS KS" in lines
    assert "south passes" in lines and "taken back: south's choice" in lines


def test_events_come_as_data_as_far_as_a_seat_knows_them(run: Run, game: str) -> None:
    data = [json.loads(line) for line in run("replay", game, "--as", "west", "--json").out.splitlines()]
    assert data[0]["kind"] == "game" and data[0]["people"] == ["south"] and "seed" not in data[0]
    dealt = {
        event["to"]: event.get("cards") for event in data if event.get("event") == "dealt" and "to" in event
    }
    assert dealt == {"north": None, "east": None, "south": None, "west": "JC 10D 9H AH JS KS"}
    assert [event["kind"] for event in data if event["kind"] != "event"] == ["game", "undo", "left"]
    everything = run("replay", game, "--open", "--json").out
    assert '"cards": "9D JD KD JH QS Jo"' in everything


def test_a_game_of_bots_is_told_as_to_somebody_who_watches(run: Run, folder: Path) -> None:
    table = hp.Table(hp.load("hasenpfeffer"), seed=3, deal=DEAL)
    table.play("pass", fault="KeyError: 9H")
    (folder / "bots.jsonl").write_text(table.record(), encoding="utf-8")
    done = run("replay", "bots.jsonl")
    assert (done.code, done.err) == (
        1,
        "bots.jsonl:10: the record ends here, and the game does not: nobody has left it\n",
    )
    assert done.out.splitlines()[-2:] == [
        "the bot of south failed; a legal choice is made for it",
        "south passes",
    ]
    assert "KeyError" not in done.out and "cards:" not in done.out


def test_a_check_says_what_the_record_holds(run: Run, game: str) -> None:
    done = run("replay", game, "--check")
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{game}: whole and true: Hasenpfeffer, 1 deal, 15 choices, left in deal 1\n"


def test_a_check_says_who_won(run: Run, folder: Path) -> None:
    for patch, seed, end in (("pepper-night", 2, "won by "), ("everyone-deals-once", 3, "won by ")):
        table = hp.Table(hp.load("hasenpfeffer", patch), seed=seed)
        while not table.over:
            table.play(table.legal[-1])
        (folder / "end.jsonl").write_text(table.record(), encoding="utf-8")
        assert run("replay", "end.jsonl", "--check").out.endswith(f"{end}{table.winner}\n")


def test_a_check_says_that_a_game_was_stopped(run: Run, write: Callable[..., str]) -> None:
    short = "parameters: {target: 6}\ngame: {longest: 1}\n"
    house = write("house.yaml", f"language: 1\ntitle: Short\nextends: hasenpfeffer\n{short}")
    table = hp.Table(hp.load(house), seed=3)
    while not table.over:
        table.play(table.legal[-1])
    done = run("replay", write("end.jsonl", table.record()), "--check")
    assert (done.code, done.out) == (
        0,
        "end.jsonl: whole and true: Short, 1 deal, 28 choices, stopped unfinished\n",
    )


def test_a_changed_line_is_told_and_nothing_of_the_game(run: Run, game: str) -> None:
    path = Path(game)
    path.write_bytes(path.read_bytes().replace(b'"action":"4"', b'"action":"5"'))
    number = next(
        i
        for i, line in enumerate(path.read_bytes().splitlines(), 1)
        if b'"action":"5","by"' in line and i > 9
    )
    problem = f"{game}:{number}: this line was changed: its checksum does not fit\n"
    assert run("replay", game, "--check") == type(run("--version"))(1, problem, "")
    told = run("replay", game)
    assert (told.code, told.out, told.err) == (1, "", problem)


def test_a_game_that_was_cut_off_is_told_up_to_there(run: Run, game: str) -> None:
    path = Path(game)
    path.write_bytes(path.read_bytes()[:-5])
    done = run("replay", game)
    last = path.read_bytes().count(b"\n") + 1
    assert (done.code, done.err) == (
        1,
        f"{game}:{last}: this line is cut off; the lines before it are whole\n",
    )
    assert "you pass" in done.out


def test_a_record_of_another_format_is_refused_in_a_line(run: Run, game: str) -> None:
    data = json.loads(Path(game).read_text(encoding="utf-8").splitlines()[0])
    del data["n"], data["check"]
    for number, said in ((2, "a newer one can read it"), (0, "older than any")):
        Path(game).write_text(
            Chain().line(data | {"format": f"hasenpfeffer-record/{number}"}), encoding="utf-8"
        )
        done = run("replay", game, "--check")
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert f"{game}: it is of format {number}" in done.err and said in done.err


@pytest.mark.parametrize(
    "content", [b"", b"\0\xff" * 40, b"[" * 5000, b"title: House\n", b'{"kind":"header"}\n']
)
def test_what_is_no_record_is_told_without_a_traceback(
    run: Run, write: Callable[..., str], content: bytes
) -> None:
    done = run("replay", write("odd.jsonl", content), "--check")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("odd.jsonl:1: ") and done.out.count("\n") == 1


def test_what_cannot_be_read_is_wrong_usage(run: Run, folder: Path) -> None:
    (folder / "in").mkdir()
    for name, said in (("nothing.jsonl", "No such file"), ("in", "not a file")):
        done = run("replay", name)
        assert (done.code, done.out) == (2, "") and said.lower() in done.err.lower()


def test_without_a_file_the_last_game_is_told(
    run: Run, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert (run("replay").code, "no game of yours is saved yet" in run("replay").err) == (2, True)
    saved = tmp_path / "hasenpfeffer/games/2026-01-01-120000-hasenpfeffer.jsonl"
    saved.parent.mkdir(parents=True)
    saved.write_bytes(Path(game).read_bytes())
    assert run("replay").out == run("replay", game).out


def test_words_that_make_no_sense_are_wrong_usage(run: Run, game: str) -> None:
    for words, said in (
        ([game, "--as", "nroth"], "did you mean `north`"),
        ([game, "--check", "--as", "north"], "not allowed"),
        ([game, "--check", "--json"], "leave --plain and --json out"),
        ([game, "--chekc"], "Did you mean `--check`"),
    ):
        done = run("replay", *words)
        assert (done.code, done.out) == (2, "") and said in done.err, done.err


def test_what_a_record_says_cannot_act_on_the_terminal(run: Run, game: str) -> None:
    lines = Path(game).read_text(encoding="utf-8").splitlines()
    data = [json.loads(line) for line in lines]
    for line in data:
        del line["n"], line["check"]
    data[0]["bots"] = "\x1b]0;careful\x07"
    chain = Chain()
    Path(game).write_text("".join(map(chain.line, data)), encoding="utf-8")
    out = run("replay", game).out
    assert "\x1b" not in out and "<U+001B>" in out
