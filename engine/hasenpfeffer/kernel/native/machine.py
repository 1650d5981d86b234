"""Machine code of an emitted module, made or taken from the cache, and called from Python."""

from __future__ import annotations

import ctypes
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, TypeAlias

from hasenpfeffer.kernel.native import cache
from hasenpfeffer.kernel.native.restricted import POINTERS
from hasenpfeffer.kernel.native.translate import symbol, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from _typeshed import WriteableBuffer

    from hasenpfeffer.kernel.native.llvm import Loaded

Given: TypeAlias = "int | WriteableBuffer"
"""What an entry point is called with: a number of 64 bits, or a buffer of such, `array('q')` and its like."""

_MOST_ON_STACK: Final = 1 << 18
"""Bytes: half of what the smallest stacks of threads have."""

_LEAST: Final = -(1 << 63)
_MOST: Final = (1 << 63) - 1


def is_available() -> bool:
    """Whether machine code can be made here: llvmlite is installed (the extra `fast`). Imports nothing."""
    return sys.maxsize > 1 << 32 and find_spec("llvmlite") is not None


def can_play_side_by_side(text: str) -> bool:
    """Whether deals of a program can be played side by side here: the processor can, and the states fit on a stack."""
    from hasenpfeffer.kernel.native.lanes.translate import size_of_states
    from hasenpfeffer.kernel.native.llvm import host

    return host().lanes and size_of_states(text) <= _MOST_ON_STACK


def would_be_warm(text: str, entries: Mapping[str, tuple[str, ...]], *, side_by_side: bool = False) -> bool:
    """Whether the code of a module is kept, so that it answers at once. Where there is none, nothing is imported."""
    half = cache.of_text(text, entries, side_by_side=side_by_side)
    if not is_available() or not cache.may_be_kept(half):
        return False
    from hasenpfeffer.kernel.native.llvm import host

    return cache.read(half, cache.of_host(host())) is not None


def machine_code(text: str, entries: Mapping[str, tuple[str, ...]], *, side_by_side: bool = False) -> Machine:
    """The module with this text as machine code, from the cache where it is kept.

    `entries`: the functions that are called from outside, each with the names of its parameters. `side_by_side`:
    several deals at once, where `can_play_side_by_side`; `entries` are `DEALS` or `PLAYOUTS` of `kernel.emitted` then.
    ImportError where `is_available` is false; NotRestrictedError where the text is no restricted Python.
    """
    from hasenpfeffer.kernel.native.llvm import Loaded, compile_for_host, host

    text_half, host_half = cache.of_text(text, entries, side_by_side=side_by_side), cache.of_host(host())
    code = cache.read(text_half, host_half)
    was_kept = code is not None
    if code is None:
        if side_by_side:
            from hasenpfeffer.kernel.native.lanes import translate as lanes

            made = lanes.translate(text, entries)
        else:
            made = translate(text, entries, deposits=host().deposits)
        code = compile_for_host(made)
        cache.keep(text_half, host_half, code)
    return Machine(Loaded(code), entries, was_kept=was_kept)


class Machine:
    """A module that is ready to run. `was_kept`: its code came from the cache.

    A call lets other threads run meanwhile, so several can work side by side, each with a state of its own; the
    constants may be shared. An interrupt is heard when the call is over: ask for no more deals than last a moment.
    """

    def __init__(self, loaded: Loaded, entries: Mapping[str, tuple[str, ...]], *, was_kept: bool) -> None:
        self.was_kept = was_kept
        self._entries = {
            name: Entry(name, parameters, loaded.address(symbol(name)), loaded)
            for name, parameters in entries.items()
        }

    def call(self, name: str, *given: Given) -> int:
        """Calls an entry point; see `Entry`."""
        return self._entries[name](*given)

    def entry(self, name: str) -> Entry:
        """An entry point by itself, for many calls."""
        return self._entries[name]


class Entry:
    """A function of a module, called like the Python function of the same text.

    Pointers are given as buffers of signed 64-bit numbers that can be written to. How many numbers there must be
    is between the text and its caller: nothing is checked, and beyond the end lies the memory of the program.
    """

    __slots__ = ("_function", "_loaded", "_name", "_pointers")

    def __init__(self, name: str, parameters: tuple[str, ...], address: int, loaded: Loaded) -> None:
        kinds = [ctypes.c_void_p if parameter in POINTERS else ctypes.c_int64 for parameter in parameters]
        self._name = name
        self._pointers = tuple(parameter in POINTERS for parameter in parameters)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)
        self._loaded = loaded  # the function ends with it

    def __call__(self, *given: Given) -> int:
        """TypeError for a buffer where a number belongs or the other way round, OverflowError for a long number."""
        if len(given) != len(self._pointers):
            raise TypeError(f"{self._name} takes {len(self._pointers)} arguments, not {len(given)}")
        return self._called([], given)

    def bound(self, *first: Given) -> Callable[..., int]:
        """The function with its first arguments given once and for all; buffers cannot change their size any more."""
        held = self._told(first, 0)
        return lambda *given: self._called(held, given)

    def _called(self, held: list[object], given: Sequence[Given]) -> int:
        result: int = self._function(*held, *self._told(given, len(held)))
        return result

    def _told(self, given: Sequence[Given], first: int) -> list[object]:
        """Arguments as the machine takes them."""
        pointers = self._pointers[first:]
        return [
            _pointer(value) if is_pointer else _number(value)
            for value, is_pointer in zip(given, pointers, strict=False)
        ]


def _pointer(given: Given) -> object:
    """Where a buffer begins, which stays there for as long as this is held; None where it is empty."""
    if isinstance(given, int):
        raise TypeError(f"{given} is given for a buffer of 64-bit numbers")
    view = memoryview(given)
    if view.itemsize != 8 or view.format not in _FORMATS or not view.c_contiguous:
        raise TypeError(f"a buffer of {view.format!r} is given for one of signed 64-bit numbers in a row")
    return ctypes.byref(ctypes.c_char.from_buffer(view)) if view.nbytes else None


_FORMATS: Final = frozenset({"q", "l", "<q", "<l"} if sys.byteorder == "little" else {"q", "l", ">q", ">l"})


def _number(given: Given) -> int:
    if not isinstance(given, int):
        raise TypeError(f"a {type(given).__name__} is given for a number")
    if not _LEAST <= given <= _MOST:
        raise OverflowError(f"{given} is no signed number of 64 bits")
    return given
