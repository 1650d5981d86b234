"""The options that `simulate`, `compare` and `sweep` share."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import LONGEST_SEED, add_set_option, check_name, whole_number

if TYPE_CHECKING:
    from hasenpfeffer.study.plan import Plan

MOST_JOBS: Final = 64


def add_study_options(parser: argparse.ArgumentParser, narrow: str) -> None:
    """`narrow`: the interval that `--until` speaks of."""
    number = parser.add_mutually_exclusive_group(required=True)
    number.add_argument("--deals", type=whole_number(1), metavar="N", help="play so many single deals")
    number.add_argument("--games", type=whole_number(1), metavar="N", help="play so many whole games")
    parser.add_argument(
        "--until",
        type=_width,
        metavar="X",
        help=f"play fewer, as soon as {narrow} is known to within X either way (95 %% interval)",
    )
    parser.add_argument(
        "--seed", type=whole_number(0, LONGEST_SEED), default=0, metavar="S", help="where chance starts (0)"
    )
    parser.add_argument(
        "--jobs", type=whole_number(1, MOST_JOBS), default=1, metavar="J", help="so many workers (1)"
    )
    parser.add_argument(
        "--backend",
        default="auto",
        metavar="NAME",
        help="what plays: auto (what is done first), reference, python or native",
    )
    parser.add_argument(
        "--bots",
        default="random",
        metavar="NAME",
        help="who chooses: random (the usual), careful or sampling",
    )
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.add_argument(
        "--plots",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="draw small plots below the tables, or do not (drawn at a terminal, not into a file)",
    )
    parser.add_argument("--csv", metavar="FILE", help="write every deal into this file, a row a deal")
    parser.add_argument(
        "--parquet", metavar="FILE", help="the same as a Parquet file (needs pyarrow: the extra `tables`)"
    )
    parser.add_argument(
        "--report",
        metavar="FILE",
        help="write a page for a browser, with plots and tables (needs matplotlib: the extra `report`)",
    )
    add_set_option(parser)


def check_names(arguments: argparse.Namespace) -> None:
    """Refuses a backend or a kind of player that there is not."""
    from hasenpfeffer.study.backends import BACKENDS
    from hasenpfeffer.study.players import BOTS

    check_name("backend", arguments.backend, BACKENDS)
    check_name("kind of player", arguments.bots, BOTS)


def plan_of(arguments: argparse.Namespace) -> Plan:
    """What the options ask for."""
    from hasenpfeffer.study.plan import Plan

    if arguments.games is not None:
        return Plan("games", arguments.games, arguments.seed, arguments.bots, arguments.until)
    return Plan("deals", arguments.deals, arguments.seed, arguments.bots, arguments.until)


def _width(word: str) -> float:
    try:
        width = float(word)
    except ValueError:
        width = math.nan
    if not 0 < width < math.inf:
        raise argparse.ArgumentTypeError(f"`{word[:40]}` is not a number above 0, such as 0.1")
    return width
