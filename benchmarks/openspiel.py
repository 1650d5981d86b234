"""Plays random games through our rules and through open_spiel's, step by step, and tells every difference.

python benchmarks/openspiel.py                          # 10,000 games of each series, two processes
python benchmarks/openspiel.py hearts --games 1000 --jobs 1 --seed 7
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]


class Held(NamedTuple):
    """What came of one series."""

    game: str
    series: str
    games: int
    nodes: int
    different: int
    first: str
    seconds: float


def hold(task: tuple[str, str, int, int]) -> Held:
    """Plays all games of one series."""
    from tests.peers.games import GAMES
    from tests.peers.walk import random_game

    game, name, games, seed = task
    series = GAMES[game][name]
    nodes = different = 0
    first = ""
    began = time.perf_counter()
    for number in range(games):
        course = random_game(series, seed, number)
        nodes += course.nodes
        if course.difference is not None:
            different += 1
            first = first or f"game {number}: {course.difference}"
    return Held(game, name, games, nodes, different, first, time.perf_counter() - began)


def main() -> int:
    from tests.peers.games import GAMES

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", help=f"of {', '.join(GAMES)}; all where none is named")
    parser.add_argument("--games", type=int, default=10_000, help="of each series")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    unknown = [name for name in arguments.game if name not in GAMES]
    if unknown:
        parser.error(f"there is no {unknown[0]}: there are {', '.join(GAMES)}")
    tasks = [
        (game, name, arguments.games, arguments.seed)
        for game in arguments.game or GAMES
        for name in GAMES[game]
    ]
    print(f"{'game':8} {'series':40} {'games':>8} {'positions':>11} {'different':>9} {'seconds':>8}")
    different = 0
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for held in pool.map(hold, tasks):
            different += held.different
            print(
                f"{held.game:8} {held.series:40} {held.games:8,} {held.nodes:11,} {held.different:9,} "
                f"{held.seconds:8.1f}",
                flush=True,
            )
            if held.first:
                print(held.first)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
