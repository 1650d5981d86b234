"""Plots drawn by matplotlib, as SVG that stands in a page: its colours and letters are those of the page."""

from __future__ import annotations

import io
import logging
import re
import textwrap
import warnings
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.report.findings.visible import shown
from hasenpfeffer.report.studies.plots import Bars, Curve, Intervals, said

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from hasenpfeffer.report.studies.plots import Plot, Series
    from hasenpfeffer.study.statistics import Estimate

_WIDTH: Final = 4.6
"""Inches of 72 dots: as wide as the text of a page on a telephone; wider pages show it larger."""
_LETTERS: Final = 10.5
_INK: Final = "#010101"
_FAINT: Final = "#020202"
_LINE: Final = "#030303"
_COLOURS: Final = ("#040401", "#040402", "#040403", "#040404", "#040405")
_OF_THE_PAGE: Final = {
    _INK: "--ink",
    _FAINT: "--faint",
    _LINE: "--line",
    **{colour: f"--c{index}" for index, colour in enumerate(_COLOURS)},
}
"""Colours that are put in the place of those of the page, which knows whether it is light or dark."""
_MARKERS: Final = "osD^v"
_DASHES: Final = ("-", (0, (5, 1.5)), (0, (1.5, 1.5)), (0, (6, 1.5, 1.5, 1.5)), (0, (3, 3)))
_SETTINGS: Final[dict[str, Any]] = {
    "text.parse_math": False,
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": _LETTERS,
    "text.color": _INK,
    "axes.edgecolor": _FAINT,
    "axes.labelcolor": _INK,
    "xtick.color": _FAINT,
    "ytick.color": _FAINT,
    "xtick.labelcolor": _INK,
    "ytick.labelcolor": _INK,
    "grid.color": _LINE,
    "grid.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "legend.frameon": False,
    "legend.handlelength": 2.6,
}
_MOST_MARKS: Final = 11
_MOST_LETTERS: Final = 20


def is_available() -> bool:
    """Whether matplotlib is there. Importing it takes a while."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def drawn(plot: Plot, number: int) -> str:
    """The plot as an `svg` element. `number` tells the plots of a page apart."""
    import matplotlib
    from matplotlib.figure import Figure

    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    settings: Any = {**_SETTINGS, "svg.hashsalt": f"plot {number}"}
    with warnings.catch_warnings(), matplotlib.rc_context(settings):
        warnings.simplefilter("ignore")  # letters that matplotlib cannot measure are there in the browser
        figure = Figure(figsize=(_WIDTH, _height(plot)), layout="constrained")
        match plot:
            case Intervals():
                _draw_intervals(figure, plot)
            case Curve():
                _draw_curve(figure, plot)
            case Bars():
                _draw_bars(figure, plot)
        file = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(file, format="svg", transparent=True, metadata=nothing)
    return _for_page(file.getvalue(), number, said(plot))


def _height(plot: Plot) -> float:
    match plot:
        case Intervals():
            lines = sum(max(len(_wrapped(row).splitlines()), len(plot.series)) for row in plot.rows)
            return 0.75 + 0.21 * lines + 0.06 * len(plot.rows) + _legend_height(plot.series)
        case Curve():
            return 2.5 + _legend_height(plot.series)
        case Bars():
            return 0.55 + 1.15 * len(plot.panels)


def _legend_height(series: Sequence[Series]) -> float:
    return 0.22 * len(series) if any(one.name for one in series) else 0


# --- the three kinds


def _draw_intervals(figure: Any, plot: Intervals) -> None:
    axes, named = figure.subplots(), []
    several = len(plot.series)
    lines = max(several, *(len(_wrapped(row).splitlines()) for row in plot.rows))
    for index, series in enumerate(plot.series):
        shift = (index - (several - 1) / 2) * min(0.8 / several, 0.22 * 3 / lines)
        held = [(row + shift, one) for row, one in enumerate(series.estimates) if one is not None]
        if held:
            handle = axes.errorbar(
                [one.mean for _, one in held],
                [at for at, _ in held],
                xerr=_reach(one for _, one in held),
                linestyle="none",
                **_look(index),
            )
            named.append((series.name, handle))
    axes.set_yticks(range(len(plot.rows)), [_wrapped(row) for row in plot.rows])
    axes.set_ylim(len(plot.rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.spines["left"].set_visible(False)
    axes.locator_params(axis="x", nbins=6)
    axes.set_xlabel(plot.unit)
    if plot.zero:
        axes.axvline(0, color=_INK, linewidth=1)
    axes.margins(x=0.06)
    _legend(figure, named)


def _draw_curve(figure: Any, plot: Curve) -> None:
    axes, named = figure.subplots(), []
    numbers = plot.numbers
    places = list(range(len(plot.rows))) if numbers is None else numbers
    for index, series in enumerate(plot.series):
        held = [(at, one) for at, one in zip(places, series.estimates, strict=True) if one is not None]
        if not held:
            continue
        across, means = [at for at, _ in held], [one.mean for _, one in held]
        below, above = _reach(one for _, one in held)
        look = _look(index)
        if numbers is None or len(held) < 3:
            handle = axes.errorbar(across, means, yerr=(below, above), linestyle=":", **look)
            named.append((series.name, handle))
            continue
        order = sorted(range(len(held)), key=across.__getitem__)
        axes.fill_between(
            [across[i] for i in order],
            [means[i] - below[i] for i in order],
            [means[i] + above[i] for i in order],
            color=_COLOURS[index % len(_COLOURS)],
            alpha=0.25,
            linewidth=0,
        )
        (handle,) = axes.plot(
            [across[i] for i in order],
            [means[i] for i in order],
            linestyle=_DASHES[index % len(_DASHES)],
            linewidth=1.5,
            color=look["color"],
            marker=look["marker"] if len(held) <= 30 else None,
            markersize=look["markersize"],
        )
        named.append((series.name, handle))
    if numbers is None:
        step = -(-len(places) // _MOST_MARKS)
        axes.set_xticks(places[::step], [_wrapped(row) for row in plot.rows[::step]])
        axes.set_xlim(-0.5, len(places) - 0.5)
    elif len(places) <= _MOST_MARKS:
        axes.set_xticks(places, plot.rows)
    axes.set_xlabel(plot.rows_are)
    axes.set_ylabel(plot.unit)
    if plot.zero:
        axes.axhline(0, color=_INK, linewidth=1)
    _legend(figure, named)


def _draw_bars(figure: Any, plot: Bars) -> None:
    panels = figure.subplots(len(plot.panels), sharex=True, sharey=True, squeeze=False)[:, 0]
    places = range(len(plot.rows))
    for axes, panel in zip(panels, plot.panels, strict=True):
        axes.bar(
            places,
            panel.percents,
            width=0.92 if plot.from_edge else 0.8,
            align="edge" if plot.from_edge else "center",
            color=_COLOURS[0],
        )
        axes.grid(visible=False, axis="x")
        axes.locator_params(axis="y", nbins=4)
        axes.tick_params(axis="x", length=0)
        if panel.name:
            axes.set_title(shown(panel.name), loc="left", fontsize=_LETTERS, pad=3)
    step = -(-len(plot.marks) // _MOST_MARKS)
    panels[-1].set_xticks(places[::step], plot.marks[::step])
    panels[-1].set_xlabel(plot.rows_are)
    figure.supylabel(plot.unit, fontsize=_LETTERS)


def _look(index: int) -> dict[str, Any]:
    """Colour and shape of a series: either is enough to tell it apart."""
    return {
        "color": _COLOURS[index % len(_COLOURS)],
        "marker": _MARKERS[index % len(_MARKERS)],
        "markersize": 5.5,
        "elinewidth": 1.8,
        "capsize": 3,
    }


def _reach(estimates: Iterator[Estimate]) -> tuple[list[float], list[float]]:
    """How far each interval reaches below and above its middle."""
    held = [(one.mean, one.low, one.high) for one in estimates]
    below = [0.0 if low is None else max(0.0, mean - low) for mean, low, _ in held]
    return below, [0.0 if high is None else max(0.0, high - mean) for mean, _, high in held]


def _legend(figure: Any, named: Sequence[tuple[str, Any]]) -> None:
    found = [(shown(name), handle) for name, handle in named if name]
    if found:
        names, handles = zip(*found, strict=True)
        figure.legend(handles, names, loc="outside upper left", fontsize=_LETTERS)


def _wrapped(text: str) -> str:
    """In lines that a plot has room for, cut after spaces, plus signs and hyphens where that is enough."""
    lines = [""]
    for word in re.findall(r"[^ +-]*[ +-]?", shown(text)):
        if lines[-1] and len(lines[-1]) + len(word.rstrip()) > _MOST_LETTERS:
            lines.append("")
        lines[-1] += word
    cut = (textwrap.wrap(line.rstrip(), _MOST_LETTERS) for line in lines)
    return "\n".join(chain.from_iterable(cut)) or text


# --- in a page


def _for_page(svg: str, number: int, alt: str) -> str:
    """The bare element: no names that another plot has too, no addresses, the page's colours and letters."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.DOTALL)
    box = re.search(r'viewBox="[^"]*"', svg)
    assert box is not None
    held = set(re.findall(r'(?:href="|url\()#([^")]+)', svg))
    svg = re.sub(r"<[^>]*>", lambda tag: _tag(tag[0], number, held), svg[svg.index(">") + 1 :])
    svg = re.sub(r"\n\s*", "\n", svg).strip()
    return f'<svg {box[0]} role="img" aria-label="{escape(shown(alt))}">\n{svg}'


def _tag(tag: str, number: int, held: Collection[str]) -> str:
    """One tag of the element; texts between tags stay as they are."""
    tag = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in held else "", tag)
    tag = re.sub(r'( id="|href="#|url\(#)', rf"\1p{number}-", tag).replace("xlink:href", "href")
    tag = re.sub(r"font-family: [^;\"]*;? ?", "", tag)
    tag = re.sub(r"(\d\.\d{2})\d+", r"\1", tag)
    for colour, name in _OF_THE_PAGE.items():
        tag = tag.replace(colour, f"var({name})")
    return tag
