"""A command from its start to its end: how long it takes, and how much memory it needs at most."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter, sleep
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from benchmarks.speed.backends import Backend, Rules

_PAUSE = 0.01


class Fresh(NamedTuple):
    """`megabytes` is None where the system does not tell."""

    seconds: float
    megabytes: float | None


def simulated(
    backend: Backend, rules: Rules, deals: int, environment: Mapping[str, str], jobs: int = 1
) -> Fresh:
    """`hasenpfeffer simulate`, as somebody calls it."""
    sets = (
        word for name, value in rules.parameters for word in ("--set", f"{name.replace(' ', '-')}={value}")
    )
    return measured(
        [
            *(sys.executable, "-m", "hasenpfeffer", "simulate", rules.reference, "--deals", str(deals)),
            *("--jobs", str(jobs), *backend.options, *sets),
        ],
        environment,
    )


def measured(command: list[str], environment: Mapping[str, str]) -> Fresh:
    """Runs a command. Memory is that of it and of its workers together, each at its highest.

    Raises RuntimeError, with what it said, where it fails.
    """
    most, began = 0, perf_counter()
    with (
        TemporaryFile("w+") as said,
        subprocess.Popen(command, env=dict(environment), stdout=subprocess.DEVNULL, stderr=said) as process,
    ):
        while process.poll() is None:
            most = max(most, sum(map(_kilobytes, _family(process.pid))))
            sleep(_PAUSE)
        seconds = perf_counter() - began
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{' '.join(command)}: {said.read()}")
    return Fresh(seconds, most / 1024 if most else None)


def _family(process: int) -> Iterator[int]:
    """A process and all that it started, as far as the system tells."""
    yield process
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        for child in _text(path).split():
            yield from _family(int(child))


def _kilobytes(process: int) -> int:
    """The most that a process has ever held."""
    for line in _text(Path(f"/proc/{process}/status")).splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return 0


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError:  # it has ended meanwhile, or this is another system
        return ""
