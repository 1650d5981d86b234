"""Holds every complete game to what a game has to stand: the laws, and a whole game between bots that think.

    python benchmarks/family.py                              # a thousand deals and one game each
    python benchmarks/family.py --deals 100 --game skat --game bridge
    python benchmarks/family.py --deals 0 --samples 5        # the bots' games only

`none found` counts the times that no hidden cards could be drawn which fit what a seat has seen; plain judgement
answers there.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.history import SeenTurn, Turn
    from hasenpfeffer.play.view import View


HEAD = (
    *("game", "lines", "deals", "decisions", "broken"),
    *("bots: deals", "decisions", "replaced", "none found", "slowest", "seconds"),
)
ROW = "{:24}{:>6}{:>7}{:>11}{:>8}{:>13}{:>11}{:>10}{:>12}{:>9}{:>9}"


class Stood(NamedTuple):
    """How a game stood it. `played` are deals and decisions of the bots' game, 0 where there was none."""

    name: str
    lines: int
    deals: int
    decisions: int
    broken: tuple[str, ...]
    played: tuple[int, int]
    replaced: int
    without_world: int
    slowest: float
    seconds: float


class Timed:
    """A bot whose slowest choice is noted."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self.slowest = 0.0

    def choose(self, seen: View, history: Sequence[SeenTurn], draws: Stream) -> Action:
        began = perf_counter()
        action: Action = self._bot.choose(seen, history, draws)
        self.slowest = max(self.slowest, perf_counter() - began)
        return action


def stand(task: tuple[str, int, int, int]) -> Stood:
    """Holds the laws against a game's random deals, then lets the bots play a whole game."""
    from tests.properties.code_of_laws import Judge

    import hasenpfeffer as hp
    from hasenpfeffer.bots import sampling
    from hasenpfeffer.study.driver import play_game

    class Counted(sampling.Worlds):
        """Worlds of which those are counted that could not be drawn."""

        missing = 0

        def draw(self, draws: Stream) -> Any:
            world = super().draw(draws)
            Counted.missing += world is None
            return world

    sampling.Worlds = Counted  # type: ignore[misc]

    name, deals, samples, seed = task
    began = perf_counter()
    rules = hp.load(name)
    broken: list[str] = []
    decisions = 0
    judge = Judge(rules) if deals else None
    for number in range(1, deals + 1):
        assert judge is not None
        try:
            decisions += judge.deal(seed, number)
        except Exception as problem:
            broken.append(f"{type(problem).__name__}: {problem} (seed {seed}, deal {number})")
    replaced = 0
    bot = Timed(sampling.Sampling(rules, samples))

    def note(turn: Turn) -> None:
        nonlocal replaced
        replaced += any(event.kind == "replaced" for event in turn.events)

    played = (0, 0)
    if samples:
        players: Any = dict.fromkeys(range(rules.seating.count), bot)
        try:
            result = play_game(rules, seed, 0, players, note)
            played = (result.deals, result.decisions)
            if result.unfinished:
                broken.append("the bots' game was stopped at its bound")
        except Exception as problem:
            broken.append(f"{type(problem).__name__}: {problem} (seed {seed}, the bots' game)")
    return Stood(
        name, _lines(name), deals, decisions, tuple(broken), played, replaced, Counted.missing, bot.slowest,
        perf_counter() - began,
    )  # fmt: skip


def row(stood: Stood) -> tuple[str, ...]:
    """What the table says of a game, in the order of its head."""
    return (
        stood.name,
        str(stood.lines),
        f"{stood.deals:,}",
        f"{stood.decisions:,}",
        str(len(stood.broken)),
        str(stood.played[0]),
        f"{stood.played[1]:,}",
        str(stood.replaced),
        str(stood.without_world),
        f"{stood.slowest:.2f}",
        f"{stood.seconds:.0f}",
    )


def _lines(name: str) -> int:
    from hasenpfeffer.shelf.find import shelf_entries

    path = next(entry.path for entry in shelf_entries() if entry.name == name)
    return len(path.read_text("utf-8").splitlines())


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=1000, help="random deals a game under all laws")
    parser.add_argument("--samples", type=int, default=5, help="of the bots' game; 0: none")
    parser.add_argument("--game", action="append", help="may be repeated; every complete game if left out")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    from hasenpfeffer.shelf.find import shelf_entries

    names = options.game or [entry.name for entry in shelf_entries() if entry.kind == "game"]
    print(ROW.format(*HEAD))
    found: list[Stood] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        tasks = [(name, options.deals, options.samples, options.seed) for name in names]
        for stood in pool.map(stand, tasks):
            found.append(stood)
            print(ROW.format(*row(stood)), flush=True)
            for what in stood.broken[:3]:
                print(f"  BROKEN {what}", flush=True)
    broken = sum(len(stood.broken) + stood.replaced for stood in found)
    print(f"{len(found)} games, {sum(stood.deals for stood in found):,} deals, {broken} broken; ", end="")
    print(f"{statistics.median(stood.lines for stood in found):.0f} lines in the median")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
