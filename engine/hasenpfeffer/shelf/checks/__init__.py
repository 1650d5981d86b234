"""Checks of meaning over a built ruleset, one function a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.merge import Merged


def run_checks(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """Every check, each adding its findings."""
