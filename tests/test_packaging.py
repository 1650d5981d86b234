"""What is shipped: one version, and rules and grammar where the program looks for them."""

from __future__ import annotations

import importlib
import importlib.metadata
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import hasenpfeffer
from hasenpfeffer.library import folder

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_version_is_the_same_everywhere() -> None:
    version = PROJECT["project"]["version"]
    assert hasenpfeffer.__version__ == version
    newest = re.search(r"^## \[?([0-9.]+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None and newest[1] == version
    try:
        installed = importlib.metadata.version("hasenpfeffer")
    except importlib.metadata.PackageNotFoundError:
        return  # run from a checkout that is not installed
    assert installed == version


def test_rules_and_grammar_are_found() -> None:
    assert (folder("rules") / "hasenpfeffer.yaml").is_file()
    assert (folder("grammar") / "rules.lark").is_file()
    assert (folder("grammar") / "ruleset.schema.json").is_file()


def test_the_wheel_puts_every_shipped_folder_into_the_package() -> None:
    build = PROJECT["tool"]["hatch"]["build"]
    sources = build["targets"]["wheel"]["sources"]
    assert set(sources) == set(build["only-include"])
    for written, shipped in sources.items():
        assert (ROOT / written).is_dir()
        assert shipped.split("/")[0] == "hasenpfeffer"


def test_nothing_shipped_is_ignored() -> None:
    """What git ignores would be missing from a clone and from every package."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not in a clone")
    shipped = [
        str(path.relative_to(ROOT))
        for part in PROJECT["tool"]["hatch"]["build"]["only-include"]
        for path in (ROOT / part).rglob("*")
        if path.suffix in (".py", ".yaml", ".json", ".lark", ".typed")
        and not any(part.startswith((".", "__pycache__")) for part in path.parts)
    ]
    done = subprocess.run(
        ["git", "check-ignore", "--stdin", "--no-index"],
        input="\n".join(shipped),
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.stdout == ""
    assert len(shipped) > 100


def test_the_command_leads_to_a_function() -> None:
    module, function = PROJECT["project"]["scripts"]["hasenpfeffer"].split(":")
    imported = importlib.import_module(module)
    assert callable(getattr(imported, function))
