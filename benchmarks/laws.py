"""Holds every law against many random deals: shipped files and random compositions of house rules.

python benchmarks/laws.py                      # a hundred thousand deals, two processes
python benchmarks/laws.py --deals 5000 --jobs 1 --seed 7
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
    """What came of one ruleset. `games` are deals of each whole game, `broken` what was wrong."""

    reference: str
    deals: int
    decisions: int
    games: tuple[int, ...]
    broken: tuple[str, ...]
    seconds: float


def hold(task: tuple[str, int, int]) -> Held | None:
    """Holds the laws against one ruleset; None where it cannot be played yet."""
    from tests.properties.code_of_laws import Judge
    from tests.properties.shelf import compiled

    reference, deals, seed = task
    began = time.perf_counter()
    rules = compiled(reference)
    if rules is None:
        return None
    judge = Judge(rules)
    decisions, games, broken = 0, [], []
    for number in range(1, deals + 1):
        try:
            decisions += judge.deal(seed, number)
        except Exception as problem:
            broken.append(f"{type(problem).__name__}: {problem} (seed {seed}, deal {number})")
    try:
        games.append(judge.game(seed))
    except Exception as problem:
        broken.append(f"{type(problem).__name__}: {problem} (seed {seed}, whole game)")
    return Held(reference, deals, decisions, tuple(games), tuple(broken), time.perf_counter() - began)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=100_000, help="deals in all")
    parser.add_argument("--compositions", type=int, default=30, help="random compositions of house rules")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    from tests.properties.shelf import compiled, compositions, house_rules, shipped

    chosen = compositions(arguments.compositions, house_rules(), arguments.seed)
    references = [*shipped(), *("+".join(["hasenpfeffer", *names]) for names in chosen)]
    playable = [reference for reference in references if compiled(reference) is not None]
    each = -(-arguments.deals // len(playable))
    began = time.perf_counter()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        tasks = [(reference, each, arguments.seed) for reference in playable]
        results = [held for held in pool.map(hold, tasks) if held is not None]
    seconds = time.perf_counter() - began
    for held in results:
        for what in held.broken[:3]:
            print(f"BROKEN {held.reference}: {what}")
    deals, decisions = sum(held.deals for held in results), sum(held.decisions for held in results)
    broken = sum(len(held.broken) for held in results)
    slowest = max(results, key=lambda held: held.seconds)
    print(
        f"{len(results)} rulesets ({len(chosen)} compositions; {len(references) - len(playable)} shipped files "
        f"cannot be played yet), {deals:,} deals, {decisions:,} decisions, seed {arguments.seed}"
    )
    print(f"{broken} laws broken, {seconds:,.0f} s in {arguments.jobs} processes")
    print(
        f"slowest: {slowest.reference}, {slowest.seconds / slowest.deals * 1000:.1f} ms a deal with all laws"
    )
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
