"""Programs to compare with: a Python that has one, from here or from a throwaway environment."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def python_with(package: str, module: str, *, install: bool) -> Iterator[str | None]:
    """A Python that can import `module`: this one, or with `install` a new one that is thrown away afterwards.

    None, after a line that says so, where there is neither.
    """
    with python_with_all({package: module}, install=install) as python:
        yield python if install or find_spec(module) is not None else None


@contextmanager
def python_with_all(packages: Mapping[str, str], *, install: bool) -> Iterator[str]:
    """The same for several packages, each with the module that it is imported as. Without `install` it is this
    Python, after a line for each that is missing."""
    missing = [package for package, module in packages.items() if find_spec(module) is None]
    if missing and install:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=True)
            python = str(Path(folder, "Scripts" if os.name == "nt" else "bin", "python"))
            subprocess.run([python, "-m", "pip", "install", "--quiet", *missing], check=True)
            yield python
        return
    for package in missing:
        print(f"{package} is not installed here: `pip install {package}`, or run this with --install")
    yield sys.executable


def environment() -> dict[str, str]:
    """The environment in which any Python finds the engine and what this one has installed."""
    paths = [str(ROOT / "engine"), *(path for path in sys.path if path.endswith("-packages"))]
    # compiled modules are kept, as they are for whoever installs the program
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": os.pathsep.join(paths)}


def stay_on_one_core() -> None:
    """Keeps this process and those that it starts on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
