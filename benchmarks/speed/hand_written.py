"""The play of Hasenpfeffer written in C (`play.c`), compiled where there is a compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.speed.backends import Rules
from benchmarks.speed.rounds import Player, Timed

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
RULES = Rules(str(HERE / "play.yaml"))
"""The same game for our side."""
DECISIONS = 25
"""In every deal: the suit of trumps, and twenty-four cards."""


def compiler() -> str | None:
    """gcc, or what CC names."""
    return shutil.which(os.environ.get("CC", "gcc"))


def compiled(folder: Path) -> Path | None:
    """The program, built in this folder; None where there is no compiler."""
    cc = compiler()
    if cc is None:
        return None
    program = folder / "play"
    subprocess.run([cc, "-O3", "-march=native", str(HERE / "play.c"), "-o", str(program)], check=True)
    return program


def in_c(program: Path) -> Player:
    """The program as a player; the time is its own, without its start."""

    def run(games: int) -> Timed:
        words = _said(program, "1", str(games)).split()
        return Timed(float(words[2]), games, DECISIONS * games)

    return Player("C, bit boards", run)


def shown(program: Path, seed: int, deals: int) -> Sequence[str]:
    """One line a deal: the suit of trumps, `seat:card` for each card, and `>seat` after each trick."""
    return _said(program, str(seed), str(deals), "show").splitlines()


def _said(program: Path, *words: str) -> str:
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout
