"""Findings for programs: JSON in the form `hasenpfeffer-diagnostics/1`."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.codes import name_of
from hasenpfeffer.report.findings.excerpt import Lines
from hasenpfeffer.report.findings.text import MOST_PER_FILE, by_file, fixable, in_order, one_as_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.reading.place import Place, Position
    from hasenpfeffer.study.checking.checker import CheckedFile

FORMAT: Final = "hasenpfeffer-diagnostics/1"

_BOM_BYTES = 3
_WHOLE_NUMBER = re.compile("-?(0|[1-9][0-9]{0,17})")
_UNSAFE = re.compile("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
"""Characters that a terminal may act on, or cannot show; their escapes mean the same in JSON."""


def as_json(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, str],
    *,
    files: Iterable[CheckedFile] = (),
    version: str = "",
    checks_not_run: int = 0,
) -> str:
    """One document with every finding; the same findings give the same text."""
    findings = in_order(diagnostics)
    facts = list(files)
    writer = _Writer(sources, facts)
    counts = Counter(finding.severity for finding in findings)
    shown = _shown(findings)
    safe, unsafe = fixable(findings)
    document = {
        "format": FORMAT,
        "tool": {"name": "hasenpfeffer", "version": version},
        "files": [
            {"path": file.path, "sha256": file.sha256, "extends": list(file.extends)} for file in facts
        ],
        "summary": {
            "errors": counts["error"],
            "warnings": counts["warning"],
            "hints": counts["hint"],
            "fixable": safe,
            "fixable_unsafe": unsafe,
            "checks_not_run": checks_not_run,
            "not_shown": len(findings) - len(shown),
        },
        "diagnostics": [writer.finding(finding) for finding in shown],
    }
    return _dumped(document, indent=2)


def as_jsonl(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], *, files: Iterable[CheckedFile] = ()
) -> str:
    """One finding a line."""
    writer = _Writer(sources, list(files))
    return "\n".join(_dumped(writer.finding(finding)) for finding in _shown(in_order(diagnostics)))


def _shown(findings: list[Diagnostic]) -> list[Diagnostic]:
    return [finding for group in by_file(findings).values() for finding in group[:MOST_PER_FILE]]


def _dumped(value: object, indent: int | None = None) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


class _Writer:
    """Findings as plain data; needs the texts, since JSON counts bytes."""

    def __init__(self, sources: Mapping[str, str], files: list[CheckedFile]) -> None:
        self._sources = sources
        self._lines = Lines(sources)
        self._shift = {file.path: _BOM_BYTES for file in files if file.had_bom}

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
            "fingerprint": self._fingerprint(finding),
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

    def _fingerprint(self, finding: Diagnostic) -> str:
        """Code, path and text, so that moving a line does not make a new finding of an old one."""
        line = self._lines.line(finding.place.file, finding.place.start.line)
        words = " ".join((line if line is not None else finding.message).split())
        key = "\0".join((finding.code, finding.path, words)).encode("utf-8", "backslashreplace")
        return f"{finding.code.lower()}:{finding.path}:{hashlib.sha256(key).hexdigest()[:8]}"


def _plain(value: str) -> str | int:
    """A value as data: a whole number where it is written like one."""
    return int(value) if _WHOLE_NUMBER.fullmatch(value) else value


def _line_and_column(position: Position) -> dict[str, object]:
    return {"line": position.line, "column": position.column}
