"""`play`: a game in the terminal, for people at some of the seats or none."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.cli.arguments import (
    LONGEST_SEED,
    add_set_option,
    check_name,
    parameters,
    unknown,
    whole_number,
)
from hasenpfeffer.cli.exit_codes import INTERRUPTED
from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    import argparse
    from contextlib import AbstractContextManager
    from pathlib import Path

    from hasenpfeffer.cli.at_table.sitting import Sitting
    from hasenpfeffer.cli.screens import Screen
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.table import Table
    from hasenpfeffer.study.recorder import Recorder

EXAMPLES: Final = """\
examples:
  hasenpfeffer play
  hasenpfeffer play hasenpfeffer+set-by-bid --seat north --set target=20
  hasenpfeffer play --seat south --seat north        (two people share the screen)
  hasenpfeffer play --record friday.jsonl
  hasenpfeffer play --resume friday.jsonl
  hasenpfeffer play --seat none --seed 1 --plain

At a prompt, say what you do as it is listed (4, pass, trump hearts, alone, JC), or
? why hint hand score last rules look undo quit. Without --seed chance comes from the
system, and the seed is told when the game ends. Every game of people is saved as it
goes; `--resume` alone goes on with the last one that was not finished.
"""

NOBODY: Final = "none"
LAST_GAME: Final = ""
"""What `--resume` means without a file."""
_USUAL_RULESET: Final = "hasenpfeffer"
_USUAL_BOTS: Final = "careful"
_USUAL_SEAT: Final = "south"
_RANDOM_BITS: Final = 128
_SHORT_BITS: Final = 32


class Farewell(NamedTuple):
    """What is told when the game ends: how the game is called on the command line, and whether its seed is still a
    secret then."""

    file: str = ""
    plain: bool = False
    seed_is_secret: bool = True


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Plays a game in the terminal. You are south unless --seat says otherwise."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "ruleset",
        metavar="RULESET",
        nargs="?",
        help=f"a path or a shipped name, with patches after a + ({_USUAL_RULESET})",
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME",
        help="sit at this seat; may be repeated; `none`: watch",
    )
    parser.add_argument(
        "--bots",
        metavar="NAME",
        help="who chooses at the other seats: random, careful (the usual) or sampling",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, LONGEST_SEED),
        metavar="S",
        help="where chance starts, to play a game again",
    )
    parser.add_argument(
        "--deal",
        metavar="STRING",
        help='the cards of the first deal: "dealer=south north=… east=… south=… west=…", and the piles',
    )
    parser.add_argument("--plain", action="store_true", help="no colours, no signs, one thing a line")
    parser.add_argument("--record", metavar="FILE", help="write the game into this file as it goes")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const=LAST_GAME,
        help="go on with a game that was written down; without a file, with your last one",
    )
    add_set_option(parser)


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    if arguments.resume is not None:
        return _resume(arguments)
    from hasenpfeffer.cli.at_table.introduction import introduction
    from hasenpfeffer.cli.at_table.sitting import Sitting
    from hasenpfeffer.cli.rulesets import load_playable
    from hasenpfeffer.play.compile import compile_rules
    from hasenpfeffer.play.table import Table
    from hasenpfeffer.study.players import BOTS

    bots = arguments.bots or _USUAL_BOTS
    check_name("kind of player", bots, BOTS)
    rules = compile_rules(load_playable(arguments.ruleset or _USUAL_RULESET, options))
    people = _people(rules, arguments.seat)
    is_secret = arguments.seed is None and people != 0
    seed = _new_seed(is_secret) if arguments.seed is None else arguments.seed
    table = Table(rules, seed=seed, deal=arguments.deal)
    screen = _screen(arguments.plain, people)
    with _recorder(arguments.record, table, people, bots, screen) as recorder:
        screen.say(*introduction(table, people, bots, hides_hands=screen.is_live))
        screen.say(*([] if is_secret else [_again(seed)]))
        sitting = Sitting(table, people, screen, bots=bots, journal=recorder)
        farewell = Farewell(arguments.record or "", arguments.plain, seed_is_secret=is_secret)
        return _sit(sitting, screen, recorder, farewell)


def _resume(arguments: argparse.Namespace) -> int:
    """Goes on with a game that was written down."""
    _refuse_with_resume(arguments)
    from hasenpfeffer.cli.at_table.introduction import introduction
    from hasenpfeffer.cli.at_table.sitting import Sitting
    from hasenpfeffer.errors import RecordError
    from hasenpfeffer.study.players import BOTS
    from hasenpfeffer.study.recorder import resume

    path = _to_resume(arguments.resume)
    try:
        found = resume(path)
    except RecordError as error:
        raise UsageError(f"{path}:{error.line}: {error.problem}") from None
    bots = found.bots or _USUAL_BOTS
    if bots not in BOTS:
        raise UsageError(f"{path}:1: `{bots}` is no kind of player that this program has")
    with found.recorder as recorder:
        screen = _screen(arguments.plain, found.people)
        screen.say(*introduction(found.table, found.people, bots, hides_hands=screen.is_live))
        screen.say(*filter(None, [found.notice]))
        sitting = Sitting(
            found.table,
            found.people,
            screen,
            bots=bots,
            journal=recorder,
            decisions=found.decisions,
            choices=found.choices,
        )
        return _sit(sitting, screen, recorder, Farewell(arguments.resume, arguments.plain))


def _refuse_with_resume(arguments: argparse.Namespace) -> None:
    """Everything that a record says already may not be said again."""
    given = {
        "a ruleset": arguments.ruleset,
        "--seat": arguments.seat,
        "--bots": arguments.bots,
        "--seed": arguments.seed,
        "--deal": arguments.deal,
        "--record": arguments.record,
        "--set": arguments.set,
    }
    said = next((name for name, value in given.items() if value not in (None, [], ())), None)
    if said is not None:
        raise UsageError(f"--resume goes on with a game as it was begun; leave {said} out")


def _to_resume(file: str) -> Path:
    from pathlib import Path

    from hasenpfeffer.cli.saves import newest_unfinished

    path = Path(file) if file != LAST_GAME else newest_unfinished()
    if path is None:
        raise UsageError("no game of yours is left unfinished; to resume another: --resume FILE")
    return path


def _sit(sitting: Sitting, screen: Screen, recorder: Recorder | None, farewell: Farewell) -> int:
    """Plays a game, and says at its end how it can be gone on with, or seen and played again."""
    again = _again(sitting.table.seed)
    try:
        is_over = sitting.play()
    except (EOFError, KeyboardInterrupt) as stop:
        what = "the input ended before the game" if isinstance(stop, EOFError) else "stopped"
        screen.complain("; ".join([what, _leave(recorder, farewell) or again]))
        return INTERRUPTED
    if not is_over:
        screen.say("; ".join(["the game is left unfinished", _leave(recorder, farewell) or again]))
    elif farewell.seed_is_secret:
        screen.say(*[f"to see it again: {_command('replay', farewell.file)}"] * bool(recorder), again)
    return 0


def _leave(recorder: Recorder | None, farewell: Farewell) -> str:
    """Ends a record in the middle of the game; how to go on. Its seed stays unknown until the game is over."""
    if recorder is None:
        return ""
    from hasenpfeffer.cli.saves import newest_unfinished

    recorder.left()
    plain = " --plain" if farewell.plain else ""
    file = farewell.file
    if not file and newest_unfinished() != recorder.path:  # another game was begun since
        file = str(recorder.path)
    return f"to go on: {_command('play --resume', file)}{plain}"


def _command(command: str, file: str) -> str:
    import shlex

    return f"hasenpfeffer {command}{f' {shlex.quote(file)}' if file else ''}"


def _again(seed: int) -> str:
    return f"to play it again: --seed {seed}"


def _screen(plain: bool, people: int) -> Screen:
    """The terminal of the people; a game that is only watched is told in lines."""
    from hasenpfeffer.cli.screens import open_screen
    from hasenpfeffer.cli.screens.lines import LineScreen

    return open_screen(plain=plain, shared=people.bit_count() > 1) if people else LineScreen(plain=plain)


def _recorder(
    file: str | None, table: Table, people: int, bots: str, screen: Screen
) -> AbstractContextManager[Recorder | None]:
    """Where the game is written: the file that was asked for, or a place of its own for a game of people."""
    if file is None and not people:
        return nullcontext()
    from pathlib import Path

    from hasenpfeffer.cli.saves import new_save
    from hasenpfeffer.study.recorder import Recorder

    try:
        path = Path(file) if file is not None else new_save(table.rules.ruleset.name)
        return Recorder.create(path, table, people=people, bots=bots)
    except FileExistsError:
        go_on = "" if Path(file or "").is_dir() else "go on with it by --resume, or "
        raise UsageError(f"{file or 'the file'} is there already; {go_on}name another file") from None
    except OSError as error:
        if file is not None:
            raise
        screen.say(f"this game is not saved: {error.filename}: {error.strerror}")
        return nullcontext()


def _people(rules: CompiledRules, words: list[str]) -> int:
    """The seats that people take, as a set."""
    from hasenpfeffer.cards import fold

    names = rules.seating.names
    if not words:
        return 1 << (names.index(_USUAL_SEAT) if _USUAL_SEAT in names else 0)
    folded = [fold(name) for name in names]
    found = 0
    for word in words:
        if fold(word) in folded:
            found |= 1 << folded.index(fold(word))
        elif fold(word) != NOBODY:
            raise UsageError(f"{unknown('seat', word, (*names, NOBODY))} There are: {', '.join(names)}")
    if found and any(fold(word) == NOBODY for word in words):
        raise UsageError("--seat none means that nobody sits down; leave it out, or the other seats")
    return found


def _new_seed(is_secret: bool) -> int:
    """A seed from the system: long where somebody plays, and short to type where all can be told at once."""
    import secrets

    return secrets.randbits(_RANDOM_BITS if is_secret else _SHORT_BITS)
