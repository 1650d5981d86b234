"""`score`: keeps the score of a game at a real table, with real cards."""

from __future__ import annotations

import shlex
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import add_set_option, parameters, unknown
from hasenpfeffer.errors import CaseError, UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from hasenpfeffer.cli.keeping.sheet_file import Header, Saved, SheetFile
    from hasenpfeffer.ruleset.model import Ruleset

EXAMPLES: Final = """\
examples:
  hasenpfeffer score hasenpfeffer
  hasenpfeffer score hasenpfeffer+set-by-bid --names Ada,Ben,Cy,Dot --file sunday.jsonl
  hasenpfeffer score spades --set target=300 --dealer north

A deal is one line, in any order: `south 4 hearts, 5 tricks`, `west 6 alone, 3`, `pass`.
What is missing is asked for; there, too, ? tells what can be said, and undo leaves the deal out.
Besides: ? sheet why undo dealer NAME quit
Each deal is saved before the next is asked for; --file with a sheet that is there goes on with it.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Keeps the score of a game that is played with real cards at a real table."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "ruleset",
        metavar="RULESET",
        nargs="?",
        help="a path or a shipped name, with patches after a + (as in the file; else hasenpfeffer)",
    )
    parser.add_argument(
        "--names", metavar="NAMES", help="who plays, in the order of the seats: Ada,Ben,Cy,Dot"
    )
    parser.add_argument("--dealer", metavar="NAME", help="who deals first")
    parser.add_argument(
        "--file", metavar="SHEET", type=Path, help="where the sheet is kept, and gone on with"
    )
    parser.add_argument("--plain", action="store_true", help="no colours, no signs, one thing a line")
    parser.add_argument(
        "--rescore",
        action="store_true",
        help="score a sheet anew by rules that have changed since it was kept",
    )
    add_set_option(parser)


def run(arguments: argparse.Namespace) -> int:
    options = parameters(arguments)
    from hasenpfeffer.cli.keeping.opening import open_sheet
    from hasenpfeffer.cli.keeping.session import Keeping

    path: Path | None = arguments.file
    if path is not None and _is_there(path):
        return _go_on(arguments, options, path)
    header, ruleset = _header(arguments, options, None)
    sheet = open_sheet(ruleset, header)
    file, notices = _new_file(path, ruleset, header)
    with closing(file) if file is not None else nullcontext():
        return Keeping(sheet, file, plain=arguments.plain).keep(notices)


def _go_on(arguments: argparse.Namespace, options: Mapping[str, str], path: Path) -> int:
    """Takes up a sheet that is there, and keeps it."""
    from hasenpfeffer.cli.keeping.opening import open_sheet
    from hasenpfeffer.cli.keeping.session import Keeping
    from hasenpfeffer.cli.keeping.sheet_file import SheetFile
    from hasenpfeffer.study.sheets.events import RESCORED

    file, saved = SheetFile.take_up(path)
    with closing(file):
        header, ruleset = _header(arguments, options, saved)
        sheet = open_sheet(ruleset, header)
        try:
            sheet.take_up(saved.events, compares=not arguments.rescore)
        except CaseError as problem:
            raise UsageError(f"{path}:{problem}") from None
        file.leave_off(saved)
        if arguments.rescore:
            file.add(RESCORED)
        notices = ["the last line of the sheet was cut off and is left out"] if saved.is_cut else []
        return Keeping(sheet, file, plain=arguments.plain).keep([_kept_in(path), *notices])


# --- beginning


def _new_file(path: Path | None, ruleset: Ruleset, header: Header) -> tuple[SheetFile | None, list[str]]:
    """Where a new sheet is kept, and what is to be told of that; nowhere, where there can be no file."""
    from hasenpfeffer.cli.keeping.opening import unfinished
    from hasenpfeffer.cli.keeping.sheet_file import SheetFile
    from hasenpfeffer.cli.saves import new_sheet

    if path is not None:
        return SheetFile(path, header), [_kept_in(path)]
    try:
        path = new_sheet(header.ruleset)
    except OSError as problem:
        return None, [f"this sheet cannot be saved: {problem.filename}: {problem.strerror}"]
    notices = [_kept_in(path)]
    before = unfinished(ruleset, header)
    if before is not None:
        command = f"hasenpfeffer score --file {shlex.quote(str(before))}"
        notices.append(f"a sheet of these rules is not finished; to go on with it: {command}")
    return SheetFile(path, header), notices


def _kept_in(path: Path) -> str:
    return f"the sheet is kept in {path}"


def _is_there(path: Path) -> bool:
    if path.is_dir():
        raise UsageError(f"{path} is a folder, and a file is needed, such as {path / 'sheet.jsonl'}")
    if not path.parent.is_dir():
        raise UsageError(f"There is no folder {path.parent}. Make it first, or name another one")
    return path.exists()


def _header(
    arguments: argparse.Namespace, options: Mapping[str, str], saved: Saved | None
) -> tuple[Header, Ruleset]:
    """What is played: as the file says, or else as the command line does."""
    from hasenpfeffer.cli.keeping.sheet_file import Header
    from hasenpfeffer.cli.rulesets import load_playable

    if saved is not None:
        kept = saved.header
        ruleset = load_playable(arguments.ruleset or kept.ruleset, kept.parameters)
        names = _names(arguments.names, ruleset)
        for said, settled, option in (
            (names, kept.names, "--names"),
            (_dealer(arguments.dealer, names or kept.names, ruleset), kept.dealer, "--dealer"),
            (options, kept.parameters, "--set"),
        ):
            if said and said != settled:
                raise UsageError(
                    f"{arguments.file} has a sheet already, and {option} was settled when it began: {_told(settled)}"
                )
        return kept, ruleset
    reference = arguments.ruleset or "hasenpfeffer"
    ruleset = load_playable(reference, options)
    names = _names(arguments.names, ruleset)
    return Header(reference, options, names, _dealer(arguments.dealer, names, ruleset)), ruleset


def _told(settled: str | tuple[str, ...] | Mapping[str, str]) -> str:
    match settled:
        case str():
            words = settled
        case tuple():
            words = ", ".join(settled)
        case _:
            words = ", ".join(f"{name}={value}" for name, value in settled.items())
    return words or "nothing was said"


def _names(names: str | None, ruleset: Ruleset) -> tuple[str, ...]:
    from hasenpfeffer.cards import fold

    seats = ruleset.seating.names
    if names is None:
        return ()
    found = tuple(" ".join(name.split()) for name in names.split(","))
    if len(found) != len(seats) or not all(found):
        raise UsageError(
            f"--names needs {len(seats)} names with commas between, in the order {', '.join(seats)}"
        )
    if len({fold(name) for name in found}) < len(found):
        raise UsageError("--names gives two players the same name")
    for place, name in enumerate(found):
        if fold(name) in map(fold, seats) and fold(name) != fold(seats[place]):
            raise UsageError(f"--names: {name} is another seat's name")
    return found


def _dealer(name: str | None, names: tuple[str, ...], ruleset: Ruleset) -> str:
    """The seat that deals first, by the name of the seat or of who sits there; nothing where it is not said."""
    from hasenpfeffer.cards import fold

    seats = ruleset.seating.names
    if name is None:
        return ""
    for known in (names, seats):
        for seat, one in zip(seats, known, strict=False):
            if fold(one) == fold(name):
                return seat
    raise UsageError(f"{unknown('player', name, (*names, *seats))} There are: {', '.join(names or seats)}")
