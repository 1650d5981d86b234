"""The score table: each contract with each result, which lines of scoring count then, and what they pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.outcomes import spans
from hasenpfeffer.ruleset.outcomes.contracts import Contract, anything, contracts
from hasenpfeffer.ruleset.outcomes.judge import Judge, SpentError, Untellable
from hasenpfeffer.ruleset.outcomes.spans import ZERO, Span
from hasenpfeffer.ruleset.outcomes.supposing import Question, Supposed
from hasenpfeffer.ruleset.steps import AuctionStep
from hasenpfeffer.ruleset.unfolding import parts
from hasenpfeffer.ruleset.unknown import if_known_else, is_whole, known
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset, ScoreLine

WORK: Final = 135_000
"""Parts of formulas that a proof may look at."""

MOST_ANSWERS: Final = 24
"""Ways to answer the open questions of one result."""

_Receivers: TypeAlias = "list[tuple[int | None, bool | None]]"
"""Each set of seats that a line is worked out for, and whether its condition holds for it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one line does in a case. `counts` None: that depends on more than the case says.

    `pays` is by account; None: it cannot be told who is paid, or how much.
    """

    counts: bool | None
    pays: Mapping[int, Span] | None
    amount: Span | None


@dataclass(frozen=True, slots=True)
class Case:
    """A contract with a result, and what else was supposed.

    `outcomes` are those of the lines, in order; `holds`: whether each would count if no other counted instead.
    """

    deal: Supposed
    holds: tuple[bool | None, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def contract(self) -> Contract:
        return self.deal.contract

    @property
    def tricks(self) -> int | None:
        return self.deal.tricks

    def paid(self, account: int) -> Span | None:
        """What an account gets in all; None where a line cannot be told."""
        total = ZERO
        for outcome in self.outcomes:
            if outcome.counts is False:
                continue
            if outcome.pays is None:
                return None
            one = outcome.pays.get(account, ZERO)
            total = spans.add(total, one if outcome.counts else one.hull(ZERO))
        return total


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """All cases. `whole`: none was left out for want of time; `lines`: those that can be told.

    Contracts that no line tells apart share their cases: `alike` has, by the `id` of the one that was looked at,
    all of them.
    """

    ruleset: Ruleset
    lines: tuple[ScoreLine, ...]
    untellable: tuple[ScoreLine, ...]
    cases: tuple[Case, ...]
    whole: bool
    most: int | None
    alike: Mapping[int, tuple[Contract, ...]]
    lacks_lines: bool = False
    """Whether there may be more lines, of which nothing is known."""

    @property
    def tells_all(self) -> bool:
        """Whether every line can be told."""
        return not self.untellable and not self.lacks_lines

    def depends_on_the_call(self, index: int) -> bool:
        """Whether a line counts for other results after another call."""
        found = {
            frozenset((case.tricks, case.holds[index]) for case in cases)
            for cases in self.by_contract().values()
            if cases[0].contract.call is not None
        }
        return len(found) > 1

    def by_contract(self) -> dict[int, list[Case]]:
        """The cases of each contract, in order."""
        found: dict[int, list[Case]] = {}
        for case in self.cases:
            found.setdefault(id(case.contract), []).append(case)
        return found


def score_table(
    ruleset: Ruleset, work: int = WORK, *, sharp: bool = False, any_contract: bool = False
) -> ScoreTable:
    """Works out the table; stops where it would take too long. `sharp`: what decides an amount is told apart too.

    Where not all contracts are known, or `any_contract` says that they are not, there is one case: a deal of which
    it is not known who has said what.
    """
    judge = Judge(ruleset, work)
    lines, untellable = tellable(ruleset)
    if any_contract or not if_known_else(lambda: bool(contracts(ruleset)), otherwise=False):
        return _of_any_contract(ruleset, judge, lines, untellable)
    cases: list[Case] = []
    alike = _alike(ruleset, lines)
    whole = True
    try:
        for deal in _deals(ruleset, judge, lines, [one for one, *_ in alike]):
            cases += cases_of(deal, judge, lines, sharp=sharp)
    except SpentError:
        whole = False
    auctions = any(isinstance(step, AuctionStep) for step in ruleset.steps)
    if auctions and all(case.contract.call is None for case in cases):
        whole = False  # nothing can be bid, so that nothing is known of contracts
    return ScoreTable(
        ruleset,
        lines,
        untellable,
        tuple(cases),
        whole,
        judge.most,
        {id(ones[0]): ones for ones in alike},
        not is_whole(ruleset.scoring),
    )


def _of_any_contract(
    ruleset: Ruleset, judge: Judge, lines: tuple[ScoreLine, ...], untellable: tuple[ScoreLine, ...]
) -> ScoreTable:
    """The table with one case, in which nothing is known of the contract and the tricks."""
    contract = Contract(None, None, -1, {}, anything(ruleset))
    judge.most = None
    whole, cases = True, list[Case]()
    try:
        judge.suppose(Supposed(contract, None, None, None, None))
        receivers, counts, _ = _all_counts(lines, judge)
        cases = [Case(judge.deal, tuple(counts), _outcomes(counts, lines, receivers, judge))]
    except SpentError:
        whole = False
    lacks = not is_whole(ruleset.scoring)
    return ScoreTable(
        ruleset, lines, untellable, tuple(cases), whole, None, {id(contract): (contract,)}, lacks
    )


def tellable(ruleset: Ruleset) -> tuple[tuple[ScoreLine, ...], tuple[ScoreLine, ...]]:
    """The lines without a finding of their own, and the others."""
    kept: list[ScoreLine] = []
    others: list[ScoreLine] = []
    for line in known(ruleset.scoring):
        is_told = if_known_else(partial(_can_be_told, line, ruleset), otherwise=False)
        (kept if is_told else others).append(line)
    return tuple(kept), tuple(others)


def _can_be_told(line: ScoreLine, ruleset: Ruleset) -> bool:
    """Whether no part of a line has a finding."""
    whole = is_whole(line.adds) and is_whole(line.sets) and is_whole(line.instead_of)
    return whole and not any(_is_broken(part, ruleset) for part in parts_of(line) if part is not None)


def parts_of(line: ScoreLine) -> tuple[Typed | None, ...]:
    """The formulas of a line that say whether, whom and how much it pays."""
    return (line.condition, line.receivers.who, line.amount, line.payers)


def _is_broken(formula: Typed, ruleset: Ruleset) -> bool:
    return any(part.op == "error" or part.type.kind is Kind.UNKNOWN for part in parts(formula, ruleset))


# --- the cases


def _alike(ruleset: Ruleset, lines: tuple[ScoreLine, ...]) -> list[tuple[Contract, ...]]:
    """The contracts, those together that no line tells apart."""
    read = _names_read(ruleset, lines)
    found: dict[tuple[object, ...], list[Contract]] = {}
    for contract in contracts(ruleset):
        call = contract.call
        matters = (
            call is None,
            call.alone if call is not None else None,
            call.family if call is not None and "call" in read else "",
            frozenset((name, value) for name, value in contract.fields.items() if name in read),
        )
        found.setdefault(matters, []).append(contract)
    return [tuple(ones) for ones in found.values()]


def _deals(
    ruleset: Ruleset, judge: Judge, lines: tuple[ScoreLine, ...], possible: list[Contract]
) -> Iterator[Supposed]:
    """A supposed deal for each contract, each way to share the seats, and each number of tricks."""
    counts_tricks = "tricks" in _names_read(ruleset, lines)
    for contract in possible:
        for declarers in _shares(ruleset, contract):
            defenders = ruleset.seating.everybody & ~declarers if declarers else 0
            if not _can_be_said(
                ruleset, judge, Supposed(contract, declarers & 1, declarers, defenders, None)
            ):
                break
            counted = judge.most is not None and counts_tricks and bool(declarers)
            results = range(judge.most + 1) if counted and judge.most is not None else (None,)
            for tricks in results:
                yield Supposed(contract, declarers & 1, declarers, defenders, tricks)


def _shares(ruleset: Ruleset, contract: Contract) -> tuple[int, ...]:
    """Who may be the declarers: seat 0, perhaps with another."""
    if contract.call is None:
        return (0,)
    seating = ruleset.seating
    if ruleset.sides is None:
        return (seating.teams[seating.team_of[0]],)
    return (0b1, 0b11) if seating.count > 3 else (0b1,)


def _can_be_said(ruleset: Ruleset, judge: Judge, deal: Supposed) -> bool:
    """Whether the auction allows a call, as far as can be told."""
    call = deal.contract.call
    if call is None:
        return True
    tests = [call.condition]
    tests += [step.allowed for step in ruleset.steps if isinstance(step, AuctionStep) and call in step.calls]
    judge.suppose(deal)
    for test in tests:
        try:
            if test is not None and judge.value(test) is False:
                return False
        except Untellable:
            judge.suppose(deal)
    return True


def _names_read(ruleset: Ruleset, lines: tuple[ScoreLine, ...]) -> set[str]:
    """The words and names that lines read, and what those read in turn."""
    read: set[str] = set()
    ahead = [part for line in lines for part in parts_of(line) if part is not None]
    while ahead:
        for part in ahead.pop().walk():
            name = str(part.value)
            if part.op in ("term", "setting", "lookup") and name not in read:
                read.add(name)
                if name in ruleset.terms:
                    ahead.append(ruleset.terms[name].body)
    return read


def cases_of(
    deal: Supposed, judge: Judge, lines: tuple[ScoreLine, ...], *, sharp: bool = False
) -> list[Case]:
    """The case of a deal; several where conditions ask what it does not say, one for each answer."""
    waiting, found = [deal], list[Case]()
    while waiting:
        one = waiting.pop()
        judge.suppose_next(one)
        one.open.clear()
        receivers, counts, question = _all_counts(lines, judge)
        if question is not None and len(waiting) + len(found) < MOST_ANSWERS:
            waiting += reversed(list(one.with_each_answer(question)))
            continue
        outcomes = _outcomes(counts, lines, receivers, judge)
        blurred = sharp and any(_is_blurred(outcome) for outcome in outcomes)
        if blurred and one.open and len(waiting) + len(found) < MOST_ANSWERS:
            waiting += reversed(list(one.with_each_answer(one.open[0])))
            continue
        found.append(Case(one, tuple(counts), outcomes))
    return found


def _is_blurred(outcome: Outcome) -> bool:
    """Whether it is not one number that a line pays."""
    return bool(outcome.pays) and any(not span.is_exact for span in (outcome.pays or {}).values())


def _all_counts(
    lines: tuple[ScoreLine, ...], judge: Judge
) -> tuple[list[_Receivers], list[bool | None], Question | None]:
    """Whom each line is worked out for, whether it counts for any of them (not asking whether another counts
    instead), and the question on which the first that is left open hangs.

    Of the questions in a condition the last is meant: it is asked of the whole, after those of its parts.
    """
    receivers: list[_Receivers] = []
    counts: list[bool | None] = []
    question: Question | None = None
    for line in lines:
        asked = len(judge.deal.open)
        receivers.append(list(_receivers(line, judge)))
        answers = [holds for _, holds in receivers[-1]]
        counts.append(True if True in answers else None if None in answers else False)
        if counts[-1] is None and not line.receivers.each and question is None:
            question = judge.deal.open[-1] if len(judge.deal.open) > asked else None
    return receivers, counts, question


def _receivers(line: ScoreLine, judge: Judge) -> Iterator[tuple[int | None, bool | None]]:
    """Each set of seats that a line is worked out for, and whether its condition holds for it."""
    seating = judge.ruleset.seating
    who = judge.value(line.receivers.who)
    sets: list[int | None] = [who]
    sure: bool | None = True
    if line.receivers.each:
        sure = True if isinstance(who, int) else None
        whole = who if isinstance(who, int) else seating.everybody
        singles = [1 << seat for seat in members(whole)]
        teams = [team for team in seating.teams if team & whole == team]
        sets = list(singles if line.receivers.each == "seat" else teams)
    for seats in sets:
        if seats == 0:
            continue
        judge.bound = {"seat": seats, "team": seats}
        holds = True if line.condition is None else judge.value(line.condition)
        if seats is None or sure is None:
            holds = None if holds is not False else False
        yield seats, holds
    judge.bound = {}


def _outcomes(
    counts: list[bool | None], lines: tuple[ScoreLine, ...], receivers: list[_Receivers], judge: Judge
) -> tuple[Outcome, ...]:
    dropped: dict[str, bool | None] = {}
    for count, line in zip(counts, lines, strict=True):
        for name in line.instead_of if count is not False else ():
            dropped[name] = count if dropped.get(name) is not True else True
    found = []
    for count, line, paid in zip(counts, lines, receivers, strict=True):
        if line.name in dropped and count is not False:
            count = False if dropped[line.name] else None
        found.append(_outcome(count, line, paid, judge))
    return tuple(found)


def _outcome(counts: bool | None, line: ScoreLine, receivers: _Receivers, judge: Judge) -> Outcome:
    if counts is False or line.amount is None:
        is_other = line.amount is None and any(one.name == "score" for one in (*line.adds, *line.sets))
        return Outcome(counts, None if is_other and counts is not False else {}, None)
    pays: dict[int, Span] | None = {}
    amounts: Span | None = None
    for seats, holds in receivers:
        if holds is False:
            continue
        judge.bound = {"seat": seats, "team": seats}
        amount = judge.value(line.amount)
        amounts = amount if amounts is None else amounts.hull(amount)
        pays = _paid(line, judge, seats, amount if holds else amount.hull(ZERO), pays)
    judge.bound = {}
    return Outcome(counts, pays, amounts)


def _paid(
    line: ScoreLine, judge: Judge, seats: int | None, amount: Span, pays: dict[int, Span] | None
) -> dict[int, Span] | None:
    """Adds what one set of receivers gets, as the line is paid in play."""
    if seats is None or pays is None:
        return None
    account_of = judge.ruleset.seating.team_of
    amount = spans.negate(amount) if line.loses else amount
    if line.payers is None and not line.receivers.weights:
        for account in {account_of[seat] for seat in members(seats)}:
            pays[account] = spans.add(pays.get(account, ZERO), amount)
        return pays
    payers = judge.value(line.payers) if line.payers is not None else 0
    if not isinstance(payers, int) or line.receivers.weights:
        return None
    for seat in members(payers):
        pays[account_of[seat]] = spans.subtract(pays.get(account_of[seat], ZERO), amount)
    share = Fraction(payers.bit_count(), seats.bit_count())
    for seat in members(seats):
        one = spans.multiply(amount, spans.exactly(share))
        pays[account_of[seat]] = spans.add(pays.get(account_of[seat], ZERO), one)
    return pays
