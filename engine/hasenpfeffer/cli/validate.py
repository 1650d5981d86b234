"""`validate`: every finding of every file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer import __version__
from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.arguments import add_set_option, parameters, unknown, whole_number
from hasenpfeffer.cli.exit_codes import FINDINGS, FINE, WRONG_USAGE
from hasenpfeffer.errors import UsageError
from hasenpfeffer.study.checking import SEED, TRIALS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence
    from typing import TextIO

    from hasenpfeffer.cli.fixing import Fixed
    from hasenpfeffer.study.checking.checker import Checked, Checker
    from hasenpfeffer.study.checking.targets import Target

FORMATS: Final = ("text", "concise", "json")
MOST_TRIALS: Final = 100_000

EXAMPLES: Final = """\
examples:
  hasenpfeffer validate house.yaml
  hasenpfeffer validate rules --format concise
  hasenpfeffer validate hasenpfeffer+no-alone+defenders-score --trials 500
  hasenpfeffer validate - --format json < house.yaml
  hasenpfeffer validate house.yaml --diff
  hasenpfeffer validate house.yaml --fix

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
    parser.add_argument(
        "--fix",
        action="store_true",
        help="mend what can only have been meant one way; of standard input the mended text is printed",
    )
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="with --fix or --diff: mend also by a guess, or so that the rules become others",
    )
    parser.add_argument(
        "--diff", action="store_true", help="show what --fix would change, as a diff, and change nothing"
    )


def run(arguments: argparse.Namespace) -> int:
    formats = _formats(arguments.format or ["text"])
    options = parameters(arguments)
    from hasenpfeffer.study.checking.checker import Checker
    from hasenpfeffer.study.checking.targets import STDIN_NAME, targets

    found = targets(arguments.files)
    if arguments.unsafe and not (arguments.fix or arguments.diff):
        raise UsageError("--unsafe goes with --fix or --diff")
    stdin = _standard_input(found)
    fixed = None
    if arguments.fix or arguments.diff:
        from hasenpfeffer.cli.fixing import fix

        fixed = fix(found, options, unsafe=arguments.unsafe, stdin=stdin)
    if fixed is not None and arguments.diff:
        return _show_diff(fixed)
    problems = fixed.write() if fixed is not None else []
    files = fixed.files if fixed is not None else None
    checker = Checker(options, deals=arguments.trials, seed=arguments.seed, files=files)
    mended_text = fixed.on_standard_input if fixed is not None else None
    report = sys.stdout if mended_text is None else sys.stderr
    try:
        for target in found:
            is_stdin = target.kind == "stdin"
            checked = checker.check_text(STDIN_NAME, stdin) if is_stdin else checker.check(target)
            if ("text", None) in formats and checked.is_clean:
                _print_understood(checked, report)
    finally:
        for format, file in formats:
            _write(format, file, checker, report)
    if mended_text is not None:
        sys.stdout.write(mended_text)
    if fixed is not None:
        print(*problems, fixed.account(checker.findings.items), sep="\n", file=sys.stderr)
    if checker.is_missing or problems:
        return WRONG_USAGE
    return int(any(finding.severity != "hint" for finding in checker.findings.items))


def _show_diff(fixed: Fixed) -> int:
    """Prints what would change; 1 if anything would."""
    from hasenpfeffer.report.text_diff import text_diff

    colour, visible = terminal.has_colour(sys.stdout), terminal.is_terminal(sys.stdout)
    for change in fixed.changed:
        sys.stdout.write(text_diff(change.shown, change.before, change.after, colour=colour, visible=visible))
    if fixed.is_missing:
        from hasenpfeffer.report.findings import as_concise

        print(as_concise(fixed.left, ascii_only=terminal.is_ascii_only(sys.stderr)), file=sys.stderr)
        return WRONG_USAGE
    print(fixed.account_of_diff, file=sys.stderr)
    return FINDINGS if fixed.changed else FINE


def _standard_input(targets: Iterable[Target]) -> bytes:
    """What comes on standard input, if that is among the targets."""
    from hasenpfeffer.reading.source import LONGEST_FILE

    if sys.stdin is None or all(target.kind != "stdin" for target in targets):
        return b""
    return sys.stdin.buffer.read(LONGEST_FILE + 1)


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


def _print_understood(checked: Checked, stream: TextIO) -> None:
    from hasenpfeffer.cli.understood import understood
    from hasenpfeffer.report.findings.visible import shown

    print(shown(understood(checked), ascii_only=terminal.is_ascii_only(stream)), file=stream)


def _write(format: str, file: Path | None, checker: Checker, stream: TextIO) -> None:
    text = _rendered(format, checker, stream if file is None else None)
    if file is not None:
        file.write_text(f"{text}\n" if text else "", encoding="utf-8", newline="\n")
    elif text:
        print(text, file=stream)


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
