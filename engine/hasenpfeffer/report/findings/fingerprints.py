"""What a finding is known by from one day to the next, and the findings that a report of before holds already."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.report.findings.excerpt import Lines

FORMAT: Final = "hasenpfeffer-diagnostics/1"


def fingerprint(finding: Diagnostic, lines: Lines) -> str:
    """Code, path and text, so that moving a line does not make a new finding of an old one."""
    line = lines.line(finding.place.file, finding.place.start.line)
    words = " ".join((line if line is not None else finding.message).split())
    key = "\0".join((finding.code, finding.path, words)).encode("utf-8", "backslashreplace")
    return f"{finding.code.lower()}:{finding.path}:{hashlib.sha256(key).hexdigest()[:8]}"


def read_baseline(text: str) -> Counter[str]:
    """The fingerprints in a JSON report, with how often each is there. Raises ValueError for another file."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("it is no JSON") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"it is no report of the format {FORMAT}")
    try:
        return Counter(str(finding["fingerprint"]) for finding in document["diagnostics"])
    except (KeyError, TypeError):
        raise ValueError("its findings have no fingerprints") from None


def without_known(
    findings: Iterable[Diagnostic], lines: Lines, known: Counter[str]
) -> tuple[Diagnostic, ...]:
    """The findings that are not known; of several alike, as many are as there were."""
    left = Counter(known)
    new = []
    for finding in findings:
        mark = fingerprint(finding, lines)
        if left[mark] > 0:
            left[mark] -= 1
        else:
            new.append(finding)
    return tuple(new)
