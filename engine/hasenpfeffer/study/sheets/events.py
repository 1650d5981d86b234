"""The lines of a kept sheet as data: what is written down of all that happens to it, and entered again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.study.sheets.sheet import Sheet

UNDONE: Final = {"undo": 1}
RESCORED: Final = {"rescored": 1}
"""From here on the scores before do not count: the rules have changed, and the deals were scored anew."""


def deal(sheet: Sheet) -> dict[str, Any]:
    """The last deal of a sheet as it was told, with the scores after it."""
    last = sheet.deals[-1]
    return {"deal": last.state.deal_number, "told": last.line, "scores": sheet.named_scores()}


def dealer(sheet: Sheet) -> dict[str, Any]:
    """Who deals now."""
    return {"dealer": sheet.rules.seating.names[sheet.state.dealer]}


def enter_again(sheet: Sheet, events: Sequence[tuple[int, Mapping[str, Any]]], *, compares: bool) -> None:
    """Enters what was written down, by number of the line.

    Raises CaseError with the number where these rules cannot do it; where `compares`, also where they score
    something else than was written.
    """
    rescored = [number for number, event in events if event == RESCORED]
    trusted = rescored[-1] if rescored else 0
    for number, event in events:
        try:
            _enter(sheet, event, compares=compares and number > trusted)
        except CaseError as problem:
            raise CaseError(f"{number}: {problem}") from None


def _enter(sheet: Sheet, event: Mapping[str, Any], *, compares: bool) -> None:
    match event:
        case {"told": str(line), "deal": int(), "scores": dict(scores)}:
            if sheet.is_over:
                raise CaseError("this deal comes after the end of the game")
            if sheet.question(line) is not None:
                raise CaseError("by these rules this deal is not told completely")
            sheet.enter(line)
            if compares:
                _compare(scores, sheet.named_scores())
        case {"undo": 1}:
            if sheet.undo() is None:
                raise CaseError("there is no deal to take back")
        case {"dealer": str(name)} if name in sheet.rules.seating.names and not sheet.is_over:
            sheet.set_dealer(sheet.rules.seating.names.index(name))
        case {"rescored": 1}:
            pass
        case _:
            raise CaseError("this is not a line of a score sheet")


def _compare(written: Mapping[str, Any], found: Mapping[str, str]) -> None:
    if found != written:
        raise CaseError(
            f"the sheet says {_told(written)}, and by these rules it is {_told(found)}. The rules or the sheet "
            "were changed; to score it anew by these rules: --rescore"
        )


def _told(scores: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {score}" for name, score in scores.items())
