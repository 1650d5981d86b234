"""Places at the table, turns and teams. A set of seats is an integer with one bit a seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

USUAL_NAMES: dict[int, tuple[str, ...]] = {
    2: ("north", "south"),
    3: ("north", "east", "west"),
    4: ("north", "east", "south", "west"),
    5: ("north", "north east", "south east", "south west", "north west"),
    6: ("north", "north east", "south east", "south", "south west", "north west"),
    7: ("north", "north east", "east", "south east", "south", "south west", "west"),
    8: ("north", "north east", "east", "south east", "south", "south west", "west", "north west"),
}


def usual_names(count: int) -> tuple[str, ...]:
    """Names for a table of `count` seats, clockwise."""
    return USUAL_NAMES.get(count) or tuple(f"seat {i + 1}" for i in range(count))


def members(seats: int) -> Iterator[int]:
    """The seats of a set, in order of their places."""
    while seats:
        low = seats & -seats
        yield low.bit_length() - 1
        seats ^= low


@dataclass(frozen=True)
class Seating:
    """Who sits where: `names` clockwise; `teams` as sets; `clockwise` is the direction of play."""

    names: tuple[str, ...]
    teams: tuple[int, ...]
    clockwise: bool = True

    @cached_property
    def count(self) -> int:
        return len(self.names)

    @cached_property
    def everybody(self) -> int:
        return (1 << self.count) - 1

    @cached_property
    def team_of(self) -> tuple[int, ...]:
        """For each seat, the index of its team."""
        return tuple(
            next(i for i, team in enumerate(self.teams) if team >> seat & 1) for seat in range(self.count)
        )

    @cached_property
    def team_names(self) -> tuple[str, ...]:
        return tuple("-".join(self.names[seat] for seat in members(team)) for team in self.teams)

    @cached_property
    def fixed_partners(self) -> bool:
        return any(team & (team - 1) for team in self.teams)

    @cached_property
    def order(self) -> tuple[tuple[int, ...], ...]:
        """For each seat, all seats in turn, the seat itself first."""
        step = 1 if self.clockwise else -1
        n = self.count
        return tuple(tuple((seat + step * i) % n for i in range(n)) for seat in range(n))

    def next(self, seat: int) -> int:
        """The seat whose turn follows."""
        return self.order[seat][1] if self.count > 1 else seat

    def turns_after(self, seat: int, seats: int) -> tuple[int, ...]:
        """The seats of a set, in turn from the seat after this one, which comes last itself."""
        return tuple(other for other in self.order[self.next(seat)] if seats >> other & 1)

    def first_after(self, seat: int, seats: int) -> int | None:
        """The first of a set in turn from the seat after this one; None where the set is empty."""
        return next(iter(self.turns_after(seat, seats)), None)

    def text(self, seats: int) -> str:
        """The names of a set, joined as teams are: `north-south`; `nobody` for none."""
        return "-".join(self.names[seat] for seat in members(seats)) or "nobody"
