"""Checks of meaning over a built ruleset, one function a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.shelf.checks.auction import check_auctions
from hasenpfeffer.shelf.checks.circles import check_circles
from hasenpfeffer.shelf.checks.composition import check_composition
from hasenpfeffer.shelf.checks.conditions import check_conditions
from hasenpfeffer.shelf.checks.cost import check_cost
from hasenpfeffer.shelf.checks.deal import check_deal
from hasenpfeffer.shelf.checks.hands import check_hands
from hasenpfeffer.shelf.checks.melds import check_melds
from hasenpfeffer.shelf.checks.names import check_names
from hasenpfeffer.shelf.checks.nobody import check_nobody
from hasenpfeffer.shelf.checks.ranking import check_ranks
from hasenpfeffer.shelf.checks.reach import check_reach
from hasenpfeffer.shelf.checks.scoring import check_scoring
from hasenpfeffer.shelf.checks.secrecy import check_secrecy
from hasenpfeffer.shelf.checks.steps import check_steps

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.merge import Merged


def run_checks(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """Every check, each adding its findings."""
    check_deal(ruleset, merged, findings)
    if not findings.has_errors:  # what follows counts with the size of a hand
        check_hands(ruleset, findings)
        check_auctions(ruleset, merged, findings)
    check_steps(ruleset, findings)
    check_ranks(ruleset, findings)
    check_melds(ruleset, findings)
    check_reach(ruleset, merged, findings)
    certain = check_conditions(ruleset, merged, findings)
    check_nobody(ruleset, merged, findings)
    check_secrecy(ruleset, findings)
    check_scoring(ruleset, merged, findings, certain)
    check_circles(ruleset, findings)
    check_cost(ruleset, findings)
    check_names(ruleset, merged, findings)
    check_composition(ruleset, merged, findings)
