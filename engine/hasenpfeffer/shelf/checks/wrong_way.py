"""Contracts that cost when they are made, or pay when they fail.

Which results make a contract is seen from the lines: those that count from so many tricks up, and from more of
them the higher the bid. Where there are no higher bids, a condition that is not written as a `not` says it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.outcomes.spans import ZERO, Span, add, subtract
from hasenpfeffer.shelf.checks.saying import calls_text, points_text, tricks_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import ScoreLine
    from hasenpfeffer.ruleset.outcomes.spans import Number
    from hasenpfeffer.ruleset.outcomes.table import Case, ScoreTable


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A result that is paid the wrong way: what its lines give both sides, and the line that gives most."""

    call: str
    tricks: int
    own: Span
    others: Span
    line: ScoreLine

    @property
    def place(self) -> Place:
        """The condition; or the one part of the line that another file has changed."""
        parts = (self.line.condition, self.line.receivers.who, self.line.amount)
        places = [part.place for part in parts if part is not None and part.place is not None]
        files = [place.file for place in places]
        alone = [place for place in places if files.count(place.file) == 1]
        return (alone or places or [self.line.place])[0] if len(set(files)) > 1 else places[0]

    @property
    def said(self) -> str:
        """`earn 3`, `cost 4`, `earn the other side 2`."""
        span, whom = (self.own, "") if self.own != ZERO else (self.others, " the other side")
        return f"{'earn' if span.low >= 0 else 'cost'}{whom} {points_text(span)}"


def check_direction(table: ScoreTable, family: Sequence[Sequence[Case]], findings: Findings) -> bool:
    """P708. Gives whether it is found; `family` are the cases of contracts that differ only in how high they are."""
    levels = [_by_tricks(cases) for cases in family]
    if not levels or any(level is None for level in levels):
        return False
    known = [level for level in levels if level is not None]
    made, failed = _lines_of(table, known)
    costs = _middle([_wrong(table, level, made, pays=False) for level in known])
    costs = costs or _middle([_costly(table, level, made) for level in known])
    pays = _middle([_wrong(table, level, failed, pays=True) for level in known])
    if not costs and not pays:
        return False
    call = (costs or pays)[0].call
    told = [one for one in pays if one.call == call]
    _tell(max(told, key=_tricks) if told else None, min(costs, key=_tricks) if costs else None, findings)
    return True


def _tricks(wrong: _Wrong) -> int:
    return wrong.tricks


def _middle(levels: list[list[_Wrong] | None]) -> list[_Wrong]:
    """The results of the middle one of the bids that have any; none where one bid pays the right way."""
    found = [level for level in levels if level]
    return found[len(found) // 2] if found and None not in levels else []


def _by_tricks(cases: Sequence[Case]) -> dict[int, list[Case]] | None:
    found: dict[int, list[Case]] = {}
    for case in cases:
        if case.tricks is None:
            return None
        found.setdefault(case.tricks, []).append(case)
    return found if len(found) > 1 else None


def _lines_of(table: ScoreTable, levels: list[dict[int, list[Case]]]) -> tuple[list[int], list[int]]:
    """The lines that count when a contract is made, and those that count when it fails."""
    made, failed = [], []
    for index, line in enumerate(table.lines):
        if line.condition is None or line.amount is None:
            continue
        edges = [_first_of_top(level, index) for level in levels]
        ends = [_last_of_bottom(level, index) for level in levels]
        is_not = line.condition.op == "not"
        decides = len(levels) == 1 and len(_counting(levels[0], index)) < len(levels[0])
        if _rises(edges) or (decides and edges[0] is not None and not is_not):
            made.append(index)
        if _rises(ends) or (decides and ends[0] is not None and is_not):
            failed.append(index)
    return made, failed


def _first_of_top(level: dict[int, list[Case]], index: int) -> int | None:
    """From how many tricks on a line counts, up to all of them; None where it does not count so."""
    found, order = _counting(level, index), sorted(level)
    return found[0] if found and found == order[-len(found) :] else None


def _last_of_bottom(level: dict[int, list[Case]], index: int) -> int | None:
    """Up to how many tricks a line counts, from none on."""
    found, order = _counting(level, index), sorted(level)
    return found[-1] if found and found == order[: len(found)] else None


def _counting(level: dict[int, list[Case]], index: int) -> list[int]:
    """For how many tricks a line counts, where nothing else decides that."""
    found = {tricks: {case.outcomes[index].counts for case in cases} for tricks, cases in level.items()}
    if any(len(counts) > 1 or None in counts for counts in found.values()):
        return []
    return sorted(tricks for tricks, counts in found.items() if True in counts)


def _rises(edges: list[int | None]) -> bool:
    """Whether a number rises from bid to bid."""
    known = [edge for edge in edges if edge is not None]
    if len(known) < len(edges) or len(known) < 2:
        return False
    return all(lower <= higher for lower, higher in pairwise(known)) and known[0] < known[-1]


def _wrong(
    table: ScoreTable, level: dict[int, list[Case]], lines: list[int], *, pays: bool
) -> list[_Wrong] | None:
    """The results that these lines pay (or cost) the declarers; None where they do the contrary for another."""
    seating = table.ruleset.seating
    found: list[_Wrong] = []
    for tricks, cases in level.items():
        for case in cases:
            counting = [index for index in lines if case.outcomes[index].counts]
            if not counting or not case.deal.defenders:
                continue
            other = seating.team_of[case.deal.defenders.bit_length() - 1]
            own = others = ZERO
            sizes: list[tuple[Number, int]] = []
            for index in counting:
                amounts = case.outcomes[index].pays
                if amounts is None:
                    return None
                mine, theirs = amounts.get(seating.team_of[0], ZERO), amounts.get(other, ZERO)
                own, others = add(own, mine), add(others, theirs)
                sizes.append((max(-mine.low, mine.high, -theirs.low, theirs.high), index))
            gain = subtract(own, others)
            if (gain.low < 0) if pays else (gain.high > 0):
                return None
            if (gain.low > 0) if pays else (gain.high < 0):
                line = table.lines[max(sizes, key=lambda one: (one[0], -one[1]))[1]]
                found.append(_Wrong(calls_text([case]), tricks, own, others, line))
    return found


def _costly(table: ScoreTable, level: dict[int, list[Case]], lines: list[int]) -> list[_Wrong]:
    """Results that are enough for a contract, and for which the only line that counts takes points from declarers."""
    account = table.ruleset.seating.team_of[0]
    found: list[_Wrong] = []
    for tricks, cases in level.items():
        for case in cases:
            counting = [index for index, outcome in enumerate(case.outcomes) if outcome.counts is not False]
            if len(counting) != 1 or counting[0] not in lines:
                continue
            own = (case.outcomes[counting[0]].pays or {}).get(account, ZERO)
            if own.high < 0:
                line = table.lines[counting[0]]
                found.append(_Wrong(calls_text([case]), tricks, own, ZERO, line))
    return found


def _tell(pays: _Wrong | None, costs: _Wrong | None, findings: Findings) -> None:
    if pays is not None and costs is not None:
        message = f"{tricks_text((pays.tricks,))} {pays.said} and {tricks_text((costs.tricks,))} {costs.said}"
    elif pays is not None:
        message = f"{tricks_text((pays.tricks,))} {_are(pays)} too few, and {pays.said}"
    else:
        assert costs is not None
        message = f"{tricks_text((costs.tricks,))} {_are(costs)} enough, and {costs.said}"
    first = pays or costs
    assert first is not None
    findings.warning(
        "P708",
        f"After {first.call}, {message}",
        first.place,
        label="for too few tricks" if pays is not None else "for enough tricks",
        related=[Related("for enough tricks", costs.place)] if pays is not None and costs is not None else [],
        path=f"scoring.{first.line.name}",
        help="Check the condition of each line, whom it pays, and whether it `gets` or `loses`",
        facts={"tricks": first.tricks},
    )


def _are(wrong: _Wrong) -> str:
    return "is" if wrong.tricks == 1 else "are"
