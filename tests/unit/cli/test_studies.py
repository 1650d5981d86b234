"""`simulate`, `compare` and `sweep`: what they print, and the files of deals that they write."""

from __future__ import annotations

import csv
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter

import pytest

from hasenpfeffer.cli.progress import Progress, compiling
from hasenpfeffer.cli.sweep import turned
from hasenpfeffer.errors import UsageError
from hasenpfeffer.kernel import program
from hasenpfeffer.kernel.native.machine import is_available
from hasenpfeffer.study import backends
from hasenpfeffer.study.reference_rows import Reference

Z = 1.959964  # of the 95 % interval
TIMED = ('"seconds"', '"deals_per_second"')
DEFENDERS = "hasenpfeffer+defenders-score"
SHORT = (DEFENDERS, "--set", "target=6")
SHORT_TOO = f"{DEFENDERS}+no-alone"


def figures(run, *words):
    result = run(*words, "--json")
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


def deals(name):
    with pathlib.Path(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def bytes_of(result):
    assert (result.code, result.err) == (0, "")
    return [line for line in result.out.splitlines() if not line.strip().startswith(TIMED)]


# --- what is printed


def test_json_says_all_that_programs_rely_on(run):
    data = figures(run, "simulate", "hasenpfeffer+set-by-bid", "--deals", "20", "--set", "target=20")
    assert data["ruleset"] == "hasenpfeffer" and data["patches"] == ["set-by-bid"]
    assert data["parameters"]["target"] == 20
    assert (data["seed"], data["deals"], data["games"]) == (0, 20, 0)
    assert data["backend"] == "python"  # so few are done before machine code is made
    assert data["seconds"] >= 0 and data["deals_per_second"] > 0
    assert data["decisions"] > 20 and data["redeals"] >= 0 and data["unfinished"] == 0
    assert set(data["teams"]) == {"north-south", "east-west"}
    for team in data["teams"].values():
        assert team["score"]["low"] <= team["score"]["mean"] <= team["score"]["high"]
        assert team["games_won"] == 0
        assert sum(team["tricks"].values()) == 20
    assert sum(call["made"] + call["failed"] for call in data["calls"].values()) == 20
    assert sum(call["share"]["mean"] for call in data["calls"].values()) == pytest.approx(1)
    assert 0 < data["lines"]["set"]["count"] <= 20
    assert data["dealer_advantage"]["low"] < data["dealer_advantage"]["high"]


def test_tables_are_for_people(run):
    out = run("simulate", *SHORT, "--games", "3").out
    assert f"{DEFENDERS}, seed 0, random players: 3 games" in out
    for words in (
        "games won",
        "stood",
        "% of deals by tricks",
        "line of the score",
        "A game took",
        "a second",
    ):
        assert words in out
    assert "The dealer's side has " in out


def test_a_comparison_says_what_it_compares(run):
    out = run("compare", "hasenpfeffer", DEFENDERS, "hasenpfeffer+no-alone", "--deals", "50").out
    assert "50 deals by 3 rulesets" in out
    assert f"{DEFENDERS}, compared with hasenpfeffer\n" in out
    assert "hasenpfeffer+no-alone, compared with hasenpfeffer\n" in out
    assert out.count(" % of the deals ended otherwise") == 2


def test_a_comparison_of_other_cards_says_so(run):
    out = run("compare", "hasenpfeffer", "euchre", "--deals", "5").out
    assert "Pairs are not the same deal: they have other cards." in out


def test_rulesets_with_other_teams_are_not_compared(run):
    result = run("compare", "hasenpfeffer", "hearts", "--deals", "5")
    assert (result.code, result.out) == (2, "")
    assert "hasenpfeffer has 2 who keep a score and hearts has 4" in result.err


def test_a_sweep_holds_every_value_against_the_first(run):
    data = figures(run, "sweep", "hasenpfeffer", "--over", "lowest-bid=1..5 by 2", "--deals", "40")
    assert data["parameter"] == "lowest bid"
    assert [one["name"] for one in data["rulesets"]] == ["1", "3", "5"]
    assert [one["parameters"]["lowest bid"] for one in data["rulesets"]] == [1, 3, 5]
    assert [(one["name"], one["to"]) for one in data["differences"]] == [("3", "1"), ("5", "1")]
    alone = figures(run, "simulate", "hasenpfeffer", "--set", "lowest-bid=3", "--deals", "40")
    assert data["rulesets"][1]["teams"] == alone["teams"]
    out = run("sweep", "hasenpfeffer", "--over", "lowest-bid=1,3", "--games", "2").out.replace("\n", " ")
    assert "lowest bid from 1 to 3: 2 games each" in out and "Differences are from lowest bid 1" in out


def test_options_reach_those_rulesets_that_have_them(run):
    words = ["compare", "hasenpfeffer", "euchre", "--deals", "1", "--set", "lowest-bid=3"]
    data = figures(run, *words)
    assert [one["parameters"].get("lowest bid") for one in data["rulesets"]] == [3, None]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("simulate hasenpfeffer --deals 0", "whole number from 1 up"),
        ("simulate hasenpfeffer --games -3", "whole number from 1 up"),
        ("simulate hasenpfeffer", "--deals or --games is needed"),
        ("simulate hasenpfeffer --deals 1 --games 1", "--games"),
        ("simulate hasenpfeffer --deals 1 --jobs 0", "whole number from 1 to 64"),
        ("simulate hasenpfeffer --deals 1 --backend refernce", "Did you mean `reference`?"),
        ("simulate hasenpfeffer --deals 1 --bots randon", "Did you mean `random`?"),
        ("simulate hasenpfeffer --deals 1 --set target=0", "from 1 to 1000"),
        ("simulate hasenpfeffer --deals 1 --until 0", "`0` is not a number above 0"),
        ("simulate hasenpfeffer --deals 1 --until narrow", "`narrow` is not a number above 0"),
        ("simulate hasenpfeffer --deals 1 --csv deals.yaml", "--csv does not write over a rule file"),
        ("simulate hasenpfeffer --deals 1 --csv a --parquet ./a", "name the same file"),
        ("simulate hasenpfeffer --deals 1 --csv nowhere/a.csv", "nowhere/a.csv: No such file"),
        ("compare hasenpfeffer --deals 1", "at least two rulesets"),
        ("compare hasenpfeffer hasenpfefer --deals 1", "hasenpfeffer"),
        ("sweep hasenpfeffer --deals 1", "--over is needed"),
        ("sweep hasenpfeffer --deals 1 --over target", "takes a parameter and its values"),
        ("sweep hasenpfeffer --deals 1 --over target=", "takes a parameter and its values"),
        ("sweep hasenpfeffer --deals 1 --over target=5..3", "nothing lies in 5..3"),
        ("sweep hasenpfeffer --deals 1 --over target=1..900", "at most 100 values"),
        ("sweep hasenpfeffer --deals 1 --over target=5,6,5", "gives 5 twice"),
        ("sweep hasenpfeffer --deals 1 --over target=5 --set target=6", "both in --over and in --set"),
        ("sweep hasenpfeffer --deals 1 --over traget=5,6", "target"),
    ],
)  # fmt: skip
def test_wrong_usage_says_what_was_expected(run, words, message):
    result = run(*words.split())
    assert (result.code, result.out) == (2, "")
    assert message in result.err and "Traceback" not in result.err


def test_values_of_a_sweep():
    assert turned("target=3..6") == ("target", ("3", "4", "5", "6"))
    assert turned("a b = x, y z") == ("a b", ("x", "y z"))
    assert turned("n=-2..4 by 3") == ("n", ("-2", "1", "4"))
    with pytest.raises(UsageError, match="nothing lies in"):
        turned("n=1..4 by 0")


# --- any number of workers


@pytest.mark.parametrize(
    ("words", "several"),
    [
        (["simulate", "hasenpfeffer", "--deals", "210"], [2, 7]),
        (["simulate", *SHORT, "--games", "7"], [2]),
        (["compare", *SHORT, SHORT_TOO, "--games", "5"], [7]),
        (["compare", "hasenpfeffer", DEFENDERS, "--deals", "3000", "--until", "0.5"], [2]),
    ],
)
def test_any_number_of_jobs_gives_the_same_bytes(run, folder, words, several):
    found = []
    for jobs in (1, *several):
        result = run(*words, "--seed", "7", "--jobs", str(jobs), "--csv", "deals.csv", "--json")
        found.append((bytes_of(result), (folder / "deals.csv").read_bytes()))
    assert all(one == found[0] for one in found[1:])


@pytest.mark.skipif(not is_available(), reason="needs llvmlite")
@pytest.mark.parametrize("words", [["--deals", "3000"], ["--games", "70"]])
def test_any_number_of_jobs_and_any_backend_give_the_same_bytes(run, folder, words):
    found = set()
    words = ["compare", *SHORT, SHORT_TOO, *words, "--seed", "7", "--csv", "deals.csv", "--json"]
    for options in (
        ["native", "--jobs", "1"],
        ["native", "--jobs", "2"],
        ["native", "--jobs", "7"],
        ["python"],
    ):
        lines = bytes_of(run(*words, "--backend", *options))
        assert sum(line.strip().startswith('"backend"') for line in lines) == 2
        played = tuple(line for line in lines if not line.strip().startswith('"backend"'))
        found.add((played, (folder / "deals.csv").read_bytes()))
    assert len(found) == 1


# --- who plays


def test_it_is_said_who_played(run):
    assert (
        figures(run, "simulate", "hasenpfeffer", "--deals", "3", "--backend", "python")["backend"] == "python"
    )
    out = run("simulate", "hasenpfeffer", "--deals", "3", "--backend", "reference").out
    assert out.endswith(" deals a second, backend reference\n")


def test_what_no_program_can_be_made_of_is_played_by_the_interpreter_which_is_said(run, monkeypatch):
    monkeypatch.setattr(program, "MOST_WORDS", 0)
    words = ("simulate", "hasenpfeffer+no-alone", "--deals", "3", "--set", "target=33")
    result = run(*words, "--json")
    assert result.code == 0 and json.loads(result.out)["backend"] == "reference"
    assert result.err.startswith("hasenpfeffer+no-alone is played by the interpreter, which is slower;")
    assert "more than 0 cards or calls (" in result.err and "hasenpfeffer.yaml:" in result.err
    refused = run(*words, "--backend", "native")
    assert (refused.code, refused.out) == (2, "")
    assert "No program can be made of these rules: more than 0 cards or calls (" in refused.err


def test_without_llvmlite_there_is_no_native_backend(run, monkeypatch):
    monkeypatch.setattr(backends, "_has_llvm", lambda: False)
    result = run("simulate", "hasenpfeffer", "--deals", "3", "--backend", "native")
    assert (result.code, result.out) == (2, "")
    assert "pip install 'hasenpfeffer[fast]'" in result.err


# --- figures worked out again from the deals


def naive(values: list[float], estimate: dict[str, float]) -> None:
    """Holds a mean and its interval against those of the standard library."""
    middle = statistics.fmean(values)
    away = Z * statistics.stdev(values) / len(values) ** 0.5
    assert estimate["mean"] == pytest.approx(middle, abs=2e-6)
    assert (estimate["low"], estimate["high"]) == pytest.approx((middle - away, middle + away), abs=2e-5)


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_comparison_of_deals_is_what_its_deals_say(run, seed):
    data = figures(
        run, "compare", "hasenpfeffer", DEFENDERS, "--deals", "230", "--seed", seed, "--csv", "deals.csv"
    )
    rows = deals("deals.csv")
    sides = [[row for row in rows if row["ruleset"] == name] for name in ("hasenpfeffer", DEFENDERS)]
    assert [[int(row["deal"]) for row in side] for side in sides] == [list(range(1, 231))] * 2
    (difference,) = data["differences"]
    unlike = [False] * 230
    for team in ("north-south", "east-west"):
        before, after = ([float(row[f"points {team}"]) for row in side] for side in sides)
        changes = [b - a for a, b in zip(before, after, strict=True)]
        unlike = [one or change != 0 for one, change in zip(unlike, changes, strict=True)]
        naive(changes, difference["teams"][team]["score"])
        assert difference["teams"][team]["score"]["total"] == sum(changes)
        for found, points in zip(data["rulesets"], (before, after), strict=True):
            naive(points, found["teams"][team]["score"])
    assert (difference["pairs"], difference["unlike"]) == (230, sum(unlike))
    for found, side in zip(data["rulesets"], sides, strict=True):
        assert found["decisions"] == sum(int(row["decisions"]) for row in side)
        assert found["redeals"] == sum(int(row["redeals"]) for row in side)
        for team in found["teams"]:
            held = Counter(row[f"points {team}"] for row in side)
            assert found["teams"][team]["by_points"] == {
                points: held[points] for points in sorted(held, key=float)
            }
        for text, call in found["calls"].items():
            stood = [row for row in side if row["call"] == text]
            assert (call["count"], call["made"]) == (len(stood), sum(row["made"] == "yes" for row in stood))
        for line, counted in found["lines"].items():
            assert counted["count"] == sum(line in row["lines"].split("; ") for row in side)
        more = []
        for row in side:
            one, other = float(row["points north-south"]), float(row["points east-west"])
            more.append(one - other if row["dealer"] in ("north", "south") else other - one)
        naive(more, found["dealer_advantage"])


def test_a_comparison_of_games_is_what_its_deals_say(run):
    names = (DEFENDERS, SHORT_TOO)
    data = figures(run, "compare", *SHORT, SHORT_TOO, "--games", "25", "--csv", "deals.csv")
    rows = deals("deals.csv")
    ends = [[row for row in rows if row["ruleset"] == name and row["game over"]] for name in names]
    assert [[int(row["game"]) for row in side] for side in ends] == [list(range(25))] * 2
    (difference,) = data["differences"]
    for team in ("north-south", "east-west"):
        before, after = ([float(row[f"score {team}"]) for row in side] for side in ends)
        naive([b - a for a, b in zip(before, after, strict=True)], difference["teams"][team]["score"])
        won, won_after = ([team in row["winners"].split("; ") for row in side] for side in ends)
        changes = [float(b) - a for a, b in zip(won, won_after, strict=True)]
        if any(changes):
            naive(changes, difference["teams"][team]["games_won"])
        assert [found["teams"][team]["games_won"] for found in data["rulesets"]] == [sum(won), sum(won_after)]
    for name, found, side in zip(names, data["rulesets"], ends, strict=True):
        lengths = [
            sum(row["ruleset"] == name and row["game"] == str(game) for row in rows) for game in range(25)
        ]
        assert found["game_lengths"] == {str(n): lengths.count(n) for n in sorted(set(lengths))}
        assert found["unfinished"] == sum(row["game over"] == "unfinished" for row in side)


# --- stopping early


def test_until_the_interval_is_narrow_enough(run):
    data = figures(run, "simulate", "hasenpfeffer", "--deals", "5000", "--until", "0.25")
    score = data["teams"]["north-south"]["score"]
    assert data["whole"] is True and data["until"]["reached"] is True
    assert 100 <= data["deals"] < 5000 and data["deals"] % 100 == 0
    assert score["high"] - score["mean"] == pytest.approx(data["until"]["found"], abs=1e-5)
    assert data["until"]["found"] <= 0.25
    short = figures(run, "simulate", "hasenpfeffer", "--deals", str(data["deals"] - 100), "--until", "0.25")
    assert short["until"]["reached"] is False and short["until"]["found"] > 0.25
    out = run("simulate", "hasenpfeffer", "--deals", "50", "--until", "0.01").out
    assert "±0.01 is not reached: ±0." in out


# --- what happens on the way


def test_whoever_interrupts_gets_what_is_done(run, folder, monkeypatch):
    played: list[range] = []
    play = Reference.play

    def interrupted(self: Reference, numbers: range) -> object:
        played.append(numbers)
        if len(played) == 4:
            raise KeyboardInterrupt
        return play(self, numbers)

    monkeypatch.setattr(Reference, "play", interrupted)
    words = ("simulate", "hasenpfeffer", "--deals", "1000", "--csv", "deals.csv", "--json")
    result = run(*words, "--backend", "reference")
    assert result.code == 130
    assert result.err.endswith("stopped after 300 of 1,000 deals\n")
    data = json.loads(result.out)
    assert (data["deals"], data["whole"]) == (300, False)
    assert [int(row["deal"]) for row in deals("deals.csv")] == list(range(1, 301))


@pytest.mark.skipif(not is_available() or os.name == "nt", reason="needs llvmlite and a signal to send")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_is_heard_while_machine_code_plays(folder, installed, jobs):
    words = ["simulate", "hasenpfeffer", "--games", "100000000", "--jobs", jobs, "--backend", "native"]
    words += ["--csv", "games.csv", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "hasenpfeffer", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=installed,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    ) as process:
        file, end = folder / "games.csv", time.monotonic() + 40
        while not (file.exists() and file.stat().st_size > 10_000) and time.monotonic() < end:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        try:
            out, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "stopped after " in errors and "Traceback" not in errors
    assert 0 < json.loads(out)["games"] < 100_000_000


@pytest.mark.skipif(not pathlib.Path("/proc/self/stat").exists(), reason="processes cannot be listed here")
def test_a_killed_worker_is_told_and_no_deal_is_lost_or_counted_twice(folder, installed):
    words = ["compare", "hasenpfeffer", DEFENDERS, "--deals", "100000", "--jobs", "2", "--csv", "deals.csv"]
    words += ["--backend", "python"]  # threads of machine code cannot be ended from outside
    with subprocess.Popen(
        [sys.executable, "-m", "hasenpfeffer", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=installed,
    ) as process:
        file, end = folder / "deals.csv", time.monotonic() + 40
        while not (file.exists() and file.stat().st_size > 10_000) and time.monotonic() < end:
            time.sleep(0.1)
        os.kill(_busiest(process.pid), signal.SIGKILL)
        out, errors = process.communicate(timeout=30)
    assert (process.returncode, out) == (2, "")
    assert "ended from outside" in errors and "Traceback" not in errors
    rows = deals(file)
    assert len(rows) >= 200
    assert [int(row["deal"]) for row in rows] == [number // 2 + 1 for number in range(len(rows))]


def _busiest(parent: int) -> int:
    """The child that has worked most."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found[int(stat.parent.name)] = int(fields[11])
    return max(found, key=lambda child: found[child])


def test_progress_says_how_fast_and_how_long():
    progress = Progress("deals", 10_000)
    assert progress.line(0, 0.0) == "0 of 10,000 deals"
    assert progress.line(2500, 10.0) == "2,500 of 10,000 deals, 250 a second, 30 s left"
    assert progress.line(100, 50.0) == "100 of 10,000 deals, 2.0 a second, 1 h 22 min left"
    assert progress.line(5000, 300.0).endswith("5 min left")


@pytest.mark.parametrize("is_a_person", [True, False])
def test_a_person_is_told_while_rules_are_compiled(is_a_person, monkeypatch, capsys):
    monkeypatch.setattr("hasenpfeffer.cli.terminal.is_terminal", lambda stream: is_a_person)
    with compiling() as told:
        assert capsys.readouterr().err == ""
        told()
        assert capsys.readouterr().err == ("compiling the rules, once …" if is_a_person else "")
    assert capsys.readouterr().err == ("\r\x1b[K" if is_a_person else "")
    with compiling():
        pass
    assert capsys.readouterr().err == ""


# --- Parquet


def test_without_pyarrow_a_parquet_file_is_refused(run, folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("simulate", "hasenpfeffer", "--deals", "1", "--parquet", "deals.parquet")
    assert (result.code, result.out) == (2, "")
    assert "its extra `tables`" in result.err
    assert not list(folder.iterdir())


def test_a_parquet_file_holds_the_same_deals(run, folder):
    parquet = pytest.importorskip("pyarrow.parquet")
    run("simulate", *SHORT, "--games", "9", "--parquet", "deals.parquet", "--csv", "deals.csv")
    table = parquet.read_table("deals.parquet").to_pylist()
    rows = deals("deals.csv")
    assert len(table) == len(rows) > 9
    for found, row in zip(table, rows, strict=True):
        assert found.keys() == row.keys()
        for name, text in row.items():
            value = found[name]
            if isinstance(value, bool):
                assert text == ("yes" if value else "no")
            elif isinstance(value, (int, float)):
                assert float(text) == value
            else:
                assert text == (value or "")
