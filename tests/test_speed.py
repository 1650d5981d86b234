"""The benchmark of speed measures what it says: the same games, in turn, with the peers that are there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from benchmarks.speed import fresh, growth, hand_written, loops
from benchmarks.speed.backends import BACKENDS, Backend, Rules, ours
from benchmarks.speed.games import PAIRS, Pair
from benchmarks.speed.rounds import Player, Timed, take_turns
from benchmarks.speed.table import COLUMNS

import hasenpfeffer as hp
from hasenpfeffer.play.actions import PlayCard
from hasenpfeffer.play.table import first_dealer
from hasenpfeffer.study.driver import one_deal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.model import Ruleset

ROOT = Path(__file__).parent.parent
DEALS = 300


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = hand_written.compiled(tmp_path_factory.mktemp("c"))
    if found is None:
        pytest.skip("there is no C compiler")
    return found


@pytest.mark.parametrize("seed", [7, 2**64 - 1])
def test_the_c_program_plays_the_rule_file_card_by_card(program: Path, seed: int) -> None:
    rules = hp.load(hand_written.RULES.reference)
    theirs = hand_written.shown(program, seed, DEALS)
    assert len(theirs) == DEALS
    for number, line in enumerate(theirs, 1):
        assert line.split() == list(_course(rules, seed, number)), f"deal {number}"


def _course(rules: CompiledRules, seed: int, number: int) -> Iterator[str]:
    """A deal as the C program shows it."""
    dealer = (first_dealer(rules, seed, 0) + number - 1) % rules.seating.count
    for turn in one_deal(rules, seed, 0, number, dealer):
        if isinstance(turn.action, PlayCard):
            yield f"{turn.seat}:{turn.action.face}"
            if len(turn.after.tricks) > len(turn.before.tricks):
                yield f">{turn.after.tricks[-1].winner}"
        elif turn.action is not None:
            yield str(turn.action.value.bit_length() - 1)


def test_the_c_program_counts_the_tricks_that_it_shows(program: Path) -> None:
    words = subprocess.run(
        [program, "7", str(DEALS)], capture_output=True, text=True, check=True
    ).stdout.split()
    winners = [
        word for line in hand_written.shown(program, 7, DEALS) for word in line.split() if word[0] == ">"
    ]
    north_south = sum(winner in (">0", ">2") for winner in winners)
    assert (int(words[0]), int(words[1])) == (north_south, len(winners) - north_south)
    timed = hand_written.in_c(program).run(DEALS)
    assert (timed.games, timed.decisions) == (DEALS, hand_written.DECISIONS * DEALS)
    assert timed.seconds > 0


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_a_game_has_as_many_decisions_as_at_the_peer(pair: Pair) -> None:
    pytest.importorskip(loops.OPEN_SPIEL)
    theirs = loops.open_spiel(pair.peer).run(400)
    mine = ours(BACKENDS["reference"], *pair.ours).run(100)
    assert theirs.games == 400
    assert mine.games >= 100
    assert mine.decisions / mine.games == pytest.approx(theirs.decisions / theirs.games, rel=0.15)


def test_games_of_one_length_have_just_that_length() -> None:
    pytest.importorskip(loops.OPEN_SPIEL)
    assert loops.open_spiel("spades").run(20).decisions == 20 * (4 + 52)
    with_gifts, without = 12 + 52, 52
    for _ in range(20):
        assert loops.open_spiel("hearts").run(1).decisions in (with_gifts, without)


def test_players_take_turns_and_ratios_are_those_of_rounds() -> None:
    played: list[str] = []

    def player(name: str, *speeds: float) -> Player:
        count = 0

        def run(games: int) -> Timed:
            nonlocal count
            played.append(name)
            count += 1
            speed = speeds[count % len(speeds)]
            return Timed(games / speed, games, 3 * games)

        return Player(name, run)

    slow, quick = take_turns([player("slow", 10), player("quick", 100, 300, 200)], rounds=3, seconds=1)
    assert played[-6:] == ["slow", "quick", "quick", "slow", "slow", "quick"]
    assert slow.games_a_second == pytest.approx(10)
    assert quick.times(slow) == pytest.approx(20)
    assert quick.decisions_to(slow) == pytest.approx(20)
    assert quick.decisions_a_game == 3
    assert quick.decisions_a_second == pytest.approx(600)


def test_any_backend_can_be_measured() -> None:
    asked: list[tuple[str, int, int]] = []

    def play(ruleset: Ruleset, deals: int, jobs: int) -> Timed:
        asked.append((ruleset.title, deals, jobs))
        return Timed((0.001 + 0.0001 * deals) / jobs, deals, 24 * deals)

    mine = Backend("mine", play, ())
    rows = list(growth.with_deals(mine, Rules("hasenpfeffer"), rounds=1, seconds=0.05))
    assert [row.who for row in rows] == ["ours, mine: 1", "ours, mine: 10", "ours, mine: 100"]
    assert rows[0].games == pytest.approx(1 / 0.0011)
    rows = list(growth.with_workers(mine, Rules("hasenpfeffer"), rounds=1, seconds=0.05))
    assert [row.ratio for row in rows] == [None, pytest.approx(2), pytest.approx(4)]
    assert {deals for _, deals, _ in asked[-3:]} == {asked[-1][1]}
    assert [row.each for row in growth.with_hand_size(mine, rounds=1, seconds=0.01)] == [24] * len(
        growth.SIZES
    )
    (one, other) = growth.with_pack(mine, rounds=1, seconds=0.01)
    assert one.ratio is None
    assert other.ratio == pytest.approx(1, rel=0.2)
    assert other.wanted == "0.333"


def test_a_mixture_is_played_in_equal_shares() -> None:
    asked: list[int] = []

    def play(_: Ruleset, deals: int, jobs: int) -> Timed:
        asked.append(deals)
        return Timed(1.0, deals, deals)

    both = ours(Backend("mine", play, ()), Rules("whist"), Rules("euchre"))
    assert both.run(9) == (2.0, 10, 10)
    assert asked == [5, 5]


def test_a_command_is_measured_with_its_memory() -> None:
    held = 50_000_000
    code = f"import time; held = bytearray({held}); time.sleep(0.2)"
    found = fresh.measured([sys.executable, "-c", code], os.environ)
    assert found.seconds >= 0.2
    if Path("/proc/self/status").exists():
        assert found.megabytes is not None
        assert found.megabytes > held / 2**20
    with pytest.raises(RuntimeError, match="no such deal"):
        fresh.measured([sys.executable, "-c", "raise SystemExit('no such deal')"], os.environ)


def _benchmark(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / "speed.py"), *words]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_benchmark_prints_one_table() -> None:
    done = _benchmark("--quick", "--only", "play", "--only", "deals", "--rounds", "1", "--seconds", "0.02")
    assert (done.returncode, done.stderr) == (0, "")
    head, *lines = [line for line in done.stdout.splitlines() if "not installed" not in line]
    assert tuple(head.split()) == COLUMNS
    assert [line.split("  ")[0] for line in lines][-1] == "hasenpfeffer, whole deals"
    assert any("ours, reference" in line and "25.00" in line for line in lines)
    assert ("C, bit boards" in done.stdout) == (hand_written.compiler() is not None)


def test_the_table_can_be_put_into_a_page() -> None:
    done = _benchmark("--quick", "--only", "deals", "--rounds", "1", "--seconds", "0.01", "--markdown")
    rows = [line for line in done.stdout.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(BACKENDS)
    assert {row.count("|") for row in rows} == {10}


@pytest.mark.parametrize("words", [("--rounds", "0"), ("--only", "whist"), ("--backend", "abacus")])
def test_the_benchmark_refuses_what_it_does_not_know(words: tuple[str, ...]) -> None:
    done = _benchmark(*words)
    assert done.returncode == 2
    assert words[0] in done.stderr


def test_a_missing_compiler_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert hand_written.compiled(tmp_path) is None
    done = _benchmark("--quick", "--only", "play", "--rounds", "1", "--seconds", "0.01")
    assert done.returncode == 0
    assert "there is no C compiler" in done.stdout
