"""Programs that were lowered before, in the user's cache: a ruleset that has not changed is not lowered again.

A file is named by all that a program depends on: what the rules say, wherever in a file it stands, and what lowers
them. Of our own modules it is the size and the date, as Python does for what it keeps of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final

from hasenpfeffer.kept import cache_folder, drop_oldest, of_modules, save
from hasenpfeffer.kernel.emitted import Emitted
from hasenpfeffer.kernel.rows import Columns
from hasenpfeffer.ruleset.meaning import meaning
from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from hasenpfeffer.ruleset.model import Ruleset

MOST_FILES: Final = 200
"""Of more, those that were not used for longest go."""

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


def _path(ruleset: Ruleset) -> Path | None:
    folder, ours = cache_folder(), of_modules(*_SOURCES)
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
