"""Who plays: every backend brings the same rows for the same plan; they differ in how fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Protocol

from hasenpfeffer.study.reference_rows import Reference

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from hasenpfeffer.kernel.rows import Rows
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.plan import Plan

BACKENDS: Final = ("auto", "reference")
"""What may be asked for."""


class Backend(Protocol):
    """Plays deals or games by one ruleset and one plan. It may be asked by several threads at once."""

    @property
    def name(self) -> str: ...

    @property
    def note(self) -> str:
        """What the user should know about the choice of it: why a faster one cannot play. Mostly empty."""

    @property
    def most(self) -> int:
        """How many deals or games it should be asked for at a time. Results do not depend on it."""

    @property
    def workers(self) -> Literal["processes", "threads"]:
        """What lets it do several things at once; threads where its calls leave the interpreter free."""

    def play(self, numbers: range) -> Rows:
        """The rows of these deals or games (see `Plan.numbers`), in order.

        Raises StuckError, with the number of the deal or game and the seed, where one cannot go on.
        """

    def add_rows(
        self, rows: Sequence[int], first: int, count: int, plan: Sequence[int], t: MutableSequence[int]
    ) -> int:
        """`kernel.tallying.add_rows`, as fast as it can."""

    def add_pairs(
        self,
        rows: Sequence[int],
        count: int,
        other: Sequence[int],
        others: int,
        plan: Sequence[int],
        t: MutableSequence[int],
    ) -> int:
        """`kernel.tallying.add_pairs`, as fast as it can; `other` are rows of a backend of the same name."""


def choose(ruleset: Ruleset, plan: Plan, name: str = "auto") -> Backend:
    """The backend of this name, ready to play; `auto` takes the one that is done first."""
    assert name in BACKENDS
    return Reference(ruleset, plan)
