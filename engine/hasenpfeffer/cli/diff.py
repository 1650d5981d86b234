"""`diff`: what differs in meaning between two rulesets, setting by setting."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import (
    LONGEST_SEED,
    add_set_option,
    check_name,
    parameters,
    whole_number,
)
from hasenpfeffer.cli.exit_codes import FINDINGS, FINE, INTERRUPTED
from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from hasenpfeffer.report.impact import Played, Ruling
    from hasenpfeffer.report.leaflet_changes import Change
    from hasenpfeffer.shelf.differences import Differences

EXAMPLES: Final = """\
examples:
  hasenpfeffer diff hasenpfeffer hasenpfeffer+no-alone+defenders-score
  hasenpfeffer diff hasenpfeffer ./house.yaml --format markdown > house.md
  hasenpfeffer diff hasenpfeffer+set-by-bid hasenpfeffer+set-by-six --json
  hasenpfeffer diff hasenpfeffer ./house.yaml --impact 500
  hasenpfeffer diff hasenpfeffer ./house.yaml --impact 100 --games --seed 7

What is written otherwise but means the same is no difference: the order of keys, spaces, short forms.
With --impact the same deals are played by both rulesets: how often something else was legal, how they
ended, who won, the points. Ctrl-C tells what is done so far.
Exit code: 0 when nothing differs, 1 when something does, 2 when a ruleset has errors.
"""

MOST_PAIRS: Final = 1_000_000
_USUAL_BOTS: Final = "careful"
_USUAL_SECONDS: Final = 600


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Compares two rulesets with all that they extend, and says what differs in meaning."
    parser.epilog = EXAMPLES
    parser.add_argument("before", metavar="A", help="a path or a shipped name, with patches after a +")
    parser.add_argument("after", metavar="B", help="the ruleset to compare with it")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="how it is written: text"
    )
    how.add_argument(
        "--json", action="store_const", const="json", dest="format", help="the same as --format json"
    )
    parser.add_argument(
        "--impact",
        type=whole_number(1, MOST_PAIRS),
        metavar="N",
        help="play N deals by both rulesets, and say what changes",
    )
    parser.add_argument(
        "--games",
        action="store_true",
        default=None,
        help="with --impact: whole games instead of single deals",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, LONGEST_SEED - MOST_PAIRS),
        metavar="S",
        help="with --impact: the seed of the first pair, the next ones follow (0)",
    )
    parser.add_argument(
        "--bots",
        metavar="NAME",
        help="with --impact: who chooses: random, careful (the usual) or sampling",
    )
    parser.add_argument(
        "--seconds",
        type=whole_number(1),
        metavar="T",
        help=f"with --impact: stop when this time is up ({_USUAL_SECONDS})",
    )
    add_set_option(parser, "set a parameter of both rulesets, as in target=20; may be repeated")


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    _check_options(arguments)
    from hasenpfeffer.cli.rulesets import load_each
    from hasenpfeffer.report.explain.leaflet import blocks
    from hasenpfeffer.report.leaflet_changes import changes
    from hasenpfeffer.shelf.differences import differences

    (before, options_before), (after, options_after) = load_each((arguments.before, arguments.after), options)
    assert before.ruleset is not None and after.ruleset is not None
    found = differences(before, after)
    sentences = changes(blocks(before.ruleset), blocks(after.ruleset)) if found.settings else ()
    usual = FINDINGS if found.settings else FINE
    if arguments.impact is None:
        print(_written(arguments, found, sentences, None), end="")
        return usual
    from hasenpfeffer.report.impact import Ruling

    played, is_stopped = _play(
        arguments,
        Ruling(arguments.before, before.ruleset, options_before),
        Ruling(arguments.after, after.ruleset, options_after),
    )
    print(_written(arguments, found, sentences, played), end="")
    return INTERRUPTED if is_stopped else usual


def _written(
    arguments: argparse.Namespace, found: Differences, sentences: Sequence[Change], played: Played | None
) -> str:
    """All that there is to tell, in the format that is asked for."""
    from hasenpfeffer.cli import terminal
    from hasenpfeffer.report.differences import as_json_data, as_lines, as_page
    from hasenpfeffer.report.impact import as_data, blocks

    names = (arguments.before, arguments.after)
    ascii_only = terminal.is_ascii_only(sys.stdout) or not terminal.has_suit_signs(sys.stdout)
    more = [] if played is None else blocks(played)
    match arguments.format:
        case "json":
            data = as_json_data(found, *names, sentences)
            if played is not None:
                data["impact"] = as_data(played)
            return json.dumps(data, indent=2, ensure_ascii=ascii_only) + "\n"
        case "markdown":
            return as_page(found, *names, sentences, more, ascii_only=ascii_only)
        case _:
            width = terminal.columns(sys.stdout)
            return as_lines(found, sentences, more, width=width, ascii_only=ascii_only)


def _check_options(arguments: argparse.Namespace) -> None:
    """Refuses options that mean nothing without --impact."""
    if arguments.impact is not None:
        return
    for option in ("games", "seed", "bots", "seconds"):
        if getattr(arguments, option) is not None:
            raise UsageError(f"--{option} goes with --impact: how many deals are to be played")


def _play(arguments: argparse.Namespace, before: Ruling, after: Ruling) -> tuple[Played, bool]:
    """Plays the pairs, and whether somebody stopped it. What is done counts also where not all is."""
    from time import monotonic

    from hasenpfeffer.cli.progress import Progress
    from hasenpfeffer.cli.rulesets import check_playable
    from hasenpfeffer.report.impact import Played
    from hasenpfeffer.study.impact import Impact, Plan, pairs
    from hasenpfeffer.study.players import BOTS

    bots = arguments.bots or _USUAL_BOTS
    check_name("kind of player", bots, BOTS)
    for ruling in (before, after):
        check_playable(ruling.ruleset)
    plan = Plan("games" if arguments.games else "deals", arguments.impact, arguments.seed or 0, bots)
    impact = Impact(before.ruleset.seating, after.ruleset.seating)
    seconds = arguments.seconds or _USUAL_SECONDS
    until, why = monotonic() + seconds, ""
    progress = Progress(plan.unit, plan.number)
    try:
        for pair in pairs(before.ruleset, after.ruleset, plan):
            impact.add(pair)
            progress.show(impact.pairs)
            if monotonic() > until and impact.pairs < plan.number:
                why = f": the time is up, --seconds {seconds}"
                break
    except KeyboardInterrupt:
        why = ": interrupted"
    progress.clear()
    if why:
        print(f"stopped after {impact.pairs:,} of {plan.number:,} {plan.unit}{why}", file=sys.stderr)
    return Played(before, after, plan, impact), why == ": interrupted"
