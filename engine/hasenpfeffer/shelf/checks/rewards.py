"""Whether what is paid pulls the way it should: losses cost, a higher bid is harder and not worth less."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Edit, Fix, Related
from hasenpfeffer.reading.place import Place, Position
from hasenpfeffer.ruleset.outcomes.spans import Span
from hasenpfeffer.ruleset.unfolding import amount_of
from hasenpfeffer.shelf.checks.saying import calls_text, points_text, tricks_text
from hasenpfeffer.shelf.checks.wrong_way import check_direction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import ScoreLine
    from hasenpfeffer.ruleset.outcomes.spans import Number
    from hasenpfeffer.ruleset.outcomes.table import Case, ScoreTable


def check_rewards(table: ScoreTable, findings: Findings) -> None:
    """P708 a contract pays the wrong way · P709 a higher bid earns less."""
    if not table.tells_all or not table.whole:
        return
    for family in _families(table):
        if check_direction(table, family, findings):
            return  # the other families have the same lines
        if len(family) > 1:
            _earns_less(table, family, findings)


def losses_that_pay(table: ScoreTable, findings: Findings) -> bool:
    """P707: what a line takes away is below 0, whatever the result. Gives whether there is one."""
    told = False
    for index, line in enumerate(table.lines):
        amount = line.amount
        if amount is None or not line.loses:
            continue
        found = [case.outcomes[index].amount for case in table.cases]
        spans = [span for span in found if span is not None]
        if not table.whole:
            spans.append(Span(amount.type.low, amount.type.high))
        if not spans or any(span.high > 0 for span in spans) or all(span.low == 0 for span in spans):
            continue
        if any(span.low < 0 < span.high for span in spans):
            continue
        least = min(span.low for span in spans)
        told = True
        used, amount = amount, amount_of(amount, table.ruleset)
        findings.warning(
            "P707",
            f"`{line.name}` pays its side instead of costing it: what it `loses` is below 0"
            + (f", {least}" if amount.is_constant else f", as low as {least}"),
            amount.place or line.place,
            label="a loss below 0 is a gain",
            related=[Related("is lost here", used.place)] if used is not amount and used.place else [],
            path=f"scoring.{line.name}.loses",
            help=f"Write `{-least}`" if amount.is_constant else "Write what is lost without a minus",
            fixes=_without_minus(amount),
        )
    return told


def _without_minus(amount: Typed) -> Iterator[Fix]:
    """Takes the minus away where the amount begins with one."""
    place = amount.place
    is_written = amount.is_constant and place is not None and isinstance(amount.value, int)
    if not is_written or place is None:
        return
    if place.end.offset - place.start.offset == len(str(amount.value)):
        first = place.start
        after = Position(first.line, first.column + 1, first.offset + 1)
        minus = Place(place.file, first, after)
        yield Fix("Take the minus away", (Edit(minus, ""),), is_safe=False)


# --- bids of one family, low to high


def _families(table: ScoreTable) -> Iterator[list[list[Case]]]:
    """The cases of contracts that differ only in one number, low to high, doubles left out."""
    families: dict[tuple[object, ...], list[list[Case]]] = {}
    for cases in table.by_contract().values():
        contract = cases[0].contract
        call = contract.call
        if call is None or call.height is None or contract.double is not None:
            continue
        numbers = [name for name, value in call.fields if _is_number(value)]
        others = tuple(field for field in call.fields if field[0] not in numbers)
        if len(numbers) < 2:
            families.setdefault((tuple(name for name, _ in call.fields), others), []).append(cases)
    for family in families.values():
        yield sorted(family, key=lambda cases: cases[0].contract.number)


def _is_number(value: Typed) -> bool:
    return value.is_constant and value.type.kind is Kind.NUMBER


def _own(table: ScoreTable, cases: list[Case]) -> dict[int, Span] | None:
    """What the declarers get by their tricks; None where that depends on more than can be told."""
    found: dict[int, Span] = {}
    for case in cases:
        paid = case.paid(table.ruleset.seating.team_of[0])
        if paid is None or case.tricks is None:
            return None
        found[case.tricks] = paid if case.tricks not in found else found[case.tricks].hull(paid)
    return found


def _line_for(table: ScoreTable, cases: list[Case], tricks: int) -> ScoreLine | None:
    """The line that pays the declarers most in a case, or costs them most."""
    account = table.ruleset.seating.team_of[0]
    best: tuple[Number, ScoreLine] | None = None
    for case in cases:
        for line, outcome in zip(table.lines, case.outcomes, strict=True):
            if case.tricks == tricks and outcome.counts and outcome.pays and account in outcome.pays:
                low = outcome.pays[account].low
                size = -low if low < 0 else low
                if best is None or size > best[0]:
                    best = size, line
    return best[1] if best is not None else None


def _earns_less(table: ScoreTable, family: list[list[Case]], findings: Findings) -> None:
    """P709: wherever two bids of a family are both made, the higher earns less for the same tricks."""
    found: list[tuple[list[Case], list[Case], int, Span, Span]] = []
    for lower, higher in pairwise(family):
        low, high = _own(table, lower), _own(table, higher)
        if low is None or high is None:
            return
        both = [t for t in low if t in high and low[t].low > 0 and high[t].low > 0]
        if not both or not all(high[t].high < low[t].low for t in both):
            return
        found.append((lower, higher, max(both), low[max(both)], high[max(both)]))
    lower, higher, tricks, more, less = found[len(found) // 2]
    line = _line_for(table, higher, tricks)
    if line is None:
        return
    findings.warning(
        "P709",
        f"With {tricks_text((tricks,))}, {calls_text(higher[:1])} earns {points_text(less)}, and "
        f"{calls_text(lower[:1])}, which is lower, earns {points_text(more)}",
        (line.amount.place if line.amount is not None else None) or line.place,
        label="less for a higher bid",
        path=f"scoring.{line.name}",
        help="Let a higher bid earn at least as much as a lower one",
    )
