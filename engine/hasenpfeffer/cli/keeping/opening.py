"""A sheet as the first line of its file says, and sheets that were kept before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.keeping.sheet_file import read_sheet
from hasenpfeffer.cli.saves import sheets
from hasenpfeffer.errors import CaseError, UsageError
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.study.sheets import Sheet

if TYPE_CHECKING:
    from pathlib import Path

    from hasenpfeffer.cli.keeping.sheet_file import Header
    from hasenpfeffer.ruleset.model import Ruleset

_MOST_LOOKED_AT: Final = 10


def open_sheet(ruleset: Ruleset, header: Header) -> Sheet:
    """An empty sheet. UsageError where the header does not fit the rules."""
    seats = ruleset.seating.names
    if header.names and len(header.names) != len(seats):
        raise UsageError(f"The sheet has {len(header.names)} players, and {ruleset.name} is for {len(seats)}")
    if header.dealer and header.dealer not in seats:
        raise UsageError(f"The sheet says that {header.dealer} deals, and {ruleset.name} has no such seat")
    dealer = seats.index(header.dealer) if header.dealer else None
    sheet = Sheet(ruleset, names=header.names, dealer=dealer)
    for name in header.names:
        if not sheet.reader.phrases.is_name(name):
            raise UsageError(
                f"{quoted(name)} means something else in these rules: give the player another name"
            )
    return sheet


def unfinished(ruleset: Ruleset, header: Header) -> Path | None:
    """The newest sheet of the same rules whose game goes on, among the last few."""
    for path in sheets()[:_MOST_LOOKED_AT]:
        try:
            saved = read_sheet(path)
            if (saved.header.ruleset, saved.header.parameters) != (header.ruleset, header.parameters):
                continue
            sheet = open_sheet(ruleset, saved.header)
            sheet.take_up(saved.events)
        except (OSError, CaseError, UsageError):
            continue
        if sheet.deals and not sheet.is_over:
            return path
    return None
