"""What is to be looked at, as it is named: files, folders, standard input and references."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from hasenpfeffer.errors import UsageError
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.shelf.find import SUFFIXES, is_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STDIN: Final = "-"
STDIN_NAME: Final = "<stdin>"
"""The name under which findings show what came on standard input."""

_PATTERN: Final = re.compile(r"[*?\[]")


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to look at. `word` finds it: a path of a file (never a bare name), `-`, or a reference."""

    kind: Literal["file", "stdin", "reference"]
    word: str


def targets(words: Iterable[str]) -> tuple[Target, ...]:
    """Each target once, in the order in which it was named; the files of a folder by name."""
    found = [target for word in words for target in _targets(word)]
    return tuple(dict.fromkeys(found))


def _targets(word: str) -> Iterator[Target]:
    if word == "+":
        raise UsageError("House rules follow without a space, as in hasenpfeffer+no-alone")
    if word == STDIN:
        yield Target("stdin", word)
    elif os.path.isdir(word):  # noqa: PTH112  (never raises)
        yield from (Target("file", path) for path in _rule_files(word))
    elif os.path.lexists(word):
        yield Target("file", word if is_path(word) else f"./{word}")
    elif found := _matching(word):
        yield from found
    elif is_path(word) and "+" not in word:
        yield Target("file", word)
    else:
        yield Target("reference", word)


def _matching(pattern: str) -> list[Target]:
    """The rule files that a pattern such as `rules/**/*.yaml` means, and those of folders that it means."""
    if not _PATTERN.search(pattern):
        return []
    from glob import glob

    found = []
    for path in sorted(glob(pattern, recursive=True)):  # noqa: PTH207  (never raises, and takes any path)
        if os.path.isdir(path):  # noqa: PTH112  (never raises)
            if not pattern.endswith("**"):  # which means its files by itself
                found += _listed(path)
        elif path.endswith(SUFFIXES):
            found.append(Path(path).as_posix())
    return [Target("file", path if is_path(path) else f"./{path}") for path in dict.fromkeys(found)]


def _rule_files(folder: str) -> list[str]:
    """The rule files below a folder; hidden folders are left out."""
    found = _listed(folder)
    if not found:
        _check_readable(folder)
        ends = " or ".join(SUFFIXES)
        raise UsageError(f"The folder {quoted(folder)} holds no rule files: they end in {ends}")
    return [path if is_path(path) else f"./{path}" for path in found]


def _check_readable(folder: str) -> None:
    try:
        with os.scandir(folder):
            return
    except OSError:
        raise UsageError(f"The folder {quoted(folder)} may not be read. Change its permissions") from None


def _listed(folder: str) -> list[str]:
    found = []
    for here, below, names in os.walk(folder):
        below[:] = sorted(name for name in below if not name.startswith("."))
        found += [Path(here, name).as_posix() for name in sorted(names) if name.endswith(SUFFIXES)]
    return found
