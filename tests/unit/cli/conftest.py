"""The command as its users meet it: in this process for speed, or as a process of its own."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from hasenpfeffer.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable

ENGINE = pathlib.Path(__file__).resolve().parents[3] / "engine"


@dataclass(frozen=True)
class Result:
    """What came of one command line. `seconds` are those that the processor worked for it."""

    code: int
    out: str
    err: str
    seconds: float = 0.0


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """An empty working folder, and a plain terminal."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Runs a command line in this process."""

    def run(*words: str) -> Result:
        capsys.readouterr()
        code = main(words)
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return run


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a user who runs the command from this checkout for the second time."""
    compiled = tmp_path_factory.mktemp("compiled")
    extra = {
        "PYTHONPATH": str(ENGINE),
        "PYTHONPYCACHEPREFIX": str(compiled),
        "PYTHONDONTWRITEBYTECODE": "",
    }
    return {**os.environ, **extra}


@pytest.fixture
def process(folder: pathlib.Path, installed: dict[str, str]) -> Callable[..., Result]:
    """Runs a command line as a process of its own."""

    def process(*words: str, stdin: bytes = b"", **environment: str) -> Result:
        before = os.times()
        done = subprocess.run(
            [sys.executable, "-m", "hasenpfeffer", *words],
            input=stdin,
            capture_output=True,
            env=installed | environment,
            timeout=60,
            check=False,
        )
        after = os.times()
        worked = sum(after[2:4]) - sum(before[2:4])
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode(), worked)

    return process


@pytest.fixture
def write(folder: pathlib.Path) -> Callable[..., str]:
    """Writes a file and gives its name."""

    def write(name: str, content: str | bytes) -> str:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return write
