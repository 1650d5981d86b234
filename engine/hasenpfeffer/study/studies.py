"""A study: the same deals or games by one ruleset or by several, summed up, and each held against the first.

What comes out does not depend on how many workers there are, on how the work is cut, or on who plays.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from operator import add
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import tallying
from hasenpfeffer.kernel.tables import TallyTable
from hasenpfeffer.study.backends import choose, choose_for_all
from hasenpfeffer.study.plan import LEAST_TO_STOP, chunks, looks
from hasenpfeffer.study.statistics import half_width
from hasenpfeffer.study.tally import PairTally, Tally
from hasenpfeffer.study.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.kernel.rows import Rows
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.plan import Plan
    from hasenpfeffer.study.statistics import Sums


@dataclass(frozen=True, slots=True)
class Part:
    """What came of some deals or games: for each ruleset, and for each but the first held against it.

    `pairs` are None where there are other accounts. `rows` are there only if they were asked for.
    """

    number: int
    tallies: tuple[Tally, ...]
    pairs: tuple[PairTally | None, ...]
    rows: tuple[Rows, ...] = ()

    def __add__(self, other: Part) -> Part:
        """Both together, without rows."""
        pairs = (
            None if mine is None or theirs is None else mine + theirs
            for mine, theirs in zip(self.pairs, other.pairs, strict=True)
        )
        return Part(self.number + other.number, tuple(map(add, self.tallies, other.tallies)), tuple(pairs))


class Study:
    """Rulesets and a plan, with backends that are ready to play it; the others are held against the first ruleset."""

    def __init__(
        self,
        rulesets: tuple[Ruleset, ...],
        plan: Plan,
        *backends: str,
        compiling: Callable[[], None] | None = None,
    ) -> None:
        """`backends`: the name of one for each ruleset, or of one for all; `auto` unless it is said. `compiling` is
        called before machine code is made, where it is not kept."""
        self.rulesets = rulesets
        self.plan = plan
        if len(backends) > 1:
            each = zip(rulesets, backends, strict=True)
            self.backends = tuple(choose(ruleset, plan, name, compiling) for ruleset, name in each)
        else:
            self.backends = choose_for_all(rulesets, plan, backends[0] if backends else "auto", compiling)
        self._tables = tuple(map(TallyTable.of, rulesets))

    def nothing(self) -> Part:
        """What has come out before anything is played."""
        first, *others = self._tables
        return Part(
            0,
            tuple(map(Tally.empty, self._tables)),
            tuple(
                PairTally.empty(one.accounts) if one.accounts == first.accounts else None for one in others
            ),
        )

    def run(self, jobs: int = 1) -> Part:
        """What comes of the plan; raises what `parts` does."""
        return sum(self.parts(jobs), self.nothing())

    def parts(self, jobs: int = 1, *, with_rows: bool = False) -> Iterator[Part]:
        """What comes of the plan, part by part in order, until all is played or enough is known.

        Raises StuckError for a deal that is thrown in a thousand times, and where a worker is ended from outside.
        """
        most = max(1, min(backend.most for backend in self.backends) // len(self.backends))
        names = tuple(one.name for one in self.backends)
        jobs = sum(1 for _ in islice(chunks(self.plan, most), jobs))
        parts = in_order(
            partial(self.play, with_rows=with_rows),
            _Elsewhere(self.rulesets, self.plan, names, with_rows),
            chunks(self.plan, most),
            jobs,
            by_threads=all(one.workers == "threads" for one in self.backends),
        )
        found, ahead = self.nothing(), looks(self.plan)
        look = next(ahead)
        with closing(parts):
            for part in parts:
                yield part
                if self.plan.until is None:
                    continue
                found += part
                if found.number >= look:
                    if self.knows_enough(found):
                        return
                    look = next(ahead, look)

    def knows_enough(self, found: Part) -> bool:
        """Whether the intervals that the plan speaks of are narrow enough."""
        until = self.plan.until
        if until is None or found.number < LEAST_TO_STOP:
            return False
        return all(half_width(sums) <= until for sums in self.asked(found))

    def asked(self, found: Part) -> list[Sums]:
        """What has to be known: the first team's differences, or its points where there is one ruleset."""
        first = found.tallies[0]
        differences = [pair.points[0] for pair in found.pairs if pair is not None]
        return differences or [(first.scores if self.plan.of_games else first.points)[0]]

    def play(self, numbers: range, *, with_rows: bool = False) -> Part:
        """These deals or games by every ruleset, one after the other; rows are only kept where they are asked for."""
        first: Rows | None = None
        tallies, pairs, kept = [], [], []
        for backend, table in zip(self.backends, self._tables, strict=True):
            rows = backend.play(numbers)
            tallies.append(Tally.of(rows, table, backend.add_rows))
            if first is None:
                first = rows
            else:
                pairs.append(self._pair(first, rows))
            if with_rows:
                kept.append(rows)
        return Part(len(numbers), tuple(tallies), tuple(pairs), tuple(kept))

    def _pair(self, first: Rows, other: Rows) -> PairTally | None:
        if first.columns.accounts != other.columns.accounts:
            return None
        add_pairs = self.backends[0].add_pairs
        if any(backend.name != self.backends[0].name for backend in self.backends):
            add_pairs = tallying.add_pairs  # rows of any kind
        return PairTally.of(first, other, of_games=self.plan.of_games, add_pairs=add_pairs)


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """A study as it is sent to another process."""

    rulesets: tuple[Ruleset, ...]
    plan: Plan
    backends: tuple[str, ...]
    with_rows: bool

    def ready(self) -> Callable[[range], Part]:
        return partial(Study(self.rulesets, self.plan, *self.backends).play, with_rows=self.with_rows)
