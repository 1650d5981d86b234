"""Cases: tests that a player can write. A case says what is given, what the seats do, and what must come out."""

from __future__ import annotations

from hasenpfeffer.study.cases.reading import Case, CaseFile
from hasenpfeffer.study.cases.run import CaseReport, CaseResult, Runner, play_case, run_file

__all__ = ["Case", "CaseFile", "CaseReport", "CaseResult", "Runner", "play_case", "run_file"]
