"""The figures of a study as one object for JSON.

Only `seconds`, `deals_per_second` and `backend` differ from run to run. Sums that are no whole numbers are text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.report.estimates import estimate_data, exact
from hasenpfeffer.study.statistics import CONFIDENCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.study.figures import CallFigures, Difference, Figures, RulesetFigures, TeamFigures

Data = dict[str, object]


def as_data(figures: Figures) -> Data:
    """One ruleset has its figures at the top; several are listed, with their differences from the first.

    `score_of` says what the scores are of: a deal, or a whole game.
    """
    if len(figures.rulesets) == 1 and not figures.parameter:
        (only,) = figures.rulesets
        return {**_naming(only), **_run(figures), **_figures(only)}
    data = _run(figures)
    if figures.parameter:
        data = {"parameter": figures.parameter, **data}
    return {
        **data,
        "rulesets": [
            {"name": one.label, **_naming(one), "backend": one.backend, **_figures(one)}
            for one in figures.rulesets
        ],
        "differences": [_difference(one) for one in figures.differences],
    }


def _naming(one: RulesetFigures) -> Data:
    ruleset = one.ruleset
    return {
        "ruleset": ruleset.game,
        "patches": list(ruleset.patches),
        "parameters": {parameter.name: _parameter(parameter.value) for parameter in ruleset.parameters},
    }


def _run(figures: Figures) -> Data:
    plan = figures.plan
    data: Data = {"seed": plan.seed}
    if len(figures.rulesets) == 1:
        data["backend"] = figures.rulesets[0].backend
    data |= {"bots": plan.bots, "whole": figures.is_whole}
    if plan.until is not None:
        data["until"] = {
            "half_width": plan.until,
            "reached": figures.knows_enough,
            "found": round(figures.half_width, 6) if figures.number > 1 else None,
        }
    return data | {
        plan.unit: figures.number,
        "seconds": round(figures.seconds, 3),
        "deals_per_second": round(figures.deals_per_second, 1),
        "confidence": CONFIDENCE,
        "score_of": "game" if plan.of_games else "deal",
    }


def _figures(one: RulesetFigures) -> Data:
    names = [team.name for team in one.teams]
    return {
        "deals": one.deals,
        "redeals": one.redeals,
        "games": one.games,
        "unfinished": one.unfinished,
        "decisions": one.decisions,
        "teams": {team.name: _team(team) for team in one.teams},
        "calls": {call.text: _call(call, names) for call in one.calls},
        "dealer_advantage": estimate_data(one.dealer_advantage),
        "lines": {line.name: {"count": line.count, "share": estimate_data(line.share)} for line in one.lines},
        "game_lengths": _histogram(one.lengths),
    }


def _team(team: TeamFigures) -> Data:
    return {
        "score": {"total": exact(team.total), **estimate_data(team.score)},
        "points": estimate_data(team.points),
        "games_won": team.games_won,
        "games_won_share": estimate_data(team.games_won_share),
        "tricks": _histogram(team.tricks),
        "by_points": {str(exact(value)): deals for value, deals in team.by_points},
    }


def _call(call: CallFigures, teams: Sequence[str]) -> Data:
    data: Data = {"count": call.count, "share": estimate_data(call.share)}
    if call.made is not None:
        data |= {"made": call.made, "failed": call.failed, "made_share": estimate_data(call.made_share)}
    data["declarer_points"] = estimate_data(call.own)
    points = zip(teams, map(estimate_data, call.points), strict=True)
    return {**data, "points": dict(points)}


def _difference(one: Difference) -> Data:
    return {
        "name": one.label,
        "to": one.to,
        "pairs": one.pairs,
        "unlike": one.unlike,
        "unlike_share": estimate_data(one.unlike_share),
        "not_alike": one.not_alike or None,
        "teams": {
            team.name: {
                "score": {"total": exact(team.total), **estimate_data(team.score)},
                "games_won": estimate_data(team.games_won),
            }
            for team in one.teams
        },
    }


def _histogram(counts: Sequence[int]) -> dict[str, int]:
    return {str(n): count for n, count in enumerate(counts) if count}


def _parameter(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdecimal() else text
