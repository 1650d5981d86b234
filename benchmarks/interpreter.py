"""How many decisions a second the interpreter plays, next to rlcard's bridge in the same run on one core.

    python benchmarks/interpreter.py              # with rlcard installed here
    python benchmarks/interpreter.py --install    # with rlcard in a throwaway environment

Both are driven by the same loop: ask what is legal, choose at random, act. Rounds take turns; the ratio is the
median of the rounds' ratios. A profile names the three places where the interpreter spends most time itself.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import subprocess
import sys
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from peers import ROOT, environment, python_with, stay_on_one_core

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[random.Random], int]
    """Plays one deal and says how many decisions it had."""

WANTED = 0.25
"""What the project promises: a quarter of the peer's decisions a second."""


def main() -> None:
    options = _options()
    with python_with("rlcard", "rlcard", install=options.install and not options.alone) as python:
        if python not in (None, sys.executable):
            command = [python, __file__, *sys.argv[1:], "--alone"]
            subprocess.run(command, env=environment(), check=True)
            return
        stay_on_one_core()
        _compare(options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--ruleset", default="hasenpfeffer")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round, for each program")
    parser.add_argument("--install", action="store_true", help="fetch rlcard into a throwaway environment")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _compare(options: argparse.Namespace) -> None:
    ours = _interpreter(options.ruleset)
    theirs = _rlcard() if find_spec("rlcard") is not None else None
    own, peer = [], []
    for number in range(options.rounds):
        own.append(_speed(ours, options.seconds, number))
        if theirs is not None:
            peer.append(_speed(theirs, options.seconds, number))
    print(f"{options.ruleset}: {median(own):,.0f} decisions a second (median of {options.rounds} rounds)")
    if peer:
        ratio = median(a / b for a, b in zip(own, peer, strict=True))
        print(f"rlcard bridge: {median(peer):,.0f} decisions a second")
        print(f"ratio: {ratio:.2f} (wanted: at least {WANTED})")
    _profile(ours)
    if peer and ratio < WANTED:
        sys.exit(1)


def _speed(play: Play, seconds: float, seed: int) -> float:
    chance, decisions, started = random.Random(seed), 0, perf_counter()
    while (passed := perf_counter() - started) < seconds:
        decisions += play(chance)
    return decisions / passed


def _interpreter(reference: str) -> Play:
    sys.path.insert(0, str(ROOT / "engine"))
    import hasenpfeffer as hp
    from hasenpfeffer.play import machine

    rules = hp.load(reference)
    dealers = count()

    def play(chance: random.Random) -> int:
        pack = chance.sample(range(rules.pack.size), rules.pack.size)
        state = machine.start(rules, dealer=next(dealers) % rules.seating.count, pack=pack).state
        decisions = 0
        while not state.over:
            state = machine.advance(rules, state, chance.choice(machine.legal(rules, state))).state
            decisions += 1
        return decisions

    return play


def _rlcard() -> Play:
    import rlcard

    env: Any = rlcard.make("bridge", config={"seed": 1})

    def play(chance: random.Random) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def _profile(play: Play) -> None:
    profile = cProfile.Profile()
    chance = random.Random(1)
    profile.enable()
    for _ in range(300):
        play(chance)
    profile.disable()
    stats: Any = pstats.Stats(profile)
    entries = [(own, place) for place, (_, _, own, _, _) in stats.stats.items() if "hasenpfeffer" in place[0]]
    total = stats.total_tt
    print("dearest places, by their own share of the time under the profiler:")
    for own, (file, line, name) in sorted(entries, reverse=True)[:3]:
        shown = Path(file).relative_to(ROOT / "engine" / "hasenpfeffer").as_posix()
        print(f"  {100 * own / total:4.1f} %  {shown}:{line} {name}")


if __name__ == "__main__":
    main()
