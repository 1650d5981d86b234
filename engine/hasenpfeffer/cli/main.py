"""The command line's front: finds the command, runs it, and turns whatever happens into an exit code."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer import __version__
from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.exit_codes import BUG, FINE, INTERRUPTED, WRONG_USAGE
from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType


class Command(NamedTuple):
    """A command's module, which offers `configure(parser)` and `run(arguments)`, and its line in the help."""

    module: str
    about: str


COMMANDS: Final = {
    "list": Command("list", "the rulesets and house rules that come with the program"),
    "validate": Command("validate", "check rule files and say what is wrong with them, and where"),
    "show": Command("show", "a ruleset with everything it extends and all its patches put together"),
    "explain": Command("explain", "the rules as a leaflet, or what a finding means"),
    "diff": Command("diff", "what differs in meaning between two rulesets"),
    "new": Command("new", "begin a variant of a ruleset: a small file with everything to hand"),
    "test": Command("test", "run the cases that say what must come out"),
    "play": Command("play", "play in the terminal, or watch a game"),
    "replay": Command("replay", "tell a recorded game again, or check that its record is true"),
    "score": Command("score", "keep the score of a game at a real table"),
    "simulate": Command("simulate", "play many games and sum them up"),
    "compare": Command("compare", "play the same games by several rulesets, and say how far they differ"),
    "sweep": Command("sweep", "play the same games for several values of a parameter"),
    "schema": Command("schema", "the JSON Schema of rule files, for editors"),
}

_ABOUT: Final = """\
usage: hasenpfeffer COMMAND …

Trick-taking card games as rule files: checked, explained and played.

commands:
{commands}

A RULESET is a path or a name from the list, with house rules after a +:
  hasenpfeffer      hasenpfeffer+no-alone+defenders-score      ./house.yaml+one-round

options:
  --help       this help; after a command, that command's own
  --version    the version of the program
  --debug      with any command: show where in the program it failed

examples:
  hasenpfeffer play
  hasenpfeffer validate house.yaml
  hasenpfeffer show hasenpfeffer+defenders-score --set target=20
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and gives its exit code; nothing but a `--debug` run ends with a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    debug = _take_debug(words)
    terminal.prepare()
    try:
        code = _run(words)
        _flush()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else FINE
    except (KeyboardInterrupt, EOFError):
        code = INTERRUPTED
    except Exception as error:
        code = FINE if terminal.is_closed() else _explain(error, words, debug)
    terminal.let_go()
    return code


def _run(words: list[str]) -> int:
    """Finds the command among the words and lets it run."""
    first, *rest = words or [""]
    match first:
        case "":
            print(_help(), file=sys.stderr, end="")
            return WRONG_USAGE
        case "-h" | "--help":
            print(_help(), end="")
            return FINE
        case "help":
            return _run([*rest[:1], "--help"])
        case "-V" | "--version":
            print(f"hasenpfeffer {__version__}")
            return FINE
        case _ if first in COMMANDS:
            return _run_command(first, rest)
    from hasenpfeffer.cli.arguments import unknown

    if first.startswith("-"):
        raise UsageError(unknown("option", first, ("--help", "--version", "--debug")))
    raise UsageError(unknown("command", first, tuple(COMMANDS)))


def _run_command(name: str, words: list[str]) -> int:
    from hasenpfeffer.cli.arguments import Parser

    _check_folder()
    module = _module(name)
    parser = Parser(f"hasenpfeffer {name}", description=_sentence(COMMANDS[name].about))
    module.configure(parser)
    try:
        arguments = parser.read(words)
    except UsageError as error:
        raise UsageError(f"{error}\nTry: hasenpfeffer {name} --help") from None
    code: int = module.run(arguments)
    return code


def _check_folder() -> None:
    """Refuses to work in a folder that is not there any more."""
    try:
        os.getcwd()  # noqa: PTH109  (nothing else is imported for it)
    except OSError as error:
        raise UsageError(f"This folder cannot be used: {(error.strerror or 'it is gone').lower()}") from None


def _module(name: str) -> ModuleType:
    path = f"hasenpfeffer.cli.{COMMANDS[name].module}"
    try:
        return import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
    raise UsageError(f"The command `{name}` is not part of this version yet")


def _explain(error: Exception, words: Sequence[str], debug: bool) -> int:
    """Says what went wrong: a fault of the input in its own words, one of the program with a reproducer."""
    from hasenpfeffer.cli import failures

    reason = failures.reason(error)
    bug = "" if reason else f"{failures.bug(error)}; to see it: {_again(words)}"
    try:
        if debug:
            import traceback

            traceback.print_exception(error)
        print(failures.told(f"hasenpfeffer: {reason or bug}"), file=sys.stderr, flush=True)
    except OSError:  # standard error cannot be written either: the exit code has to do
        pass
    return WRONG_USAGE if reason else BUG


def _again(words: Sequence[str]) -> str:
    import shlex

    return shlex.join(["hasenpfeffer", *words, "--debug"])


def _take_debug(words: list[str]) -> bool:
    """Takes `--debug` out, wherever it stands before a `--`."""
    end = words.index("--") if "--" in words else len(words)
    found = "--debug" in words[:end]
    words[:end] = [word for word in words[:end] if word != "--debug"]
    return found


def _flush() -> None:
    sys.stdout.flush()
    sys.stderr.flush()


def _help() -> str:
    width = max(map(len, COMMANDS)) + 3
    lines = [f"  {name:<{width}}{command.about}" for name, command in COMMANDS.items()]
    return _ABOUT.format(commands="\n".join(lines))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
