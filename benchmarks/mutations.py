"""Spoils many rule files and takes each the whole way: findings are fine, a traceback or a long wait is not.

python benchmarks/mutations.py                     # ten thousand files, two processes
python benchmarks/mutations.py --files 500 --keep broken/
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

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]

from tests.properties.mutations import Outcome, journey  # noqa: E402


def spoil(number: int, *, seed: int, deals: int) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        return journey(seed, number, Path(folder), deals=deals)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--deals", type=int, default=2, help="trial deals by each file that is still sound")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the files that came to grief")
    arguments = parser.parse_args()
    began = time.perf_counter()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        work = partial(spoil, seed=arguments.seed, deals=arguments.deals)
        outcomes = list(pool.map(work, range(arguments.files), chunksize=20))
    seconds = time.perf_counter() - began
    grief = [(number, one) for number, one in enumerate(outcomes) if one.trouble or one.seconds >= 1]
    kinds = Counter(one.trouble.strip().splitlines()[-1][:150] if one.trouble else "slow" for _, one in grief)
    for kind, count in kinds.most_common():
        print(f"{count:5} {kind}")
    for number, one in grief[:200] if arguments.keep else ():
        arguments.keep.mkdir(parents=True, exist_ok=True)
        (arguments.keep / f"{number}-{one.name}.yaml").write_bytes(one.text)
        (arguments.keep / f"{number}-{one.name}.txt").write_text(f"{one.seconds:.2f} s\n{one.trouble}")
    slowest = max(outcomes, key=lambda one: one.seconds)
    sound = sum(not one.errors for one in outcomes)
    print(
        f"{len(outcomes):,} files, seed {arguments.seed}: {sound:,} without a finding, "
        f"{sum(bool(one.dealt) for one in outcomes):,} played, {len(grief)} came to grief"
    )
    print(f"slowest {slowest.seconds:.2f} s ({slowest.name}); {seconds:,.0f} s in {arguments.jobs} processes")
    return 1 if grief else 0


if __name__ == "__main__":
    sys.exit(main())
