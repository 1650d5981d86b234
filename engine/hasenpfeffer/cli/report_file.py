"""The page that `--report` writes, and the command line that stands in it."""

from __future__ import annotations

import errno
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from hasenpfeffer.study.figures import Figures


def check_report(name: str) -> None:
    """Refuses, before anything is played, a page that could not be drawn or written."""
    from hasenpfeffer.report.studies.drawing import is_available

    if not is_available():
        raise UsageError(
            "--report needs matplotlib: install the program with its extra `report`, or let --json tell the figures"
        )
    target = Path(os.path.realpath(name))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)
    if target.is_dir():
        raise IsADirectoryError(21, "Is a directory", name)
    if not target.parent.is_dir():
        raise FileNotFoundError(2, "No such file or directory", name)
    there = target.exists()
    in_place = there and not target.is_file()
    if (there and not os.access(target, os.W_OK)) or not (in_place or os.access(target.parent, os.W_OK)):
        raise PermissionError(13, "Permission denied", name)


def write_report(name: str, figures: Figures, arguments: argparse.Namespace) -> None:
    """Writes the page whole or not at all; raises OSError with the name that the user gave."""
    from hasenpfeffer.report.studies.web_page import web_page
    from hasenpfeffer.whole_files import write_whole

    page = web_page(figures, shlex.join(again(arguments)))
    try:
        write_whole(Path(os.path.realpath(name)), lambda file: file.write(page.encode()))
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error


def again(arguments: argparse.Namespace) -> list[str]:
    """The words that do the same study again, without those that change no figure."""
    values = vars(arguments)
    over = values.get("over")
    command = "sweep" if over else "compare" if "rulesets" in values else "simulate"
    words = ["hasenpfeffer", command, *values.get("rulesets", [values.get("ruleset")])]
    words += ["--over", over] if over else []
    for word in arguments.set:
        words += ["--set", word]
    unit = "games" if arguments.games is not None else "deals"
    words += [f"--{unit}", str(values[unit])]
    words += ["--until", f"{arguments.until:g}"] if arguments.until is not None else []
    return [*words, "--seed", str(arguments.seed), "--bots", arguments.bots]
