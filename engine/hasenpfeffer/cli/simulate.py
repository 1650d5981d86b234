"""`simulate`: many deals or games by the same rules, summed up."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.arguments import LONGEST_SEED, add_set_option, check_name, parameters, whole_number
from hasenpfeffer.cli.exit_codes import INTERRUPTED
from hasenpfeffer.cli.progress import Progress

if TYPE_CHECKING:
    import argparse

    from hasenpfeffer.report.simulation import Outcome

EXAMPLES: Final = """\
examples:
  hasenpfeffer simulate hasenpfeffer --deals 2000
  hasenpfeffer simulate hasenpfeffer+set-by-bid --games 100 --jobs 2
  hasenpfeffer simulate ./house.yaml --deals 5000 --seed 7 --json

Single deals have no game round them: scores start at nothing, and the seats deal
in turn. A deal that is thrown in is dealt again and counted among the redeals.
The same seed gives the same figures with any number of jobs.
"""

MOST_JOBS: Final = 64


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Plays many deals or games by the same rules and says what came of them."
    parser.epilog = EXAMPLES
    parser.add_argument("ruleset", metavar="RULESET", help="a path or a shipped name, with patches after a +")
    number = parser.add_mutually_exclusive_group(required=True)
    number.add_argument("--deals", type=whole_number(1), metavar="N", help="play so many single deals")
    number.add_argument("--games", type=whole_number(1), metavar="N", help="play so many whole games")
    parser.add_argument(
        "--seed", type=whole_number(0, LONGEST_SEED), default=0, metavar="S", help="where chance starts (0)"
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1, MOST_JOBS),
        default=1,
        metavar="J",
        help="work with so many processes (1)",
    )
    parser.add_argument("--backend", default="reference", metavar="NAME", help="what plays: reference")
    parser.add_argument("--bots", default="random", metavar="NAME", help="who chooses: random")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    add_set_option(parser)


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    from time import perf_counter

    from hasenpfeffer.cli.rulesets import load_playable
    from hasenpfeffer.report.simulation import Outcome
    from hasenpfeffer.study.players import BOTS
    from hasenpfeffer.study.simulate import BACKENDS, Plan, Tally, parts

    check_name("backend", arguments.backend, BACKENDS)
    check_name("kind of player", arguments.bots, BOTS)
    ruleset = load_playable(arguments.ruleset, options)
    plan = Plan("games", arguments.games, arguments.seed, arguments.bots)
    if arguments.deals is not None:
        plan = Plan("deals", arguments.deals, arguments.seed, arguments.bots)
    tally = Tally.empty(len(ruleset.seating.teams))
    started, interrupted = perf_counter(), False
    progress = Progress(plan.unit, plan.number)
    try:
        for part in parts(ruleset, plan, arguments.jobs):
            tally.add(part)
            progress.show(tally.deals if plan.unit == "deals" else tally.games)
    except KeyboardInterrupt:
        interrupted = True
    progress.clear()
    seconds = perf_counter() - started
    outcome = Outcome(ruleset, plan, tally, seconds, arguments.backend, arguments.bots)
    if outcome.played or not interrupted:
        _print(outcome, as_json=arguments.json)
    if not interrupted:
        return 0
    sys.stdout.flush()
    print(f"stopped after {outcome.played:,} of {plan.number:,} {plan.unit}", file=sys.stderr)
    return INTERRUPTED


def _print(outcome: Outcome, *, as_json: bool) -> None:
    from hasenpfeffer.report.simulation import as_data, as_tables

    if as_json:
        import json

        print(json.dumps(as_data(outcome), ensure_ascii=False, indent=2))
        return
    width = terminal.columns(sys.stdout) or 100
    print(as_tables(outcome, width=width, ascii_only=terminal.is_ascii_only(sys.stdout)), end="")
