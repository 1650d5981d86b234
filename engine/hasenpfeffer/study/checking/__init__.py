"""Every finding of whatever is named: files, folders, texts at hand and compositions; the one checker there is."""

from __future__ import annotations

from typing import Final

TRIALS: Final = 24
"""Deals that are played by each ruleset without errors, unless somebody says otherwise."""
SEED: Final = 1
