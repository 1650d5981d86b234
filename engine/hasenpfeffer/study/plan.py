"""What a study plays, and the pieces in which it does: the same ones for any number of workers.

The result is looked at after fixed numbers of deals or games, whatever plays; only there may a study stop early.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIRST_LOOK: Final = {"deals": 100, "games": 10}
LEAST_TO_STOP: Final = 30
"""Fewer deals or games say nothing about how far they spread."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played; `unit` says whether `number` counts single deals or whole games.

    With `until`, no more than it takes to know the first team's mean (in a comparison: its difference) so well
    that the interval reaches no further to either side.
    """

    unit: Literal["deals", "games"]
    number: int
    seed: int = 0
    bots: str = "random"
    """The kind of player at every seat."""
    until: float | None = None

    @property
    def of_games(self) -> bool:
        return self.unit == "games"

    @property
    def numbers(self) -> range:
        """The numbers of all deals or games."""
        first = 0 if self.of_games else 1
        return range(first, first + self.number)


def looks(plan: Plan) -> Iterator[int]:
    """After how many deals or games the result is looked at: ten times, then nine times for each further digit."""
    step = _FIRST_LOOK[plan.unit]
    done = step
    while done < plan.number:
        yield done
        if done == 10 * step:
            step = done
        done += step
    yield plan.number


def chunks(plan: Plan, most: int) -> Iterator[range]:
    """The numbers of the deals or games of each piece, `most` at a time and never beyond the next look."""
    numbers, done = plan.numbers, 0
    for look in looks(plan):
        while done < look:
            end = min(done + most, look)
            yield numbers[done:end]
            done = end
