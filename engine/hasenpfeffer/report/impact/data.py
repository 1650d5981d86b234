"""What came of pairs, for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.report.estimates import estimate_data, exact
from hasenpfeffer.study.impact import KINDS
from hasenpfeffer.study.statistics import CONFIDENCE, mean, share

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.report.impact.played import Played, Ruling
    from hasenpfeffer.study.impact import Figures
    from hasenpfeffer.study.statistics import Sums


def as_data(played: Played) -> dict[str, Any]:
    """One object. `unlike` says why pairs were not held against each other; then only `before` and `after` count.

    `legal` and `changes` are of the `compared` pairs. Points are of a deal, or at the end of a game; a difference
    is what the second ruleset gives more. Sums that are no whole numbers are text.
    """
    impact, plan = played.impact, played.plan
    return {
        "unit": plan.unit,
        "asked": plan.number,
        "played": impact.pairs,
        "seed": plan.seed,
        "bots": plan.bots,
        "confidence": CONFIDENCE,
        "unlike": played.unlike or None,
        "compared": impact.compared,
        "before": _side(played.before, impact.before),
        "after": _side(played.after, impact.after),
        "legal": {
            kind: {
                "positions": impact.positions[kind],
                "others": impact.other_choices[kind],
                "share": estimate_data(share(impact.other_choices[kind], impact.positions[kind])),
            }
            for kind in KINDS
        },
        "changes": {
            "legal": _count(impact.with_other_choices, impact.compared),
            "contract": _count(impact.contracts, impact.compared),
            "winner": _count(impact.winners, impact.compared),
            "points": _count(impact.points, impact.compared),
            "ends": [
                {"before": before, "after": after, "count": count}
                for (before, after), count in sorted(impact.ends.items())
            ],
        },
        "parted": {parting or "never": count for parting, count in sorted(impact.partings.items())},
        "difference": {
            "of": "team" if impact.by_team else "seat",
            "points": _points(_names(played), impact.differences) if impact.compared else {},
        },
        "examples": [
            {
                "seed": example.seed,
                "changes": [{"of": sort, "text": text} for sort, text in example.changes],
                "commands": list(example.commands),
            }
            for example in played.examples()
        ],
    }


def _side(ruling: Ruling, side: Figures) -> dict[str, Any]:
    return {
        "ruleset": ruling.reference,
        "parameters": dict(ruling.options),
        "ends": dict(sorted(side.ends.items())),
        "won": {ruling.seats(seats): count for seats, count in sorted(side.won.items())},
        "points": _points(ruling.ruleset.seating.team_names, side.points),
    }


def _points(names: Iterable[str], sums: Iterable[Sums]) -> dict[str, Any]:
    return {
        name: {"total": exact(one.total), **estimate_data(mean(one))}
        for name, one in zip(names, sums, strict=True)
    }


def _names(played: Played) -> tuple[str, ...]:
    seating = played.before.ruleset.seating
    return seating.team_names if played.impact.by_team else seating.names


def _count(count: int, whole: int) -> dict[str, Any]:
    return {"count": count, "share": estimate_data(share(count, whole))}
