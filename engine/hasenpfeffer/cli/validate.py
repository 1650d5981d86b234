"""`validate`: every finding of every file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer import __version__
from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.arguments import add_set_option, parameters, unknown, whole_number
from hasenpfeffer.cli.checking import Checker
from hasenpfeffer.cli.targets import targets
from hasenpfeffer.errors import UsageError
from hasenpfeffer.report.findings import as_concise, as_json, as_text
from hasenpfeffer.report.findings.text import counted
from hasenpfeffer.report.findings.visible import shown
from hasenpfeffer.ruleset.steps import DealStep, TricksStep

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from hasenpfeffer.cli.checking import Checked
    from hasenpfeffer.ruleset.model import Ruleset

FORMATS: Final = ("text", "concise", "json")
TRIALS: Final = 24
MOST_TRIALS: Final = 100_000
SEED: Final = 1

EXAMPLES: Final = """\
examples:
  hasenpfeffer validate house.yaml
  hasenpfeffer validate rules tests/corpus --format concise
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
    found = targets(arguments.files)
    checker = Checker(parameters(arguments), deals=arguments.trials, seed=arguments.seed)
    try:
        for target in found:
            checked = checker.check(target)
            if ("text", None) in formats and checked.is_clean:
                print(_ok(checked, sys.stdout))
    finally:
        for format, file in formats:
            _write(format, file, checker)
    if checker.is_missing:
        return 2
    return int(any(finding.severity != "hint" for finding in checker.findings.items))


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


def _write(format: str, file: Path | None, checker: Checker) -> None:
    text = _rendered(format, checker, sys.stdout if file is None else None)
    if file is not None:
        file.write_text(f"{text}\n" if text else "", encoding="utf-8", newline="\n")
    elif text:
        print(text)


def _rendered(format: str, checker: Checker, stream: TextIO | None) -> str:
    """The findings in one format, for a stream or, without colours, for a file."""
    findings, texts = checker.findings.items, checker.files.texts
    ascii_only = stream is not None and terminal.is_ascii_only(stream)
    match format:
        case "json":
            return as_json(findings, texts, files=checker.facts, version=__version__)
        case "concise":
            return as_concise(findings, ascii_only=ascii_only)
        case _:
            colour = stream is not None and terminal.has_colour(stream)
            return as_text(findings, texts, colour=colour, ascii_only=ascii_only)


def _ok(checked: Checked, stream: TextIO) -> str:
    """What was understood of a target without errors and warnings."""
    line = f"OK {checked.name}: {', '.join(_understood(checked))}"
    base = _about_bases(checked)
    return shown(f"{line} ({base})" if base else line, ascii_only=terminal.is_ascii_only(stream))


def _understood(checked: Checked) -> Iterator[str]:
    loaded = checked.loaded
    if loaded is None or loaded.ruleset is None:
        yield counted(checked.cases, "case")
        return
    ruleset = loaded.ruleset
    yield counted(ruleset.seating.count, "player")
    yield counted(ruleset.pack.size, "card")
    tricks = _tricks(ruleset)
    if tricks:
        yield counted(tricks, "trick")
    yield from (f"{parameter.name} {parameter.value}" for parameter in ruleset.parameters)
    if checked.deals:
        yield f"{counted(checked.deals, 'trial deal')} played"


def _tricks(ruleset: Ruleset) -> int | None:
    """How many tricks a deal has, where that is plain from the cards that are dealt."""
    tricks = [step for step in ruleset.steps if isinstance(step, TricksStep)]
    deals = [step for step in ruleset.steps if isinstance(step, DealStep)]
    if len(tricks) != 1 or len(deals) != 1 or tricks[0].count or tricks[0].after_each:
        return None
    return ruleset.names.sizes.hand


def _about_bases(checked: Checked) -> str:
    merged = checked.loaded.merged if checked.loaded else None
    if checked.written is None or not checked.written.bases or merged is None:
        return ""
    own = checked.written.shown
    changes = sum(places[0].file == own for places in merged.origins.values())
    return f"extends {', '.join(checked.written.bases)}, changes {counted(changes, 'setting')}"
