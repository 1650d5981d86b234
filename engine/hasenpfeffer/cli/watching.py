"""`validate --watch`: checks anew whenever a file that was looked at changes, until it is interrupted."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.failures import reason, told
from hasenpfeffer.errors import HasenpfefferError
from hasenpfeffer.report.english import counted
from hasenpfeffer.shelf.find import SUFFIXES
from hasenpfeffer.study.checking.targets import targets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.cli.inspection import Inspection

INTERVAL: Final = 0.2
"""Seconds between two looks. A change counts once two looks see the same, so that half-written files are left."""

_Seen: TypeAlias = "Mapping[object, object]"


def watch(inspection: Inspection, sleep: Callable[[float], None] = time.sleep) -> NoReturn:
    """Runs the check, and again after each change."""
    while True:
        before = _look(inspection)
        _run(inspection)
        seen = _look(inspection)
        files = sum(isinstance(path, Path) for path in seen)
        print(f"Watching {counted(files, 'file')}; Ctrl-C ends it", file=sys.stderr, flush=True)
        is_new = any(seen[key] != state for key, state in before.items() if key in seen)
        _settle(inspection, seen, sleep, is_new=is_new)
        if terminal.is_terminal(sys.stdout) and terminal.can_clear():
            print(terminal.CLEAR, end="", flush=True)


def _run(inspection: Inspection) -> None:
    """One check. A fault in what is named is told, and may be gone the next time."""
    try:
        inspection.run()
    except (HasenpfefferError, OSError) as error:
        if not reason(error) or terminal.is_closed():
            raise
        print(told(f"hasenpfeffer: {reason(error)}"), file=sys.stderr)


def _settle(inspection: Inspection, seen: _Seen, sleep: Callable[[float], None], *, is_new: bool) -> None:
    """Waits for a change, and then until nothing changes any more."""
    while True:
        sleep(INTERVAL)
        now = _look(inspection)
        if now == seen and is_new:
            return
        is_new = is_new or now != seen
        seen = now


def _look(inspection: Inspection) -> _Seen:
    """How all that is named or was read stands there now: files with time and size, folders with their rule files."""
    paths = set(inspection.checker.files.paths if inspection.checker is not None else ())
    try:
        named = targets(inspection.arguments.files)
    except HasenpfefferError:
        named = ()
    paths |= {Path(os.path.realpath(target.word)) for target in named if target.kind == "file"}
    folders = {path.parent for path in paths}
    return {
        "named": named,
        **{path: _state(path) for path in paths},
        **{("folder", folder): _names(folder) for folder in folders},
    }


def _state(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def _names(folder: Path) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(SUFFIXES))  # noqa: PTH208
    except OSError:
        return []
