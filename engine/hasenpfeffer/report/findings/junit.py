"""Findings as a JUnit report: a case for each file without findings, and one for each finding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from hasenpfeffer.report.findings.excerpt import Lines
from hasenpfeffer.report.findings.outcome import by_file
from hasenpfeffer.report.findings.text import one_as_text
from hasenpfeffer.report.findings.visible import shown, shown_lines

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Diagnostic
    from hasenpfeffer.report.findings.outcome import Outcome

_SUITE = "hasenpfeffer validate"


def as_junit(outcome: Outcome) -> str:
    """One document; errors and warnings are failures, hints are told in cases that pass."""
    lines = Lines(outcome.sources)
    groups = by_file(outcome.told)
    cases = [_clean(file.path) for file in outcome.files if file.path not in groups]
    cases += [case for group in groups.values() for case in _cases(group, lines)]
    if outcome.failure:
        cases.append(_broken_off(outcome.failure))
    counts = {
        "tests": len(cases),
        "failures": sum(case.find("failure") is not None for case in cases),
        "errors": sum(case.find("error") is not None for case in cases),
    }
    numbers = {name: str(count) for name, count in counts.items()}
    root = ElementTree.Element("testsuites", {"name": _SUITE, **numbers})
    suite = ElementTree.SubElement(root, "testsuite", {"name": _SUITE, **numbers})
    suite.extend(cases)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _clean(file: str) -> ElementTree.Element:
    return ElementTree.Element("testcase", {"classname": shown(file), "name": "no findings"})


def _cases(group: list[Diagnostic], lines: Lines) -> Iterator[ElementTree.Element]:
    for finding in group:
        start = finding.place.start
        about = {
            "classname": shown(finding.place.file),
            "name": f"{finding.code} at {start.line}:{start.column}",
            "file": shown(finding.place.file),
            "line": str(start.line),
        }
        case = ElementTree.Element("testcase", about)
        text = shown_lines(one_as_text(finding, lines))
        if finding.severity == "hint":
            ElementTree.SubElement(case, "system-out").text = text
        else:
            told = {"type": finding.code, "message": shown(finding.message)}
            ElementTree.SubElement(case, "failure", told).text = text
        yield case


def _broken_off(failure: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", {"classname": "hasenpfeffer", "name": "the run"})
    ElementTree.SubElement(case, "error", {"type": "failure", "message": shown(failure)})
    return case
