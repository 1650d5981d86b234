"""The command line of one command: options with did-you-mean, and messages without jargon."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Final, NoReturn

from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LONGEST_SEED: Final = (1 << 128) - 1
_LONGEST_NUMBER: Final = 4000
_REQUIRED: Final = re.compile(r"the following arguments are required: (.*)")
_ONE_OF: Final = re.compile(r"one of the arguments (.*) is required")
_ABOUT: Final = re.compile(r"argument ([^:]*): (.*)", re.DOTALL)
_CHOICE: Final = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)", re.DOTALL)
_EXPECTED: Final = re.compile(r"expected (?:one|at least one|\d+) arguments?")


class Parser(argparse.ArgumentParser):
    """Reads the words after a command; whatever is wrong with them is a `UsageError`."""

    def __init__(self, prog: str, **settings: object) -> None:
        super().__init__(
            prog=prog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **settings,  # type: ignore[arg-type]
        )

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """The words as settings. Misspelt options are told before anything else that they upset."""
        self._check_options(words)
        # Options may stand between files, but for those who tell the two apart by `--`.
        read = self.parse_known_args if "--" in words else self.parse_known_intermixed_args
        found, rest = read(list(words))
        if rest and rest[0].startswith("-"):
            raise UsageError(unknown("option", rest[0], ()))
        if rest:
            raise UsageError(f"{_named(rest[0])} is one word too many{_without_spaces(words)}")
        return found

    def error(self, message: str) -> NoReturn:
        raise UsageError(_plain(message))

    def _check_options(self, words: Sequence[str]) -> None:
        known = self._option_string_actions
        for word in words:
            if word == "--":
                return
            option = word.partition("=")[0]
            if option.startswith("--") and option not in known:
                raise UsageError(unknown("option", option, [name for name in known if name.startswith("--")]))


def unknown(what: str, word: str, known: Sequence[str]) -> str:
    """There is no such word, and which one was probably meant."""
    from hasenpfeffer.reading.suggest import did_you_mean

    return f"There is no {what} {_named(word)}.{did_you_mean(word, known)}"


def whole_number(least: int = 0, most: int | None = None) -> Callable[[str], int]:
    """A type of argument: a whole number within limits."""
    range_text = f"from {least} up" if most is None else f"from {least} to {most}"

    def read(word: str) -> int:
        is_number = word.isascii() and word.isdecimal() and len(word) <= _LONGEST_NUMBER
        number = int(word) if is_number else least - 1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{_named(word)} is not a whole number {range_text}")
        return number

    return read


def add_set_option(
    parser: argparse.ArgumentParser,
    about: str = "set a parameter of the ruleset, as in target=20; may be repeated",
) -> None:
    """`--set NAME=VALUE`, for every command that takes a ruleset."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=about,
    )


def parameters(arguments: argparse.Namespace) -> Mapping[str, str]:
    """What `--set` says, by name."""
    found: dict[str, str] = {}
    for word in arguments.set:
        name, equals, value = word.partition("=")
        name, value = name.strip(), value.strip()
        if not (equals and name and value):
            raise UsageError(f"--set takes a name and a value, as in target=20, not {_named(word)}")
        if name in found:
            raise UsageError(f"--set gives {_named(name)} twice: {found[name]} and {value}")
        found[name] = value
    return found


def _plain(message: str) -> str:
    """What argparse says, in the words of this program."""
    if match := _REQUIRED.fullmatch(message):
        return f"{match[1]} is needed"
    if match := _ONE_OF.fullmatch(message):
        return f"{' or '.join(match[1].split())} is needed"
    match = _ABOUT.fullmatch(message)
    if match is None:
        return message
    option, problem = match.groups()
    if _EXPECTED.fullmatch(problem):
        return f"{option} needs a value"
    if choice := _CHOICE.fullmatch(problem):
        choices = [word.strip("' ") for word in choice[2].split(",")]
        return f"{option}: {unknown('choice', choice[1], choices)} Choices: {', '.join(choices)}"
    if problem.startswith("ignored explicit argument"):
        return f"{option} takes no value"
    return f"{option}: {problem}"


def _without_spaces(words: Sequence[str]) -> str:
    """How a composition is written, for whoever put spaces round its plus signs."""
    typed = " ".join(words)
    glued = re.sub(r" *\+ *", "+", typed)
    return f". House rules follow without a space: {glued}" if glued != typed else ""


def _named(word: str) -> str:
    from hasenpfeffer.reading.suggest import quoted

    return quoted(word)


def check_name(what: str, name: str, known: Sequence[str]) -> None:
    """Refuses a name that is not among the known ones."""
    if name not in known:
        raise UsageError(f"{unknown(what, name, known)} There is: {', '.join(known)}")
