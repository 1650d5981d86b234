"""`new`: begins a variant of a ruleset with the smallest file, commented, valid and playable."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from hasenpfeffer.report.starter import Base
    from hasenpfeffer.ruleset.model import Parameter
    from hasenpfeffer.shelf.find import Finder, Found
    from hasenpfeffer.shelf.load import Loaded
    from hasenpfeffer.study.checking.files import Files

EXAMPLES: Final = """\
examples:
  hasenpfeffer new hasenpfeffer house.yaml
  hasenpfeffer new hasenpfeffer+set-by-bid+no-trump sunday.yaml --ask
  hasenpfeffer new ./house.yaml club/thursday.yaml
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Writes the smallest variant of a ruleset: what it extends, and the settings of the base as comments."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("base", metavar="BASE", help="a path or a shipped name, with patches after a +")
    parser.add_argument("file", metavar="FILE", help="the file to write, such as house.yaml")
    parser.add_argument("--ask", action="store_true", help="ask for the value of each parameter")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def run(arguments: argparse.Namespace) -> int:
    target = Path(arguments.file)
    try:
        str(target).encode()
    except UnicodeEncodeError:
        raise UsageError(
            "The name of the file has bytes in it that are no text; choose another name"
        ) from None
    _check_target(target, force=arguments.force)
    from hasenpfeffer.cli.schema import write_for
    from hasenpfeffer.report.english import listed
    from hasenpfeffer.report.starter import starter
    from hasenpfeffer.study.checking.files import Files

    files = Files()
    loaded, base = _base(arguments.base, target, files)
    values = _ask(loaded, files) if arguments.ask else {}
    text = starter(base, target.name, _title(target), values)
    _check_text(arguments.base, target, text)
    _write(target, text, force=arguments.force)
    write_for(target)
    shown = _shown(target)
    like = f"{arguments.base} with {listed([f'{name} {value}' for name, value in values.items()])}"
    print(
        f"{shown} is written. It plays like {like if values else arguments.base} until you change it. Next:"
    )
    print(f"  hasenpfeffer validate {shown}")
    print(f"  hasenpfeffer play {shown}")
    return 0


# --- where it goes


def _check_target(target: Path, *, force: bool) -> None:
    from hasenpfeffer.reading.suggest import quoted
    from hasenpfeffer.report.editor import path_for
    from hasenpfeffer.shelf.find import SUFFIXES

    name = quoted(str(target))
    if target.is_dir():
        raise UsageError(f"{name} is a folder, and a file is needed, such as {target / 'house.yaml'}")
    if target.suffix not in SUFFIXES:
        raise UsageError(
            f"Rule files end in {' or '.join(SUFFIXES)}, and {name} does not. Try: {target}.yaml"
        )
    if not target.parent.is_dir():
        raise UsageError(
            f"There is no folder {quoted(str(target.parent))}. Make it first, or name another one"
        )
    if os.path.lexists(target) and not force:
        raise UsageError(f"{name} is there already, and nothing was changed. To write over it: --force")
    _check_schema(target.parent / path_for(target.name), force=force)


def _shown(target: Path) -> str:
    """The path as it is typed in the next command."""
    import shlex

    return shlex.quote(target.as_posix())


def _title(target: Path) -> str:
    words = target.stem.replace("_", " ").replace("-", " ").split()
    text = " ".join(words) or target.stem
    return text[:1].upper() + text[1:]


def _check_schema(schema: Path, *, force: bool) -> None:
    """Refuses to write over what is no schema of ours, and to write where none can be."""
    from hasenpfeffer.reading.suggest import quoted
    from hasenpfeffer.report.editor import is_made

    if os.path.lexists(schema.parent) and not schema.parent.is_dir():
        raise UsageError(
            f"{quoted(str(schema.parent))} is in the way: the schema for editors goes into a folder of this name"
        )
    if os.path.lexists(schema) and not force and not is_made(schema):
        raise UsageError(
            f"{quoted(str(schema))} is there already and was not made by this program, and nothing was changed. "
            "To write over it: --force"
        )


def _write(target: Path, text: str, *, force: bool) -> None:
    """Writes the file whole or not at all."""
    from hasenpfeffer.whole_files import write_whole

    try:
        write_whole(target.resolve(), lambda file: file.write(text.encode()), only_new=not force)
    except FileExistsError:
        raise UsageError(f"{target} has come into being just now, and nothing was changed") from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from error


# --- what it extends


def _base(reference: str, target: Path, files: Files) -> tuple[Loaded, Base]:
    """The base as loaded, and as the new file extends it; ends the command where it has errors."""
    from hasenpfeffer.cli.exit_codes import WRONG_USAGE
    from hasenpfeffer.cli.rulesets import print_findings
    from hasenpfeffer.report.starter import Base
    from hasenpfeffer.shelf.find import Finder
    from hasenpfeffer.study.checking.files import load

    finder = Finder()
    loaded = load(reference, {}, files, finder=finder)
    if loaded.ruleset is None or loaded.merged is None:
        print_findings(loaded.findings.items, files, sys.stderr)
        raise SystemExit(WRONG_USAGE)
    words = _extends(reference, target, finder)
    return loaded, Base(loaded.ruleset, loaded.merged, words, files.texts)


def _extends(reference: str, target: Path, finder: Finder) -> tuple[str, ...]:
    """The names and paths of a reference as the new file writes them."""
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import whole_file
    from hasenpfeffer.shelf.find import is_path

    is_one = is_path(reference) and finder.exists(reference)
    words: list[str] = []
    games: tuple[str, ...] = ()
    for part in [reference] if is_one else reference.split("+"):
        found = finder.named(part.strip(), whole_file(reference), Findings(), games)
        assert found is not None
        words.append(_word(found, target, finder))
        games = games or (found.name,)
    return tuple(words)


def _word(found: Found, target: Path, finder: Finder) -> str:
    """The name of a file that can be found from anywhere in the project, else its path from the new file."""
    roots = (finder.shelf, finder.working / "rules")
    if any(found.path.is_relative_to(root) for root in roots):
        return found.name
    if found.path == target.resolve():
        raise UsageError(f"{found.shown} cannot extend itself: give the new file another name")
    return Path(os.path.relpath(found.path, target.parent.resolve())).as_posix()


def _check_text(reference: str, target: Path, text: str) -> None:
    """Ends the command where the new file would not be in order, before anything is written."""
    from hasenpfeffer.reading.place import whole_file
    from hasenpfeffer.study.checking.checker import Checker

    shown = target.as_posix()
    checked = Checker({}, deals=0).check_text(shown, text.encode())
    errors = [finding for finding in checked.findings if finding.severity != "hint"]
    if errors:
        whole = whole_file(shown)
        place = f" ({errors[0].place.line})" if errors[0].place != whole else ""
        game, _, rest = reference.partition("+")
        way_out = f". Extend {game}, and lay the rest upon the new file: {shown}+{rest}" if rest else ""
        raise UsageError(
            f"A file that extends {reference} would not be in order, and nothing is written: "
            f"{errors[0].message}{place}{way_out}"
        )


# --- questions


def _ask(loaded: Loaded, files: Files) -> Mapping[str, str]:
    """The parameters that are to be different, asked one by one."""
    assert loaded.ruleset is not None
    answers: dict[str, str] = {}
    for parameter in loaded.ruleset.parameters:
        if parameter.name == "seats":
            continue
        answer = _answer(parameter, loaded, files)
        if answer and answer != parameter.value:
            answers[parameter.name] = answer
    return answers


def _answer(parameter: Parameter, loaded: Loaded, files: Files) -> str:
    from hasenpfeffer.cli import terminal
    from hasenpfeffer.study.checking.files import load

    print(f"{parameter.name}: {parameter.about}", file=sys.stderr)
    while True:
        print(f"{parameter.choices} [{parameter.value}]: ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            print(file=sys.stderr)
            raise EOFError
        answer = line.strip()
        if not terminal.is_terminal(sys.stdin):
            print(answer, file=sys.stderr)
        if not answer:
            return ""
        tried = load(loaded.reference, {parameter.name: answer}, files)
        if tried.ruleset is not None:
            return answer
        print(_fault(tried, parameter), file=sys.stderr)


def _fault(tried: Loaded, parameter: Parameter) -> str:
    errors = [finding for finding in tried.findings.items if finding.severity == "error"]
    return (
        f"{errors[0].message}. {errors[0].help}".strip() if errors else f"`{parameter.name}` cannot be this"
    )
