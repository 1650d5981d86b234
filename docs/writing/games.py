"""Which shipped games use a key, a step, a word or a form of the language: read from the rules, so it cannot go stale.

A game uses what its own file says and what the files say that it extends.
"""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from typing import TYPE_CHECKING

import yaml
from docs.writing.examples import Key, uses

from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.lang.vocabulary import EMPTY_WORDS, Word
from hasenpfeffer.reading.place import Place
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.load import load_reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from hasenpfeffer.shelf.find import ShelfEntry

MOST = 4
"""So many games are named; of more than these a few, and how many there are besides."""
SOME = 3


def named(games: Iterable[str], patches: Iterable[str] = ()) -> str:
    """`every game`, `bridge, skat`, `belote, hearts, whist and 12 more`; patches only where no game has it."""
    found = sorted(games)
    if len(found) == len(_chains()):
        return "every game"
    if not found:
        found = [f"+{name}" for name in sorted(patches)]
    if len(found) <= MOST:
        return ", ".join(found)
    chosen = [found[(2 * number + 1) * len(found) // (2 * SOME)] for number in range(SOME)]
    return f"{', '.join(chosen)} and {len(found) - SOME} more"


def of_key(key: Key) -> str:
    """The games that use a key of the schema."""
    files = {use.file for use in uses().get(key, ())}
    return named(
        (name for name, chain in _chains().items() if not files.isdisjoint(chain)),
        (entry.name for entry in _entries("patch") if entry.path in files),
    )


def of_word(word: Word) -> str:
    """The games that ask a word of the vocabulary, or say one of the words for nothing."""
    if word.name in EMPTY_WORDS:
        return of_text(rf"\b{word.name}\b")
    return _with_part(lambda part: asks(part, word))


def of_form(*ops: str) -> str:
    """The games in whose formulas any of these operations is done."""
    return _with_part(lambda part: part.op in ops)


def of_text(pattern: str) -> str:
    """The games in whose formulas this is written."""

    def says(path: Path) -> bool:
        return any(re.search(pattern, text) for text in _formulas(path))

    return named(
        (name for name, chain in _chains().items() if any(says(path) for path in chain)),
        (entry.name for entry in _entries("patch") if says(entry.path)),
    )


def _with_part(holds: Callable[[Typed], bool]) -> str:
    games = [name for name in _chains() if any(holds(part) for part in _typed(name))]
    if games:
        return named(games)
    patches = (entry.name for entry in _entries("patch"))
    return named((), (name for name in patches if any(holds(part) for part in _typed(name))))


def asks(part: Typed, word: Word) -> bool:
    """Whether a part of a formula looks this word up."""
    if part.op != "lookup" or part.value != word.name:
        return False
    if word.argument is Kind.TRICKS:  # of the trick on the table, or of one by its number
        return True
    return (part.args[0].type.kind if part.args else None) in _ASKED.get(word.argument, (word.argument,))


_ASKED: dict[Kind | None, tuple[Kind, ...]] = {Kind.SEATS: (Kind.SEATS, Kind.TEAMS)}


# --- games, and what they are made of


def _entries(kind: str) -> Iterator[ShelfEntry]:
    return (entry for entry in shelf_entries() if entry.kind == kind)


@cache
def _chains() -> dict[str, frozenset[Path]]:
    """For each game its own file and those that it extends."""
    paths = {entry.name: entry.path for entry in shelf_entries()}

    def chain(path: Path) -> Iterator[Path]:
        yield path
        above = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader).get("extends", ())
        for name in [above] if isinstance(above, str) else above:
            yield from chain(paths[name])

    return {entry.name: frozenset(chain(entry.path)) for entry in _entries("game")}


_PROSE = ("title", "summary", "about", "cases", "extends")


@cache
def _formulas(path: Path) -> tuple[str, ...]:
    """The texts of a file but for its prose and its cases."""
    return tuple(_texts(yaml.load(path.read_text("utf-8"), Loader=yaml.CBaseLoader)))


def _texts(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _texts(value) if key not in _PROSE else ()
    elif isinstance(node, list):
        for item in node:
            yield from _texts(item)
    else:
        yield str(node)


@cache
def _typed(name: str) -> tuple[Typed, ...]:
    """Every part of the formulas of a ruleset."""
    ruleset = load_reference(name).ruleset
    assert ruleset is not None, name
    return tuple(dict.fromkeys(_parts(ruleset)))


def _parts(value: object) -> Iterator[Typed]:
    if isinstance(value, Typed):
        yield from value.walk()
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _parts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _parts(inner)
    elif dataclasses.is_dataclass(value) and not isinstance(value, (Place, type)):
        for field in dataclasses.fields(value):
            yield from _parts(getattr(value, field.name))
