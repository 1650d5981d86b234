"""What many games came to: as data for programs and as tables for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.report.document import Paragraph, Table, as_text
from hasenpfeffer.report.english import counted
from hasenpfeffer.report.estimates import estimate_cells, estimate_data, exact, percent, points
from hasenpfeffer.study.simulate import says_made
from hasenpfeffer.study.statistics import CONFIDENCE, mean, share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.report.document import Block
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.simulate import CallTally, Plan, Tally


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was played by which rules, what came of it, and in what time."""

    ruleset: Ruleset
    plan: Plan
    tally: Tally
    seconds: float
    backend: str = "reference"
    bots: str = "random"

    @property
    def is_whole(self) -> bool:
        """Whether all was played that was asked for."""
        return self.played == self.plan.number

    @property
    def played(self) -> int:
        return self.tally.deals if self.plan.unit == "deals" else self.tally.games

    @property
    def deals_per_second(self) -> float:
        return self.tally.deals / self.seconds if self.seconds > 0 else 0.0


def as_data(outcome: Outcome) -> dict[str, object]:
    """One object for JSON. Only `seconds` and `deals_per_second` differ from run to run.

    `score_of` says what the scores are of: a deal, or a whole game. Sums that are no whole numbers are text.
    """
    ruleset, tally = outcome.ruleset, outcome.tally
    return {
        "ruleset": ruleset.game,
        "patches": list(ruleset.patches),
        "parameters": {one.name: _parameter(one.value) for one in ruleset.parameters},
        "seed": outcome.plan.seed,
        "backend": outcome.backend,
        "bots": outcome.bots,
        "whole": outcome.is_whole,
        "deals": tally.deals,
        "redeals": tally.redeals,
        "games": tally.games,
        "unfinished": tally.unfinished,
        "decisions": tally.decisions,
        "seconds": round(outcome.seconds, 3),
        "deals_per_second": round(outcome.deals_per_second, 1),
        "confidence": CONFIDENCE,
        "score_of": "deal" if outcome.plan.unit == "deals" else "game",
        "teams": {name: _team_data(outcome, account) for account, name in enumerate(_accounts(outcome))},
        "calls": {text: _call_data(outcome, call) for text, call in _calls(outcome)},
    }


def as_tables(outcome: Outcome, *, width: int = 80, ascii_only: bool = False) -> str:
    """A small report for people."""
    blocks: list[Block] = [Paragraph(_heading(outcome)), _team_table(outcome)]
    if outcome.tally.calls:
        blocks.append(_call_table(outcome))
    speed = f"{outcome.seconds:.1f} s, {outcome.deals_per_second:,.0f} deals a second"
    return as_text([*blocks, Paragraph(speed)], width=width, ascii_only=ascii_only)


# --- data


def _team_data(outcome: Outcome, account: int) -> dict[str, object]:
    tally = outcome.tally
    return {
        "score": {
            "total": exact(tally.scores[account].total),
            **estimate_data(mean(tally.scores[account])),
        },
        "games_won": tally.won[account],
        "games_won_share": estimate_data(share(tally.won[account], tally.games)),
    }


def _call_data(outcome: Outcome, call: CallTally) -> dict[str, object]:
    if not says_made(outcome.ruleset):
        return {"count": call.count}
    rate = estimate_data(share(call.made, call.count))
    return {"count": call.count, "made": call.made, "failed": call.failed, "made_share": rate}


def _parameter(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdecimal() else text


def _accounts(outcome: Outcome) -> tuple[str, ...]:
    return outcome.ruleset.seating.team_names


def _calls(outcome: Outcome) -> Iterator[tuple[str, CallTally]]:
    """The calls that won an auction, in the order of the rules."""
    found = outcome.tally.calls
    for step in outcome.ruleset.steps:
        for call in getattr(step, "calls", ()):
            if call.text in found:
                yield call.text, found[call.text]


# --- tables


def _heading(outcome: Outcome) -> str:
    tally, plan = outcome.tally, outcome.plan
    counts = [counted(tally.deals, "deal"), counted(tally.redeals, "redeal")]
    if plan.unit == "games":
        stopped = f"{tally.unfinished:,} unfinished" if tally.unfinished else "all finished"
        counts = [f"{counted(tally.games, 'game')} ({stopped})", *counts]
    counts.append(counted(tally.decisions, "decision"))
    return f"{outcome.ruleset.name}, seed {plan.seed}, {outcome.bots} players: {', '.join(counts)}."


def _team_table(outcome: Outcome) -> Table:
    tally, of_games = outcome.tally, outcome.plan.unit == "games"
    header = ["", f"points a {'game' if of_games else 'deal'}", "95 % from", "to"]
    rows = []
    for account, name in enumerate(_accounts(outcome)):
        row = [name, *estimate_cells(mean(tally.scores[account]), points)]
        if of_games:
            row += [
                str(tally.won[account]),
                *estimate_cells(share(tally.won[account], tally.games), percent),
            ]
        rows.append(tuple(row))
    if of_games:
        header += ["games won", "%", "from", "to"]
    return Table(tuple(header), tuple(rows))


def _call_table(outcome: Outcome) -> Table:
    if not says_made(outcome.ruleset):
        rows = tuple((text, str(call.count)) for text, call in _calls(outcome))
        return Table(("call", "won the auction"), rows)
    header = ("call", "made", "failed", "% made", "95 % from", "to")
    return Table(
        header,
        tuple(
            (text, str(call.made), str(call.failed), *estimate_cells(share(call.made, call.count), percent))
            for text, call in _calls(outcome)
        ),
    )
