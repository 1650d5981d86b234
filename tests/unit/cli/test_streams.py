"""What the command does when its streams, its folder or its parent are not there."""

from __future__ import annotations

import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable

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


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed so here")
def test_workers_end_with_the_process_that_began_them(
    folder: pathlib.Path, installed: dict[str, str]
) -> None:
    words = ["simulate", "hasenpfeffer", "--deals", "1000000", "--jobs", "2"]
    at_work = subprocess.Popen(
        [sys.executable, "-m", "hasenpfeffer", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=installed,
    )
    time.sleep(2)
    at_work.send_signal(signal.SIGKILL)
    before = time.monotonic()
    at_work.communicate(timeout=20)  # ends when no worker holds the pipe any more
    assert time.monotonic() - before < 15
