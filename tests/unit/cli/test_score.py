"""`score`: a sheet kept by pipe, saved after each line, and taken up again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

FIRST = "south 4 hearts, 5 tricks\n"
SECOND = "west 3, 2\n"


@pytest.fixture
def score(process, folder):
    """Keeps score by pipe; sheets without a file of their own go below the working folder."""

    def score(*words, typed=""):
        return process("score", *words, stdin=typed.encode(), XDG_STATE_HOME=str(folder / "state"))

    return score


def test_a_game_is_kept_from_the_first_deal_to_the_last(score):
    typed = f"{FIRST}pass\nwest 3\n2\nsouth 6 spades alone 6\nquit\n"
    result = score("hasenpfeffer", "--dealer", "west", "--file", "sheet.jsonl", typed=typed)
    assert result.code == 0
    assert result.out == (
        "Hasenpfeffer: score sheet for north, east, south, west. ? tells what can be said.\n"
        "the sheet is kept in sheet.jsonl\n"
        "west deals\n"
        "deal 1: south 4 hearts, 5 tricks\n"
        "made: north-south +5\n"
        "score: north-south 5, east-west 0\n"
        "north deals\n"
        "deal 2, thrown in\n"
        "score: north-south 5, east-west 0\n"
        "east deals\n"
        "deal 2 again: west 3, 2 tricks\n"
        "set: east-west −2\n"
        "score: north-south 5, east-west −2\n"
        "south deals\n"
        "deal 3: south 6 spades, alone, 6 tricks\n"
        "made: north-south +6\n"
        "score: north-south 11, east-west −2\n"
        "north-south wins the game\n"
    )
    assert result.err.splitlines()[-1] == "the game is over (undo, sheet, why, quit): quit"
    assert "tricks of east-west: 2" in result.err


def test_what_rule_paid_what_is_told_with_its_line(score):
    result = score(typed=f"{FIRST}why\nquit\n")
    why = result.out.splitlines()[-4:-1]
    clause = "because the declarer's side wins at least as many tricks as were bid"
    assert why[0] == "deal 1: south 4 hearts, 5 tricks"
    assert why[1].startswith(f"made: north-south +5, {clause} (rules/hasenpfeffer.yaml:")
    assert why[2] == "bid 4; tricks: north-south 5, east-west 1"


def test_a_condition_that_has_a_name_is_told_by_its_meaning(score):
    result = score("five-hundred", typed="south 6 spades, 8 tricks, defenders 2\nwhy\nquit\n")
    assert "made: north-south +40, because " in result.out and "because made" not in result.out


def test_the_sheet_is_read_line_by_line_where_no_table_can_be_seen(score):
    typed = "cy 4 hearts, 5\npass\nDot 3, 2\nsheet\nquit\n"
    result = score("--names", "Ada,Ben,Cy,Dot", "--plain", typed=typed)
    assert result.out.splitlines()[-4:-1] == [
        "deal 1: Cy 4 hearts, 5 tricks: Ada & Cy 5, Ben & Dot 0",
        "deal 2, thrown in: Ada & Cy 5, Ben & Dot 0",
        "deal 2 again: Dot 3, 2 tricks: Ada & Cy 5, Ben & Dot -2",
    ]


def test_a_deal_is_taken_back_in_the_words_in_which_it_was_understood(score):
    result = score(typed="west 3, -0 tricks\nundo\nquit\n")
    assert "taken back: deal 1: west 3, 0 tricks\n" in result.out


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("soth 4, 3", "`soth` is not understood. Did you mean `south`?"),
        ("south 4, 7", "these are 7 tricks, and a deal has 6"),
        ("south 9, 3", "there is no call 9 in these rules"),
        ("dealer nobody", "There is no player `nobody`."),
        ("undo", "there is no deal to take back"),
        ("why", "the sheet is empty"),
        ("?", "calls: 1, 2, 3, 4, 5, 6; or pass, if nobody calls"),
        ("south 4\n", "the deal is not taken down"),
        ("south 4\n9\n3", "these are 9 tricks, and a deal has 6"),
        ("south 4\nhearts\n3", "`hearts` is no answer to that: say a number from 0 to 6"),
        ("south 4\nhello\n3", "`hello` is no answer to that: say a number from 0 to 6"),
        ("south 4\nseven\n3", "`seven` is no answer to that: these are 7 tricks, and a deal has 6"),
        ("south 4\n-2\n3", "tricks cannot be -2: it is a number from 0 to 6"),
        ("south 4\nthree tricks", "set: north-south −3"),
        ("south 4\n?\n3", "say a number from 0 to 6\nor undo: then nothing is taken down of this deal"),
        ("4\n?\nundo", "say a player: north, east, south, west\nor undo: "),
        ("4\ncancel", "the deal is not taken down"),
        ("south 10, 3", "there are 1, 2, 3, 4, 5, 6"),
        ("dealer", "who deals now? Say it as in `dealer north`"),
    ],
)
def test_what_makes_no_sense_is_told(score, typed, told):
    result = score(typed=f"{typed}\nquit\n")
    assert result.code == 0 and told in result.out
    assert "Traceback" not in result.err


def test_each_deal_is_on_the_disk_and_undo_too(score):
    score("--file", "sheet.jsonl", typed=f"{FIRST}dealer east\n{SECOND}undo\nquit\n")
    lines = [json.loads(line) for line in Path("sheet.jsonl").read_text("utf-8").splitlines()]
    assert lines[0]["format"] == "hasenpfeffer-sheet/1" and lines[0]["ruleset"] == "hasenpfeffer"
    assert lines[1] == {"deal": 1, "told": FIRST.strip(), "scores": {"north-south": "5", "east-west": "0"}}
    assert lines[2:] == [{"dealer": "east"}, {**lines[3]}, {"undo": 1}]


def test_an_end_of_input_saves_and_says_how_to_go_on(score):
    result = score("hasenpfeffer+hoyle", "--file", "sheet.jsonl", typed=FIRST)
    assert result.code == 130
    assert "saved; to go on: hasenpfeffer score --file sheet.jsonl" in result.err
    again = score("--file", "sheet.jsonl", typed=f"{SECOND}quit\n")
    assert again.code == 0
    assert "score: north-south 9, east-west −2" in again.out


def test_sheets_without_a_file_go_to_the_state_folder(score, folder):
    result = score(typed=FIRST)
    [path] = (folder / "state/hasenpfeffer/sheets").iterdir()
    assert result.code == 130 and str(path) in result.err
    assert "north-south 5, east-west 0" in score("--file", str(path), typed="quit\n").out + result.out


def test_nothing_told_leaves_nothing_behind(score, folder):
    result = score("--file", "sheet.jsonl", typed="soth\n")
    assert result.code == 130 and "nothing was taken down" in result.err
    assert list(folder.iterdir()) == []


def test_a_sheet_that_is_not_finished_is_mentioned_by_the_next(score, folder):
    score(typed=FIRST)
    [path] = (folder / "state/hasenpfeffer/sheets").iterdir()
    told = f"a sheet of these rules is not finished; to go on with it: hasenpfeffer score --file {path}\n"
    assert told in score(typed="quit\n").out
    assert told not in score("hasenpfeffer+hoyle", typed="quit\n").out
    score("--file", str(path), typed="south 6, 6\nquit\n")
    assert "is not finished" not in score(typed="quit\n").out


def test_two_sessions_do_not_write_one_sheet(folder, installed, score):
    command = [sys.executable, "-m", "hasenpfeffer", "score", "--file", "sheet.jsonl"]
    with subprocess.Popen(
        command, env=installed, text=True, encoding="utf-8", stdin=PIPE, stdout=PIPE, stderr=PIPE
    ) as child:
        child.stdin.write(FIRST)
        child.stdin.flush()
        while "score:" not in (line := child.stdout.readline()):
            assert line
        refused = score("--file", "sheet.jsonl", typed=SECOND)
        child.communicate(f"{SECOND}quit\n", timeout=20)
    assert refused.code == 2 and "sheet.jsonl is being written by another program" in refused.err
    assert len(Path("sheet.jsonl").read_text("utf-8").splitlines()) == 3


def test_ctrl_c_keeps_the_sheet(folder, installed):
    command = [sys.executable, "-m", "hasenpfeffer", "score", "--file", "sheet.jsonl"]
    with subprocess.Popen(
        command, env=installed, text=True, encoding="utf-8", stdin=PIPE, stdout=PIPE, stderr=PIPE
    ) as child:
        child.stdin.write(FIRST)
        child.stdin.flush()
        while "deals" not in (line := child.stdout.readline()) or not Path("sheet.jsonl").exists():
            assert line
        os.kill(child.pid, signal.SIGINT)
        _, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert "to go on: hasenpfeffer score --file sheet.jsonl" in err
    assert '"told": "south 4 hearts, 5 tricks"' in Path("sheet.jsonl").read_text("utf-8")


class TestSheetsThatAreNotWhole:
    @pytest.fixture
    def saved(self, score):
        score("--file", "sheet.jsonl", typed=f"{FIRST}{SECOND}quit\n")
        return Path("sheet.jsonl")

    def test_a_last_line_that_was_cut_is_left_out_and_told(self, saved, score):
        whole = saved.read_bytes()
        saved.write_bytes(whole[:-7])
        result = score("--file", "sheet.jsonl", typed=f"{SECOND}quit\n")
        assert result.code == 0 and "the last line of the sheet was cut off" in result.out
        assert saved.read_bytes() == whole

    @pytest.mark.parametrize(
        ("before", "after", "told"),
        [
            ('"north-south": "5"', '"north-south": "6"', "sheet.jsonl:2: the sheet says north-south 6"),
            ("south 4 hearts, 5", "south 4 hearts, 9", "sheet.jsonl:2: these are 9 tricks"),
            ("south 4 hearts, 5 tricks", "south 4", "sheet.jsonl:2: by these rules this deal is not told"),
            ('{"deal": 1', '{"deal" 1', "sheet.jsonl:2: this is not a line of a score sheet"),
            ('{"deal": 1', '{"daal": 1', "sheet.jsonl:2: this is not a line of a score sheet"),
            ("sheet/1", "sheet/7", "of another format, hasenpfeffer-sheet/7"),
            ("hasenpfeffer-sheet/1", "something", "sheet.jsonl is no score sheet"),
            ('"names": []', '"names": ["a"]', "The sheet has 1 players"),
            ('"dealer": ""', '"dealer": "nobody"', "has no such seat"),
            ('"set": {}', '"set": 3', "sheet.jsonl:1: this is not a line of a score sheet"),
        ],
    )
    def test_a_changed_sheet_is_refused_with_its_line(self, saved, score, before, after, told):
        text = saved.read_text("utf-8")
        assert before in text
        saved.write_text(text.replace(before, after, 1), "utf-8")
        result = score("--file", "sheet.jsonl", typed="quit\n")
        assert result.code == 2 and told in result.err
        assert saved.read_text("utf-8") == text.replace(before, after, 1)

    def test_other_rules_are_told_and_can_be_taken_over(self, saved, score):
        refused = score("hasenpfeffer+hoyle", "--file", "sheet.jsonl", typed="quit\n")
        assert refused.code == 2 and "--rescore" in refused.err
        taken = score("hasenpfeffer+hoyle", "--file", "sheet.jsonl", "--rescore", typed="sheet\nquit\n")
        assert taken.code == 0 and "deal 2: west 3, 2 tricks: north-south 9, east-west −2" in taken.out

    def test_what_is_settled_in_the_sheet_is_not_asked_again(self, saved, score):
        result = score("--file", "sheet.jsonl", "--names", "Ada,Ben,Cy,Dot")
        assert result.code == 2 and "--names was settled when it began: nothing was said" in result.err

    def test_the_same_command_goes_on_with_its_sheet(self, score):
        words = ("--names", "Ada,Ben,Cy,Dot", "--dealer", "dot", "--set", "target=20", "--file", "ours.jsonl")
        assert score(*words, typed="cy 4, 5\n").code == 130
        again = score(*words, typed="cy 6, 6\nquit\n")
        assert again.code == 0 and "score: Ada & Cy 11, Ben & Dot 0" in again.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("hasenpfefer",), "Did you mean `hasenpfeffer`?"),
        (("--names", "Ada,Ben"), "--names needs 4 names"),
        (("--names", "Ada,Ada,Ben,Cy"), "the same name"),
        (("--names", "south,Ada,Ben,Cy"), "south is another seat's name"),
        (("--names", "Hearts,Ada,Ben,Cy"), "`Hearts` means something else in these rules"),
        (("--names", "4,Ada,Ben,Cy"), "`4` means something else in these rules"),
        (("--dealer", "suoth"), "Did you mean `south`?"),
        (("--file", "."), "is a folder"),
        (("--file", "gone/sheet.jsonl"), "no folder gone"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_told(score, words, told):
    result = score(*words)
    assert (result.code, result.out) == (2, "")
    assert told in result.err


def test_a_score_that_only_cards_tell_cannot_be_kept(score, folder):
    line = "scoring: {top: {who: team of owner of joker, gets: 1}}"
    (folder / "ours.yaml").write_text(f"language: 1\ntitle: Ours\nextends: hasenpfeffer\n{line}\n", "utf-8")
    result = score("./ours.yaml")
    assert (result.code, result.out) == (2, "")
    assert "Score cannot be kept without the cards" in result.err
