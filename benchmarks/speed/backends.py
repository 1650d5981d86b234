"""What plays our rules: each backend by its name, as something that plays so many single deals.

A backend that is added here takes part in every measurement.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from benchmarks.speed.rounds import Player, Timed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study import backends as studies

Play: TypeAlias = "Callable[[Ruleset, int, int], Timed]"
"""Plays so many single deals by a ruleset, with so many workers."""


class Backend(NamedTuple):
    """One way to play; `options` choose it on the command line."""

    name: str
    play: Play
    options: tuple[str, ...]


class Rules(NamedTuple):
    """A ruleset by its reference and its parameters."""

    reference: str
    parameters: tuple[tuple[str, str], ...] = ()


def by(name: str) -> Backend:
    """A backend by its name. A deal that is thrown in counts as a game: to a program without redeals it is one.

    Getting ready is not measured: whoever wants a program or its machine code first has them made here. With one
    worker only the play is, without adding up what it comes to, which the peers do not do either.
    """

    def play(ruleset: Ruleset, deals: int, jobs: int = 1) -> Timed:
        from hasenpfeffer.study.plan import Plan
        from hasenpfeffer.study.studies import Study

        if jobs == 1:
            return _played(ruleset, deals)
        study = Study((ruleset,), Plan("deals", deals, seed=1), name)
        began = perf_counter()
        (tally,) = study.run(jobs).tallies
        return Timed(perf_counter() - began, tally.deals + tally.redeals, tally.decisions)

    def _played(ruleset: Ruleset, deals: int) -> Timed:
        backend = _ready(id(ruleset), ruleset, name)
        seconds, games, decisions = 0.0, 0, 0
        for first in range(1, deals + 1, backend.most):
            asked = range(first, min(first + backend.most, deals + 1))
            began = perf_counter()
            rows = backend.play(asked)
            seconds += perf_counter() - began
            columns = rows.columns
            games += rows.number + sum(rows.values[columns.redeals :: columns.width])
            decisions += sum(rows.values[columns.decisions :: columns.width])
        return Timed(seconds, games, decisions)

    return Backend(name, play, ("--backend", name))


_READY: dict[tuple[int, str], tuple[Ruleset, studies.Backend]] = {}


def _ready(number: int, ruleset: Ruleset, name: str) -> studies.Backend:
    """A backend that has been made ready for a ruleset before, or is now."""
    from hasenpfeffer.study.backends import choose
    from hasenpfeffer.study.plan import Plan

    if (number, name) not in _READY:
        _READY[number, name] = (ruleset, choose(ruleset, Plan("deals", 10**12, seed=1), name))
    return _READY[number, name][1]


def _names() -> tuple[str, ...]:
    from hasenpfeffer.kernel.native.machine import is_available

    return ("reference", "python", "native") if is_available() else ("reference", "python")


BACKENDS: dict[str, Backend] = {name: by(name) for name in _names()}


def ours(backend: Backend, *mixture: Rules, jobs: int = 1) -> Player:
    """A backend that plays these rules in equal shares."""

    def run(games: int) -> Timed:
        share = -(-games // len(mixture))
        parts = [backend.play(_ruleset(rules), share, jobs) for rules in mixture]
        return Timed(*(sum(numbers) for numbers in zip(*parts, strict=True)))

    return Player(f"ours, {backend.name}", run)


def all_of(names: Sequence[str], *mixture: Rules) -> list[Player]:
    """The backends of these names, each playing these rules."""
    return [ours(BACKENDS[name], *mixture) for name in names]


@cache
def _ruleset(rules: Rules) -> Ruleset:
    import hasenpfeffer as hp

    return hp.load(rules.reference, **dict(rules.parameters)).ruleset
