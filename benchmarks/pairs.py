"""Plays every pair of house rules that go together: 200 random deals each, two processes.

python benchmarks/pairs.py
python benchmarks/pairs.py --deals 20
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]


def attempt(deals: int, reference: str) -> tuple[str, int, str]:
    """How many deals were scored, or what went wrong."""
    from tests.properties.pairs import play_out

    try:
        return reference, play_out(reference, deals), ""
    except Exception as problem:
        return reference, 0, f"{type(problem).__name__}: {problem}"


def main() -> int:
    from tests.properties.pairs import friendly_pairs

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=200, help="random deals for each pair")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    pairs = list(friendly_pairs())
    began = time.perf_counter()
    with ProcessPoolExecutor(args.jobs) as pool:
        results = list(pool.map(partial(attempt, args.deals), pairs, chunksize=8))
    failures = [(reference, why) for reference, _, why in results if why]
    for reference, why in failures:
        print(f"{reference}: {why}")
    scored = sum(count for _, count, _ in results)
    print(
        f"{len(pairs)} pairs, {len(pairs) * args.deals} deals, {scored} scored, the others thrown in, "
        f"{len(failures)} pairs failed, {time.perf_counter() - began:.0f} s"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
