"""The score table made short: results that are paid alike, or by so much a trick, share a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hasenpfeffer.lang.evaluate import plain
from hasenpfeffer.ruleset.outcomes.spans import ZERO

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.outcomes.contracts import Contract
    from hasenpfeffer.ruleset.outcomes.spans import Number, Span
    from hasenpfeffer.ruleset.outcomes.table import Case, ScoreTable


@dataclass(frozen=True, slots=True)
class Amount:
    """`base` points and `each` for every trick of the declarers."""

    base: Number
    each: Number = 0


@dataclass(frozen=True, slots=True)
class Answered:
    """What a row supposes besides its result: a condition that holds or not, or a number between two bounds.

    With `against` the number is how much more the first formula is than that.
    """

    formula: Typed
    holds: bool = True
    span: Span | None = None
    against: Typed | None = None
    is_general: bool = True
    """Whether it speaks of no seat by a name that only its own formula gives."""


@dataclass(frozen=True, slots=True)
class Row:
    """What the declarers and each of the others get after some calls, with so many tricks (None: any number)."""

    contracts: tuple[Contract, ...]
    tricks: tuple[int, int] | None
    where: tuple[Answered, ...]
    side: int
    """How many the declarers are."""
    declarers: Amount
    defenders: Amount
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Result:
    tricks: int | None
    own: Number
    other: Number
    lines: tuple[str, ...]


def rows(table: ScoreTable) -> tuple[list[Row], set[str]]:
    """The rows, low calls first, and the names of the lines that they leave out: those that more decides."""
    told = [_is_told(table, index) for index in range(len(table.lines))]
    left_out = {line.name for line, is_told in zip(table.lines, told, strict=True) if not is_told}
    found: dict[tuple[object, ...], Row] = {}
    for cases in table.by_contract().values():
        if cases[0].contract.call is None:
            continue
        for row in _of_contract(table, cases, told):
            key = (row.tricks, row.where, row.side, row.declarers, row.defenders, row.lines)
            known = found.get(key)
            found[key] = row if known is None else replace(row, contracts=known.contracts + row.contracts)
    return list(found.values()), left_out | {line.name for line in table.untellable}


def _is_told(table: ScoreTable, index: int) -> bool:
    """Whether it is settled in every case if a line counts and what it pays."""
    for case in table.cases:
        outcome = case.outcomes[index]
        if outcome.counts is None or outcome.pays is None:
            return False
        if any(not span.is_exact for span in outcome.pays.values()):
            return False
    return True


def _of_contract(table: ScoreTable, cases: list[Case], told: list[bool]) -> Iterator[Row]:
    groups: dict[tuple[int, tuple[Answered, ...]], list[_Result]] = {}
    for case in cases:
        key = (case.deal.declarers or 0).bit_count(), tuple(_answers(case))
        groups.setdefault(key, []).append(_result(table, case, told))
    groups = _without_needless(groups)
    for (side, where), results in groups.items():
        for run in _runs(results):
            yield _row(table.alike[id(cases[0].contract)], side, where, run)


def _answers(case: Case) -> Iterator[Answered]:
    for key, holds in case.deal.answers.items():
        yield Answered(key[0], holds, is_general=not key[1])
    for key, span in case.deal.numbers.items():
        if isinstance(key[0], tuple):
            (first, of_first), (second, of_second) = key
            yield Answered(first, span=span, against=second, is_general=not (of_first or of_second))
        else:
            yield Answered(key[0], span=span, is_general=not key[1])


def _without_needless(
    groups: dict[tuple[int, tuple[Answered, ...]], list[_Result]],
) -> dict[tuple[int, tuple[Answered, ...]], list[_Result]]:
    """The groups by what makes a difference only."""
    sides = {side for side, _ in groups}
    if len({repr(results) for results in groups.values()}) == 1 and len(groups) > 1:
        (first, *_) = groups.values()
        return {(0 if len(sides) > 1 else sides.pop(), ()): first}
    return groups


def _result(table: ScoreTable, case: Case, told: list[bool]) -> _Result:
    seating = table.ruleset.seating
    own = seating.team_of[0]
    other = seating.team_of[case.deal.defenders.bit_length() - 1] if case.deal.defenders else own
    paid: dict[int, Number] = {own: 0, other: 0}
    lines = []
    for line, outcome, is_told in zip(table.lines, case.outcomes, told, strict=True):
        if not is_told or not outcome.counts or outcome.pays is None:
            continue
        amounts = {account: outcome.pays.get(account, ZERO).low for account in paid}
        if any(amounts.values()) or line.condition is not None:
            lines.append(line.name)
        for account, amount in amounts.items():
            paid[account] += amount
    return _Result(case.tricks, paid[own], paid[other], tuple(lines))


def _runs(results: Sequence[_Result]) -> Iterator[list[_Result]]:
    """Stretches of results by the same lines whose amounts go up or down evenly."""
    run: list[_Result] = []
    for result in results:
        if run and not _goes_on(run, result):
            yield run
            run = []
        run.append(result)
    if run:
        yield run


def _goes_on(run: list[_Result], result: _Result) -> bool:
    last = run[-1]
    if result.tricks is None or last.tricks is None or result.tricks != last.tricks + 1:
        return False
    if result.lines != last.lines:
        return False
    if len(run) == 1:
        return True
    step = last.own - run[-2].own, last.other - run[-2].other
    return (result.own - last.own, result.other - last.other) == step


def _row(contracts: tuple[Contract, ...], side: int, where: tuple[Answered, ...], run: list[_Result]) -> Row:
    first, last = run[0], run[-1]
    tricks = None if first.tricks is None or last.tricks is None else (first.tricks, last.tricks)
    own = _amount(tricks, first.own, last.own)
    return Row(contracts, tricks, where, side, own, _amount(tricks, first.other, last.other), first.lines)


def _amount(tricks: tuple[int, int] | None, first: Number, last: Number) -> Amount:
    if tricks is None or first == last or tricks[0] == tricks[1]:
        return Amount(first)
    each: Number = plain(Fraction(last - first) / (tricks[1] - tricks[0]))
    return Amount(first - each * tricks[0], each)
