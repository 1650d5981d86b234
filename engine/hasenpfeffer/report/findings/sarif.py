"""Findings for code scanning pages: SARIF 2.1.0, of which each such page shows a part."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from hasenpfeffer.reading.codes import CODES
from hasenpfeffer.report.code_pages import code_page
from hasenpfeffer.report.findings.excerpt import Lines
from hasenpfeffer.report.findings.fingerprints import fingerprint
from hasenpfeffer.report.findings.visible import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.codes import Code
    from hasenpfeffer.reading.diagnostic import Diagnostic, Fix
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.report.findings.outcome import Outcome

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT: Final = "SRCROOT"
FINGERPRINT: Final = "hasenpfefferFinding/v1"

_LEVELS: Final = {"error": "error", "warning": "warning", "hint": "note"}
_TAGS: Final = {
    "Y": "file",
    "S": "structure",
    "X": "extending",
    "D": "deal",
    "B": "bidding",
    "T": "play",
    "P": "scoring",
    "G": "game",
    "L": "style",
}
_WARNINGS: Final = frozenset({"P703", "S238", "X306", "X311", "Y120"})
"""Codes outside of style that are only ever warnings."""

_NOT_READ: Final = frozenset({"Y103", "S208", "X302"})
_RANKS: Final = {code: index for index, code in enumerate(CODES)}


def as_sarif(outcome: Outcome) -> str:
    """One log with one run; the rules are all codes, so that their numbers stay."""
    writer = _Writer(outcome)
    run = {
        "tool": {
            "driver": {
                "name": "hasenpfeffer",
                "semanticVersion": outcome.version or "0.0.0",
                "rules": _rules(),
            }
        },
        "invocations": [_invocation(outcome)],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {
            ROOT: {"description": {"text": "The folder in which the files were checked."}}
        },
        "results": list(writer.results()),
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return escaped(json.dumps(document, ensure_ascii=False, indent=2, default=str))


@cache
def _rules() -> list[dict[str, object]]:
    return [_rule(code) for code in CODES.values()]


def _rule(code: Code) -> dict[str, object]:
    page = code_page(code.code).source
    is_warning = code.code.startswith("L") or code.code in _WARNINGS
    return {
        "id": code.code,
        "name": code.name,
        "shortDescription": {"text": code.meaning},
        "fullDescription": {"text": _about(page) or code.meaning},
        "help": {"text": f"Read on: hasenpfeffer explain {code.code}", "markdown": page},
        "defaultConfiguration": {"level": "warning" if is_warning else "error"},
        "properties": {"tags": [_TAGS[code.code[0]]]},
    }


def _about(page: str) -> str:
    """What a page says before its examples."""
    _, _, body = page.partition("\n")
    return " ".join(body.partition("\n## ")[0].split())


def _invocation(outcome: Outcome) -> dict[str, object]:
    told = (
        [finding.message for finding in outcome.told if finding.code in _NOT_READ]
        if outcome.is_missing
        else []
    )
    told += [outcome.failure] if outcome.failure else []
    found: dict[str, object] = {"executionSuccessful": not outcome.failure and not outcome.is_missing}
    if told:
        notes = [{"level": "error", "message": {"text": text}} for text in told]
        found["toolExecutionNotifications"] = notes
    return found


class _Writer:
    """Findings as results; the texts are needed for what each is known by."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._lines = Lines(outcome.sources)

    def results(self) -> Iterator[dict[str, object]]:
        """Those that stand, then those that comments let stand; where there are such, all say whether they are."""
        has_ignored = bool(self._outcome.ignored)
        for finding in self._outcome.told:
            yield self._result(finding) | ({"suppressions": []} if has_ignored else {})
        for ignored in self._outcome.ignored:
            why = {"kind": "inSource", "status": "accepted", "justification": ignored.reason}
            yield self._result(ignored.finding) | {"suppressions": [why]}

    def _result(self, finding: Diagnostic) -> dict[str, object]:
        message = ". ".join(filter(None, (finding.message.rstrip("."), finding.help)))
        result: dict[str, object] = {
            "ruleId": finding.code,
            "level": _LEVELS[finding.severity],
            "message": {"text": message},
            "locations": [{"physicalLocation": _physical(finding.place)}],
            "partialFingerprints": {FINGERPRINT: fingerprint(finding, self._lines)},
            "properties": {"path": finding.path, "facts": dict(finding.facts)},
        }
        if finding.code in _RANKS:
            result["ruleIndex"] = _RANKS[finding.code]
        if finding.related:
            result["relatedLocations"] = list(_related(finding))
        if fixes := [_fix(fix) for fix in finding.fixes if fix.is_safe]:
            result["fixes"] = fixes
        if finding.code.startswith("G"):
            result["codeFlows"] = [{"threadFlows": [{"locations": list(_flow(finding))}]}]
        return result


def _related(finding: Diagnostic) -> Iterator[dict[str, object]]:
    for number, related in enumerate(finding.related, start=1):
        message = {"text": related.message}
        yield {"id": number, "physicalLocation": _physical(related.place), "message": message}


def _flow(finding: Diagnostic) -> Iterator[dict[str, object]]:
    """The rules that led to a deal that cannot go on, and the one at which it stood."""
    for related in finding.related:
        yield {
            "location": {"physicalLocation": _physical(related.place), "message": {"text": related.message}}
        }
    yield {"location": {"physicalLocation": _physical(finding.place), "message": {"text": finding.message}}}


def _fix(fix: Fix) -> dict[str, object]:
    files = dict.fromkeys(edit.place.file for edit in fix.edits)
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(file),
                "replacements": [
                    {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.text}}
                    for edit in fix.edits
                    if edit.place.file == file
                ],
            }
            for file in files
        ],
    }


def _physical(place: Place) -> dict[str, object]:
    return {"artifactLocation": _artifact(place.file), "region": _region(place)}


def _artifact(file: str) -> dict[str, object]:
    return {"uri": quote(file, errors="backslashreplace"), "uriBaseId": ROOT}


def _region(place: Place) -> dict[str, object]:
    return {
        "startLine": place.start.line,
        "startColumn": place.start.column,
        "endLine": place.end.line,
        "endColumn": place.end.column,
    }
