"""`simulate`: many deals or games by the same rules, summed up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import parameters
from hasenpfeffer.cli.study_options import add_study_options, check_names

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  hasenpfeffer simulate hasenpfeffer --deals 2000
  hasenpfeffer simulate hasenpfeffer+set-by-bid --games 100 --jobs 2
  hasenpfeffer simulate ./house.yaml --deals 5000 --seed 7 --json
  hasenpfeffer simulate hasenpfeffer --deals 1000000 --until 0.05 --csv deals.csv

Single deals have no game round them: scores start at nothing, and the seats deal
in turn. A deal that is thrown in is dealt again and counted among the redeals.
The same seed gives the same figures with any number of jobs.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Plays many deals or games by the same rules and says what came of them."
    parser.epilog = EXAMPLES
    parser.add_argument("ruleset", metavar="RULESET", help="a path or a shipped name, with patches after a +")
    add_study_options(parser, "the mean points of the first team")


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    check_names(arguments)
    from hasenpfeffer.cli.rulesets import load_playable
    from hasenpfeffer.cli.studying import run_study

    ruleset = load_playable(arguments.ruleset, options)
    return run_study(arguments, [ruleset], [arguments.ruleset])
