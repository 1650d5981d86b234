"""One table of all figures, printed row by row as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.speed.rounds import Figures

COLUMNS = (
    *("what", "who", "games/s", "decisions/s", "decisions/game"),
    *("ratio", "wanted", "seconds", "MB"),
)
_LEFT = 2
"""Columns of words."""
_WIDTHS = (38, 30, 11, 13, 14, 8, 8, 9, 7)


class Row(NamedTuple):
    """A line of the table; what is None does not apply.

    `ratio` is to the first line of the same `what`, and `wanted` is the least that it should be, or the most seconds.
    """

    what: str
    who: str
    games: float | None = None
    decisions: float | None = None
    each: float | None = None
    ratio: float | None = None
    wanted: str = ""
    seconds: float | None = None
    megabytes: float | None = None

    def cells(self) -> tuple[str, ...]:
        return (
            self.what,
            self.who,
            _number(self.games),
            _number(self.decisions),
            "" if self.each is None else f"{self.each:.2f}",
            _number(self.ratio),
            self.wanted,
            "" if self.seconds is None else f"{self.seconds:.3f}",
            "" if self.megabytes is None else f"{self.megabytes:.0f}",
        )


def compared(
    what: str, players: Sequence[Figures], *, wanted: str = "", by_decisions: bool = False
) -> Iterator[Row]:
    """A line for each player, with its ratio to the first; what is wanted stands with the last."""
    first = players[0]
    for player in players:
        ratio = None
        if player is not first:
            ratio = player.decisions_to(first) if by_decisions else player.times(first)
        yield Row(
            what,
            player.name,
            player.games_a_second,
            player.decisions_a_second,
            player.decisions_a_game,
            ratio,
            wanted if player is players[-1] and player is not first else "",
        )


class Table:
    """Prints itself; in Markdown for a page, otherwise for a terminal."""

    def __init__(self, *, markdown: bool = False) -> None:
        self._markdown = markdown
        self._line(COLUMNS)
        if markdown:
            self._line(tuple("---" if place < _LEFT else "---:" for place in range(len(COLUMNS))))

    def add(self, row: Row) -> None:
        self._line(row.cells())

    def say(self, text: str) -> None:
        """A remark between the lines, such as who is missing."""
        print(f"\n{text}\n" if self._markdown else f"  ({text})", flush=True)

    def _line(self, cells: tuple[str, ...]) -> None:
        if self._markdown:
            print(f"| {' | '.join(cells)} |", flush=True)
            return
        padded = (
            f"{cell:<{width}}" if place < _LEFT else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True))
        )
        print(" ".join(padded).rstrip(), flush=True)


def _number(number: float | None) -> str:
    if number is None:
        return ""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
