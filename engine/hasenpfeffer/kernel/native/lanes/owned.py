"""Names that belong to one block of a function: no lane asks for them anywhere else."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Owned:
    """Tells of the names of a function where they belong."""

    def __init__(self, node: ast.FunctionDef, parameters: frozenset[str]) -> None:
        self._node = node
        self._parameters = parameters
        self._known: dict[tuple[str, int], bool] = {}

    def by(self, block: ast.stmt | None, name: str) -> bool:
        """Whether a name belongs to this block, so that other lanes do not ask for it: it is met nowhere but in
        its branches, and in each of those that has it it is given a value before anything else. To the function, which
        is no block, all names belong."""
        if block is None:
            return True
        if name in self._parameters:
            return False
        key = name, id(block)
        if key not in self._known:
            self._known[key] = self._find(block, name)
        return self._known[key]

    def _find(self, block: ast.stmt, name: str) -> bool:
        branches = getattr(block, "body", ()), getattr(block, "orelse", ())
        inside = sum(len(_met(branch, name)) for branch in branches)
        return inside == len(_met([self._node], name)) and all(
            self._is_given_first(branch, name) for branch in branches
        )

    def _is_given_first(self, branch: Sequence[ast.stmt], name: str) -> bool:
        """Whether a name is met in a branch only where it has been given a value in this very turn."""
        met = _met(branch, name)
        if not met:
            return True
        first = min(met, key=lambda part: (part.lineno, part.col_offset))
        return any(
            isinstance(statement, ast.Assign)
            and statement.targets[0] is first
            and not _met([statement.value], name)
            for statement in branch
        )


def _met(parts: Sequence[ast.AST], name: str) -> list[ast.Name]:
    return [part for one in parts for part in ast.walk(one) if isinstance(part, ast.Name) and part.id == name]
