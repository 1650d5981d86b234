"""Many deals or whole games by the same rules, summed up; the figures do not depend on how the work is cut.

Games are numbered from 0 and played as `driver.play_game` does. Single deals are numbered from 1 and have no
game round them: scores and counters start afresh, the seats deal in turn from the first dealer on, and deal i
has the cards of deal i of game 0. If it is thrown in, it is dealt again from deal i of game 1, 2 and so on, by
whom the rules say, until it is scored: as many deals are scored as were asked for, redeals are counted apart.
"""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal

from hasenpfeffer.errors import StuckError, UnsupportedError
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play import machine
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.table import first_dealer
from hasenpfeffer.seats import members
from hasenpfeffer.study.driver import Lot, cards, play_game, turns
from hasenpfeffer.study.players import at_every_seat
from hasenpfeffer.study.statistics import Sums

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future, ProcessPoolExecutor
    from typing import Any

    from hasenpfeffer.play.history import Turn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.model import Ruleset

BACKENDS: Final = ("reference",)

_CHUNK: Final = {"deals": 100, "games": 2}
"""How much is played at a time. It must not depend on the number of workers."""
_AHEAD: Final = 3
"""Chunks for each worker that are handed out before their turn."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played; `unit` says whether `number` counts single deals or whole games."""

    unit: Literal["deals", "games"]
    number: int
    seed: int = 0
    bots: str = "random"
    """The kind of player at every seat."""


@dataclass(slots=True)
class CallTally:
    """How often a call won the auction, and what came of it; both stay 0 where the rules do not say."""

    count: int = 0
    made: int = 0
    failed: int = 0


@dataclass(slots=True)
class Tally:
    """What came of so many deals or games. `scores` and `won` are by account, `calls` by the text of the call.

    Scores are those of a deal where single deals were played, and the last ones of a game otherwise. A game
    that is shared counts as won for each that shares it.
    """

    scores: list[Sums]
    won: list[int]
    deals: int = 0
    redeals: int = 0
    games: int = 0
    unfinished: int = 0
    decisions: int = 0
    calls: dict[str, CallTally] = field(default_factory=dict)

    @classmethod
    def empty(cls, accounts: int) -> Tally:
        return cls([Sums()] * accounts, [0] * accounts)

    def add(self, other: Tally) -> None:
        """Takes in what came of other deals or games."""
        self.scores = [mine + theirs for mine, theirs in zip(self.scores, other.scores, strict=True)]
        self.won = [mine + theirs for mine, theirs in zip(self.won, other.won, strict=True)]
        self.deals += other.deals
        self.redeals += other.redeals
        self.games += other.games
        self.unfinished += other.unfinished
        self.decisions += other.decisions
        for text, theirs in other.calls.items():
            mine = self.calls.setdefault(text, CallTally())
            mine.count += theirs.count
            mine.made += theirs.made
            mine.failed += theirs.failed


def simulate(ruleset: Ruleset, plan: Plan, jobs: int = 1) -> Tally:
    """Plays all that the plan asks for."""
    tally = Tally.empty(len(ruleset.seating.teams))
    for part in parts(ruleset, plan, jobs):
        tally.add(part)
    return tally


def parts(ruleset: Ruleset, plan: Plan, jobs: int = 1) -> Iterator[Tally]:
    """What came of the work, part by part in order: the same parts for any number of jobs.

    Raises StuckError for a deal that is thrown in a thousand times.
    """
    player = Simulation(compile_rules(ruleset), plan)
    chunks = _chunks(plan)
    if jobs == 1 or plan.number <= _CHUNK[plan.unit]:
        yield from map(player.play, chunks)
    else:
        yield from _by_workers(ruleset, plan, chunks, jobs)


class Simulation:
    """Plays pieces of one plan."""

    def __init__(self, rules: CompiledRules, plan: Plan) -> None:
        self.rules = rules
        self.plan = plan
        self.dealers = rules.seating.order[first_dealer(rules, plan.seed, 0)]
        self.made = made_of(rules)
        self.players = at_every_seat(plan.bots, rules)

    def play(self, numbers: range) -> Tally:
        """The deals or games of these numbers."""
        tally = Tally.empty(len(self.rules.accounts))
        one, name = (self._deal, "deal") if self.plan.unit == "deals" else (self._game, "game")
        for number in numbers:
            try:
                one(number, tally)
            except (StuckError, UnsupportedError) as problem:
                raise type(problem)(f"{name} {number} of seed {self.plan.seed}: {problem}") from problem
        return tally

    def _game(self, number: int, tally: Tally) -> None:
        def watch(turn: Turn) -> None:
            if turn.after.over:
                self._count_call(turn.after, tally)

        result = play_game(self.rules, self.plan.seed, number, self.players, on_turn=watch)
        tally.games += 1
        tally.deals += result.deals
        tally.redeals += result.redeals
        tally.decisions += result.decisions
        tally.unfinished += result.unfinished
        for account in members(result.winners):
            tally.won[account] += 1
        tally.scores = [
            sums.and_value(score) for sums, score in zip(tally.scores, result.scores, strict=True)
        ]

    def _deal(self, number: int, tally: Tally) -> None:
        dealer = self.dealers[(number - 1) % len(self.dealers)]
        state = self._one_try(0, number, dealer, None, tally)
        tries = 1
        while state.thrown_in:
            state = self._one_try(tries, number, dealer, state, tally)
            tries += 1
        self._count_call(state, tally)
        tally.deals += 1
        tally.redeals += tries - 1
        tally.scores = [sums.and_value(score) for sums, score in zip(tally.scores, state.scores, strict=True)]

    def _one_try(self, game: int, deal: int, dealer: int, before: State | None, tally: Tally) -> State:
        """The last state of a deal, or of the redeal after `before`."""
        pack = cards(self.rules, self.plan.seed, game, deal)
        if before is None:
            moved = machine.start(self.rules, dealer=dealer, pack=pack)
        else:
            moved = machine.next_deal(self.rules, before, pack)
        state = moved.state
        for turn in turns(self.rules, moved, Lot(self.plan.seed, game, deal), self.players):
            state = turn.after
            tally.decisions += turn.action is not None
        return state

    def _count_call(self, state: State, tally: Tally) -> None:
        if state.thrown_in or state.call < 0:
            return
        call = tally.calls.setdefault(self.rules.calls[state.call].text, CallTally())
        call.count += 1
        if self.made is not None:
            made = self.made(state)
            call.made += made
            call.failed += not made


def says_made(ruleset: Ruleset) -> bool:
    """Whether the rules have a term `made`, by which calls are counted as made or failed."""
    term = ruleset.terms.get("made")
    return term is not None and term.argument is None and term.body.type.kind is Kind.YESNO


def made_of(rules: CompiledRules) -> Callable[[State], bool] | None:
    """Tells of a scored deal whether its contract was made; None where the rules do not say."""
    if not says_made(rules.ruleset):
        return None
    formula = rules.lookups.term("made", None)

    def made(state: State) -> bool:
        env = rules.environment(state)
        env.closing = True
        return bool(formula(env))

    return made


def _chunks(plan: Plan) -> Iterator[range]:
    first = 1 if plan.unit == "deals" else 0
    end, size = first + plan.number, _CHUNK[plan.unit]
    return (range(start, min(start + size, end)) for start in range(first, end, size))


# --- workers

_worker: list[Simulation] = []
"""In a worker process: its simulation."""


def _by_workers(ruleset: Ruleset, plan: Plan, chunks: Iterable[range], jobs: int) -> Iterator[Tally]:
    """Hands out a few chunks at a time and gives back the results in order.

    Raises StuckError where a worker is ended from outside. No worker is left when this ends, however it ends.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    waiting = iter(chunks)
    others = active_children()
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (ruleset, plan))
    try:
        with _left_alone():
            under_way = [_submit(pool, chunk) for chunk in islice(waiting, jobs * _AHEAD)]
        while under_way:
            yield under_way.pop(0).result()
            under_way += [_submit(pool, chunk) for chunk in islice(waiting, 1)]
    except BrokenProcessPool:
        raise StuckError(
            "a process that played was ended from outside; perhaps memory is short: fewer --jobs need less"
        ) from None
    finally:
        with _left_alone():
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in active_children():
                if worker not in others:
                    worker.kill()
            pool.shutdown()


def _submit(pool: ProcessPoolExecutor, chunk: range) -> Future[Any]:
    return pool.submit(_play_chunk, chunk)


@contextmanager
def _left_alone() -> Iterator[None]:
    """Processes that start meanwhile do not hear Ctrl-C: whoever handed out the work ends them."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread, which alone hears it
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_worker(ruleset: Ruleset, plan: Plan) -> None:
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    _worker[:] = [Simulation(compile_rules(ruleset), plan)]


def _leave_with_parent() -> None:
    """Ends this process when the one that hands out the work is gone, however that ended."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_chunk(chunk: range) -> Tally:
    return _worker[0].play(chunk)
