"""Findings that an author lets stand, with the reason, by a comment: `# hasenpfeffer: ignore[P703] we cut for it`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.codes import CODES
from hasenpfeffer.reading.comments import comments
from hasenpfeffer.reading.diagnostic import Edit, Findings, Fix
from hasenpfeffer.reading.suggest import asked, nearest, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hasenpfeffer.reading.comments import Comment
    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.shelf.family import Written

MARK: Final = "hasenpfeffer:"
_LINE, _FILE = "ignore", "ignore-file"
_ALWAYS_ERRORS: Final = {"Y": "how the file is written", "D": "the deck and the deal", "G": "the whole game"}
"""Families whose errors leave nothing to play: they cannot be ignored."""

_COMMENT: Final = re.compile(rf"#\s*{MARK}\s*([\w-]+)\s*(?:\[([^\]]*)\]?)?\s*(.*)")
_WORD: Final = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Ignored:
    """A finding that is let stand, and why."""

    finding: Diagnostic
    reason: str


@dataclass(slots=True)
class _Ignore:
    """One code of one comment; `line` is where it counts, None for the whole file."""

    code: str
    place: Place
    reason: str
    line: int | None
    comment: Comment
    is_used: bool = field(default=False)

    def means(self, finding: Diagnostic) -> bool:
        return finding.code == self.code and self.line in (None, finding.place.start.line)


class Ignores:
    """The comments of one file that let findings stand, and what is wrong with them."""

    def __init__(self, written: Written) -> None:
        self.findings = Findings()
        self._source = written.source
        found = comments(written.source, written.tree) if MARK in written.source.text else ()
        self._all = [
            ignore for comment in _with_lines(found, written.source) for ignore in self._read(*comment)
        ]

    def reason(self, finding: Diagnostic) -> str | None:
        """Why a finding in this file is let stand; None where it is not. What cannot be ignored becomes a finding."""
        reason = None
        for ignore in self._all:
            if ignore.means(finding):
                ignore.is_used = True
                if finding.severity == "error" and finding.code[0] in _ALWAYS_ERRORS:
                    self._not_to_be_ignored(ignore)
                else:
                    reason = reason or ignore.reason
        return reason

    def check_use(self, was_looked_for: Callable[[str], bool]) -> None:
        """L905 for each code that was looked for and not found."""
        for ignore in self._all:
            if not ignore.is_used and was_looked_for(ignore.code):
                where = "in this file" if ignore.line is None else "here"
                self.findings.warning(
                    "L905",
                    f"`{ignore.code}` is ignored, and it is not found {where}",
                    ignore.place,
                    help="Take the comment away" if self._is_only(ignore) else "Take the code away",
                    fixes=[self._without(ignore)],
                )

    def _read(self, comment: Comment, line: int) -> Iterator[_Ignore]:
        """The codes of a comment; what is wrong with it becomes findings."""
        match = _COMMENT.match(comment.text)
        if match is None or not self._is_known(match, comment):
            return
        verb, codes, reason = match.groups()
        words = list(_WORD.finditer(codes or ""))
        if not words:
            self._wrong(
                f"`{verb}` names no code", comment, match.span(1), f"Write `{verb}[P703]` and a reason"
            )
            return
        if not re.search(r"\w", reason):
            help = "Write behind the bracket why it may stand"
            self._wrong(
                f"`{verb}[{codes}]` gives no reason", comment, (match.start(1), match.end(2) + 1), help
            )
        for word in words:
            start = match.start(2) + word.start()
            yield from self._code(word[0], (start, start + len(word[0])), comment, line, match)

    def _code(
        self, word: str, span: tuple[int, int], comment: Comment, line: int, match: re.Match[str]
    ) -> Iterator[_Ignore]:
        place = self._place(comment, span)
        if word.upper() in CODES:
            where = line if match[1] == _LINE else None
            yield _Ignore(word.upper(), place, match[3].strip(), where, comment)
            return
        guess = None if self.findings.is_crowded else nearest(word.upper(), CODES)
        hint = asked(guess)
        self.findings.warning(
            "L905",
            f"There is no finding {quoted(word)} to ignore{hint}",
            place,
            help="Write the code that stands in brackets before the message of a finding",
            fixes=[Fix(f"Write {guess}", (Edit(place, guess),), is_safe=False)] if guess else (),
        )

    def _is_known(self, match: re.Match[str], comment: Comment) -> bool:
        verb = match[1]
        guess = nearest(verb, (_LINE, _FILE))
        if verb in (_LINE, _FILE) or guess is None:
            return guess is not None or verb in (_LINE, _FILE)
        message = f"{quoted(verb)} is not understood after `{MARK}`. Did you mean `{guess}`?"
        self._wrong(message, comment, match.span(1), f"Write `{guess}`", guess)
        return False

    def _not_to_be_ignored(self, ignore: _Ignore) -> None:
        about = _ALWAYS_ERRORS[ignore.code[0]]
        self.findings.warning(
            "L906",
            f"`{ignore.code}` cannot be ignored: it is an error in {about}",
            ignore.place,
            help="Mend what it says, and take the comment away",
        )

    def _wrong(
        self, message: str, comment: Comment, span: tuple[int, int], help: str, instead: str = ""
    ) -> None:
        place = self._place(comment, span)
        fixes = [Fix(f"Write {instead}", (Edit(place, instead),))] if instead else []
        self.findings.warning("L906", message, place, help=help, fixes=fixes)

    def _place(self, comment: Comment, span: tuple[int, int]) -> Place:
        start = comment.place.start.offset
        end = min(start + span[1], comment.place.end.offset)
        return self._source.place(start + span[0], end)

    def _is_only(self, ignore: _Ignore) -> bool:
        """Whether nothing would be left of the comment."""
        same = [other for other in self._all if other.comment is ignore.comment]
        return all(not other.is_used for other in same)

    def _without(self, ignore: _Ignore) -> Fix:
        text, place = self._source.text, ignore.place
        start, end = place.start.offset, place.end.offset
        if self._is_only(ignore):
            start, end = ignore.comment.place.start.offset, ignore.comment.place.end.offset
            while start and text[start - 1] in " \t":
                start -= 1
            if ignore.comment.alone:
                end += len(re.compile(r"\r\n|\r|\n|").match(text, end)[0])  # type: ignore[index]
            return Fix("Take the comment away", (Edit(self._source.place(start, end), ""),))
        after = re.compile(r"\s*,\s*").match(text, end)
        if after:
            end = after.end()
        else:
            start = text.rindex(",", 0, start)
        return Fix("Take the code away", (Edit(self._source.place(start, end), ""),))


def without_ignored(
    findings: Iterable[Diagnostic], ignores: Callable[[str], Ignores | None]
) -> tuple[list[Diagnostic], list[Ignored]]:
    """The findings that stand, and those that are let stand by a comment in their file."""
    kept: list[Diagnostic] = []
    ignored: list[Ignored] = []
    for finding in findings:
        own = ignores(finding.place.file)
        reason = own.reason(finding) if own is not None else None
        if reason is not None:
            ignored.append(Ignored(finding, reason))
        else:
            kept.append(finding)
    return kept, ignored


def _with_lines(found: Iterable[Comment], source: Source) -> Iterator[tuple[Comment, int]]:
    """Comments with the line that they are about: their own, or the next that is not only a comment."""
    ahead = 0
    for comment in found:
        line = comment.place.start.line
        if comment.alone:
            line = max(line + 1, ahead)
            while line < len(source.line_starts) and source.line_text(line).lstrip().startswith("#"):
                line += 1
            ahead = line
        yield comment, line
