"""`list`: the rulesets and patches that come with the program."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli import terminal

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from hasenpfeffer.shelf.family import Reader
    from hasenpfeffer.shelf.find import ShelfEntry

EXAMPLES: Final = """\
examples:
  hasenpfeffer list
  hasenpfeffer list --json
"""

_LEAST_ABOUT: Final = 30
"""Fewer columns than that for what a file is are too few to say it beside its name."""


@dataclass(frozen=True, slots=True)
class Shipped:
    """One shipped file: what it is called, and what it says about itself."""

    name: str
    path: str
    is_patch: bool
    title: str
    summary: str
    extends: tuple[str, ...]

    @property
    def about(self) -> str:
        return f"{self.title}. {self.summary}" if self.summary else f"{self.title}."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Lists the rulesets and patches that come with the program, a line each."
    parser.epilog = EXAMPLES
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    from hasenpfeffer.shelf.family import Reader
    from hasenpfeffer.shelf.find import shelf_entries

    reader = Reader()
    files = [_shipped(entry, reader) for entry in shelf_entries()]
    if arguments.json:
        print(_as_json(files))
    else:
        print("\n".join(_as_text(files, terminal.columns(sys.stdout))))
    return 0


def _shipped(entry: ShelfEntry, reader: Reader) -> Shipped:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.tree import Text

    written = reader(entry.path, entry.shown, Findings())

    def prose(key: str) -> str:
        node = written.tree.get(key) if written is not None else None
        return " ".join(node.text.split()) if isinstance(node, Text) else ""

    extends = written.bases if written is not None else ()
    return Shipped(entry.name, entry.shown, entry.kind == "patch", prose("title"), prose("summary"), extends)


def _as_json(files: list[Shipped]) -> str:
    import json

    def data(is_patch: bool) -> list[dict[str, object]]:
        return [
            {
                "name": file.name,
                "title": file.title,
                "summary": file.summary,
                "extends": list(file.extends),
                "path": file.path,
            }
            for file in files
            if file.is_patch is is_patch
        ]

    return json.dumps({"rulesets": data(False), "patches": data(True)}, ensure_ascii=False, indent=2)


def _as_text(files: list[Shipped], width: int | None) -> Iterator[str]:
    """Games, then the patches of each game."""
    yield "Games:"
    yield from _lines([file for file in files if not file.is_patch], width)
    patches = [file for file in files if file.is_patch]
    for base in dict.fromkeys(file.extends[0] for file in patches if file.extends):
        yield f"\nHouse rules for {base}, to write after a +:"
        yield from _lines([file for file in patches if file.extends[:1] == (base,)], width)


def _lines(files: list[Shipped], width: int | None) -> Iterator[str]:
    """A line each, cut off at the edge of the terminal; in a narrow one, what it is stands below the name."""
    room = max((len(file.name) for file in files), default=0) + 2
    if width is not None and width < room + _LEAST_ABOUT:
        for file in files:
            yield f"  {file.name}"
            yield _cut(f"      {file.about}", width)
        return
    for file in files:
        yield _cut(f"  {file.name:<{room}}{file.about}", width)


def _cut(line: str, width: int | None) -> str:
    return line if width is None or len(line) <= width else f"{line[: width - 1].rstrip()}…"
