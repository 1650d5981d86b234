"""`play`: a game in the terminal, for people at some of the seats or none."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli import terminal
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

    from hasenpfeffer.play.rules import CompiledRules

EXAMPLES: Final = """\
examples:
  hasenpfeffer play
  hasenpfeffer play hasenpfeffer+set-by-bid --seat north --set target=20
  hasenpfeffer play --seat none --seed 1 --plain

At a prompt, say what you do as it is listed (4, pass, trump hearts, alone, JC), or
? hand score last undo quit. Several seats share the screen and see each other's hands.
Without --seed chance comes from the system, and the seed is told when the game ends.
"""

NOBODY: Final = "none"
_USUAL_SEAT: Final = "south"
_RANDOM_BITS: Final = 128
_SHORT_BITS: Final = 32


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Plays a game in the terminal. You are south unless --seat says otherwise."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "ruleset",
        metavar="RULESET",
        nargs="?",
        default="hasenpfeffer",
        help="a path or a shipped name, with patches after a + (hasenpfeffer)",
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
        default="careful",
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
    add_set_option(parser)


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    from hasenpfeffer.cli.rulesets import load_playable
    from hasenpfeffer.cli.sitting import Sitting, introduction
    from hasenpfeffer.play.compile import compile_rules
    from hasenpfeffer.play.table import Table
    from hasenpfeffer.study.players import BOTS

    check_name("kind of player", arguments.bots, BOTS)
    rules = compile_rules(load_playable(arguments.ruleset, options))
    people = _people(rules, arguments.seat)
    is_secret = arguments.seed is None and people != 0
    seed = _new_seed(is_secret) if arguments.seed is None else arguments.seed
    table = Table(rules, seed=seed, deal=arguments.deal)
    screen = Terminal(plain=arguments.plain)
    again = f"seed {seed} — repeat with --seed {seed}"
    screen.say(*introduction(table, people, arguments.bots), *([] if is_secret else [again]))
    try:
        is_over = Sitting(table, people, screen, bots=arguments.bots, shows_deals=is_secret).play()
    except (EOFError, KeyboardInterrupt) as stop:
        return _interrupted(screen, again, is_ended=isinstance(stop, EOFError))
    if not is_over:
        screen.say("the game is left unfinished")
    if is_secret:
        screen.say(again)
    return 0


class Terminal:
    """Tells on standard output, asks on standard error, and reads answers from standard input."""

    def __init__(self, *, plain: bool) -> None:
        self._plain = plain or terminal.is_ascii_only(sys.stdout) or not terminal.has_suit_signs(sys.stdout)
        self._has_blank_lines = not plain
        self._colour = not plain and terminal.has_colour(sys.stdout)
        self._asks_in_colour = not plain and terminal.has_colour(sys.stderr)
        if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def say(self, *lines: str) -> None:
        for line in lines:
            if line or self._has_blank_lines:
                print(self._shown(line, colour=self._colour))

    def ask(self, question: str) -> str:
        sys.stdout.flush()
        print(self._shown(f"{question}: ", colour=self._asks_in_colour), end="", file=sys.stderr, flush=True)
        answer = sys.stdin.readline() if sys.stdin is not None else ""
        if not answer:
            raise EOFError
        if not terminal.is_terminal(sys.stdin):
            print(self._shown(answer.strip(), colour=False), file=sys.stderr, flush=True)
        return answer

    def complain(self, line: str) -> None:
        """A line on standard error, below the prompt."""
        sys.stdout.flush()
        print(f"\n{self._shown(line, colour=False)}", file=sys.stderr)

    def _shown(self, line: str, *, colour: bool) -> str:
        from hasenpfeffer.report.document import as_ascii
        from hasenpfeffer.report.findings.visible import shown

        line = as_ascii(line) if self._plain else line
        return _painted(shown(line)) if colour else shown(line)


_RED: Final = re.compile(r"\w+[♥♦]")
_RULE: Final = re.compile(r"\([^()\s]+:[0-9]+\)$")
_HEADING: Final = re.compile(r"^deal \d+: .*")


def _painted(line: str) -> str:
    """Red suits in red, the place of a rule faint, the beginning of a deal bright."""
    line = _HEADING.sub("\x1b[1m\\g<0>\x1b[0m", line)
    line = _RED.sub("\x1b[31m\\g<0>\x1b[0m", line)
    return _RULE.sub("\x1b[2m\\g<0>\x1b[0m", line)


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


def _interrupted(screen: Terminal, again: str, *, is_ended: bool) -> int:
    what = "the input ended before the game" if is_ended else "stopped"
    screen.complain(f"{what}; {again}")
    return INTERRUPTED
