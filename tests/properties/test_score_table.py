"""What the score table says of a result is what the interpreter pays when a deal ends so."""

from __future__ import annotations

import os
from itertools import product

import pytest
from tests.properties.laws import course
from tests.properties.shelf import compiled, shipped

from hasenpfeffer.play import sides
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import State
from hasenpfeffer.ruleset.outcomes.contracts import Contract, contracts
from hasenpfeffer.ruleset.outcomes.judge import Judge
from hasenpfeffer.ruleset.outcomes.supposing import Supposed
from hasenpfeffer.ruleset.outcomes.table import Case, cases_of
from hasenpfeffer.ruleset.steps import AuctionStep

DEALS = int(os.environ.get("LAW_DEALS", "4"))


@pytest.mark.parametrize("reference", shipped())
def test_deals_are_paid_as_the_table_says(reference: str) -> None:
    rules = compiled(reference)
    if rules is None:
        pytest.skip("has steps that cannot be played yet")
    judge, known = Judge(rules.ruleset), contracts(rules.ruleset)
    for number in range(1, 4 * DEALS + 1):
        last = course(rules, 5, number).last
        if last.thrown_in or not last.over:
            continue
        before = last.unscored
        assert before is not None
        found = [
            case
            for contract in known
            if _is_under(contract, rules, before)
            for case in cases_of(_supposed(contract, rules, before, judge), judge, rules.ruleset.scoring)
        ]
        assert any(_agrees(case, last, rules) for case in found), (number, last.lines)


@pytest.mark.parametrize("reference", shipped())
def test_what_is_kept_from_deal_to_deal_changes_nothing(reference: str) -> None:
    rules = compiled(reference)
    if rules is None:
        pytest.skip("has steps that cannot be played yet")
    ruleset, lines = rules.ruleset, rules.ruleset.scoring
    kept = Judge(ruleset)
    for contract in contracts(ruleset)[:3]:
        for declarers, tricks in product((0b1, 0b11), (None, 0, 1) if kept.most else (None,)):
            defenders = ruleset.seating.everybody & ~declarers
            afresh, again = (Supposed(contract, 1, declarers, defenders, tricks) for _ in range(2))
            expected, found = cases_of(afresh, Judge(ruleset), lines), cases_of(again, kept, lines)
            assert [(case.holds, case.outcomes) for case in found] == [
                (case.holds, case.outcomes) for case in expected
            ]
            assert [case.deal.answers for case in found] == [case.deal.answers for case in expected]
            assert [case.deal.numbers for case in found] == [case.deal.numbers for case in expected]


def _is_under(contract: Contract, rules: CompiledRules, state: State) -> bool:
    """Whether a deal may have been played under this contract; doubles are not looked at."""
    auctions = sum(isinstance(step, AuctionStep) for step in rules.ruleset.steps)
    if state.declarer < 0:
        return contract.call is None
    return contract.number == state.call if auctions < 2 else contract.call is not None


def _supposed(contract: Contract, rules: CompiledRules, state: State, judge: Judge) -> Supposed:
    env = Environment(rules, state, closing=True)
    side, others = sides.declarers(env), sides.defenders(env)
    tricks = sum(won for seat, won in enumerate(state.tricks_won) if side >> seat & 1)
    declarer = 1 << state.declarer if state.declarer >= 0 else 0
    counted = side and judge.most is not None
    return Supposed(contract, declarer, side, others, tricks if counted else None)


def _agrees(case: Case, last: State, rules: CompiledRules) -> bool:
    """Whether the lines that paid may count in this case, and everybody got what it says."""
    paid = {scored.line for scored in last.lines}
    for line, outcome in zip(rules.ruleset.scoring, case.outcomes, strict=True):
        if outcome.counts is not None and outcome.counts != (line.name in paid):
            return False
    for account, points in enumerate(last.this_deal):
        span = case.paid(account)
        if span is not None and not span.low <= points <= span.high:
            return False
    return True
