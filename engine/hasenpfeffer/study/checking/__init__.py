"""Every finding of whatever is named: files, folders, texts at hand and compositions; the one checker there is."""

from __future__ import annotations

from typing import Final

TRIALS: Final = 200
"""Deals that are played by each ruleset without errors, unless somebody says otherwise."""
TRIALS_OF_MANY: Final = 24
"""The same, where more rulesets are checked at once than `FEW`."""
FEW: Final = 8
SEED: Final = 1


def usual_trials(targets: int) -> int:
    """How many deals are played by each of so many rulesets. It hangs on their number alone, never on the clock."""
    return TRIALS if targets <= FEW else TRIALS_OF_MANY
