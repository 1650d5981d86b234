"""`replay`: a recorded game, told event by event, or checked."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.exit_codes import FINDINGS, FINE
from hasenpfeffer.errors import NotationError, RecordError, RecordFormatError, UsageError

if TYPE_CHECKING:
    import argparse

    from hasenpfeffer.play.record.replay import Replayed

EXAMPLES: Final = """\
examples:
  hasenpfeffer replay
  hasenpfeffer replay game.jsonl
  hasenpfeffer replay game.jsonl --as north
  hasenpfeffer replay game.jsonl --check

Every game of people is saved as it goes; `hasenpfeffer play --record game.jsonl`
writes it into a file of yours.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Tells a recorded game event by event, as it was told to the people at the table."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="the record of a game; without it, your last one"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--check",
        action="store_true",
        help="only say whether the record is whole, and the game followed the rules",
    )
    how.add_argument("--as", dest="seat", metavar="SEAT", help="tell only what this seat knew")
    how.add_argument("--open", action="store_true", help="tell everything, with all hands laid open")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--plain", action="store_true", help="no colours, no signs, one thing a line")
    form.add_argument("--json", action="store_true", help="the events as JSON, one a line")


def run(arguments: argparse.Namespace) -> int:
    from hasenpfeffer.play.record.replay import check_end, replay
    from hasenpfeffer.report.findings.visible import shown
    from hasenpfeffer.report.replay import verdict
    from hasenpfeffer.study.recorder import read_record

    if arguments.check and (arguments.plain or arguments.json):
        raise UsageError("--check says one line; leave --plain and --json out")
    file = _file(arguments.file)
    try:
        replayed = replay(read_record(file))
        if not arguments.check:
            _tell(replayed, arguments)
            sys.stdout.flush()
        check_end(replayed)
    except RecordFormatError as error:
        raise UsageError(f"{file}: {error.problem}") from None
    except RecordError as error:
        where = shown(f"{file}:{error.line}: {error.problem}")
        print(where, file=sys.stdout if arguments.check else sys.stderr)
        return FINDINGS
    if arguments.check:
        print(shown(f"{file}: {verdict(replayed)}"))
    return FINE


def _file(file: str | None) -> str:
    """The record that is meant: the one named, or that of the last game."""
    if file is not None:
        return file
    from hasenpfeffer.cli.saves import newest

    path = newest()
    if path is None:
        raise UsageError("no game of yours is saved yet; to tell another: hasenpfeffer replay FILE")
    return str(path)


def _tell(replayed: Replayed, arguments: argparse.Namespace) -> None:
    from hasenpfeffer.cli.screens.lines import LineScreen
    from hasenpfeffer.report.replay import Retelling

    audience = 0 if arguments.open else replayed.people
    if arguments.seat is not None:
        audience = 1 << _seat(replayed, arguments.seat)
    retelling = Retelling(replayed, audience, sees_all=arguments.open)
    if arguments.json:
        for data in retelling.data:
            print(json.dumps(data, ensure_ascii=False))
    else:
        screen = LineScreen(plain=arguments.plain)
        for line in retelling.lines:
            screen.say(line)


def _seat(replayed: Replayed, name: str) -> int:
    from hasenpfeffer.play.deals import seat_called

    try:
        return seat_called(replayed.table.rules, name)
    except NotationError as problem:
        raise UsageError(f"--as: {problem}") from None
