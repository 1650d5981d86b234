"""How fast we play, in one table with the peers: each on one core, in turns, with medians over the rounds.

    python benchmarks/speed.py                         # with the peers that are installed here
    python benchmarks/speed.py --install               # with those that are missing in a throwaway environment
    python benchmarks/speed.py --quick                 # within a minute
    python benchmarks/speed.py --only games --seconds 3 --backend reference

A line's ratio is to the first line of the same kind: how many games (where the games differ, decisions) it plays while
that one plays one, the median of the rounds' ratios. What each game is, and which of our rules are the same, is said in
`benchmarks/speed/games.py`. `pip install -e '.[peers]'` brings the peers in Python; the one in C needs gcc.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from peers import ROOT, environment, python_with_all, stay_on_one_core

sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]

from benchmarks.speed import fresh, growth, hand_written, loops  # noqa: E402
from benchmarks.speed.backends import BACKENDS, Rules, all_of  # noqa: E402
from benchmarks.speed.games import PAIRS  # noqa: E402
from benchmarks.speed.rounds import take_turns  # noqa: E402
from benchmarks.speed.table import Row, Table, compared  # noqa: E402

from hasenpfeffer.kernel.native.machine import is_available  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Part = Callable[[argparse.Namespace, Table], None]

PEERS = {"open_spiel": loops.OPEN_SPIEL, "rlcard": loops.RLCARD}
WHOLE = Rules("hasenpfeffer")
QUICK_ROUNDS, QUICK_SECONDS = 3, 0.1


def main() -> None:
    options = _options()
    with python_with_all(PEERS, install=options.install) as python:
        if python != sys.executable:
            words = [word for word in sys.argv[1:] if word != "--install"]
            subprocess.run([python, __file__, *words], env=environment(), check=True)
            return
        table = Table(markdown=options.markdown)
        for name in options.only or PARTS:
            PARTS[name](options, table)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=_at_least_one, help="of each comparison (7; quick: 3)")
    parser.add_argument("--seconds", type=float, help="of each player in each round (1; quick: 0.1)")
    parser.add_argument("--quick", action="store_true", help="rough figures within a minute")
    parser.add_argument("--only", action="append", choices=PARTS, help="this part; may be repeated")
    parser.add_argument("--backend", action="append", choices=BACKENDS, help="of ours; may be repeated (all)")
    parser.add_argument("--install", action="store_true", help="fetch missing peers for this run")
    parser.add_argument("--markdown", action="store_true", help="the table for a page")
    options = parser.parse_args()
    options.rounds = options.rounds or (QUICK_ROUNDS if options.quick else 7)
    options.seconds = options.seconds or (QUICK_SECONDS if options.quick else 1.0)
    options.backend = options.backend or list(BACKENDS)
    return options


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


# --- parts


def _games(options: argparse.Namespace, table: Table) -> None:
    """Whole random games of euchre, hearts, spades, bridge and skat."""
    there = loops.there_is(loops.OPEN_SPIEL)
    if not there:
        table.say("open_spiel is not there, so its lines are missing")
    with _one_core():
        for pair in PAIRS:
            players = [loops.open_spiel(pair.peer)] if there else []
            players += all_of(options.backend, *pair.ours)
            figures = take_turns(players, options.rounds, options.seconds)
            _add(table, compared(pair.name, figures, wanted=str(pair.wanted) if there else ""))


def _play(options: argparse.Namespace, table: Table) -> None:
    """Hasenpfeffer without an auction, next to the program in C."""
    with _one_core(), tempfile.TemporaryDirectory() as folder:
        program = hand_written.compiled(Path(folder))
        if program is None:
            table.say("there is no C compiler, so the line of the C program is missing")
        players = [hand_written.in_c(program)] if program else []
        players += all_of(options.backend, hand_written.RULES)
        figures = take_turns(players, options.rounds, options.seconds)
        _add(table, compared("hasenpfeffer, play only", figures, wanted="1.2" if program else ""))


def _deals(options: argparse.Namespace, table: Table) -> None:
    """Whole deals of Hasenpfeffer, by each backend."""
    with _one_core():
        figures = take_turns(all_of(options.backend, WHOLE), options.rounds, options.seconds)
        _add(table, compared("hasenpfeffer, whole deals", figures))


def _batch(options: argparse.Namespace, table: Table) -> None:
    """A thousand deals stepped from Python, next to open_spiel's loop; and positions played out."""
    if not (is_available() and loops.there_is(loops.OPEN_SPIEL)):
        table.say("open_spiel or llvmlite is not there, so nothing is stepped in batches")
        return
    from benchmarks.speed import batches

    with _one_core():
        for pair in PAIRS:
            players = [loops.open_spiel(pair.peer), batches.batched(pair.ours[-1])]
            figures = take_turns(players, options.rounds, options.seconds)
            wanted = str(batches.WANTED_BATCH)
            _add(table, compared(f"{pair.name}, decisions", figures, wanted=wanted, by_decisions=True))
        for pair in PAIRS:
            players = [batches.flat(pair.ours[-1]), batches.played_out(pair.ours[-1])]
            figures = take_turns(players, options.rounds, options.seconds)
            _add(table, compared(f"{pair.name}, playouts", figures, wanted=str(batches.WANTED_ROLLOUTS)))


def _rlcard(options: argparse.Namespace, table: Table) -> None:
    """The interpreter next to rlcard, which also is written in Python, by a game that both have."""
    if not loops.there_is(loops.RLCARD):
        table.say("rlcard is not there, so bridge is not compared with it")
        return
    with _one_core():
        for bare, wanted in ((False, "0.25"), (True, "")):
            players = [loops.rlcard_bridge(bare=bare), *all_of(["reference"], Rules("bridge-openspiel"))]
            figures = take_turns(players, options.rounds, options.seconds)
            _add(table, compared("bridge, decisions", figures, wanted=wanted, by_decisions=True))


def _growth(options: argparse.Namespace, table: Table) -> None:
    """How time grows with deals, workers, hands and packs."""
    rounds, seconds = options.rounds, options.seconds
    for backend in map(BACKENDS.__getitem__, options.backend):
        with _one_core():
            _add(table, growth.with_deals(backend, WHOLE, rounds, seconds))
            _add(table, growth.with_hand_size(backend, rounds, seconds))
            _add(table, growth.with_pack(backend, rounds, seconds))
        _add(table, growth.with_workers(backend, WHOLE, rounds, seconds))


def _fresh(options: argparse.Namespace, table: Table) -> None:
    """The command itself: its first result with nothing kept from earlier runs and again, and its memory."""
    for backend in map(BACKENDS.__getitem__, options.backend):
        with _one_core(), tempfile.TemporaryDirectory() as kept:
            for what, wanted in (("first result, nothing kept", "≤ 3 s"), ("first result, again", "≤ 0.6 s")):
                found = fresh.simulated(backend, WHOLE, 1, environment() | {"XDG_CACHE_HOME": kept})
                table.add(Row(what, f"ours, {backend.name}", None, None, None, None, wanted, *found))
        with tempfile.TemporaryDirectory() as kept:
            deals = growth.amount(backend, WHOLE, 10 * options.seconds)
            for jobs in (1, 2):
                found = fresh.simulated(backend, WHOLE, deals, environment() | {"XDG_CACHE_HOME": kept}, jobs)
                what = f"simulate, {deals:,} deals, {jobs} job{'s' * (jobs > 1)}"
                speed = deals / found.seconds
                table.add(Row(what, f"ours, {backend.name}", speed, None, None, None, "", *found))


PARTS: dict[str, Part] = {
    "games": _games, "play": _play, "deals": _deals, "batch": _batch,
    "rlcard": _rlcard, "growth": _growth, "fresh": _fresh,
}  # fmt: skip


def _add(table: Table, rows: Iterator[Row]) -> None:
    for row in rows:
        table.add(row)


@contextmanager
def _one_core() -> Iterator[None]:
    """On one core as long as it lasts, where the system can; what is started meanwhile stays there too."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    stay_on_one_core()
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


if __name__ == "__main__":
    main()
