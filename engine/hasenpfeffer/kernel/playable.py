"""A ruleset that a program plays, for whoever steps deals from Python."""

from __future__ import annotations

from array import array
from functools import partial
from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel.actions import meanings
from hasenpfeffer.kernel.batching import BATCHES
from hasenpfeffer.kernel.lower import lower
from hasenpfeffer.kernel.native.machine import Entry, is_available
from hasenpfeffer.kernel.packing import Packer
from hasenpfeffer.kernel.playouts import Playouts
from hasenpfeffer.kernel.running import functions, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from _typeshed import WriteableBuffer

    from hasenpfeffer.kernel.emitted import Emitted
    from hasenpfeffer.play.rules import CompiledRules

STEPPING: Final[Mapping[str, tuple[str, ...]]] = {
    "new_game": ("s", "k"),
    "fresh": ("s", "k"),
    "settle": ("s", "k"),
    "run": ("s", "k"),
    "legal": ("s", "k"),
    "apply": ("s", "k", "code"),
    "says": ("s", "k", "code"),
    "next_dealer": ("s", "k"),
    "write_row": ("s", "k", "rows", "at"),
}
"""The functions that carry a single state, with their parameters."""


class Playable:
    """What all games of one ruleset share that a program plays: its functions, its tables, what its codes mean.

    KernelRefusal where the rules cannot be made a program. `native`: machine code, ImportError where it cannot be
    made here; without a word, it is taken where it can be made.
    """

    def __init__(
        self, rules: CompiledRules, emitted: Emitted | None = None, *, native: bool | None = None
    ) -> None:
        self.rules = rules
        self.emitted = lower(rules) if emitted is None else emitted
        self.tables = numbers(self.emitted.tables)
        self.meanings = meanings(rules)
        self.packer = Packer(rules, self.emitted)
        entries = {**STEPPING, **BATCHES}
        self.is_native = is_available() if native is None else native
        self.functions = functions(self.emitted, entries, native=self.is_native)
        self.playouts = Playouts(self)

    def bound(self, name: str, *first: int | WriteableBuffer) -> Callable[..., int]:
        """A function with its first arguments given once and for all; buffers keep their size from then on."""
        function = self.functions[name]
        if isinstance(function, Entry):
            return function.bound(*first)
        return partial(function, *first)

    def blank(self, states: int = 1) -> array[int]:
        """Room for so many states."""
        return array("q", bytes(8 * states * self.emitted.state_size))
