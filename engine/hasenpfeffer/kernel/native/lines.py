"""Lines of a function in the language of LLVM while it is written: operations, blocks, and what is known before."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hasenpfeffer.kernel.native.restricted import POINTERS, folded, leading

if TYPE_CHECKING:
    from hasenpfeffer.kernel.native.restricted import Declared


class Lines:
    """Writes the lines of one function. `here` is the label of the block that is being written."""

    def __init__(self, node: ast.FunctionDef, module: Declared) -> None:
        self.module = module
        self.parameters = module.functions[node.name]
        self.pointers = POINTERS.intersection(self.parameters)
        self.locals = assigned(node).union(self.parameters) - self.pointers
        self.lines: list[str] = []
        self.here = "start"
        self._constants = {name: value for name, value in module.constants.items() if name not in self.locals}
        self._count = 0

    def line(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def fresh(self, operation: str) -> str:
        """Writes an operation, and names its result."""
        self._count += 1
        self.line(f"%.{self._count} = {operation}")
        return f"%.{self._count}"

    def label(self, name: str) -> str:
        self._count += 1
        return f"{name}.{self._count}"

    def block(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.here = label

    def go(self, label: str) -> None:
        self.line(f"br label %{label}")

    def known(self, node: ast.expr) -> int | None:
        """The number that an expression always is."""
        return folded(node, self._constants)

    def part(self, node: ast.Subscript) -> str | None:
        """The name of the part of a state or of the tables that an index leads into, where one stands first in it."""
        match node.value, leading(node.slice):
            case ast.Name(id="s" | "k"), ast.Name(id=name) if name in self._constants:
                return name
        return None

    def region(self, node: ast.Subscript) -> str:
        """What part of a state or of the tables is read or written, as a mark for LLVM: parts with different names do
        not overlap. Where no name stands first in the index, it may be any part."""
        name = self.part(node)
        if name is None:
            return ""
        assert isinstance(node.value, ast.Name)
        return f", !tbaa !{self.module.region(f'{node.value.id} {name}')}"

    def is_ignored(self, node: ast.Subscript) -> bool:
        """Whether nobody reads what is written there."""
        match node.value:
            case ast.Name(id="s"):
                return self.part(node) in self.module.ignored
        return False


def assigned(node: ast.FunctionDef) -> set[str]:
    """The names that a function gives values to."""
    return {
        part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
