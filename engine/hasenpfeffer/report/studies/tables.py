"""The figures of a study for people: a heading, and small tables."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.document import Heading, Paragraph, Table
from hasenpfeffer.report.english import counted
from hasenpfeffer.report.estimates import estimate_cells, percent, points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.study.figures import Difference, Figures, RulesetFigures

_INTERVAL: Final = ("95 % from", "to")
_NOT_ALIKE: Final = {
    "seats": "they have other seats",
    "cards": "they have other cards",
    "order": "they list their cards in another order",
}


def blocks(figures: Figures, drawn: Sequence[Block] = ()) -> list[Block]:
    """A study of one ruleset, of several, or of several values of a parameter; what is drawn follows the tables."""
    if figures.parameter:
        found = _sweep(figures)
    elif figures.differences:
        found = _comparison(figures)
    else:
        (only,) = figures.rulesets
        found = [Paragraph(_heading(figures, only)), *_of_ruleset(only, of_games=figures.plan.of_games)]
    return [*found, *drawn, Paragraph(_ending(figures))]


def _of_ruleset(one: RulesetFigures, *, of_games: bool) -> Iterator[Block]:
    yield _teams(one, of_games=of_games)
    if one.calls:
        yield _calls(one)
    if one.dealer_advantage is not None and one.dealer_advantage.low is not None:
        more = "more" if one.dealer_advantage.mean >= 0 else "less"
        _, low, high = estimate_cells(one.dealer_advantage, points)
        middle = points(abs(one.dealer_advantage.mean))
        yield Paragraph(
            f"The dealer's side has {middle} points a deal {more} than the others ({low} to {high})."
        )
    if any(any(team.tricks[1:]) for team in one.teams):
        yield _tricks(one)
    if one.lines:
        yield _lines(one)
    if one.games:
        yield Paragraph(_lengths(one.lengths))


def _heading(figures: Figures, one: RulesetFigures) -> str:
    plan = figures.plan
    counts = [counted(one.deals, "deal"), counted(one.redeals, "redeal")]
    if plan.of_games:
        stopped = f"{one.unfinished:,} unfinished" if one.unfinished else "all finished"
        counts = [f"{counted(one.games, 'game')} ({stopped})", *counts]
    counts.append(counted(one.decisions, "decision"))
    return f"{one.ruleset.name}, seed {plan.seed}, {plan.bots} players: {', '.join(counts)}."


def _ending(figures: Figures) -> str:
    backends = "+".join(dict.fromkeys(one.backend for one in figures.rulesets))
    speed = f"{figures.seconds:.1f} s, {figures.deals_per_second:,.0f} deals a second, backend {backends}"
    until = figures.plan.until
    if until is None:
        return speed
    if figures.knows_enough:
        return f"Enough after {figures.number:,} {figures.plan.unit}: ±{figures.half_width:.3g}. {speed}"
    reached = f"±{figures.half_width:.3g}" if figures.number > 1 else "not known"
    return f"±{until:g} is not reached: {reached}. {speed}"


def _teams(one: RulesetFigures, *, of_games: bool) -> Table:
    header = ["", f"points a {'game' if of_games else 'deal'}", *_INTERVAL]
    rows = [[team.name, *estimate_cells(team.score, points)] for team in one.teams]
    if of_games:
        header += ["games won", "%", "from", "to"]
        for row, team in zip(rows, one.teams, strict=True):
            row += [str(team.games_won), *estimate_cells(team.games_won_share, percent)]
    return _table(header, rows)


def _calls(one: RulesetFigures) -> Table:
    """Their points are those of the declarer's team."""
    header = ["call", "stood", "%", "points"]
    rows = [
        [
            call.text,
            str(call.count),
            estimate_cells(call.share, percent)[0],
            estimate_cells(call.own, points)[0],
        ]
        for call in one.calls
    ]
    if one.calls[0].made is not None:
        header += ["made", "failed", "% made", *_INTERVAL]
        for row, call in zip(rows, one.calls, strict=True):
            row += [str(call.made), str(call.failed), *estimate_cells(call.made_share, percent)]
    return _table(header, rows)


def _tricks(one: RulesetFigures) -> Table:
    """In how many of a hundred deals each side takes so many tricks."""
    most = max(len(team.tricks) for team in one.teams)
    rows = [
        [str(n), *(percent(team.tricks[n] / one.deals) if one.deals else "–" for team in one.teams)]
        for n in range(most)
    ]
    return _table(["% of deals by tricks", *(team.name for team in one.teams)], rows)


def _lines(one: RulesetFigures) -> Table:
    rows = [[line.name, str(line.count), *estimate_cells(line.share, percent)] for line in one.lines]
    return _table(["line of the score", "deals", "%", *_INTERVAL], rows)


def _lengths(lengths: Sequence[int]) -> str:
    games = sum(lengths)
    shortest = next(n for n, number in enumerate(lengths) if number)
    middle = next(n for n, before in enumerate(accumulate(lengths)) if 2 * before >= games)
    longest = len(lengths) - 1
    if shortest == longest:
        return f"Every game took {counted(longest, 'deal')}."
    return f"A game took {shortest} to {counted(longest, 'deal')}, half of them {middle} or fewer."


# --- several rulesets


def _comparison(figures: Figures) -> list[Block]:
    """Each ruleset against the first."""
    plan = figures.plan
    first = figures.rulesets[0]
    found: list[Block] = [
        Paragraph(
            f"{counted(figures.number, plan.unit[:-1])} by {len(figures.rulesets)} rulesets, seed {plan.seed}, "
            f"{plan.bots} players. The same cards and the same chance for all."
        )
    ]
    for other, difference in zip(figures.rulesets[1:], figures.differences, strict=True):
        found.append(Heading(f"{other.label}, compared with {first.label}"))
        found += caveats(difference)
        if not difference.teams:
            continue
        found.append(_differences(first, other, difference, of_games=plan.of_games))
        cells = estimate_cells(difference.unlike_share, percent)
        unit = plan.unit[:-1]
        found.append(Paragraph(f"{cells[0]} % of the {unit}s ended otherwise ({cells[1]} to {cells[2]})."))
    return found


def _differences(
    first: RulesetFigures, other: RulesetFigures, difference: Difference, *, of_games: bool
) -> Table:
    header = [f"points a {'game' if of_games else 'deal'}", "before", "after", "difference", *_INTERVAL]
    rows = []
    for before, after, team in zip(first.teams, other.teams, difference.teams, strict=True):
        row = [_both(team.name, team.other_name), estimate_cells(before.score, points)[0]]
        row += [estimate_cells(after.score, points)[0], *estimate_cells(team.score, points)]
        rows.append(row)
    for before, after, team in zip(first.teams, other.teams, difference.teams, strict=True):
        if of_games:
            row = [
                f"games won %, {_both(team.name, team.other_name)}",
                estimate_cells(before.games_won_share, percent)[0],
                estimate_cells(after.games_won_share, percent)[0],
                *estimate_cells(team.games_won, lambda value: percent(value).replace("-", "−")),
            ]
            rows.append(row)
    return _table(header, rows)


def _both(name: str, other: str) -> str:
    return name if name == other else f"{name} / {other}"


def caveats(difference: Difference) -> Iterator[Paragraph]:
    if not difference.teams:
        yield Paragraph("They have not as many teams: points cannot be held against each other.")
    elif difference.not_alike:
        why = _NOT_ALIKE[difference.not_alike]
        yield Paragraph(f"Pairs are not the same deal: {why}. The intervals hold all the same.")
    if any(team.name != team.other_name for team in difference.teams):
        yield Paragraph("Teams have other names: the first is held against the first, and so on.")


def _sweep(figures: Figures) -> list[Block]:
    """A row for each value and team."""
    plan, first = figures.plan, figures.rulesets[0]
    unit = plan.unit[:-1]
    found: list[Block] = [
        Paragraph(
            f"{first.ruleset.name}, {figures.parameter} from {first.label} to {figures.rulesets[-1].label}: "
            f"{counted(figures.number, unit)} each, seed {plan.seed}, {plan.bots} players. "
            f"Differences are from {figures.parameter} {first.label}, in the same {unit}s."
        )
    ]
    header = [figures.parameter, "", f"points a {unit}", *_INTERVAL, "difference", "from", "to"]
    if plan.of_games:
        header += ["games won %"]
    rows = []
    for index, one in enumerate(figures.rulesets):
        teams = figures.differences[index - 1].teams if index else ()
        for account, team in enumerate(one.teams):
            more = estimate_cells(teams[account].score, points) if teams else ["–"] * 3
            row = [one.label, team.name, *estimate_cells(team.score, points), *more]
            rows.append([*row, estimate_cells(team.games_won_share, percent)[0]] if plan.of_games else row)
    found.append(_table(header, rows))
    for difference in figures.differences:
        found += [Paragraph(f"{difference.label}: {block.text}") for block in caveats(difference)]
    return found


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    return Table(tuple(header), tuple(map(tuple, rows)))
