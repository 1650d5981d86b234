"""A text with fixes applied: text and fixes in, text out, and nothing else of the file touched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.reading.source import LINE_END

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hasenpfeffer.reading.diagnostic import Diagnostic, Edit, Fix
    from hasenpfeffer.reading.place import Place


@dataclass(frozen=True, slots=True)
class Mend:
    """A finding with that of its fixes which is to be applied."""

    finding: Diagnostic
    fix: Fix


def usable_fix(finding: Diagnostic, *, unsafe: bool, files: Iterable[str] | None = None) -> Fix | None:
    """The likeliest fix of a finding: a safe one, or with `unsafe` any; None if there is none.

    With `files`, only a fix that stays in them.
    """
    allowed = None if files is None else frozenset(files)
    for safe in (True, False) if unsafe else (True,):
        for fix in finding.fixes:
            within = allowed is None or all(edit.place.file in allowed for edit in fix.edits)
            if fix.is_safe is safe and fix.edits and within:
                return fix
    return None


def side_by_side(mends: Iterable[Mend]) -> list[Mend]:
    """Those that can be applied at once: of two that touch one stretch the first; the other has to wait.

    Two that do the same to it go together.
    """
    kept: list[Mend] = []
    taken: list[Edit] = []
    for mend in mends:
        own = tuple(dict.fromkeys(mend.fix.edits))
        if any(_collide(one, other) for one in own for other in taken if one != other):
            continue
        taken += [edit for edit in own if edit not in taken]
        kept.append(mend)
    return kept


def mended(texts: Mapping[str, str], mends: Iterable[Mend]) -> dict[str, str]:
    """The texts of files, by the names they are shown under, with fixes that do not touch each other."""
    by_file = _by_file(mends)
    return {file: applied(text, by_file.get(file, ())) for file, text in texts.items()}


@dataclass(frozen=True, slots=True)
class NewText:
    """What an edit wrote, by offsets in the text that came of it."""

    file: str
    start: int
    end: int

    def holds(self, place: Place) -> bool:
        within = self.start <= place.start.offset and place.end.offset <= self.end
        return self.file == place.file and self.start < self.end and within


def written(mends: Iterable[Mend]) -> list[NewText]:
    """Where the new words stand once all these fixes are applied."""
    found: list[NewText] = []
    for file, edits in _by_file(mends).items():
        moved = 0
        for edit in sorted(edits, key=_span):
            start, end = _span(edit)
            found.append(NewText(file, start + moved, start + moved + len(edit.text)))
            moved += len(edit.text) - (end - start)
    return found


def applied(text: str, edits: Sequence[Edit]) -> str:
    """A text with edits that do not touch each other; line ends written into it are like those around."""
    for edit in sorted(edits, key=_span, reverse=True):
        start, end = edit.place.start.offset, edit.place.end.offset
        text = f"{text[:start]}{_with_ends_of(text, start, edit.text)}{text[end:]}"
    return text


def _by_file(mends: Iterable[Mend]) -> dict[str, list[Edit]]:
    """The edits of each file, those that are the same but once."""
    found: dict[str, list[Edit]] = {}
    for mend in mends:
        for edit in mend.fix.edits:
            edits = found.setdefault(edit.place.file, [])
            if edit not in edits:
                edits.append(edit)
    return found


def _with_ends_of(text: str, at: int, new: str) -> str:
    if "\n" not in new:
        return new
    before = [match.group() for match in LINE_END.finditer(text, 0, at)]
    found = before[-1] if before else next((match.group() for match in LINE_END.finditer(text)), "\n")
    return new.replace("\n", found)


def _collide(one: Edit, other: Edit) -> bool:
    """Whether two edits touch one stretch; two insertions at one point do, for their order is open."""
    if one.place.file != other.place.file:
        return False
    (a, b), (c, d) = _span(one), _span(other)
    return (a < d and c < b) or a == c or (a == b and c <= a <= d) or (c == d and a <= c <= b)


def _span(edit: Edit) -> tuple[int, int]:
    return edit.place.start.offset, edit.place.end.offset
