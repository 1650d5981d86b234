"""Imports go down the floors of docs/how-it-works.md, and what is not needed is not loaded."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "engine" / "hasenpfeffer"


def test_every_import_goes_down_the_floors(capsys: pytest.CaptureFixture[str]) -> None:
    failed = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert failed == 0, capsys.readouterr().out


def test_every_part_of_the_package_has_a_floor() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (floors,) = [contract for contract in contracts if contract["id"] == "floors"]
    named = {name.strip(" ()") for layer in floors["layers"] for name in layer.split("|")}
    there = {path.stem for path in PACKAGE.glob("*.py")} | {
        path.parent.name for path in PACKAGE.glob("*/__init__.py")
    }
    assert there - {"__init__"} <= named


HEAVY = ("yaml", "jsonschema", "lark", "random")


@pytest.mark.parametrize(
    "modules",
    [
        "hasenpfeffer",
        "hasenpfeffer.play.rules, hasenpfeffer.lang.evaluate, hasenpfeffer.ruleset.model",
        "hasenpfeffer.reading.diagnostic, hasenpfeffer.lang.check",
    ],
)
def test_what_plays_needs_no_reader(modules: str) -> None:
    code = f"import sys, {modules}; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT / "engine")
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
