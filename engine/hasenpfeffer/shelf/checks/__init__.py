"""Checks of meaning over a built ruleset, one function a check."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ParamSpec

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.ruleset.unknown import UNKNOWN
from hasenpfeffer.shelf.checks.auction import check_auctions
from hasenpfeffer.shelf.checks.chains import check_chains
from hasenpfeffer.shelf.checks.circles import check_circles
from hasenpfeffer.shelf.checks.composition import check_composition
from hasenpfeffer.shelf.checks.conditions import check_conditions
from hasenpfeffer.shelf.checks.cost import check_cost
from hasenpfeffer.shelf.checks.deal import check_deal
from hasenpfeffer.shelf.checks.early import check_early
from hasenpfeffer.shelf.checks.hands import check_hands
from hasenpfeffer.shelf.checks.melds import check_melds
from hasenpfeffer.shelf.checks.names import check_names
from hasenpfeffer.shelf.checks.nobody import check_nobody
from hasenpfeffer.shelf.checks.partly import if_known
from hasenpfeffer.shelf.checks.ranking import check_ranks
from hasenpfeffer.shelf.checks.reach import check_reach
from hasenpfeffer.shelf.checks.said import check_said
from hasenpfeffer.shelf.checks.scoring import check_scoring
from hasenpfeffer.shelf.checks.secrecy import check_secrecy
from hasenpfeffer.shelf.checks.sources import check_sources
from hasenpfeffer.shelf.checks.steps import check_steps
from hasenpfeffer.shelf.checks.written import own_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.merge import Merged

P = ParamSpec("P")


def run_checks(ruleset: Ruleset, merged: Merged, findings: Findings, *, scores: bool = True) -> int:
    """Every check, each adding its findings; that of `scores` can take longer than all others. Gives the number of
    those that could not be run, or not to the end."""
    of_deal = Findings()
    not_run = int(_is_stopped(of_deal, check_deal, ruleset, merged, of_deal))
    findings.add_all(of_deal)
    dealt = ruleset
    if any(one.code != "D401" for one in of_deal.items):  # what counts with the size of a hand cannot
        dealt = replace(ruleset, names=replace(ruleset.names, sizes=UNKNOWN))
        not_run += 1
    elif not of_deal.items:
        not_run += _is_stopped(findings, check_hands, ruleset, findings)
    of_calls = Findings()
    not_run += _is_stopped(of_calls, check_auctions, dealt, merged, of_calls)
    for one in of_calls.items:  # calls of a base were made for its own deal
        if not of_deal.items or one.code != "B501" or one.place.file in own_files(merged):
            findings.add(one)
    for check in (
        check_steps,
        check_ranks,
        check_melds,
        check_secrecy,
        check_said,
        check_circles,
        check_cost,
    ):
        not_run += _is_stopped(findings, check, ruleset, findings)
    for check_files in (check_chains, check_reach, check_nobody, check_early, check_names, check_composition):
        not_run += _is_stopped(findings, check_files, ruleset, merged, findings)
    are_fed = True
    with if_known(findings):
        are_fed = check_sources(ruleset, findings)
    certain: frozenset[str] | None = None
    with if_known(findings):
        certain = check_conditions(ruleset, merged, findings)
    not_run += certain is None
    if not scores:
        return not_run
    if not are_fed:  # that scores stay at 0 would only follow from it
        return not_run + 1
    return not_run + _is_stopped(findings, check_scoring, ruleset, merged, findings, certain or frozenset())


def _is_stopped(findings: Findings, check: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether anything in a check could not be run."""
    before = findings.not_run
    with if_known(findings):
        check(*args, **kwargs)
    return findings.not_run > before
