"""Where games and score sheets are saved by themselves: one file each, of games the newest fifty."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

MOST_SAVES: Final = 50
_FOLDER: Final = Path("hasenpfeffer", "games")
_ENDING: Final = ".jsonl"
_OWNER_ONLY: Final = 0o700
_LONGEST_NAME: Final = 60
_LAST_BYTES: Final = 4096
_TIME_STAMP: Final = len("2026-01-31-235959")


def games_folder() -> Path:
    """Where games are saved on this system; it need not be there yet."""
    return _state_folder() / "games"


def new_save(ruleset: str) -> Path:
    """A name that no file has yet, for a game that begins now. Makes the folder, and room in it. Raises OSError
    where there can be no such folder."""
    _make_room(games_folder())
    return _new_file(games_folder(), ruleset)


def new_sheet(ruleset: str) -> Path:
    """A name that no file has yet, for a score sheet. Raises OSError where there can be no such folder."""
    return _new_file(_state_folder() / "sheets", ruleset)


def newest() -> Path | None:
    """The last game that was saved."""
    return next(iter(reversed(_saves(games_folder()))), None)


def sheets() -> list[Path]:
    """The score sheets that were kept by themselves, the newest first."""
    return _saves(_state_folder() / "sheets")[::-1]


def newest_unfinished() -> Path | None:
    """The last game that was not played to its end."""
    return next((path for path in reversed(_saves(games_folder())) if not _is_over(path)), None)


def _state_folder() -> Path:
    """Where this system's programs keep what belongs to one user."""
    variable, *usual = (
        ("LOCALAPPDATA", "AppData", "Local")
        if sys.platform == "win32"
        else ("XDG_STATE_HOME", ".local", "state")
    )
    home = Path(os.environ.get(variable, ""))
    return (home if home.is_absolute() else _home().joinpath(*usual)) / "hasenpfeffer"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        raise OSError(errno.ENOENT, "this user has no home folder", "~") from error


def _new_file(folder: Path, ruleset: str) -> Path:
    folder.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
    name = f"{datetime.now():%Y-%m-%d-%H%M%S}-{_plain(ruleset)}"
    path, number = folder / f"{name}{_ENDING}", 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{name}-{number}{_ENDING}"
    return path


def _make_room(folder: Path) -> None:
    """Deletes the oldest games, so that a new one can be added. Those that are over go first."""
    saves = _saves(folder)
    surplus = len(saves) - MOST_SAVES + 1
    if surplus > 0:
        for path in sorted(saves, key=lambda save: not _is_over(save))[:surplus]:
            with suppress(OSError):
                path.unlink()


def _saves(folder: Path) -> list[Path]:
    """All files saved here, the oldest first: by the time at which they were begun, which their names begin with."""
    try:
        saves = [path for path in folder.iterdir() if path.suffix == _ENDING and path.name[0] != "."]
    except OSError:
        return []
    return sorted(saves, key=lambda path: (path.name[:_TIME_STAMP], len(path.name), path.name))


def _is_over(path: Path) -> bool:
    """Whether a record ends with the end of its game. One that cannot be read is none to go on with."""
    try:
        with path.open("rb") as file:
            file.seek(max(path.stat().st_size - _LAST_BYTES, 0))
            last = file.read().splitlines()[-1:]
        return not last or bool(json.loads(last[0])["kind"] == "end")  # an empty file is no game
    except OSError:
        return True
    except (ValueError, KeyError, TypeError):  # a last line that was cut off
        return False


def _plain(ruleset: str) -> str:
    """The name of a ruleset as part of the name of a file."""
    name = "+".join(Path(part).stem for part in ruleset.split("+"))
    return re.sub(r"[^\w+-]+", "-", name)[:_LONGEST_NAME].strip("-") or "game"
