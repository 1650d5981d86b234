"""What the command does when its streams, its folder or its parent are not there."""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

FULL = pathlib.Path("/dev/full")

Shell = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture
def shell(folder: pathlib.Path, installed: dict[str, str]) -> Shell:
    """Runs a line of a shell in which `hp` is the command."""

    def shell(line: str) -> subprocess.CompletedProcess[str]:
        script = f'hp() {{ "{sys.executable}" -m hasenpfeffer "$@"; }}\n{line}\n'
        return subprocess.run(
            ["/bin/sh", "-c", script], capture_output=True, text=True, env=installed, timeout=60, check=False
        )

    return shell


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
@pytest.mark.parametrize("words", ["nope", "show nope", "", "play </dev/null", "simulate hasenpfeffer"])
def test_where_errors_cannot_be_written_the_exit_code_tells(shell: Shell, words: str) -> None:
    assert shell(f"hp {words} 2>/dev/full").returncode == 2


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
def test_where_nothing_can_be_written_the_exit_code_tells(shell: Shell) -> None:
    done = shell("hp list >/dev/full")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert shell("hp list >/dev/full 2>/dev/full").returncode == 2


def test_a_closed_standard_input_is_empty(shell: Shell) -> None:
    done = shell("hp validate - <&-")
    assert (done.returncode, done.stderr) == (1, "")
    assert "error[Y101]: The file is empty" in done.stdout


def test_endless_standard_input_is_too_big(shell: Shell) -> None:
    done = shell("yes | hp validate -")
    assert done.returncode == 1
    assert "The file has more than 256.0 KiB" in done.stdout


def test_a_folder_that_is_gone_is_told(shell: Shell) -> None:
    done = shell("mkdir gone && cd gone && rmdir ../gone && hp validate hasenpfeffer")
    assert done.returncode == 2
    assert done.stderr.startswith("hasenpfeffer: This folder cannot be used: ")


@pytest.mark.parametrize("home", ["HOME=", "XDG_CACHE_HOME=here", "HOME=/nowhere/at/all"])
def test_without_a_home_nothing_is_left_in_the_folder(shell: Shell, folder: pathlib.Path, home: str) -> None:
    assert shell(f"{home} hp validate hasenpfeffer --trials 0").returncode == 0
    assert not list(folder.iterdir())


# --- several processes

PROC = pathlib.Path("/proc")
needs_proc = pytest.mark.skipif(not (PROC / "self/stat").exists(), reason="processes cannot be listed here")


def children(process: int) -> list[int]:
    """The processes that a process has begun."""
    found = []
    for stat in PROC.glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(stat.parent.name))
    return found


def until(holds: Callable[[], object], seconds: float = 30) -> bool:
    """Waits for something to hold; whether it came to that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return bool(holds())


@pytest.fixture
def at_work(folder: pathlib.Path, installed: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A long simulation in two processes of its own, which have begun to play."""
    words = ["simulate", "hasenpfeffer", "--deals", "1000000", "--jobs", "2", "--backend", "reference"]
    with subprocess.Popen(
        [sys.executable, "-m", "hasenpfeffer", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=installed,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert until(lambda: len(players(process.pid)) == 2)
        yield process
        process.kill()


def players(process: int) -> list[int]:
    """The workers of a process that have played for a while."""
    return [child for child in children(process) if _ticks(child) > 40]


def _ticks(process: int) -> int:
    """Time on the processor, in hundredths of a second."""
    with contextlib.suppress(OSError):
        return int((PROC / f"{process}/stat").read_text().rpartition(")")[2].split()[11])
    return 0


@needs_proc
@pytest.mark.parametrize(
    "signals", [[signal.SIGKILL], [signal.SIGTERM], [signal.SIGINT], [signal.SIGINT] * 2]
)
def test_no_worker_is_left_however_the_command_ends(
    at_work: subprocess.Popen[str], signals: list[signal.Signals]
) -> None:
    workers = children(at_work.pid)
    for number in signals:
        at_work.send_signal(number)
        time.sleep(0.1)
    _, errors = at_work.communicate(timeout=30)  # ends when no worker holds the pipe any more
    assert until(lambda: not any((PROC / str(worker)).exists() for worker in workers), 10)
    ends = [130, -signal.SIGINT] if signal.SIGINT in signals else [-signals[0]]  # shells show -2 as 130
    assert at_work.returncode in ends[: len(signals)]
    assert "Traceback" not in errors


@needs_proc
def test_a_worker_that_is_ended_from_outside_is_told(at_work: subprocess.Popen[str]) -> None:
    os.kill(players(at_work.pid)[0], signal.SIGKILL)
    _, errors = at_work.communicate(timeout=30)
    assert at_work.returncode == 2
    assert "ended from outside" in errors and "Traceback" not in errors
