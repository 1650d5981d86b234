"""`validate`: every finding of every file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer import __version__
from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.arguments import add_set_option, parameters, unknown, whole_number
from hasenpfeffer.cli.exit_codes import WRONG_USAGE
from hasenpfeffer.errors import UsageError
from hasenpfeffer.study.checking import SEED, TRIALS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import TextIO

    from hasenpfeffer.study.checking.checker import Checked, Checker
    from hasenpfeffer.study.checking.targets import Target

FORMATS: Final = ("text", "concise", "json")
STDIN_NAME: Final = "<stdin>"
MOST_TRIALS: Final = 100_000

EXAMPLES: Final = """\
examples:
  hasenpfeffer validate house.yaml
  hasenpfeffer validate rules --format concise
  hasenpfeffer validate hasenpfeffer+no-alone+defenders-score --trials 500
  hasenpfeffer validate - --format json < house.yaml

exit codes: 0 nothing found, or only hints · 1 errors or warnings · 2 a file is missing or cannot be read
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Checks rule files, patches and files of cases: what is wrong with them, and where."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a file, a folder, - for standard input, or a ruleset such as hasenpfeffer+no-alone",
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT[=FILE]",
        action="append",
        help=f"{', '.join(FORMATS)}; with a file name the findings go there; may be repeated",
    )
    parser.add_argument(
        "--trials",
        metavar="N",
        type=whole_number(0, MOST_TRIALS),
        default=TRIALS,
        help=f"play this many deals by each ruleset without errors (default {TRIALS})",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number(),
        default=SEED,
        help=f"the seed of these deals (default {SEED})",
    )
    add_set_option(parser)


def run(arguments: argparse.Namespace) -> int:
    formats = _formats(arguments.format or ["text"])
    options = parameters(arguments)
    from hasenpfeffer.study.checking.checker import Checker
    from hasenpfeffer.study.checking.targets import targets

    found = targets(arguments.files)
    checker = Checker(options, deals=arguments.trials, seed=arguments.seed)
    try:
        for target in found:
            checked = _check(target, checker)
            if ("text", None) in formats and checked.is_clean:
                _print_understood(checked)
    finally:
        for format, file in formats:
            _write(format, file, checker)
    if checker.is_missing:
        return WRONG_USAGE
    return int(any(finding.severity != "hint" for finding in checker.findings.items))


def _check(target: Target, checker: Checker) -> Checked:
    if target.kind != "stdin":
        return checker.check(target)
    from hasenpfeffer.reading.source import LONGEST_FILE

    data = b"" if sys.stdin is None else sys.stdin.buffer.read(LONGEST_FILE + 1)
    return checker.check_text(STDIN_NAME, data)


def _formats(words: Sequence[str]) -> list[tuple[str, Path | None]]:
    """Each format with the file that it goes to, None for standard output."""
    formats: list[tuple[str, Path | None]] = []
    for word in words:
        format, equals, file = word.partition("=")
        if format not in FORMATS:
            raise UsageError(f"{unknown('format', format, FORMATS)} Formats: {', '.join(FORMATS)}")
        if equals and not file:
            raise UsageError(f"--format {word}: the name of the file is missing")
        formats.append((format, Path(file) if file else None))
    if sum(file is None for _, file in formats) > 1:
        raise UsageError("Only one format can go to standard output; write the others as FORMAT=FILE")
    return formats


def _print_understood(checked: Checked) -> None:
    from hasenpfeffer.cli.understood import understood
    from hasenpfeffer.report.findings.visible import shown

    print(shown(understood(checked), ascii_only=terminal.is_ascii_only(sys.stdout)))


def _write(format: str, file: Path | None, checker: Checker) -> None:
    text = _rendered(format, checker, sys.stdout if file is None else None)
    if file is not None:
        file.write_text(f"{text}\n" if text else "", encoding="utf-8", newline="\n")
    elif text:
        print(text)


def _rendered(format: str, checker: Checker, stream: TextIO | None) -> str:
    """The findings in one format, for a stream or, without colours, for a file."""
    from hasenpfeffer.report.findings import as_concise, as_json, as_text

    findings, texts = checker.findings.items, checker.files.texts
    ascii_only = stream is not None and terminal.is_ascii_only(stream)
    match format:
        case "json":
            return as_json(
                findings,
                texts,
                files=checker.checked_files,
                version=__version__,
                checks_not_run=checker.checks_not_run,
            )
        case "concise":
            return as_concise(findings, ascii_only=ascii_only)
        case _:
            colour = stream is not None and terminal.has_colour(stream)
            width = terminal.columns(stream) if stream is not None else None
            return as_text(
                findings,
                texts,
                checks_not_run=checker.checks_not_run,
                colour=colour,
                ascii_only=ascii_only,
                width=width,
            )
