"""The deals of a study, one by one, for tables of data: a row a deal, with names instead of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from hasenpfeffer.kernel.rows import LINES_A_WORD
from hasenpfeffer.ruleset.steps import AuctionStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hasenpfeffer.kernel.rows import Rows
    from hasenpfeffer.ruleset.model import Ruleset

Cell: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Column:
    """`kind` is the type of every cell that is not empty."""

    name: str
    kind: type[str] | type[int] | type[float] | type[bool]


class DealTable:
    """Turns rows into cells. Several rulesets have a column that tells them apart, named as in `labels`."""

    def __init__(self, rulesets: Sequence[Ruleset], labels: Sequence[str], *, of_games: bool) -> None:
        self._sides = [_Side(ruleset) for ruleset in rulesets]
        self._labels = labels
        self._of_games = of_games
        self._teams = list(dict.fromkeys(name for ruleset in rulesets for name in ruleset.seating.team_names))

    @property
    def columns(self) -> tuple[Column, ...]:
        some = [Column("ruleset", str)] if len(self._sides) > 1 else []
        some += [Column("game", int)] if self._of_games else []
        some += [Column(name, int) for name in ("deal", "redeals", "decisions")]
        some += [Column(name, str) for name in ("dealer", "declarer", "call")]
        some += [Column("made", bool)]
        some += [Column("game over", str), Column("winners", str)] if self._of_games else []
        some += [Column(f"tricks {team}", int) for team in self._teams]
        some += [Column(f"points {team}", float) for team in self._teams]
        some += [Column(f"score {team}", float) for team in self._teams] if self._of_games else []
        return (*some, Column("lines", str))

    def cells(self, rows: Sequence[Rows]) -> Iterator[tuple[Cell, ...]]:
        """The rows of every ruleset, pair by pair."""
        key = "game" if self._of_games else "deal"
        runs = [_runs(each, getattr(each.columns, key)) for each in rows]
        for pair in zip(*runs, strict=True):
            for side, label, each, run in zip(self._sides, self._labels, rows, pair, strict=True):
                for row in run:
                    yield self._cells(side, label, each, row)

    def _cells(self, side: _Side, label: str, rows: Rows, row: int) -> tuple[Cell, ...]:
        columns = rows.columns
        numbers = rows.values[row * columns.width : (row + 1) * columns.width]
        cells: list[Cell] = [label] if len(self._sides) > 1 else []
        cells += [numbers[columns.game]] if self._of_games else []
        cells += [numbers[columns.deal], numbers[columns.redeals], numbers[columns.decisions]]
        cells += [side.seats[numbers[columns.dealer]], _named(side.seats, numbers[columns.declarer])]
        cells += [_named(side.calls, numbers[columns.call]), (False, True, None)[numbers[columns.made]]]
        if self._of_games:
            winners = (side.teams[account] for account in members(numbers[columns.winners]))
            cells += [(None, "won", "unfinished")[numbers[columns.ended]], "; ".join(winners) or None]
        cells += self._by_team(side, numbers[columns.tricks : columns.points])
        amounts = [number / columns.unit for number in numbers[columns.points :]]
        cells += self._by_team(side, amounts[: columns.accounts])
        if self._of_games:
            cells += self._by_team(side, amounts[columns.accounts :])
        return (*cells, side.counted(numbers[columns.lines : columns.tricks]))

    def _by_team(self, side: _Side, values: Sequence[Cell]) -> Iterable[Cell]:
        found = dict(zip(side.teams, values, strict=True))
        return (found.get(team) for team in self._teams)


class _Side:
    """The names of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.seats = ruleset.seating.names
        self.teams = ruleset.seating.team_names
        self.calls = tuple(
            call.text for step in ruleset.steps if isinstance(step, AuctionStep) for call in step.calls
        )
        self._lines = tuple(line.name for line in ruleset.scoring)

    def counted(self, words: Sequence[int]) -> str | None:
        """The scoring lines that counted."""
        lines = (
            self._lines[index * LINES_A_WORD + line]
            for index, word in enumerate(words)
            for line in members(word)
        )
        return "; ".join(lines) or None


def _named(names: Sequence[str], index: int) -> str | None:
    return names[index] if index >= 0 else None


def _runs(rows: Rows, column: int) -> Iterator[list[int]]:
    """The rows of each deal or game."""
    width, values = rows.columns.width, rows.values
    for _, run in groupby(range(rows.number), lambda row: values[row * width + column]):
        yield list(run)
