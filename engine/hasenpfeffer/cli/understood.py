"""What was understood of a target that is in order, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.english import counted
from hasenpfeffer.ruleset.tricks import most_tricks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.study.checking.checker import Checked

_ABOUT_THE_FILE: Final = ("language", "title", "summary", "abstract")


def understood(checked: Checked) -> str:
    """`OK house.yaml: 4 players, 25 cards, 6 tricks, …`, with what the file extends."""
    line = f"OK {checked.name}: {', '.join(_facts(checked))}"
    bases = _about_bases(checked)
    return f"{line} ({bases})" if bases else line


def _facts(checked: Checked) -> Iterator[str]:
    ruleset = checked.loaded.ruleset if checked.loaded is not None else None
    if ruleset is None:
        to_run = "played" if checked.played else "to run with `hasenpfeffer test`"
        yield f"{counted(checked.cases, 'case')} {to_run}"
        return
    yield counted(ruleset.seating.count, "player")
    yield counted(ruleset.pack.size, "card")
    tricks = most_tricks(ruleset)
    if tricks:
        yield counted(tricks, "trick")
    yield from (f"{parameter.name} {parameter.value}" for parameter in ruleset.parameters)
    if checked.played:
        yield f"{counted(checked.played, 'case')} played"
    if checked.deals:
        yield f"{counted(checked.deals, 'trial deal')} played"


def _about_bases(checked: Checked) -> str:
    merged = checked.loaded.merged if checked.loaded is not None else None
    if checked.written is None or not checked.written.bases or merged is None:
        return ""
    own = checked.written.shown
    changes = sum(
        places[0].file == own for path, places in merged.origins.items() if path[0] not in _ABOUT_THE_FILE
    )
    return f"extends {', '.join(checked.written.bases)}, changes {counted(changes, 'setting')}"
