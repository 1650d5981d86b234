"""Plays many rulesets by the interpreter and by their programs side by side, and compares every action and score.

python benchmarks/same_games.py                        # twenty thousand deals, two processes
python benchmarks/same_games.py --deals 2000 --seed 7 --keep odd/
python benchmarks/same_games.py --native               # the programs as machine code
python benchmarks/same_games.py --rows 500             # and deals at once with deals one by one
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]

from tests.properties.many_games import (  # noqa: E402
    changed_games,
    composed_games,
    shipped_games,
    turned_games,
)
from tests.properties.same_games import Played, compare, compare_rows  # noqa: E402

if TYPE_CHECKING:
    from tests.properties.many_games import Game

SHARES = {"shipped": 0.5, "composed": 0.2, "turned": 0.1, "changed": 0.2}
"""What part of the deals is played by which kind of rulesets."""
A_RULESET = 12
"""Deals of a ruleset that was made by lot."""


class Outcome(NamedTuple):
    """What came of a ruleset: how much was compared, why the program was refused, where the two part."""

    played: Played | None = None
    rows: int = 0
    refused: str = ""
    trouble: str = ""


def attempt(game: Game, deals: int, *, seed: int, native: bool, packing: bool, rows: int) -> Outcome:
    from hasenpfeffer.errors import KernelRefusal

    try:
        played = compare(game, deals, seed, native=native, packing=packing)
        return Outcome(played, compare_rows(game, rows, seed) if rows else 0)
    except KernelRefusal as refusal:
        return Outcome(refused=str(refusal))
    except Exception as problem:
        return Outcome(trouble=f"{type(problem).__name__}: {problem}")


def chosen(deals: int, seed: int, folder: Path) -> dict[str, tuple[list[Game], int]]:
    """By kind, the rulesets and how many deals each is played for."""
    counts = {kind: max(int(deals * share), 1) for kind, share in SHARES.items()}
    shipped = shipped_games()
    by_lot = {kind: -(-count // A_RULESET) for kind, count in counts.items()}
    by_lot["changed"] += by_lot["changed"] // 2  # a good third of them are no rulesets any more
    return {
        "shipped": (shipped, -(-counts["shipped"] // len(shipped))),
        "composed": (list(composed_games(by_lot["composed"], seed)), A_RULESET),
        "turned": (list(turned_games(by_lot["turned"], seed)), A_RULESET),
        "changed": (list(changed_games(by_lot["changed"], seed, folder)), A_RULESET),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--native", action="store_true", help="play the programs as machine code")
    parser.add_argument(
        "--packing", action="store_true", help="now and then a program takes over the interpreter's state"
    )
    parser.add_argument(
        "--rows", type=int, default=0, help="compare so many rows of deals at once with deals one by one"
    )
    parser.add_argument("--kind", choices=SHARES, action="append", help="only these rulesets")
    parser.add_argument("--keep", type=Path, help="a folder for the changed files")
    arguments = parser.parse_args()
    began = time.perf_counter()
    failed = False
    with tempfile.TemporaryDirectory() as made, ProcessPoolExecutor(arguments.jobs) as pool:
        folder = arguments.keep or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        for kind, (games, deals) in chosen(arguments.deals, arguments.seed, folder).items():
            if arguments.kind and kind not in arguments.kind:
                continue
            how = {"native": arguments.native, "packing": arguments.packing, "rows": arguments.rows}
            work = partial(attempt, deals=deals, seed=arguments.seed, **how)
            failed |= told(kind, games, list(pool.map(work, games, chunksize=2)))
    print(f"{time.perf_counter() - began:.0f} s")
    return 1 if failed else 0


def told(kind: str, games: list[Game], outcomes: list[Outcome]) -> bool:
    """Prints what came of the rulesets of a kind; whether anything went wrong."""
    for game, outcome in zip(games, outcomes, strict=True):
        if outcome.trouble:
            print(f"{game.text}\n    {outcome.trouble}")
    refusals = Counter(one.refused.partition(" (")[0] for one in outcomes if one.refused)
    for refusal, count in refusals.most_common():
        print(f"    refused {count} times: {refusal}")
    played = [one.played for one in outcomes if one.played is not None]
    troubles = sum(bool(one.trouble) for one in outcomes)
    print(
        f"{kind}: {len(played):,} rulesets, {sum(one.deals for one in played):,} deals, "
        f"{sum(one.scored for one in played):,} scored, {sum(one.decisions for one in played):,} decisions, "
        f"{sum(one.actions for one in played):,} actions compared, "
        f"{sum(one.rows for one in outcomes):,} rows; {troubles} rulesets part",
        flush=True,
    )
    return bool(troubles)


if __name__ == "__main__":
    raise SystemExit(main())
