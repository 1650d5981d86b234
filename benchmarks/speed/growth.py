"""How time grows: with the number of deals, the workers, the cards in a hand, and the pack."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.speed.backends import Rules, ours
from benchmarks.speed.rounds import Player, enough, in_turn, take_turns
from benchmarks.speed.table import Row, compared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.speed.backends import Backend

HERE = Path(__file__).parent
HANDS, LARGE_PACK = Rules(str(HERE / "hands.yaml")), Rules(str(HERE / "large-pack.yaml"))
SIZES = (1, 3, 6, 13)
WORKERS = (1, 2, 4)
_LONGER, _FEW_ROUNDS = 10, 3


def with_deals(backend: Backend, rules: Rules, rounds: int, seconds: float) -> Iterator[Row]:
    """Calls for one deal, ten, a hundred and so on, up to about so long: a call's start shows in the first."""
    player = ours(backend, rules)
    most, deals = enough(player.run, seconds), 1
    while deals <= most:
        (figures,) = in_turn([player], [deals], rounds)
        yield from compared("deals in one call", [figures._replace(name=f"{player.name}: {deals:,}")])
        deals *= 10


def with_workers(backend: Backend, rules: Rules, rounds: int, seconds: float) -> Iterator[Row]:
    """The same deals by one worker and by several, on all cores. Workers have to start, so there are more deals."""
    deals = enough(ours(backend, rules).run, _LONGER * seconds)
    players = [ours(backend, rules, jobs=jobs) for jobs in WORKERS]
    figures = in_turn(players, [deals] * len(players), min(rounds, _FEW_ROUNDS))
    named = [one._replace(name=f"{one.name}: {jobs}") for one, jobs in zip(figures, WORKERS, strict=True)]
    yield from compared("workers", named)


def with_hand_size(backend: Backend, rounds: int, seconds: float) -> Iterator[Row]:
    """Hands of a few cards and of many, compared by decisions: those of a large hand have more to choose from."""
    sizes = [HANDS._replace(parameters=(("hand size", str(size)),)) for size in SIZES]
    players = [
        _named(backend, f"{size} card{'s' * (size > 1)}", rules)
        for size, rules in zip(SIZES, sizes, strict=True)
    ]
    yield from compared("cards in a hand", take_turns(players, rounds, seconds), by_decisions=True)


def with_pack(backend: Backend, rounds: int, seconds: float) -> Iterator[Row]:
    """Thirteen cards each out of 52 and out of 78, which are too many for one word."""
    players = [_named(backend, "52 cards", HANDS), _named(backend, "78 cards", LARGE_PACK)]
    yield from compared("pack", take_turns(players, rounds, seconds), wanted="0.333", by_decisions=True)


def amount(backend: Backend, rules: Rules, seconds: float) -> int:
    """How many deals take about so long, in round figures."""
    deals = enough(ours(backend, rules).run, seconds)
    return int(float(f"{deals:.0e}"))


def _named(backend: Backend, what: str, rules: Rules) -> Player:
    player = ours(backend, rules)
    return player._replace(name=f"{player.name}: {what}")
