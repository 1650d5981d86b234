"""How well the bots play: each kind against the next weaker one, on the same cards from both sides of the table.

    python benchmarks/bots.py                                # a hundred games each on two rulesets
    python benchmarks/bots.py --games 20 --ruleset euchre
    python benchmarks/bots.py --worlds 10000                 # sampled worlds, each played again from its deal

A game that is stopped at its bound counts as lost. Times are those of choices with more than one answer.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT)]

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules

MATCHES = (("careful", "random", 0.85), ("sampling", "careful", 0.65))
"""Challenger, opponent, and the share of games that it should win."""
RULESETS = ("hasenpfeffer", "hoyle")
OTHERS = ("hasenpfeffer+alone-exchange+joker-must-bid", "pepper", "euchre", "hearts", "sheepshead", "pitch")
"""Rulesets with widows, discards, exchanges, gifts, cards put on tricks, and a trump that the first card makes."""
MOST_SECONDS = 0.1
"""What the median choice may take."""


def main() -> int:
    options = _options()
    import hasenpfeffer as hp

    rulesets = {name: hp.load(*name.split("+")) for name in options.ruleset or _usual(options)}
    good = [
        _sample(name, rules, -(-options.worlds // len(rulesets)), options.seed)
        if options.worlds
        else _play(name, rules, options.games, options.seed)
        for name, rules in rulesets.items()
    ]
    return 0 if all(good) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="of each match")
    parser.add_argument("--ruleset", action="append", help="may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=0, help="sample so many in all, play no match")
    return parser.parse_args()


def _usual(options: argparse.Namespace) -> tuple[str, ...]:
    return (*RULESETS, *OTHERS) if options.worlds else RULESETS


def _play(name: str, rules: CompiledRules, games: int, seed: int) -> bool:
    """Plays all matches on one ruleset; whether each challenger did as well and as quickly as it should."""
    from hasenpfeffer.study.players import bot
    from hasenpfeffer.study.tournament import match, quantile

    good = True
    for challenger, opponent, wanted in MATCHES:
        began = perf_counter()
        result = match(rules, bot(challenger, rules), bot(opponent, rules), games, seed)
        estimate = result.share
        assert estimate is not None and estimate.low is not None and estimate.high is not None
        median, slow = (quantile(result.seconds, part) for part in (0.5, 0.95))
        print(
            f"{name}: {challenger} beats {opponent} in {result.won} of {result.games} games "
            f"({estimate.low:.0%} to {estimate.high:.0%} with 95 % confidence; wanted: {wanted:.0%}), "
            f"{result.unfinished} unfinished, {result.failures} failures; a choice takes {median:.4f} s "
            f"(median), {slow:.4f} s (95 of 100); {perf_counter() - began:.0f} s in all",
            flush=True,
        )
        good = good and estimate.mean >= wanted and median <= MOST_SECONDS and not result.failures
    return good


def _sample(name: str, rules: CompiledRules, worlds: int, seed: int) -> bool:
    """Samples worlds in the middle of games; whether all of them could have come about."""
    from tests.properties.worlds import sample

    began = perf_counter()
    found = sample(rules, worlds, seed)
    print(
        f"{name}: {found.worlds:,} worlds at {found.positions:,} positions, {len(found.broken)} of them not reached "
        f"by legal play; somebody holds other cards in {found.other_cards:,}; none found at {found.missed} "
        f"positions; {perf_counter() - began:.0f} s",
        flush=True,
    )
    for problem in found.broken[:3]:
        print(f"  {problem}")
    return not found.broken


if __name__ == "__main__":
    sys.exit(main())
