"""What differs in meaning between two resolved rulesets, setting by setting.

The merged trees say which settings are written differently; formulas are compared as trees, and the order of
keys only where it means something. The built rulesets then say which of those differences mean anything.
"""

from __future__ import annotations

from hasenpfeffer.shelf.differences.comparing import Difference, Differences, Side, differences

__all__ = ["Difference", "Differences", "Side", "differences"]
