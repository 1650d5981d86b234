"""Findings as the workflow commands that GitHub turns into notes beside the lines of a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.findings.visible import shown, shown_lines

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.report.findings.outcome import Outcome

_LEVELS: Final = {"error": "error", "warning": "warning", "hint": "notice"}
_IN_MESSAGES: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def as_github(outcome: Outcome) -> str:
    """One command for each finding, and one for a run that came to no end."""
    rows = [_command(finding) for finding in outcome.told]
    if outcome.failure:
        rows.append(f"::error title=hasenpfeffer::{shown_lines(outcome.failure).translate(_IN_MESSAGES)}")
    return "\n".join(rows)


def _command(finding: Diagnostic) -> str:
    start, end = finding.place.start, finding.place.end
    properties = {
        "file": finding.place.file,
        "line": str(start.line),
        "col": str(start.column),
        "endLine": str(end.line),
        "endColumn": str(end.column),
        "title": finding.code,
    }
    told = ",".join(f"{name}={shown(value).translate(_IN_PROPERTIES)}" for name, value in properties.items())
    message = "\n".join(filter(None, (finding.message, finding.help)))
    return f"::{_LEVELS[finding.severity]} {told}::{shown_lines(message).translate(_IN_MESSAGES)}"
