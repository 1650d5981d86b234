"""Findings for programs: JSON in the form `hasenpfeffer-diagnostics/1`."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

from hasenpfeffer.reading.codes import name_of
from hasenpfeffer.report.findings.excerpt import Lines
from hasenpfeffer.report.findings.fingerprints import FORMAT, fingerprint
from hasenpfeffer.report.findings.outcome import fixable
from hasenpfeffer.report.findings.text import one_as_text
from hasenpfeffer.report.findings.visible import escaped

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place, Position
    from hasenpfeffer.report.findings.outcome import Outcome

_BOM_BYTES = 3
_WHOLE_NUMBER = re.compile("-?(0|[1-9][0-9]{0,17})")


def as_json(outcome: Outcome) -> str:
    """One document with every finding; the same findings give the same text."""
    writer = _Writer(outcome)
    counts = Counter(finding.severity for finding in outcome.findings)
    safe, unsafe = fixable(outcome.findings)
    told = outcome.told
    document = {
        "format": FORMAT,
        "tool": {"name": "hasenpfeffer", "version": outcome.version},
        "files": [
            {"path": file.path, "sha256": file.sha256, "extends": list(file.extends)}
            for file in outcome.files
        ],
        "summary": {
            "errors": counts["error"],
            "warnings": counts["warning"],
            "hints": counts["hint"],
            "fixable": safe,
            "fixable_unsafe": unsafe,
            "checks_not_run": outcome.checks_not_run,
            "ignored": len(outcome.ignored),
            "known": outcome.known,
            "not_shown": len(outcome.findings) - len(told),
        },
        "diagnostics": [writer.finding(finding) for finding in told],
    }
    if outcome.failure:
        document["failure"] = outcome.failure
    return _dumped(document, indent=2)


def as_jsonl(outcome: Outcome) -> str:
    """One finding a line; of a run that came to no end, why, on a line of its own."""
    writer = _Writer(outcome)
    rows = [_dumped(writer.finding(finding)) for finding in outcome.told]
    return "\n".join([*rows, _dumped({"failure": outcome.failure})] if outcome.failure else rows)


def _dumped(value: object, indent: int | None = None) -> str:
    return escaped(json.dumps(value, ensure_ascii=False, indent=indent, default=str))


class _Writer:
    """Findings as plain data; needs the texts, since JSON counts bytes."""

    def __init__(self, outcome: Outcome) -> None:
        self._sources = outcome.sources
        self._lines = Lines(outcome.sources)
        self._shift = {file.path: _BOM_BYTES for file in outcome.files if file.had_bom}

    def finding(self, finding: Diagnostic) -> dict[str, object]:
        return {
            "code": finding.code,
            "name": name_of(finding.code),
            "severity": finding.severity,
            "message": finding.message,
            "help": finding.help,
            "path": finding.path,
            "location": self._location(finding.place),
            "related": [
                {
                    "message": related.message,
                    "file": related.place.file,
                    "start": _line_and_column(related.place.start),
                    "end": _line_and_column(related.place.end),
                }
                for related in finding.related
            ],
            "origin": [
                {
                    "path": origin.path,
                    "value": _plain(origin.value),
                    "file": origin.place.file,
                    "line": origin.place.start.line,
                }
                for origin in finding.origin
            ],
            "facts": dict(finding.facts),
            "fixes": [
                {
                    "title": fix.title,
                    "safe": fix.is_safe,
                    "edits": [{**self._location(edit.place), "text": edit.text} for edit in fix.edits],
                }
                for fix in finding.fixes
            ],
            "docs": f"hasenpfeffer explain {finding.code}",
            "fingerprint": fingerprint(finding, self._lines),
            "rendered": one_as_text(finding, self._lines),
        }

    def _location(self, place: Place) -> dict[str, object]:
        return {
            "file": place.file,
            "start": {**_line_and_column(place.start), "offset": self._offset(place, place.start)},
            "end": {**_line_and_column(place.end), "offset": self._offset(place, place.end)},
        }

    def _offset(self, place: Place, position: Position) -> int | None:
        """Bytes from the start of the file; unknown without its text."""
        text = self._sources.get(place.file)
        if text is None:
            return None if position.offset else 0
        before = text.removeprefix("\ufeff")[: position.offset]
        return self._shift.get(place.file, 0) + len(before.encode("utf-8", "surrogatepass"))


def _plain(value: str) -> str | int:
    """A value as data: a whole number where it is written like one."""
    return int(value) if _WHOLE_NUMBER.fullmatch(value) else value


def _line_and_column(position: Position) -> dict[str, object]:
    return {"line": position.line, "column": position.column}
