"""`score`: keeps the score of a game at a real table, with real cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import add_set_option, parameters, unknown
from hasenpfeffer.errors import UsageError
from hasenpfeffer.reading.suggest import quoted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from hasenpfeffer.cli.keeping.sheet_file import Header, Saved
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.sheets import Sheet

EXAMPLES: Final = """\
examples:
  hasenpfeffer score hasenpfeffer
  hasenpfeffer score hasenpfeffer+set-by-bid --names Ada,Ben,Cy,Dot --file sunday.jsonl
  hasenpfeffer score spades --set target=300 --dealer north

A deal is one line, in any order: `south 4 hearts, 5 tricks`, `west 6 alone, 3`, `pass`.
What is missing is asked for. Besides: ? sheet why undo dealer NAME quit
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
    from hasenpfeffer.cli.keeping.resume import replay
    from hasenpfeffer.cli.keeping.session import Keeping
    from hasenpfeffer.cli.keeping.sheet_file import SheetFile, read_sheet

    path: Path | None = arguments.file
    saved = read_sheet(path) if path is not None and _is_there(path) else None
    header, ruleset = _header(arguments, options, saved)
    sheet = _sheet(ruleset, header)
    file = SheetFile(path, header, size=saved.size if saved is not None else None) if path else None
    notices: list[str] = []
    if saved is not None and file is not None:
        notices = replay(sheet, saved, file.path, rescores=arguments.rescore)
        if arguments.rescore:
            file.rescored()
    return Keeping(sheet, header, file, plain=arguments.plain).keep(notices)


# --- beginning


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
        people = _people(arguments.names, ruleset)
        for said, settled, option in (
            (people, kept.people, "--names"),
            (_dealer(arguments.dealer, people or kept.people, ruleset), kept.dealer, "--dealer"),
            (options, kept.parameters, "--set"),
        ):
            if said and said != settled:
                raise UsageError(
                    f"{arguments.file} has a sheet already, and {option} was settled when it began: {_told(settled)}"
                )
        return kept, ruleset
    reference = arguments.ruleset or "hasenpfeffer"
    ruleset = load_playable(reference, options)
    people = _people(arguments.names, ruleset)
    return Header(reference, options, people, _dealer(arguments.dealer, people, ruleset)), ruleset


def _told(settled: str | tuple[str, ...] | Mapping[str, str]) -> str:
    match settled:
        case str():
            words = settled
        case tuple():
            words = ", ".join(settled)
        case _:
            words = ", ".join(f"{name}={value}" for name, value in settled.items())
    return words or "nothing was said"


def _people(names: str | None, ruleset: Ruleset) -> tuple[str, ...]:
    from hasenpfeffer.cards import fold

    seats = ruleset.seating.names
    if names is None:
        return ()
    people = tuple(" ".join(name.split()) for name in names.split(","))
    if len(people) != len(seats) or not all(people):
        raise UsageError(
            f"--names needs {len(seats)} names with commas between, in the order {', '.join(seats)}"
        )
    if len({fold(name) for name in people}) < len(people):
        raise UsageError("--names gives two players the same name")
    for place, name in enumerate(people):
        if fold(name) in map(fold, seats) and fold(name) != fold(seats[place]):
            raise UsageError(f"--names: {name} is another seat's name")
    return people


def _dealer(name: str | None, people: tuple[str, ...], ruleset: Ruleset) -> str:
    """The seat that deals first, by the name of the seat or of who sits there; nothing where it is not said."""
    from hasenpfeffer.cards import fold

    seats = ruleset.seating.names
    if name is None:
        return ""
    for names in (people, seats):
        for seat, known in zip(seats, names, strict=False):
            if fold(known) == fold(name):
                return seat
    raise UsageError(f"{unknown('player', name, (*people, *seats))} There are: {', '.join(people or seats)}")


def _sheet(ruleset: Ruleset, header: Header) -> Sheet:
    from hasenpfeffer.study.sheets import Sheet

    seats = ruleset.seating.names
    if header.people and len(header.people) != len(seats):
        raise UsageError(
            f"The sheet has {len(header.people)} players, and {ruleset.name} is for {len(seats)}"
        )
    if header.dealer and header.dealer not in seats:
        raise UsageError(f"The sheet says that {header.dealer} deals, and {ruleset.name} has no such seat")
    dealer = seats.index(header.dealer) if header.dealer else None
    sheet = Sheet(ruleset, people=header.people, dealer=dealer)
    for name in header.people:
        if not sheet.reader.phrases.is_name(name):
            raise UsageError(
                f"{quoted(name)} means something else in these rules: give the player another name"
            )
    return sheet
