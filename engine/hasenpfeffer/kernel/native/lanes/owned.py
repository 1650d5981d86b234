"""Names that belong to one block of a function: no lane asks for them anywhere else."""

from __future__ import annotations

import ast


class Owned:
    """Tells of the names of a function where they belong."""

    def __init__(self, node: ast.FunctionDef, parameters: frozenset[str]) -> None:
        self._node = node
        self._parameters = parameters
        self._known: dict[tuple[str, int], bool] = {}

    def by(self, block: ast.stmt | None, name: str) -> bool:
        """Whether a name belongs to this block, so that other lanes do not ask for it: it is met nowhere outside of
        it, and is given a value there before anything else. To the function, which is no block, all names belong."""
        if block is None:
            return True
        if name in self._parameters:
            return False
        key = name, id(block)
        if key not in self._known:
            self._known[key] = self._find(block, name)
        return self._known[key]

    def _find(self, block: ast.stmt, name: str) -> bool:
        inside = {id(part) for part in ast.walk(block)}
        met = [part for part in ast.walk(self._node) if isinstance(part, ast.Name) and part.id == name]
        if any(id(part) not in inside for part in met):
            return False
        first = min(met, key=lambda part: (part.lineno, part.col_offset))
        return any(
            isinstance(statement, ast.Assign)
            and statement.targets[0] is first
            and not any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(statement.value))
            for statement in (*getattr(block, "body", ()), *getattr(block, "orelse", ()))
        )
