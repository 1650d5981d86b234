"""Programs that were lowered before, in the user's cache: a ruleset that has not changed is not lowered again.

A file is named by all that a program depends on: what the rules say, wherever in a file it stands, and what lowers
them. Of our own modules it is the size and the date, as Python does for what it keeps of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from hasenpfeffer.kept import cache_folder, drop_oldest, save
from hasenpfeffer.kernel.emitted import Emitted
from hasenpfeffer.kernel.rows import Columns
from hasenpfeffer.reading.place import Place
from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    from hasenpfeffer.ruleset.model import Ruleset

MOST_FILES: Final = 200
"""Of more, those that were not used for longest go."""

_PACKAGE: Final = Path(__file__).parent.parent
_SOURCES: Final = ("kernel", "play", "ruleset", "lang", "cards.py", "chance.py", "seats.py")


def program_of(ruleset: Ruleset) -> Emitted:
    """The program of a ruleset, lowered only if it is not kept. Raises KernelRefusal where it cannot be lowered."""
    path = _path(ruleset)
    program = None if path is None else _read(path)
    if program is None:
        from hasenpfeffer.kernel.lower import lower
        from hasenpfeffer.play.compile import compile_rules

        program = lower(compile_rules(ruleset))
        if path is not None:
            _keep(path, program)
    return program


def meaning(ruleset: Ruleset) -> str:
    """A fingerprint of everything that a ruleset says; where it says so makes no difference."""
    parts: list[str] = []
    _tell(ruleset, parts, {})
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


@cache
def sources() -> str | None:
    """A fingerprint of the modules that a program comes from; None where they are no files."""
    made = hashlib.sha256()
    try:
        for name in _SOURCES:
            home = _PACKAGE / name
            for path in sorted(home.rglob("*.py")) if home.is_dir() else (home,):
                known = path.stat()
                made.update(f"{path.relative_to(_PACKAGE)} {known.st_size} {known.st_mtime_ns}\n".encode())
    except OSError:
        return None
    return made.hexdigest()


def _tell(value: object, parts: list[str], known: dict[int, int]) -> None:
    """Adds what a value says, in an order that is the same in every run; a value that comes again by its number."""
    match value:
        case None | bool() | int() | str():
            parts.append(repr(value))
        case Place():
            pass
        case Enum():
            parts.append(value.name)
        case Mapping():
            parts.append(f"{{{len(value)}")
            for key, one in value.items():
                parts.append(repr(key))
                _tell(one, parts, known)
        case AbstractSet():
            parts.append(f"<{sorted(map(repr, value))}")
        case _ if is_dataclass(value):
            if id(value) in known:
                parts.append(f"#{known[id(value)]}")
                return
            known[id(value)] = len(known)
            parts.append(type(value).__name__)
            for field in fields(value):
                _tell(getattr(value, field.name), parts, known)
        case Iterable():
            items = tuple(value)
            parts.append(f"({len(items)}")
            for one in items:
                _tell(one, parts, known)
        case _ if callable(value):
            pass
        case _:
            parts.append(repr(value))


def _path(ruleset: Ruleset) -> Path | None:
    folder, ours = cache_folder(), sources()
    if folder is None or ours is None:
        return None
    all_of_it = "\n".join((meaning(ruleset), ours, __version__, platform.python_version()))
    return folder / "programs" / f"{hashlib.sha256(all_of_it.encode()).hexdigest()[:32]}.json"


def _read(path: Path) -> Emitted | None:
    """A program that was kept; None where there is none, or a file that is not whole."""
    try:
        head, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if head != _head(path, data):
        return None
    with suppress(OSError):
        os.utime(path)
    held = json.loads(data)
    return Emitted(
        held["text"], tuple(held["tables"]), held["state_size"], Columns(*held["columns"]), held["places"]
    )


def _keep(path: Path, program: Emitted) -> None:
    held = {
        "text": program.text,
        "tables": program.tables,
        "state_size": program.state_size,
        "columns": program.columns,
        "places": dict(program.places),
    }
    data = json.dumps(held).encode()

    def write(stream: IO[bytes]) -> None:
        stream.write(_head(path, data) + b"\n" + data)

    save(path, write)
    drop_oldest(path.parent, "*.json", MOST_FILES)


def _head(path: Path, data: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + b"\n" + data).hexdigest().encode()
