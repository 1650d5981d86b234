"""Findings for people: with the lines they are about, or one line each."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.english import counted
from hasenpfeffer.report.findings.excerpt import Lines, excerpt
from hasenpfeffer.report.findings.paint import Paint
from hasenpfeffer.report.findings.visible import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hasenpfeffer.reading.diagnostic import Diagnostic

MOST_PER_FILE: Final = 100
"""Messages of one file that are shown; the others are counted."""


def as_text(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, str],
    *,
    colour: bool = False,
    ascii_only: bool = False,
    checks_not_run: int = 0,
) -> str:
    """Every finding with its lines, and a summary at the end; empty if there is none.

    `sources` holds the text of each file by the path it is shown under.
    """
    findings = in_order(diagnostics)
    if not findings:
        return ""
    lines = Lines(sources, ascii_only=ascii_only)
    parts: list[str] = []
    for file, group in by_file(findings).items():
        parts += [one_as_text(finding, lines, colour=colour) for finding in group[:MOST_PER_FILE]]
        if len(group) > MOST_PER_FILE:
            parts.append(_and_more(file, len(group) - MOST_PER_FILE, ascii_only))
    parts.append(summary(findings, checks_not_run))
    return "\n\n".join(parts)


def as_concise(diagnostics: Iterable[Diagnostic], *, ascii_only: bool = False) -> str:
    """One line for each finding: `path:line:column: CODE severity message`."""
    rows: list[str] = []
    for file, group in by_file(in_order(diagnostics)).items():
        for finding in group[:MOST_PER_FILE]:
            line = f"{finding.place}: {finding.code} {finding.severity} {finding.message}"
            rows.append(shown(line, ascii_only=ascii_only))
        if len(group) > MOST_PER_FILE:
            rows.append(_and_more(file, len(group) - MOST_PER_FILE, ascii_only))
    return "\n".join(rows)


def one_as_text(finding: Diagnostic, lines: Lines, *, colour: bool = False) -> str:
    """One finding with its lines."""
    ascii_only = lines.ascii_only
    paint = Paint(colour, finding.severity)
    numbers, rows = excerpt(finding, lines, paint)
    head = paint.head(f"{finding.severity}[{finding.code}]")
    message = paint.message(f": {shown(finding.message, ascii_only=ascii_only)}")
    arrow = paint.frame(" " * numbers + "-->")
    place = shown(str(finding.place), ascii_only=ascii_only)
    return "\n".join(
        [f"{head}{message}", f"{arrow} {place}", *rows, *_notes(finding, numbers, paint, ascii_only)]
    )


def summary(findings: Iterable[Diagnostic], checks_not_run: int = 0) -> str:
    """`2 errors, 1 warning in 1 file.`"""
    findings = list(findings)
    counts = Counter(finding.severity for finding in findings)
    kinds = ", ".join(counted(counts[kind], kind) for kind in ("error", "warning", "hint") if counts[kind])
    text = f"{kinds} in {counted(len(by_file(findings)), 'file')}."
    if checks_not_run:
        errors = "error" if counts["error"] == 1 else "errors"
        text += f" {counted(checks_not_run, 'check')} not run because of the {errors} above."
    return text


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by file, place, code and message."""
    return sorted(diagnostics, key=lambda d: (d.place.file, d.place.start.offset, d.code, d.message))


def by_file(findings: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    groups: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        groups.setdefault(finding.place.file, []).append(finding)
    return groups


def _notes(finding: Diagnostic, numbers: int, paint: Paint, ascii_only: bool) -> Iterator[str]:
    if not finding.help:
        return
    first, *others = finding.help.splitlines() or [""]
    sign = paint.frame(" " * (numbers + 1) + "=")
    yield f"{sign} help: {shown(first, ascii_only=ascii_only)}"
    for line in others:
        yield " " * (numbers + 9) + shown(line, ascii_only=ascii_only)


def _and_more(file: str, number: int, ascii_only: bool) -> str:
    return shown(f"… and {counted(number, 'more finding')} in {file}", ascii_only=ascii_only)
