"""A module in restricted Python → the language of LLVM, for deals that are played side by side.

The entries are the same for whoever calls them as those of `native.translate`. Their loops over deals are written in
`doors`, the rest is the text's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel.emitted import DEALS
from hasenpfeffer.kernel.native.lanes import doors
from hasenpfeffer.kernel.native.lanes.expressions import Instance
from hasenpfeffer.kernel.native.lanes.loops import NotSharedError
from hasenpfeffer.kernel.native.lanes.primitives import PRIMITIVES
from hasenpfeffer.kernel.native.lanes.statements import Function
from hasenpfeffer.kernel.native.lanes.values import LANES
from hasenpfeffer.kernel.native.restricted import POINTERS, Declared, NotRestrictedError, declared

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable


def translate(text: str, entries: Iterable[str] = DEALS) -> str:
    """The module for LLVM, with these entries: `play_deals`, `rollouts`.

    NotRestrictedError where the text is no restricted Python, or lacks what is called.
    """
    module = declared(text)
    called = {name for entry in entries for name in _CALLED[entry]}
    module = module._replace(
        constants={**module.constants, "AHEAD": 0}, ignored=module.unread(called) - doors.READ
    )
    instances = _Instances(module)
    written: list[str] = []
    for entry in entries:
        symbols = [instances.symbol(*one) for one in _CALLED[entry].items()]
        write = doors.deals if entry in DEALS else doors.playouts
        written.append(write(module, *symbols))
    return "\n".join([PRIMITIVES, *instances.written(), *written, *module.marks()])


_CALLED = {
    "play_deals": {"open_table": (True, True), "deal_row": (True, True, False, False, True)},
    "rollouts": {"settle": (), "roll_out": (True, False)},
}
"""What each entry calls, and which of the numbers that it gives are the same for all lanes."""


def size_of_states(text: str) -> int:
    """Bytes that the states of all lanes take. To read the whole module for one number would take a while."""
    _, _, rest = text.partition("\nSTATE_SIZE = ")
    return int(rest.partition("\n")[0]) * LANES * 8


class _Instances:
    """The functions that are needed, each for what its callers share."""

    def __init__(self, module: Declared) -> None:
        self._module = module
        self._nodes = {node.name: node for node in module.nodes}
        self._texts: dict[str, str] = {}
        self._waiting: list[tuple[str, str, frozenset[str]]] = []
        self._known: set[str] = set()

    def symbol(self, name: str, shared: tuple[bool, ...]) -> str:
        """The symbol of a function, given which of its numbers all lanes share."""
        found = f"lanes.own.{name}.{''.join('s' if one else 'l' for one in shared)}"
        if found not in self._known:
            if name not in self._nodes:
                raise NotRestrictedError(None, f"no function {name}")
            self._known.add(found)
            numbers = [one for one in self._module.functions[name] if one not in POINTERS]
            given = frozenset(one for one, is_shared in zip(numbers, shared, strict=True) if is_shared)
            self._waiting.append((found, name, given))
        return found

    def written(self) -> list[str]:
        """The text of all that were asked for, and of those that these ask for."""
        while self._waiting:
            found, name, given = self._waiting.pop()
            self._texts[found] = self._write(self._nodes[name], found, given)
        return list(self._texts.values())

    def _write(self, node: ast.FunctionDef, found: str, given: frozenset[str]) -> str:
        """Names that turn out not to be shared are put apart, one after the other."""
        apart: frozenset[str] = frozenset()
        while True:
            try:
                instance = Instance(node, self._module, given, self.symbol, apart)
                return Function(instance).text(found)
            except NotSharedError as name:
                apart |= {str(name)}
