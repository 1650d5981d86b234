"""`validate`: every finding of every file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import add_set_option, parameters, whole_number
from hasenpfeffer.errors import UsageError
from hasenpfeffer.report.findings.formats import FORMATS
from hasenpfeffer.report.findings.outcome import MOST_PER_FILE
from hasenpfeffer.study.checking import FEW, SEED, TRIALS, TRIALS_OF_MANY

if TYPE_CHECKING:
    import argparse
    from collections import Counter

STDIN: Final = "-"
MOST_TRIALS: Final = 100_000
LONGEST_BASELINE: Final = 16 * 1024 * 1024
"""Bytes: some ten thousand findings."""

EXAMPLES: Final = """\
examples:
  hasenpfeffer validate house.yaml
  hasenpfeffer validate rules --format concise
  hasenpfeffer validate hasenpfeffer+no-alone+defenders-score --trials 500
  hasenpfeffer validate - --format json < house.yaml
  hasenpfeffer validate rules --format github --format sarif=rules.sarif --format junit=rules.xml
  hasenpfeffer validate rules --format json=known.json --max 0 --exit-zero
  hasenpfeffer validate rules --baseline known.json
  hasenpfeffer validate house.yaml --watch
  hasenpfeffer validate house.yaml --diff
  hasenpfeffer validate house.yaml --fix

A finding may stand where a comment on its line, or above it, says why; no errors in the file's form, the deal or
the whole game (Y, D, G). For every line of a file there is ignore-file:
  # hasenpfeffer: ignore[P703] the club cuts for it

exit codes: 0 nothing found, or only hints · 1 errors or warnings · 2 a file is missing or cannot be read
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Checks rule files, patches and files of cases: what is wrong with them, and where."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a file, a folder, a pattern such as 'rules/**/*.yaml', - for standard input, or a ruleset "
        "such as hasenpfeffer+no-alone",
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
        help=f"play this many deals by each ruleset without errors (default {TRIALS}; {TRIALS_OF_MANY} where more "
        f"than {FEW} are checked)",
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
        "--fail-on",
        choices=("error", "warning", "hint"),
        default="warning",
        help="the least that gives exit code 1 (default warning)",
    )
    parser.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found")
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        help="tell only what is not in this report of before, written with --format json=FILE",
    )
    parser.add_argument(
        "--max",
        metavar="N",
        type=whole_number(),
        default=MOST_PER_FILE,
        help=f"tell at most N findings of a file and count the others (default {MOST_PER_FILE}; 0 for all)",
    )
    parser.add_argument(
        "--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C"
    )
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
    from hasenpfeffer.cli.telling import tellings

    formats = tellings(arguments.format or ["text"], [*arguments.files, *filter(None, [arguments.baseline])])
    options = parameters(arguments)
    if arguments.unsafe and not (arguments.fix or arguments.diff):
        raise UsageError("--unsafe goes with --fix or --diff")
    if arguments.watch and (STDIN in arguments.files or arguments.diff):
        raise UsageError(f"--watch goes with files, not with {'--diff' if arguments.diff else STDIN}")
    from hasenpfeffer.cli.inspection import Inspection

    inspection = Inspection(arguments, options, formats, _known(arguments.baseline))
    if arguments.watch:
        from hasenpfeffer.cli.watching import watch

        watch(inspection)
    return inspection.run()


def _known(file: str | None) -> Counter[str]:
    """The findings of before that `--baseline` hides, by what they are known by."""
    from collections import Counter

    if file is None:
        return Counter()
    from hasenpfeffer.report.findings.fingerprints import read_baseline

    with Path(file).open("rb") as stream:
        data = stream.read(LONGEST_BASELINE + 1)
    try:
        if len(data) > LONGEST_BASELINE:
            raise ValueError("it is longer than any report")
        return read_baseline(data.decode("utf-8-sig"))
    except ValueError as error:  # among them: it is no text
        why = ": it is no text" if isinstance(error, UnicodeError) else f": {error}"
        raise UsageError(
            f"--baseline takes a report written with --format json, and {file} is none{why}"
        ) from None
