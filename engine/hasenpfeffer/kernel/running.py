"""A program's functions, ready to be called from Python: as plain Python, or as machine code."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hasenpfeffer.kernel.emitted import Emitted


def functions(
    emitted: Emitted, entries: Mapping[str, tuple[str, ...]], *, native: bool = False
) -> Mapping[str, Callable[..., int]]:
    """These functions of a program. `native`: as machine code; ImportError where it cannot be made here."""
    if native:
        from hasenpfeffer.kernel.native.machine import machine_code

        machine = machine_code(emitted.text, entries)
        return {name: machine.entry(name) for name in entries}
    module: dict[str, Callable[..., int]] = {}
    exec(compile(emitted.text, "<program>", "exec"), module)
    return {name: module[name] for name in entries}


def numbers(values: Sequence[int]) -> array[int]:
    """Numbers where both plain Python and machine code can read and write them."""
    return array("q", values)
