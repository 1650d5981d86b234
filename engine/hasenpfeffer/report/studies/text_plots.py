"""Plots made of letters, for a terminal: bars, and intervals as lines with a dot. They need no colours.

Drawn here and not by a library: `docs/decisions/0018` says why.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.report.document import Listing
from hasenpfeffer.report.studies.chosen import differences, scores, shortened
from hasenpfeffer.report.studies.curves import curves_of_points
from hasenpfeffer.report.studies.distributions import lengths_of_games, points_of_a_deal, tricks_of_a_deal
from hasenpfeffer.report.studies.plots import NONE, Bars, Curve, interval, middle, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.studies.plots import Intervals, Plot
    from hasenpfeffer.study.figures import Figures
    from hasenpfeffer.study.statistics import Estimate

_INDENTED: Final = 4
"""Listings stand so far in."""
_WIDEST: Final = 100
_MOST_BARS: Final = 15
_LEAST: Final = 8
"""A plot with fewer columns shows nothing."""


class Signs(NamedTuple):
    """What is drawn with. `parts` are bars of 1/8, 2/8 and so on; there may be only the full one."""

    parts: str
    dot: str
    line: str
    left: str
    right: str
    zero: str


SIGNS: Final = Signs("▏▎▍▌▋▊▉█", "●", "─", "├", "┤", "│")
ASCII: Final = Signs("#", "o", "-", "|", "|", ":")


def text_plots(figures: Figures, *, width: int, signs: Signs = SIGNS) -> list[Block]:
    """The most telling plots of a study, in lines no longer than `width`; those that do not fit are left out."""
    room = min(width, _WIDEST) - _INDENTED
    drawn = (drawn_lines(plot, room, signs) for plot in _telling(shortened(figures)))
    return [Listing("\n".join(lines)) for lines in drawn if lines]


def drawn_lines(plot: Plot, room: int, signs: Signs) -> list[str]:
    """The lines of one plot; none where there is no room for it."""
    return _bars(plot, room, signs) if isinstance(plot, Bars) else _lines(plot, room, signs)


def _telling(figures: Figures) -> Iterator[Plot]:
    """Scores or what has changed, and the distributions of a ruleset that stands alone."""
    if figures.parameter:
        yield from islice(curves_of_points(figures), 1)
    elif figures.differences:
        yield from differences(figures)
    else:
        yield from scores(figures.rulesets, of_games=figures.plan.of_games)
        yield from points_of_a_deal(figures.rulesets, _MOST_BARS)
        yield from tricks_of_a_deal(figures.rulesets)
        yield from lengths_of_games(figures.rulesets)


# --- bars


def _bars(plot: Bars, room: int, signs: Signs) -> list[str]:
    """Panels side by side, as many as there is room for; further ones below."""
    names = max(map(len, (*plot.rows, plot.rows_are)))
    figure = len("100.0")
    widest = max((len(panel.name) for panel in plot.panels), default=0)
    least = max(_LEAST + 1 + figure, min(widest, room // 2))
    together = min(len(plot.panels), (room - names) // (least + 2))
    if together < 1:
        return []
    together = -(-len(plot.panels) // -(-len(plot.panels) // together))  # as many in each piece
    bar = min(30, (room - names) // together - 2 - 1 - figure)
    scale = max((percent for panel in plot.panels for percent in panel.percents), default=0.0) or 1.0
    lines = [f"{plot.title}, {plot.unit}"]
    for first in range(0, len(plot.panels), together):
        panels = plot.panels[first : first + together]
        cell = bar + 1 + figure
        heads = "  ".join(panel.name[:cell].ljust(cell) for panel in panels)
        lines += ["", f"{plot.rows_are.rjust(names)}  {heads}".rstrip()]
        for row, name in enumerate(plot.rows):
            cells = []
            for panel in panels:
                percent = panel.percents[row]
                drawn = f"{_bar(percent / scale, bar, signs)} {number(percent, 1)}"
                cells.append(drawn.lstrip().ljust(cell))
            lines.append(f"{name.rjust(names)}  {'  '.join(cells)}".rstrip())
    return lines


def _bar(share: float, width: int, signs: Signs) -> str:
    """A bar; what is more than nothing is seen."""
    pieces = len(signs.parts)
    filled = round(share * width * pieces)
    if share > 0:
        filled = max(1, filled)
    whole, part = divmod(filled, pieces)
    return signs.parts[-1] * whole + (signs.parts[part - 1] if part else "")


# --- intervals


def _lines(plot: Intervals | Curve, room: int, signs: Signs) -> list[str]:
    """A line for each row and series, all on one scale, whose ends stand below."""
    rows = list(_rows(plot))
    ends = list(_ends(estimate for _, estimate in rows))
    if not ends:
        return []
    low, high = min(ends), max(ends)
    if plot.zero:
        low, high = min(low, 0.0), max(high, 0.0)
    names = min(max(len(name) for name, _ in rows), room // 2)
    figures = [f"{middle(one, plot.decimals)} ({interval(one, plot.decimals)})" for _, one in rows]
    width = min(50, room - names - 4 - max(map(len, figures)))
    if width < _LEAST:
        return []
    head = f"{plot.title}, {plot.unit}, with 95 % intervals"
    lines = [head if len(head) <= room else plot.title, ""]
    place = _Scale(low, high, width)
    for (name, estimate), figure in zip(rows, figures, strict=True):
        drawn = _drawn(estimate, place, signs, zero=plot.zero)
        lines.append(f"{name[:names].ljust(names)}  {drawn}  {figure}")
    left, right = number(low, plot.decimals), number(high, plot.decimals)
    between = width - len(left) - len(right)
    if between > 0:
        lines.append(f"{' ' * names}  {left}{' ' * between}{right}")
    return lines


def _rows(plot: Intervals | Curve) -> Iterator[tuple[str, Estimate | None]]:
    """The figures with their names; those of a curve one below the other."""
    if isinstance(plot, Curve):
        for series in plot.series:
            for row, estimate in zip(plot.rows, series.estimates, strict=True):
                yield f"{series.name} {row}".strip(), estimate
        return
    for index, row in enumerate(plot.rows):
        for series in plot.series:
            yield f"{row} {series.name}".strip(), series.estimates[index]


class _Scale(NamedTuple):
    low: float
    high: float
    width: int

    def column(self, value: float) -> int:
        """Where it stands; everything in the middle where all is the same."""
        if self.high <= self.low:
            return self.width // 2
        return round((value - self.low) / (self.high - self.low) * (self.width - 1))


def _drawn(estimate: Estimate | None, scale: _Scale, signs: Signs, *, zero: bool) -> str:
    cells = [" "] * scale.width
    if zero:
        cells[scale.column(0.0)] = signs.zero
    if estimate is None:
        cells[: len(NONE)] = NONE
        return "".join(cells)
    if estimate.low is not None and estimate.high is not None:
        first, last = scale.column(estimate.low), scale.column(estimate.high)
        for column in range(first, last + 1):
            cells[column] = signs.line
        cells[first], cells[last] = signs.left, signs.right
    cells[scale.column(estimate.mean)] = signs.dot
    return "".join(cells)


def _ends(estimates: Iterator[Estimate | None]) -> Iterator[float]:
    for estimate in estimates:
        if estimate is not None:
            for value in (estimate.mean, estimate.low, estimate.high):
                if value is not None:
                    yield value
