"""All that came of one run of the checker, as every format tells it."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.study.checking.checker import CheckedFile
    from hasenpfeffer.study.checking.ignores import Ignored

MOST_PER_FILE: Final = 100
"""Messages of one file that are shown; the others are counted."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Findings, and what is needed to tell them.

    `sources` holds the text of each file by the path it is shown under. `known` counts findings that a baseline
    hides, `failure` says why the run came to no end, `is_missing` that something could not be read at all.
    Of one file at most `most` findings are told; 0 is all.
    """

    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, str]
    files: tuple[CheckedFile, ...] = ()
    ignored: tuple[Ignored, ...] = field(default=())
    checks_not_run: int = 0
    known: int = 0
    version: str = ""
    failure: str = ""
    is_missing: bool = False
    most: int = MOST_PER_FILE

    @property
    def told(self) -> list[Diagnostic]:
        """The findings that are told one by one, in order."""
        return [
            finding
            for group in by_file(in_order(self.findings)).values()
            for finding in cut(group, self.most)
        ]


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by file, place, code and message."""
    return sorted(diagnostics, key=lambda d: (d.place.file, d.place.start.offset, d.code, d.message))


def by_file(findings: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    groups: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        groups.setdefault(finding.place.file, []).append(finding)
    return groups


def cut(group: list[Diagnostic], most: int) -> list[Diagnostic]:
    """The findings of one file that are told."""
    return group[: most or sys.maxsize]


def fixable(findings: Iterable[Diagnostic]) -> tuple[int, int]:
    """How many findings have a safe fix, and how many only unsafe ones."""
    safe = [any(fix.is_safe for fix in finding.fixes) for finding in findings if finding.fixes]
    return sum(safe), len(safe) - sum(safe)
