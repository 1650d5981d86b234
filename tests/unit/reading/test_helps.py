"""Whoever reports a finding says what to do about it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import hasenpfeffer

if TYPE_CHECKING:
    from collections.abc import Iterator

ENGINE = Path(hasenpfeffer.__file__).parent
HOW_BAD = {"error", "warning", "hint"}


def reports(source: str) -> Iterator[ast.Call]:
    """The calls in a module that make a finding with a code."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        code = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
        if node.func.attr in HOW_BAD and isinstance(code, str) and re.fullmatch(r"[A-Z]\d{3}", code):
            yield node


def test_every_finding_says_what_to_do() -> None:
    silent = [
        f"{path.relative_to(ENGINE)}:{call.lineno}"
        for path in sorted(ENGINE.rglob("*.py"))
        for call in reports(path.read_text("utf-8"))
        if not any(keyword.arg in ("help", None) for keyword in call.keywords)
    ]
    assert not silent
