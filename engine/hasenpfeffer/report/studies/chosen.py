"""Which plots a study has: of one ruleset, of several side by side, and of their differences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.report.studies.plots import Intervals, Series
from hasenpfeffer.ruleset.steps import AuctionStep
from hasenpfeffer.study.statistics import Estimate, share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hasenpfeffer.report.studies.plots import Plot
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.figures import CallFigures, Figures, LineFigures, RulesetFigures


def shortened(figures: Figures) -> Figures:
    """The same with short names: `+no-trump` for the first ruleset with one house rule more."""
    first = figures.rulesets[0].label

    def short(label: str) -> str:
        return label.removeprefix(first) if label.startswith(f"{first}+") else label

    if figures.parameter:
        return figures
    return replace(
        figures,
        rulesets=tuple(replace(one, label=short(one.label)) for one in figures.rulesets),
        differences=tuple(replace(one, label=short(one.label)) for one in figures.differences),
    )


def hundredfold(estimate: Estimate | None) -> Estimate | None:
    """A share in percent."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return None if estimate is None else Estimate(100 * estimate.mean, None, None)
    return Estimate(100 * estimate.mean, 100 * estimate.low, 100 * estimate.high)


# --- rulesets by themselves


def scores(rulesets: Sequence[RulesetFigures], *, of_games: bool) -> Iterator[Plot]:
    """Points of each team, and the games that it won."""
    names = tuple(team.name for team in rulesets[0].teams)
    unit = "points a game" if of_games else "points a deal"
    series = _series(rulesets, lambda one: [team.score for team in one.teams])
    yield Intervals("Points of each team", "team", names, unit, series, series_are="rules")
    if of_games:
        series = _series(rulesets, lambda one: [hundredfold(team.games_won_share) for team in one.teams])
        counts = [f"{team.games_won:,}" for team in rulesets[0].teams]
        yield Intervals(
            "Games won",
            "team",
            names,
            "% of the games",
            series,
            1,
            series_are="rules",
            counts=_alone(rulesets, ("won", counts)),
        )


def calls(rulesets: Sequence[RulesetFigures]) -> Iterator[Plot]:
    """How often each call stood, how often it was made, and what it brought."""
    texts = stood(rulesets)
    if not texts:
        return

    def named(title: str, unit: str, digits: int, figure: Callable[[CallFigures], Estimate | None]) -> Plot:
        def of_ruleset(one: RulesetFigures) -> list[Estimate | None]:
            found = {call.text: figure(call) for call in one.calls}
            return [found.get(text) for text in texts]

        columns = [
            ("made", [f"{call.made or 0:,}" for call in rulesets[0].calls]),
            ("set", [f"{call.failed or 0:,}" for call in rulesets[0].calls]),
        ]
        return Intervals(
            title,
            "call",
            texts,
            unit,
            _series(rulesets, of_ruleset),
            digits,
            zero=digits == 2,
            series_are="rules",
            counts=_alone(rulesets, *columns) if digits == 1 else (),
        )

    shares = [call_shares(one) for one in rulesets]
    yield Intervals(
        "How often each call stood",
        "call",
        texts,
        "% of the deals",
        tuple(
            Series(series.name, tuple(hundredfold(held.get(text)) for text in texts))
            for series, held in zip(_series(rulesets, lambda _: []), shares, strict=True)
        ),
        1,
        series_are="rules",
        counts=_alone(rulesets, ("deals", [f"{call.count:,}" for call in rulesets[0].calls])),
    )
    if any(call.made is not None for one in rulesets for call in one.calls):
        yield named("How often it was made", "% made", 1, lambda call: hundredfold(call.made_share))
    yield named("What it brought the declarer's side", "points a deal", 2, lambda call: call.own)


def dealer(rulesets: Sequence[RulesetFigures]) -> Iterator[Plot]:
    """What the dealer's side has more than the others."""
    advantages = tuple(one.dealer_advantage for one in rulesets)
    if any(one is not None for one in advantages):
        names = tuple(one.label for one in rulesets) if len(rulesets) > 1 else ("dealer's side",)
        yield Intervals(
            "What the dealer's side has more than the others",
            "rules" if len(rulesets) > 1 else "",
            names,
            "points a deal",
            (Series("", advantages),),
            zero=True,
        )


def lines(rulesets: Sequence[RulesetFigures]) -> Iterator[Plot]:
    """How often each line of the score counted."""
    names = tuple(dict.fromkeys(line.name for one in rulesets for line in one.lines))
    if not names:
        return

    def of_ruleset(one: RulesetFigures) -> list[Estimate | None]:
        found: dict[str, LineFigures] = {line.name: line for line in one.lines}
        return [hundredfold(found[name].share) if name in found else None for name in names]

    counts = {line.name: f"{line.count:,}" for line in rulesets[0].lines}
    yield Intervals(
        "How often each line of the score counted",
        "line",
        names,
        "% of the deals",
        _series(rulesets, of_ruleset),
        1,
        series_are="rules",
        counts=_alone(rulesets, ("deals", [counts.get(name, "") for name in names])),
    )


def _series(
    rulesets: Sequence[RulesetFigures], figures: Callable[[RulesetFigures], Sequence[Estimate | None]]
) -> tuple[Series, ...]:
    several = len(rulesets) > 1
    return tuple(Series(one.label if several else "", tuple(figures(one))) for one in rulesets)


def _alone(
    rulesets: Sequence[RulesetFigures], *columns: tuple[str, Sequence[str]]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Columns of counts, for which there is room where one ruleset stands alone."""
    return tuple((name, tuple(cells)) for name, cells in columns) if len(rulesets) == 1 else ()


# --- differences


def differences(figures: Figures) -> Iterator[Plot]:
    """What each team has more by each other ruleset; those that can be compared."""
    others = [one for one in figures.differences if one.teams]
    if not others:
        return
    first, unit = figures.rulesets[0], figures.plan.unit[:-1]
    labels = tuple(one.label for one in others)

    def named(title: str, name: str, digits: int, figure: Callable[[int, int], Estimate | None]) -> Plot:
        series = tuple(
            Series(team.name, tuple(figure(row, account) for row in range(len(others))))
            for account, team in enumerate(first.teams)
        )
        return Intervals(title, "rules", labels, name, series, digits, zero=True, series_are="team")

    yield named(
        f"Points more than by {first.label}, in the same {unit}",
        f"points a {unit} more",
        2,
        lambda row, account: others[row].teams[account].score,
    )
    if figures.plan.of_games:
        yield named(
            f"Games won more than by {first.label}",
            "more games won of 100",
            1,
            lambda row, account: hundredfold(others[row].teams[account].games_won),
        )


# --- the order of the rules


def stood(rulesets: Sequence[RulesetFigures]) -> tuple[str, ...]:
    """The calls that stood in any deal, in the order of the rules."""
    stood = {call.text for one in rulesets for call in one.calls}
    return tuple(dict.fromkeys(text for one in rulesets for text in _texts(one.ruleset) if text in stood))


def call_shares(one: RulesetFigures) -> dict[str, Estimate | None]:
    """How often each call of the rules stood; of those that never did, too."""
    found = {call.text: call.share for call in one.calls}
    return {text: found.get(text, share(0, one.deals)) for text in _texts(one.ruleset)}


def _texts(ruleset: Ruleset) -> Iterator[str]:
    return (call.text for step in ruleset.steps if isinstance(step, AuctionStep) for call in step.calls)
