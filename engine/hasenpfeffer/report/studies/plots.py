"""What can be drawn of a study, in a browser or in a terminal: the numbers, their names, and a table of the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from hasenpfeffer.report.document import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hasenpfeffer.study.statistics import Estimate

NONE = "–"
"""Stands where there is no figure."""


@dataclass(frozen=True, slots=True)
class Series:
    """A figure for each row of a plot. It has no name where it is the only one and the title says all."""

    name: str
    estimates: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class _OverRows:
    """Figures for each row and series. `zero`: where 0 lies matters."""

    title: str
    rows_are: str
    """What the rows are, such as `call`, or the name of a parameter."""
    rows: tuple[str, ...]
    unit: str
    """What the figures count, such as `points a deal`."""
    series: tuple[Series, ...]
    digits: int = 2
    zero: bool = False
    series_are: str = ""

    @property
    def decimals(self) -> int:
        return decimals((one for series in self.series for one in series.estimates), self.digits)


@dataclass(frozen=True, slots=True)
class Intervals(_OverRows):
    """A dot with a line through it for each row and series."""

    counts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Columns that the table has besides, where there is one series."""


@dataclass(frozen=True, slots=True)
class Curve(_OverRows):
    """A line for each series over the values of a parameter, with a band."""

    @property
    def numbers(self) -> list[float] | None:
        """The values as numbers, if they all are."""
        try:
            return [float(row) for row in self.rows]
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Panel:
    """A distribution: a share in percent for each row."""

    name: str
    percents: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """Distributions over the same rows, one above the other.

    `marks` are short names of the rows for an axis. `from_edge`: a row is a range that begins at its mark.
    """

    title: str
    rows_are: str
    """What the rows count, such as `tricks`."""
    rows: tuple[str, ...]
    unit: str
    """What the bars count, such as `% of the deals`."""
    panels: tuple[Panel, ...]
    marks: tuple[str, ...]
    from_edge: bool = False


Plot: TypeAlias = Intervals | Curve | Bars


def decimals(estimates: Iterable[Estimate | None], least: int) -> int:
    """So many that most intervals have two ends; two more than the least, at most."""
    reach = sorted(
        one.high - one.low
        for one in estimates
        if one is not None and one.low is not None and one.high is not None and one.high > one.low
    )
    typical = reach[len(reach) // 2] if reach else 1.0
    return next((digits for digits in (least, least + 1) if typical > 3 * 10**-digits), least + 2)


def number(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def middle(estimate: Estimate | None, digits: int) -> str:
    return NONE if estimate is None else number(estimate.mean, digits)


def interval(estimate: Estimate | None, digits: int) -> str:
    """From where to where it reaches."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return NONE
    return f"{number(estimate.low, digits)} to {number(estimate.high, digits)}"


def table(plot: Plot) -> Table:
    """The numbers of the plot."""
    if isinstance(plot, Bars):
        rows = zip(plot.rows, *(panel.percents for panel in plot.panels), strict=True)
        names = [panel.name or plot.unit for panel in plot.panels]
        cells = [[row, *(number(percent, 1) for percent in percents)] for row, *percents in rows]
        return _table([plot.rows_are, *names], cells, _caption(plot.title, plot.unit))
    counts = plot.counts if isinstance(plot, Intervals) else ()
    several = any(series.name for series in plot.series)
    header = [
        plot.rows_are,
        *([plot.series_are] if several else []),
        *(name for name, _ in counts),
        plot.unit,
    ]
    cells = [
        [
            row,
            *([series.name] if several else []),
            *(column[index] for _, column in counts),
            middle(series.estimates[index], plot.decimals),
            interval(series.estimates[index], plot.decimals),
        ]
        for index, row in enumerate(plot.rows)
        for series in plot.series
    ]
    return _table([*header, "95 % interval"], cells, plot.title)


def said(plot: Plot) -> str:
    """The plot in words, for those who do not see it."""
    if isinstance(plot, Bars):
        parts = [
            f"{panel.name + ': ' if panel.name else ''}most often {_most(plot, panel)}"
            for panel in plot.panels
        ]
        return f"{plot.title}. Bars of {plot.unit} by {plot.rows_are}. {'; '.join(parts)}."
    kind = "Dots with intervals" if isinstance(plot, Intervals) else "A curve with its band"
    if len(plot.rows) * len(plot.series) > 8:
        return f"{plot.title}. {kind}: {plot.unit}. All numbers are in the table that follows."
    parts = [
        f"{' '.join(part for part in (row, series.name) if part)} {middle(series.estimates[index], plot.decimals)}"
        f" ({interval(series.estimates[index], plot.decimals)})"
        for index, row in enumerate(plot.rows)
        for series in plot.series
    ]
    return f"{plot.title}. {kind}: {plot.unit}. {'; '.join(parts)}."


def _most(plot: Bars, panel: Panel) -> str:
    index = max(range(len(plot.rows)), key=lambda row: panel.percents[row], default=0)
    return f"{plot.rows[index]} ({number(panel.percents[index], 1)} %)" if plot.rows else NONE


def _caption(title: str, unit: str) -> str:
    return f"{title}, {unit}"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> Table:
    return Table(tuple(header), tuple(map(tuple, rows)), caption)
