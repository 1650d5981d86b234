"""Kills games at random moments and spoils records: nothing that was told may be lost, and no damage goes unseen.

python benchmarks/kills.py                           # 1,000 kills, 40 of them of whole processes; 500 records
python benchmarks/kills.py --kills 50 --processes 2 --changes 100
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]

from tests.properties import records  # noqa: E402

import hasenpfeffer as hp  # noqa: E402
from hasenpfeffer import chance  # noqa: E402
from hasenpfeffer.errors import RecordError  # noqa: E402
from hasenpfeffer.play.record.replay import verify  # noqa: E402

GAMES = ("hasenpfeffer", "euchre", "hearts", "double-hasenpfeffer")
LONGEST = 1.5
"""Seconds after its start at which a process is killed at the latest."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000, help="in all; some of them end whole processes")
    parser.add_argument("--processes", type=int, default=40)
    parser.add_argument("--changes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        failed = _kill(arguments.kills - arguments.processes, arguments.seed, Path(folder))
        failed += _kill_processes(arguments.processes, arguments.seed, Path(folder))
    failed += _spoil(arguments.changes, arguments.seed)
    return 1 if failed else 0


def _kill(kills: int, seed: int, folder: Path) -> int:
    began = time.perf_counter()
    trouble: list[str] = []
    for index, game in enumerate(GAMES):
        share = kills // len(GAMES) + (index < kills % len(GAMES))
        tally = records.kill_many(game, share, seed + index, folder)
        trouble += tally.trouble
        if tally.told_last < 2 * (tally.kills - tally.before_the_record):
            trouble.append(f"{game}: so few events were told that nobody can have played")
        print(
            f"{game}: {tally.kills} kills in {tally.games} games, {tally.before_the_record} before there was a "
            f"record, {tally.cut_lines} amid a line, {tally.worked_out_again} amid a play; "
            f"{tally.told_last:,} events told, {len(tally.trouble)} times something was lost"
        )
    print(*trouble[:20], sep="\n", end="\n" if trouble else "")
    print(f"{kills:,} kills in {time.perf_counter() - began:,.0f} s")
    return len(trouble)


def _kill_processes(kills: int, seed: int, folder: Path) -> int:
    draw = chance.Stream(seed, 6, 0, 9)
    shown, trouble = 0, []
    for number in range(kills):
        path = folder / f"process-{number // 3}.jsonl"
        count, problem = records.kill_command(
            GAMES[0], seed + number, path, draw.below(1000) / 1000 * LONGEST
        )
        shown += count
        trouble += [problem] * bool(problem)
    print(f"{kills} whole processes killed: {shown:,} events shown, {len(trouble)} times something was lost")
    print(*trouble[:20], sep="\n", end="\n" if trouble else "")
    return len(trouble)


def _spoil(changes: int, seed: int) -> int:
    draw = chance.Stream(seed, 7, 0, 9)
    rules = {game: hp.load(game) for game in GAMES}
    whole = [
        "".join(records.recorded(rules[game], seed, plays, ends=ends)).encode()
        for game in GAMES
        for plays, ends in ((40, True), (300, True))
    ]
    whole.append("".join(records.recorded(hp.load(GAMES[0], "pepper-night"), seed)).encode())
    told: Counter[str] = Counter()
    trouble = []
    for _ in range(changes):
        damaged = records.damage(whole[draw.below(len(whole))], draw)
        told[damaged.what] += 1
        try:
            verify(damaged.record)
        except RecordError as error:
            if error.line != damaged.line:
                trouble.append(f"{damaged.what} in line {damaged.line}: told in line {error.line}")
        else:
            trouble.append(f"{damaged.what} in line {damaged.line}: accepted")
    print(f"{changes} spoiled records of {len(told)} kinds: {len(trouble)} not told by their line")
    print(*trouble[:20], sep="\n", end="\n" if trouble else "")
    return len(trouble)


if __name__ == "__main__":
    sys.exit(main())
