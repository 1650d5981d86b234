"""A study as a page for a browser: what was found, in plots with their tables, and how to repeat it."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.document import Bullets, Heading, Item, Listing, Paragraph, Picture
from hasenpfeffer.report.document import Table as TableBlock
from hasenpfeffer.report.english import counted, listed
from hasenpfeffer.report.page import as_html
from hasenpfeffer.report.studies.chosen import (
    calls,
    dealer,
    differences,
    lines,
    scores,
    shortened,
)
from hasenpfeffer.report.studies.curves import curves_of_play, curves_of_points
from hasenpfeffer.report.studies.distributions import lengths_of_games, points_of_a_deal, tricks_of_a_deal
from hasenpfeffer.report.studies.drawing import drawn
from hasenpfeffer.report.studies.plots import decimals, interval, middle, table
from hasenpfeffer.report.studies.tables import caveats
from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.studies.plots import Plot
    from hasenpfeffer.study.figures import Difference, Figures, RulesetFigures

_TO_READ: Final = (
    "A study is a sample: other shuffles would give somewhat other figures. So each figure has a 95 % interval, "
    "the line through its dot or the band about its curve. Were the study done again and again with other shuffles, "
    "nineteen of twenty such intervals would hold the true value."
)
_TO_READ_DIFFERENCES: Final = (
    "All rules play the same deals with the same luck, and a difference is what a side has more in the same deal or "
    "game. Where its interval holds 0, the study has not shown that the rules make any difference there; where it "
    "does not, the difference is hardly chance."
)
_TO_READ_RANDOM: Final = (
    "Players who choose at random show what the rules do by themselves. They bid and play badly: people who play well "
    "would have other figures."
)

_BACKENDS: Final = {"reference": "the interpreter", "python": "plain Python", "native": "machine code"}


def web_page(figures: Figures, again: str) -> str:
    """The page; `again` is the command line that does the study again."""
    numbers = count(1)

    def pictures(plots: Iterable[Plot]) -> Iterator[Block]:
        for plot in plots:
            yield Picture(drawn(plot, next(numbers)), table(plot))

    found: list[Block] = [Heading(_title(figures), 1), Paragraph(_played(figures))]
    found += [Heading("In short"), Bullets(tuple(_in_short(figures)))]
    for title, text, plots in _chapters(shortened(figures)):
        drawings = list(pictures(plots))
        if drawings:
            found += [Heading(title), *([Paragraph(text)] if text else []), *drawings]
    found += [Heading("How to read this"), *map(Paragraph, _to_read(figures))]
    found += _about(figures, again)
    return as_html(found)


def _chapters(figures: Figures) -> Iterator[tuple[str, str, Iterable[Plot]]]:
    rulesets = figures.rulesets
    if figures.parameter:
        yield "Points", "", curves_of_points(figures)
        yield "Play and scoring", "", curves_of_play(figures)
        return
    if figures.differences:
        yield "Differences", "", differences(figures)
    yield "Points", "", [*scores(rulesets, of_games=figures.plan.of_games), *points_of_a_deal(rulesets)]
    yield "Calls", "A call stands when it wins the auction. It is made, or it is set.", calls(rulesets)
    yield "Tricks", "", tricks_of_a_deal(rulesets)
    yield (
        "Lines of the score",
        "In how many deals each line of the score in the rules counted, whatever it came to.",
        lines(rulesets),
    )
    yield "Dealing", "Whether it is good or bad to be the dealer.", dealer(rulesets)
    yield "Games", "", lengths_of_games(rulesets)


# --- texts


def _name(one: RulesetFigures) -> str:
    """The title of the game, with its house rules."""
    ruleset = one.ruleset
    return ruleset.title + (f" with {listed(ruleset.patches)}" if ruleset.patches else "")


def _title(figures: Figures) -> str:
    first, *others = figures.rulesets
    if figures.parameter:
        return f"{_name(first)}: {figures.parameter} from {first.label} to {(others or [first])[-1].label}"
    if others:
        return f"{listed([one.label for one in others])}, compared with {first.label}"
    return _name(first)


def _played(figures: Figures) -> str:
    unit = figures.plan.unit
    number = counted(figures.number, unit[:-1])
    each = " by each of the rules" if len(figures.rulesets) > 1 else ""
    asked = "" if figures.is_whole else f", of {figures.plan.number:,} that were asked for"
    unfinished = sum(one.unfinished for one in figures.rulesets)
    stopped = (
        f" {unfinished:,} of the games went on too long, were stopped, and nobody won them."
        if unfinished
        else ""
    )
    return f"{number}{each}{asked}, played by {figures.plan.bots} players.{stopped}"


def _in_short(figures: Figures) -> Iterator[Item]:
    unit = figures.plan.unit[:-1]
    if figures.parameter:
        first, last = figures.rulesets[0], figures.rulesets[-1]
        for one, other in zip(first.teams, last.teams, strict=False):
            yield Item(
                f"{middle(one.score, 2)} points a {unit} with {figures.parameter} {first.label}, "
                f"{middle(other.score, 2)} with {last.label}.",
                one.name,
            )
        return
    if figures.differences:
        for difference in figures.differences:
            yield Item(_changed(difference, unit), difference.label)
            for caveat in caveats(difference):
                yield Item(caveat.text)
        return
    (only,) = figures.rulesets
    digits = decimals((team.score for team in only.teams), 2)
    for team in only.teams:
        won = f"; {team.games_won:,} of {counted(only.games, 'game')} won" if only.games else ""
        yield Item(
            f"{middle(team.score, digits)} points a {unit} ({interval(team.score, digits)}){won}.", team.name
        )
    if only.dealer_advantage is not None:
        more = "more" if only.dealer_advantage.mean >= 0 else "less"
        digits = decimals([only.dealer_advantage], 2)
        yield Item(
            f"{abs(only.dealer_advantage.mean):.{digits}f} points a deal {more} than the others "
            f"({interval(only.dealer_advantage, digits)}).",
            "dealer's side",
        )


def _changed(one: Difference, unit: str) -> str:
    digits = decimals((team.score for team in one.teams), 2)
    teams = [
        f"{team.name} has {abs(team.score.mean):.{digits}f} points a {unit} "
        f"{'more' if team.score.mean >= 0 else 'less'} ({interval(team.score, digits)})"
        for team in one.teams
        if team.score is not None
    ]
    if not teams:
        return "nothing to compare."
    unlike = f"{100 * one.unlike / one.pairs:.1f} % of the {unit}s ended otherwise"
    return f"{listed(teams)}; {unlike}."


def _to_read(figures: Figures) -> Iterator[str]:
    yield _TO_READ
    if figures.differences:
        yield _TO_READ_DIFFERENCES
    if figures.plan.bots == "random":
        yield _TO_READ_RANDOM


# --- how it was done


def _about(figures: Figures, again: str) -> Iterator[Block]:
    plan = figures.plan
    yield Heading("This study")
    rows = [
        ("seed", str(plan.seed)),
        ("players", f"{plan.bots}, at every seat"),
        (plan.unit, f"{figures.number:,}" + ("" if figures.is_whole else f" of {plan.number:,}")),
    ]
    if plan.until is not None:
        reached = "reached" if figures.knows_enough else "not reached"
        rows.append(("to be known within", f"±{plan.until:g}, {reached}: ±{figures.half_width:.3g}"))
    rows += [
        ("time", f"{figures.seconds:.1f} s, {figures.deals_per_second:,.0f} deals a second"),
        ("program", f"hasenpfeffer {__version__}"),
    ]
    yield TableBlock(("", "in this study"), tuple(rows))
    yield Paragraph("The same again, with the same figures:")
    yield Listing(again, "sh")
    told = figures.rulesets[:1] if figures.parameter else figures.rulesets
    for one in told:
        yield TableBlock(
            ("", "in these rules"), tuple(_about_rules(one, figures)), one.label if len(told) > 1 else ""
        )


def _about_rules(one: RulesetFigures, figures: Figures) -> Iterator[tuple[str, str]]:
    ruleset = one.ruleset
    yield "rules", ruleset.title
    yield "house rules", ", ".join(ruleset.patches) or "none"
    for parameter in ruleset.parameters:
        value = _values(figures.rulesets) if parameter.name == figures.parameter else parameter.value
        yield parameter.name, value
    counts = [counted(one.deals, "deal"), counted(one.redeals, "redeal"), counted(one.decisions, "decision")]
    if one.games:
        counts.insert(0, f"{counted(one.games, 'game')} ({one.unfinished:,} unfinished)")
    yield "played", ", ".join(counts)
    yield "played by", f"{_BACKENDS.get(one.backend, 'the backend')} (`{one.backend}`)"


def _values(rulesets: Sequence[RulesetFigures]) -> str:
    return ", ".join(one.label for one in rulesets)
