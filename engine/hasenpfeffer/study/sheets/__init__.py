"""Score sheets: a game played with real cards, of which only the calls and the results are told."""

from __future__ import annotations

from hasenpfeffer.study.sheets.deals import Entered
from hasenpfeffer.study.sheets.lines import NotUnderstood
from hasenpfeffer.study.sheets.sheet import Sheet

__all__ = ["Entered", "NotUnderstood", "Sheet"]
