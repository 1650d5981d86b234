"""What a command ends with; other programs rely on these."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
FINDINGS: Final = 1
"""Findings, differences, failing cases."""
WRONG_USAGE: Final = 2
BUG: Final = 3
INTERRUPTED: Final = 130
