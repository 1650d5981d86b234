"""A sheet that is taken up again: every line of its file is entered anew, and held against what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.keeping.sheet_file import named_scores
from hasenpfeffer.errors import CaseError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from hasenpfeffer.cli.keeping.sheet_file import Saved
    from hasenpfeffer.study.sheets import Sheet

RESCORED: Final = {"rescored": 1}


def replay(sheet: Sheet, saved: Saved, path: Path, *, rescores: bool) -> list[str]:
    """Enters what a file holds. UsageError with the line where these rules score something else than they did."""
    notices = ["the last line of the sheet was cut off and is left out"] if saved.is_cut else []
    rescored = [number for number, event in saved.events if event == RESCORED]
    trusted = rescored[-1] if rescored else 0
    for number, event in saved.events:
        try:
            _replay_one(sheet, event, compares=number > trusted and not rescores)
        except CaseError as problem:
            raise UsageError(f"{path}:{number}: {problem}") from None
    return notices


def _replay_one(sheet: Sheet, event: Mapping[str, object], *, compares: bool) -> None:
    match event:
        case {"told": str(line), "deal": int(), "scores": dict(scores)}:
            if sheet.is_over:
                raise CaseError("this deal comes after the end of the game")
            if sheet.question(line) is not None:
                raise CaseError("by these rules this deal is not told completely")
            sheet.enter(line)
            found = named_scores(sheet)
            if compares and found != scores:
                told = ", ".join(f"{name} {score}" for name, score in scores.items())
                now = ", ".join(f"{name} {score}" for name, score in found.items())
                raise CaseError(
                    f"the sheet says {told}, and by these rules it is {now}. The rules or the sheet were changed; "
                    "to score it anew by these rules: --rescore"
                )
        case {"rescored": 1}:
            pass
        case {"undo": 1}:
            if sheet.undo() is None:
                raise CaseError("there is no deal to take back")
        case {"dealer": str(name)} if name in sheet.rules.seating.names and not sheet.is_over:
            sheet.set_dealer(sheet.rules.seating.names.index(name))
        case _:
            raise CaseError("this is not a line of a score sheet")
