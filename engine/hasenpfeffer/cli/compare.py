"""`compare`: the same deals or games by several rulesets, and how far they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import parameters
from hasenpfeffer.cli.study_options import add_study_options, check_names
from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from hasenpfeffer.ruleset.model import Ruleset

EXAMPLES: Final = """\
examples:
  hasenpfeffer compare hasenpfeffer hasenpfeffer+defenders-score --deals 2000
  hasenpfeffer compare hasenpfeffer ./house.yaml --games 100 --jobs 2 --json
  hasenpfeffer compare hasenpfeffer hasenpfeffer+no-alone hasenpfeffer+one-round --deals 100000 --until 0.02

Every ruleset plays the same deals with the same chance, and is held against the first one:
what a team has more in the same deal or game. So chance cancels out as far as it can.
--set reaches those rulesets that have the parameter. The same seed gives the same figures
with any number of jobs.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Plays the same deals or games by several rulesets and says how far they differ."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "rulesets", metavar="RULESET", nargs="+", help="the first is what others are compared with"
    )
    add_study_options(parser, "what the first team has more by each other ruleset")


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    check_names(arguments)
    references = arguments.rulesets
    if len(references) < 2:
        raise UsageError("compare needs at least two rulesets")
    from hasenpfeffer.cli.rulesets import check_playable, load_each
    from hasenpfeffer.cli.studying import run_study

    rulesets = []
    for one in load_each(references, options):
        assert one.loaded.ruleset is not None
        check_playable(one.loaded.ruleset)
        rulesets.append(one.loaded.ruleset)
    _check_teams(references, rulesets)
    return run_study(arguments, rulesets, _labels(references))


def _check_teams(references: list[str], rulesets: list[Ruleset]) -> None:
    """Refuses rulesets whose teams cannot be held against each other."""
    first = len(rulesets[0].seating.teams)
    for reference, ruleset in zip(references, rulesets, strict=True):
        teams = len(ruleset.seating.teams)
        if teams != first:
            raise UsageError(
                f"{references[0]} has {first} who keep a score and {reference} has {teams}: "
                "their points cannot be held against each other"
            )


def _labels(references: list[str]) -> list[str]:
    """What they are called; one that is named again has its place with it."""
    return [
        f"{name} ({place})" if name in references[: place - 1] else name
        for place, name in enumerate(references, 1)
    ]
