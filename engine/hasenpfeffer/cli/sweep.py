"""`sweep`: the same deals or games with one parameter turned from value to value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import parameters
from hasenpfeffer.cli.study_options import add_study_options, check_names
from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  hasenpfeffer sweep hasenpfeffer --over lowest-bid=1..6 --deals 1000
  hasenpfeffer sweep hasenpfeffer+no-alone --over target=11,21,31 --games 50 --json

Every value plays the same deals with the same chance, and is held against the first one.
"""

MOST_VALUES: Final = 100
_RANGE: Final = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?: by ([0-9]{1,9}))?")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Plays the same deals or games for several values of a parameter."
    parser.epilog = EXAMPLES
    parser.add_argument("ruleset", metavar="RULESET", help="a path or a shipped name, with patches after a +")
    parser.add_argument(
        "--over",
        required=True,
        metavar="NAME=VALUES",
        help="the parameter and its values, as in target=11..31, 'target=11..31 by 5' or target=11,21,51",
    )
    add_study_options(parser, "what the first team has more with each other value")


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    check_names(arguments)
    name, values = turned(arguments.over)
    from hasenpfeffer.cards import fold

    if fold(name) in map(fold, options):
        raise UsageError(f"{name} is both in --over and in --set")
    from hasenpfeffer.cli.rulesets import load_playable
    from hasenpfeffer.cli.studying import run_study

    rulesets = [load_playable(arguments.ruleset, {**options, name: value}) for value in values]
    known = (parameter.name for parameter in rulesets[0].parameters)
    name = next((one for one in known if fold(one) == fold(name)), name)
    return run_study(arguments, rulesets, values, name)


def turned(word: str) -> tuple[str, tuple[str, ...]]:
    """The parameter and its values. Raises UsageError where there are none, too many, or the same twice."""
    name, equals, text = (part.strip() for part in word.partition("="))
    values = _values(text)
    if not (name and equals and all(values)):
        raise UsageError(f"--over takes a parameter and its values, as in target=11..31, not `{word[:80]}`")
    if len(values) > MOST_VALUES:
        raise UsageError(f"--over tries at most {MOST_VALUES} values, and {text} are {len(values):,}")
    twice = next((value for value in values if values.count(value) > 1), None)
    if twice is not None:
        raise UsageError(f"--over gives {twice} twice")
    return name, values


def _values(text: str) -> tuple[str, ...]:
    found = _RANGE.fullmatch(text)
    if found is None:
        return tuple(value.strip() for value in text.split(","))
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if low > high or step == 0:
        raise UsageError(f"--over: nothing lies in {text}")
    return tuple(map(str, range(low, high + 1, step)))
