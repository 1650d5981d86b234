"""Findings for people: with the lines they are about, or one line each."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.english import counted
from hasenpfeffer.report.findings.excerpt import MOST_RELATED, Lines, excerpt
from hasenpfeffer.report.findings.outcome import MOST_PER_FILE, by_file, cut, fixable, in_order
from hasenpfeffer.report.findings.paint import Paint
from hasenpfeffer.report.findings.visible import shown, shown_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hasenpfeffer.reading.diagnostic import Diagnostic

_LONGEST_VALUE: Final = 40
_NARROWEST: Final = 24


def as_text(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, str],
    *,
    colour: bool = False,
    ascii_only: bool = False,
    width: int | None = None,
    checks_not_run: int = 0,
    known: int = 0,
    most: int = MOST_PER_FILE,
) -> str:
    """Every finding with its lines, and a summary at the end; empty if there is none.

    `sources` holds the text of each file by the path it is shown under, `width` are the columns there are.
    What explains a code is named at its first finding.
    """
    findings = in_order(diagnostics)
    if not findings:
        return ""
    lines = Lines(sources, ascii_only=ascii_only, width=width)
    parts: list[str] = []
    explained: set[str] = set()
    for file, group in by_file(findings).items():
        told = cut(group, most)
        for finding in told:
            parts.append(one_as_text(finding, lines, colour=colour, more=finding.code not in explained))
            explained.add(finding.code)
        if len(group) > len(told):
            parts.append(_and_more(file, len(group) - len(told), ascii_only))
    parts.append(summary(findings, checks_not_run, known))
    return "\n\n".join(parts)


def as_concise(
    diagnostics: Iterable[Diagnostic], *, ascii_only: bool = False, most: int = MOST_PER_FILE
) -> str:
    """One line for each finding: `path:line:column: CODE severity message`."""
    rows: list[str] = []
    for file, group in by_file(in_order(diagnostics)).items():
        told = cut(group, most)
        for finding in told:
            line = f"{finding.place}: {finding.code} {finding.severity} {finding.message}"
            rows.append(shown(line, ascii_only=ascii_only))
        if len(group) > len(told):
            rows.append(_and_more(file, len(group) - len(told), ascii_only))
    return "\n".join(rows)


def one_as_text(finding: Diagnostic, lines: Lines, *, colour: bool = False, more: bool = True) -> str:
    """One finding with its lines; with `more`, also how to read about its code."""
    ascii_only = lines.ascii_only
    paint = Paint(colour, finding.severity)
    numbers, rows = excerpt(finding, lines, paint)
    head = paint.head(f"{finding.severity}[{finding.code}]")
    message = paint.message(f": {shown(finding.message, ascii_only=ascii_only)}")
    arrow = paint.frame(" " * numbers + "-->")
    place = shown(str(finding.place), ascii_only=ascii_only)
    sign = paint.frame(" " * (numbers + 1) + "=")
    room = None if lines.width is None else lines.width - numbers - len(" = ")
    notes = [
        f"{sign} {row}" if is_first else " " * (numbers + 3) + row
        for note in _notes(finding, more)
        for is_first, row in _rows(shown_lines(note, ascii_only=ascii_only), room)
    ]
    return "\n".join([f"{head}{message}", f"{arrow} {place}", *rows, *notes])


def summary(findings: Iterable[Diagnostic], checks_not_run: int = 0, known: int = 0) -> str:
    """`2 errors, 1 warning in 1 file.`, and what of it can be fixed automatically."""
    findings = list(findings)
    counts = Counter(finding.severity for finding in findings)
    kinds = ", ".join(counted(counts[kind], kind) for kind in ("error", "warning", "hint") if counts[kind])
    text = f"{kinds} in {counted(len(by_file(findings)), 'file')}."
    if checks_not_run:
        errors = "error" if counts["error"] == 1 else "errors"
        text += f" {counted(checks_not_run, 'check')} not run because of the {errors} above."
    if known:
        text += f" {known:,} more {'is' if known == 1 else 'are'} known from before."
    return f"{text} {_fixable(findings)}"


def _notes(finding: Diagnostic, more: bool) -> Iterator[str]:
    """What stands below the lines: inherited values, other places, help, and where to read on."""
    in_detail = {related.place for related in finding.related[:MOST_RELATED]}
    for origin in finding.origin:
        if origin.place not in in_detail:
            yield f"from: {origin.path}: {_short(origin.value)} is inherited from {origin.place.line}"
    named = in_detail | {origin.place for origin in finding.origin}
    for related in finding.related[MOST_RELATED:]:
        if related.place not in named:
            yield f"also: {related.place}: {related.message}"
    if finding.help:
        yield f"help: {finding.help}"
    if more:
        yield f"more: hasenpfeffer explain {finding.code}"


def _rows(note: str, room: int | None) -> Iterator[tuple[bool, str]]:
    """The rows of a note, of which all but the first stand below its text."""
    indent = " " * (note.index(": ") + 2)
    is_first = True
    for line in note.splitlines():
        wrapped = [line] if room is None else textwrap.wrap(line, max(room - len(indent), _NARROWEST))
        for row in wrapped or [""]:
            yield is_first, row if is_first else f"{indent}{row}"
            is_first = False


def _short(value: str) -> str:
    words = " ".join(value.split())
    return words if len(words) <= _LONGEST_VALUE else f"{words[:_LONGEST_VALUE]}…"


def _fixable(findings: list[Diagnostic]) -> str:
    safe, unsafe = fixable(findings)
    if safe:
        more = f", {unsafe:,} more with --unsafe" if unsafe else ""
        return f"{safe:,} can be fixed automatically: validate --fix{more}."
    if unsafe:
        return f"{unsafe:,} can be fixed automatically: validate --fix --unsafe."
    return "None can be fixed automatically."


def _and_more(file: str, number: int, ascii_only: bool) -> str:
    return shown(f"… and {counted(number, 'more finding')} in {file}", ascii_only=ascii_only)
