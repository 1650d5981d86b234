"""`test`: runs cases, a line each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer import library
from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.exit_codes import FINDINGS, FINE, WRONG_USAGE
from hasenpfeffer.errors import RulesetError, UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from hasenpfeffer.study.cases import CaseReport, CaseResult, Runner
    from hasenpfeffer.study.checking.files import Files
    from hasenpfeffer.study.checking.targets import Target

EXAMPLES: Final = """\
examples:
  hasenpfeffer test
  hasenpfeffer test house.yaml
  hasenpfeffer test tests/corpus --json
  hasenpfeffer test hasenpfeffer+set-by-bid+defenders-score

exit codes: 0 every case passes · 1 some fail · 2 a file is missing, or its ruleset has errors
"""


_COLOURS: Final = {"passed": "\x1b[32m", "failed": "\x1b[1;31m", "not run": "\x1b[33m"}
_OFF: Final = "\x1b[0m"
_LABELS: Final = {"passed": "ok     ", "failed": "failed ", "not run": "not run"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Runs the cases of rule files and of files of cases: what must come out, and why it did not."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="a file, a folder or a ruleset; without one, all that come with the program",
    )
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    from hasenpfeffer.study.cases import CaseReport, Runner
    from hasenpfeffer.study.checking.files import Files, load

    files = Files()
    runner = Runner(lambda reference, options: load(reference, options, files), files)
    report, is_broken = CaseReport(), False
    for target in _targets(arguments.files or [str(library.folder("rules"))]):
        found = _run(target, runner, files)
        if found is None:
            is_broken = True
            continue
        report += found
        if not arguments.json:
            _print_cases(found.cases)
    if arguments.json:
        import json

        print(json.dumps(report.as_data(), ensure_ascii=False, indent=2))
    elif report.cases or not is_broken:
        print(_summary(report))
    if is_broken:
        return WRONG_USAGE
    return FINDINGS if report.failed else FINE


def _targets(words: Sequence[str]) -> list[Target]:
    """What is to be tested. Of a folder only files that have cases."""
    from hasenpfeffer.study.checking.targets import STDIN, targets

    if STDIN in words:
        raise UsageError("test reads files and folders, not standard input")
    found: list[Target] = []
    for word in words:
        is_folder = Path(word).is_dir()
        found += [target for target in targets([word]) if not is_folder or _has_cases(target.word)]
    return list(dict.fromkeys(found))


def _has_cases(path: str) -> bool:
    try:
        return b"\ncases:" in Path(path).read_bytes()
    except OSError:
        return True


def _run(target: Target, runner: Runner, files: Files) -> CaseReport | None:
    """The report of one target; None after telling why there is none."""
    from hasenpfeffer.cli.rulesets import print_findings
    from hasenpfeffer.study.cases.run import Broken

    try:
        return runner.run(target.word)
    except RulesetError as error:
        assert isinstance(error.report, Broken)
        files.typed.setdefault(target.word, target.word)
        print_findings(error.report.findings, files, sys.stderr)
        return None


def _print_cases(cases: Sequence[CaseResult]) -> None:
    from hasenpfeffer.report.findings.visible import shown

    ascii_only, has_colour = terminal.is_ascii_only(sys.stdout), terminal.has_colour(sys.stdout)
    for case in cases:
        told = shown(f"{case.file}:{case.line} {case.name}", ascii_only=ascii_only)
        print(f"{_label(case, has_colour)} {told}", flush=True)
        for line in case.message.split("; ") if case.message else ():
            print(shown(f"          {line}", ascii_only=ascii_only))


def _label(case: CaseResult, has_colour: bool) -> str:
    label = _LABELS[case.outcome]
    return f"{_COLOURS[case.outcome]}{label}{_OFF}" if has_colour else label


def _summary(report: CaseReport) -> str:
    from hasenpfeffer.report.english import counted

    if not report.cases:
        return "No cases: nothing stands under `cases` there."
    parts = [f"{report.passed} passed"]
    if report.failed:
        parts.append(f"{report.failed} failed")
    if report.not_run:
        parts.append(f"{report.not_run} not run, for rules that cannot be played yet")
    return f"{counted(len(report.cases), 'case')}: {', '.join(parts)}."
