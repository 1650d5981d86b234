"""From the language of LLVM to machine code for this processor, and from machine code into memory.

The only module that knows llvmlite: to import it costs time, so it is imported only where machine code is run.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, Final, NamedTuple

import llvmlite
import llvmlite.binding as llvm

_SLOW_DEPOSITS: Final = frozenset({"znver1", "znver2", "bdver4"})
"""Processors that have `pdep` and take longer for it than for going step by step."""

_FOR_LANES: Final = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vpopcntdq")

_FROM_OUTSIDE: Final = frozenset({"memset", "memcpy", "memmove"})
"""What LLVM may make of a loop, and every system has."""


class Host(NamedTuple):
    """The processor that machine code is made for, and the LLVM that makes it."""

    processor: str
    features: str
    deposits: bool
    """It spreads bits over a mask quickly."""
    llvm: str
    lanes: bool
    """It has vectors of 512 bits and counts bits in them, so that deals can be played side by side."""


@cache
def host() -> Host:
    """This machine."""
    name = llvm.get_host_cpu_name()
    try:
        features = llvm.get_host_cpu_features()
    except RuntimeError:  # LLVM does not know this system's way to ask
        return Host(name, "", False, _llvm(), False)
    deposits = bool(features.get("bmi2")) and name not in _SLOW_DEPOSITS
    lanes = deposits and all(features.get(feature) for feature in _FOR_LANES)
    return Host(name, features.flatten(), deposits, _llvm(), lanes)


def _llvm() -> str:
    return f"llvmlite {llvmlite.__version__}, LLVM {'.'.join(map(str, llvm.llvm_version_info))}"


def compile_for_host(text: str) -> bytes:
    """An object file of a module. RuntimeError where LLVM finds the text wrong: a fault of the program."""
    _set_options()
    target = _target()
    module = llvm.parse_assembly(text)
    module.triple = target.triple
    module.data_layout = str(target.target_data)
    # Level 3 takes a fifth longer and the deals no shorter; vectors have nothing to gain in rules of cards.
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    passes = llvm.create_pass_builder(target, tuning)
    passes.getModulePassManager().run(module, passes)
    refuse_what_is_missing(module)
    return bytes(target.emit_object(module))


_OPTIONS: Final = (
    "-simplifycfg-sink-common=false",
    "-x86-cmov-converter=false",
    "-licm-mssa-max-acc-promotion=5000",
    "-licm-mssa-optimization-cap=5000",
)
"""What LLVM does otherwise for programs of another kind. Stores to two places made one store, to a place that is
worked out, would keep both in memory. Nobody can predict how random cards fall, so choices are to be no branches. And
a loop over all of a deal has more reads and writes than it usually looks at."""


@cache
def _set_options() -> None:
    for option in _OPTIONS:
        llvm.set_option("hasenpfeffer", option)


def refuse_what_is_missing(module: Any) -> None:
    """LLVM would end the whole program when it loads a module that calls what nobody has."""
    missing = {function.name for function in module.functions if function.is_declaration}
    missing = {name for name in missing if not name.startswith("llvm.")} - _FROM_OUTSIDE
    if missing:
        raise RuntimeError(f"a module calls what it does not define: {', '.join(sorted(missing))}")


class Loaded:
    """Machine code in memory, for as long as this lives."""

    def __init__(self, code: bytes) -> None:
        target = _target()
        nothing = llvm.parse_assembly("")
        nothing.triple = target.triple
        self._engine = llvm.create_mcjit_compiler(nothing, target)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, symbol: str) -> int:
        """Where a function begins."""
        return int(self._engine.get_function_address(symbol))


def _target() -> Any:
    """A target machine. Memory that code is loaded into makes its own of it, so each needs another."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.get_default_triple()
    if sys.platform == "win32":
        triple += "-elf"  # the only format that LLVM loads into memory everywhere
    this = host()
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=this.processor, features=this.features, opt=2, reloc="pic", codemodel="default"
    )
