"""The figures of a study: means and shares with intervals, and distributions. Reports and plots need nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.kernel.rows import says_made
from hasenpfeffer.ruleset.steps import AuctionStep
from hasenpfeffer.study.impact.pairs import unlike
from hasenpfeffer.study.statistics import half_width, mean, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.play.state import Number
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.impact.pairs import Unlike
    from hasenpfeffer.study.plan import Plan
    from hasenpfeffer.study.statistics import Estimate
    from hasenpfeffer.study.studies import Part, Study
    from hasenpfeffer.study.tally import CallTally, PairTally, Tally


@dataclass(frozen=True, slots=True)
class TeamFigures:
    """`score` is of a game where games were played, else of a deal as `points` are; `total` is the exact sum.

    `tricks[n]`: deals in which the team took n tricks; `by_points`: points of a deal, and the deals that brought them.
    """

    name: str
    score: Estimate | None
    total: Number
    points: Estimate | None
    games_won: int
    games_won_share: Estimate | None
    tricks: tuple[int, ...]
    by_points: tuple[tuple[Number, int], ...]
    """In the order of the points."""


@dataclass(frozen=True, slots=True)
class CallFigures:
    """The deals in which a call stood, and their share; `made` and `failed` are None where the rules do not say.

    `own` is the mean of the points of the declarer's team in those deals; `points` are by team.
    """

    text: str
    count: int
    share: Estimate | None
    made: int | None
    failed: int | None
    made_share: Estimate | None
    own: Estimate | None
    points: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class LineFigures:
    """A scoring line: in how many deals it counted, and their share."""

    name: str
    count: int
    share: Estimate | None


@dataclass(frozen=True, slots=True)
class RulesetFigures:
    """What came of one ruleset. `label` is what it is called in this study."""

    label: str
    ruleset: Ruleset
    backend: str
    deals: int
    redeals: int
    decisions: int
    games: int
    unfinished: int
    teams: tuple[TeamFigures, ...]
    calls: tuple[CallFigures, ...]
    """Those that ever stood, in the order of the rules."""
    lines: tuple[LineFigures, ...]
    """All of them, in the order of the rules."""
    dealer_advantage: Estimate | None
    """Mean points of the dealer's side less the mean of the others; None where there are no others."""
    lengths: tuple[int, ...]
    """`lengths[n]`: games of n deals."""


@dataclass(frozen=True, slots=True)
class TeamDifference:
    """What a team has more by the other rules: points of a deal or of a game, and games won (None for deals)."""

    name: str
    other_name: str
    score: Estimate | None
    total: Number
    games_won: Estimate | None


@dataclass(frozen=True, slots=True)
class Difference:
    """One ruleset held against the first. `unlike_share`: how many pairs ended with other points or winners.

    Teams are held against each other by their number. Where there are not as many, there are no pairs.
    `not_alike` says why the same seed is not the same deal, where that is so.
    """

    label: str
    to: str
    pairs: int
    unlike: int
    unlike_share: Estimate | None
    teams: tuple[TeamDifference, ...]
    not_alike: Unlike


@dataclass(frozen=True, slots=True)
class Figures:
    """All that a study has found."""

    plan: Plan
    number: int
    """Deals or games that were played, by every ruleset."""
    rulesets: tuple[RulesetFigures, ...]
    differences: tuple[Difference, ...]
    """Of all rulesets but the first."""
    seconds: float
    knows_enough: bool
    """Whether it stopped because the interval was narrow enough."""
    half_width: float
    """How far the widest interval that `until` speaks of reaches to either side; infinite where that is unknown."""
    parameter: str = ""
    """What was turned, in a sweep; labels are its values then."""

    @property
    def is_whole(self) -> bool:
        """Whether all was played that was asked for, or as much as was needed."""
        return self.knows_enough or self.number == self.plan.number

    @property
    def deals(self) -> int:
        """Of all rulesets together."""
        return sum(one.deals for one in self.rulesets)

    @property
    def deals_per_second(self) -> float:
        return self.deals / self.seconds if self.seconds > 0 else 0.0


def figures_of(
    study: Study, found: Part, labels: Sequence[str], seconds: float, parameter: str = ""
) -> Figures:
    """The figures of what has been found; `labels` are what the rulesets are called."""
    plan = study.plan
    rulesets = tuple(
        _of_ruleset(label, ruleset, backend.name, tally, of_games=plan.of_games)
        for label, ruleset, backend, tally in zip(
            labels, study.rulesets, study.backends, found.tallies, strict=True
        )
    )
    first, *others = rulesets
    return Figures(
        plan,
        found.number,
        rulesets,
        tuple(
            _difference(first, other, pairs, of_games=plan.of_games)
            for other, pairs in zip(others, found.pairs, strict=True)
        ),
        seconds,
        study.knows_enough(found),
        max(map(half_width, study.asked(found))),
        parameter,
    )


def _of_ruleset(
    label: str, ruleset: Ruleset, backend: str, tally: Tally, *, of_games: bool
) -> RulesetFigures:
    names = ruleset.seating.team_names
    scores = tally.scores if of_games else tally.points
    deals = tally.deals
    most = max((n for tricks in tally.tricks for n, number in enumerate(tricks) if number), default=-1)
    return RulesetFigures(
        label,
        ruleset,
        backend,
        deals,
        tally.redeals,
        tally.decisions,
        tally.games,
        tally.unfinished,
        tuple(
            TeamFigures(
                name,
                mean(scores[account]),
                scores[account].total,
                mean(tally.points[account]),
                tally.won[account],
                share(tally.won[account], tally.games),
                tally.tricks[account][: most + 1],
                tuple(sorted(tally.by_points[account].items())),
            )
            for account, name in enumerate(names)
        ),
        tuple(_calls(ruleset, tally)),
        tuple(
            LineFigures(line.name, number, share(number, deals))
            for line, number in zip(ruleset.scoring, tally.lines, strict=True)
        ),
        mean(tally.more) if len(names) > 1 else None,
        _without_end(tally.lengths),
    )


def _calls(ruleset: Ruleset, tally: Tally) -> Iterator[CallFigures]:
    """Calls that ever stood; those of the same text are one."""
    found: dict[str, CallTally] = {}
    calls = (call for step in ruleset.steps if isinstance(step, AuctionStep) for call in step.calls)
    for call, of_call in zip(calls, tally.calls, strict=True):
        found[call.text] = found[call.text] + of_call if call.text in found else of_call
    tells = says_made(ruleset)
    for text, one in found.items():
        if one.count:
            yield CallFigures(
                text,
                one.count,
                share(one.count, tally.deals),
                one.made if tells else None,
                one.failed if tells else None,
                share(one.made, one.count) if tells else None,
                mean(one.own),
                tuple(map(mean, one.points)),
            )


def _difference(
    first: RulesetFigures, other: RulesetFigures, pairs: PairTally | None, *, of_games: bool
) -> Difference:
    not_alike = unlike(first.ruleset, other.ruleset)
    if pairs is None:
        return Difference(other.label, first.label, 0, 0, None, (), not_alike)
    teams = tuple(
        TeamDifference(
            one.name,
            theirs.name,
            mean(pairs.points[account]),
            pairs.points[account].total,
            mean(pairs.won[account]) if of_games else None,
        )
        for account, (one, theirs) in enumerate(zip(first.teams, other.teams, strict=True))
    )
    number, others = pairs.pairs, pairs.unlike
    return Difference(other.label, first.label, number, others, share(others, number), teams, not_alike)


def _without_end(lengths: tuple[int, ...]) -> tuple[int, ...]:
    """The histogram up to the longest game."""
    return lengths[: max((n + 1 for n, games in enumerate(lengths) if games), default=0)]
