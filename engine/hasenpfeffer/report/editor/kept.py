"""Where the schema of one rule file is kept, and how it is known again."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Final

MARK: Final = "Made by `hasenpfeffer schema --for`"
"""How the comment begins by which such a schema is known."""

_FOLDER: Final = ".hasenpfeffer"
"""Hidden: it stays out of listings, and nothing that looks for rule files looks into it."""
_START: Final = 1000


def path_for(name: str) -> PurePosixPath:
    """The path of a rule file's schema, from the file's folder. The line for editors cannot hold spaces."""
    stem = PurePosixPath(name).stem
    return PurePosixPath(_FOLDER, re.sub(r"[^\w.-]+", "-", stem) + ".schema.json")


def is_made(file: Path) -> bool:
    """Whether a file is such a schema, and can be made again."""
    if not file.is_file():
        return False
    with file.open(encoding="utf-8", errors="replace") as text:
        return MARK in text.read(_START)
