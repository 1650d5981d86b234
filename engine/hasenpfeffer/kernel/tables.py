"""Where the sums of `tallying` stand, for one ruleset or for two whose deals are held against each other."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.kernel import tallying
from hasenpfeffer.ruleset.steps import AuctionStep

if TYPE_CHECKING:
    from hasenpfeffer.kernel.rows import Columns
    from hasenpfeffer.ruleset.model import Ruleset

_LARGEST: Final = (1 << 63) - 1
_POINT_CELLS: Final = 2048
"""Twice as many as different results that a deal has in all but the oddest games; a power of two."""


class TallyTable(NamedTuple):
    """The table of one ruleset; the sizes say all, so that equal ones are added cell by cell."""

    accounts: int
    calls: int
    lines: int
    trick_cells: int
    longest: int
    """Deals of a game, at most."""
    account_of: tuple[int, ...]
    """For each seat."""
    point_cells: int = _POINT_CELLS

    @classmethod
    def of(cls, ruleset: Ruleset) -> TallyTable:
        calls = sum(len(step.calls) for step in ruleset.steps if isinstance(step, AuctionStep))
        seating = ruleset.seating
        return cls(
            len(seating.teams),
            calls,
            len(ruleset.scoring),
            ruleset.pack.size + 1,
            ruleset.game_end.longest,
            seating.team_of,
        )

    @property
    def dealers(self) -> int:
        """Where they begin: for each dealer the deals, what the dealer's side has more (times the number of
        other accounts) with its squares, and a sum and squares for each account."""
        return tallying.UNDER_WAY + 1

    @property
    def dealer_cells(self) -> int:
        return 3 + 2 * self.accounts

    @property
    def calls_at(self) -> int:
        """For each call the deals in which it stood, was made and failed; deals, sum and squares of the points of
        the declarer's account; and a sum and squares for each account."""
        return self.dealers + len(self.account_of) * self.dealer_cells

    @property
    def call_cells(self) -> int:
        return 6 + 2 * self.accounts

    @property
    def lines_at(self) -> int:
        return self.calls_at + self.calls * self.call_cells

    @property
    def tricks_at(self) -> int:
        """For each account, deals by the number of tricks that it took."""
        return self.lines_at + self.lines

    @property
    def won_at(self) -> int:
        return self.tricks_at + self.accounts * self.trick_cells

    @property
    def scores_at(self) -> int:
        """Sums and squares of the last scores of games."""
        return self.won_at + self.accounts

    @property
    def lengths_at(self) -> int:
        """Games by the number of their deals."""
        return self.scores_at + 2 * self.accounts

    @property
    def points_at(self) -> int:
        """For each account, deals by the points that they brought it: how many different ones there are, and cells
        of a number and its deals in any order, in which no deals mean that the cell is free."""
        return self.lengths_at + self.longest + 1

    @property
    def histogram_cells(self) -> int:
        return 1 + 2 * self.point_cells

    @property
    def size(self) -> int:
        return self.points_at + self.accounts * self.histogram_cells

    def with_room_for(self, deals: int) -> TallyTable:
        """The same table, in which so many deals with different points do not crowd each other."""
        return self._replace(point_cells=1 << (2 * deals + 1).bit_length())

    def plan(self, columns: Columns, largest: int) -> list[int]:
        """The plan of `tallying.add_rows`."""
        return [
            columns.width,
            self.accounts,
            largest,
            self.lines,
            self.trick_cells,
            columns.lines,
            columns.tricks,
            columns.points,
            columns.score,
            self.dealers,
            self.calls_at,
            self.lines_at,
            self.tricks_at,
            self.won_at,
            self.scores_at,
            self.lengths_at,
            self.points_at,
            self.point_cells,
            *self.account_of,
        ]

    def largest(self, count: int) -> int:
        """The largest number that so many rows may hold, so that no sum of squares is beyond 64 bits."""
        return isqrt(_LARGEST // max(1, count)) // (2 * self.accounts)


class PairTable(NamedTuple):
    """The table of two rulesets with as many accounts, in units of 1/`unit`."""

    accounts: int
    unit: int

    @property
    def size(self) -> int:
        return tallying.PAIR_SUMS + 4 * self.accounts

    def plan(self, one: Columns, other: Columns, largest: int, *, of_games: bool) -> list[int]:
        """The plan of `tallying.add_pairs`."""
        return [
            self.accounts,
            largest,
            int(of_games),
            one.width,
            one.score if of_games else one.points,
            self.unit // one.unit,
            other.width,
            other.score if of_games else other.points,
            self.unit // other.unit,
        ]

    def largest(self, count: int, one: Columns, other: Columns) -> int:
        """As `TallyTable.largest` does, for differences."""
        factor = max(self.unit // one.unit, self.unit // other.unit)
        return isqrt(_LARGEST // max(1, count)) // (2 * factor)
