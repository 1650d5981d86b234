"""Rules of patches that are written on the spot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.shelf.load import load_reference


@pytest.fixture
def patched(tmp_path: Path) -> Callable[..., CompiledRules]:
    """The rules of a shipped game with a patch of these lines."""

    def rules(game: str, text: str = "", **options: str) -> CompiledRules:
        path = tmp_path / "house.yaml"
        path.write_text(f"language: 1\ntitle: A house rule\nextends: {game}\n{text}", encoding="utf-8")
        loaded = load_reference(str(path), {name.replace("_", " "): value for name, value in options.items()})
        assert loaded.ruleset is not None, loaded.findings.items
        return compile_rules(loaded.ruleset)

    return rules
