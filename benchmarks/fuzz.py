"""Takes many inputs that nobody would write through every door: none may raise, be slow or need much memory.

python benchmarks/fuzz.py                                        # two hundred thousand, two processes
python benchmarks/fuzz.py --inputs 2000 --harness expressions --seed 7
python benchmarks/fuzz.py --harness records --only 4711 --keep odd/   # one of them again
"""

from __future__ import annotations

import argparse
import contextlib
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]

SLOWEST = 2.0
"""Seconds of processor time."""
LARGEST = 300
"""Megabytes of a process that has made nothing but inputs like these."""
PATIENCE = 20
ADDRESS_SPACE = 3 * 1024**3
HEAD = ("harness", "inputs", "slowest", "memory", "over 2 s", "over 300 MB", "tracebacks")
ROW = "{:18}{:>9}{:>10}{:>10}{:>10}{:>13}{:>12}"


class Answer(NamedTuple):
    """How one input was taken. `memory` is the most that its process has needed so far, in megabytes."""

    harness: str
    number: int
    seconds: float
    memory: int
    trouble: str


class TooLong(BaseException):
    """Nobody waits any longer."""


def answer(task: tuple[str, int], *, seed: int, keep: Path | None = None) -> Answer:
    """Makes an input by its number and takes it through its door."""
    from tests.fuzz.extremes import EXTREMES
    from tests.fuzz.harnesses import HARNESSES, extreme

    from hasenpfeffer import chance

    name, number = task
    if name == "extremes":
        made: Any = list(EXTREMES)[number]
        return _measured(name, number, partial(extreme, made), made, keep)
    harness = next(one for one in HARNESSES if one.name == name)
    kind = HARNESSES.index(harness)
    made = harness.make(chance.Stream(seed, kind, number, 9))
    return _measured(name, number, partial(harness.run, made), made, keep)


def _measured(name: str, number: int, run: Any, made: Any, keep: Path | None) -> Answer:
    trouble = ""
    began = time.process_time()
    try:
        with _patience():
            run()
    except TooLong:
        trouble = "TooLong: nothing came of it"
    except Exception:
        trouble = traceback.format_exc()
    seconds = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if keep is not None and (trouble or seconds >= SLOWEST or memory >= LARGEST):
        keep.mkdir(parents=True, exist_ok=True)
        file = keep / f"{name.replace(' ', '-')}-{number}"
        file.with_suffix(".input").write_bytes(
            made if isinstance(made, bytes) else repr(made).encode("utf-8", "replace")
        )
        file.with_suffix(".txt").write_text(f"{seconds:.2f} s, {memory} MB\n{trouble}", "utf-8")
    return Answer(name, number, seconds, memory, trouble)


@contextlib.contextmanager
def _patience() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--harness", action="append", help="only this one; may be repeated")
    parser.add_argument("--only", type=int, help="only the input of this number")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input of each harness")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long; 0: when all are done")
    parser.add_argument("--keep", type=Path, help="a folder for inputs that came to grief")
    options = parser.parse_args()
    tasks = _tasks(options)
    began = time.perf_counter()
    answers: list[Answer] = []
    with ProcessPoolExecutor(options.jobs, initializer=_bounded) as pool:
        for one in pool.map(partial(answer, seed=options.seed, keep=options.keep), tasks, chunksize=50):
            answers.append(one)
            if options.minutes and time.perf_counter() - began > options.minutes * 60:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    print(ROW.format(*HEAD))
    for name in dict.fromkeys(name for name, _ in tasks):
        print(ROW.format(*_row(name, [one for one in answers if one.harness == name])))
    grief = [one for one in answers if one.trouble or one.seconds >= SLOWEST or one.memory >= LARGEST]
    for what, times in Counter(map(_told, grief)).most_common(20):
        print(f"{times:6} {what}")
    for one in grief[:10]:
        print(
            f"python benchmarks/fuzz.py --seed {options.seed} --harness '{one.harness}' --only {one.number}"
        )
        if options.only is not None:
            print(one.trouble)
    print(
        f"{len(answers):,} inputs, seed {options.seed}, {len(grief)} came to grief, "
        f"{time.perf_counter() - began:,.0f} s in {options.jobs} processes"
    )
    return 1 if grief else 0


def _tasks(options: argparse.Namespace) -> list[tuple[str, int]]:
    """The inputs of every harness by their share, those of all harnesses mixed, the extremes once."""
    from tests.fuzz.extremes import EXTREMES
    from tests.fuzz.harnesses import HARNESSES

    chosen = [one for one in HARNESSES if not options.harness or one.name in options.harness]
    if options.only is not None:
        return [(name, options.only) for name in options.harness or ()]
    whole = sum(one.share for one in chosen)
    mixed = [
        (number, one.name)
        for one in chosen
        for number in range(options.first, options.first + options.inputs * one.share // whole)
    ]
    tasks = [(name, number) for number, name in sorted(mixed, key=lambda item: item[0])]
    if not options.harness or "extremes" in options.harness:
        tasks += [("extremes", number) for number in range(len(EXTREMES))]
    return tasks


def _row(name: str, answers: list[Answer]) -> tuple[str, ...]:
    if not answers:
        return (name, "0", *("-" for _ in HEAD[2:]))
    return (
        name,
        f"{len(answers):,}",
        f"{max(one.seconds for one in answers):.2f} s",
        f"{max(one.memory for one in answers)} MB",
        str(sum(one.seconds >= SLOWEST for one in answers)),
        str(sum(one.memory >= LARGEST for one in answers)),
        str(sum(bool(one.trouble) for one in answers)),
    )


def _told(one: Answer) -> str:
    lines = one.trouble.strip().splitlines()
    frames = [line.strip() for line in lines if line.strip().startswith("File")]
    where = frames[-1].rpartition("/")[2] if frames else ""
    return (
        f"{one.harness}: {lines[-1][:140]} {where}"
        if lines
        else f"{one.harness}: {one.seconds:.1f} s, {one.memory} MB"
    )


if __name__ == "__main__":
    sys.exit(main())
