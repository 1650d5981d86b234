"""Machine code is kept, and made anew whenever something that it depends on has changed."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from hasenpfeffer.kernel.native import cache
from hasenpfeffer.kernel.native.machine import is_available, machine_code, would_be_warm

pytestmark = pytest.mark.skipif(not is_available(), reason="needs llvmlite")

ENGINE = Path(__file__).parents[3] / "engine"

TEXT = "def f(s, x):\n    s[0] += x\n    return s[0] * 2\n"
OTHER = TEXT.replace("* 2", "* 3")
ENTRIES = {"f": ("s", "x")}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hasenpfeffer" / "code"


@pytest.fixture
def llvm():
    """The module that asks what this machine is; what it remembers is forgotten before and after."""
    from hasenpfeffer.kernel.native import llvm

    machine_code(TEXT, ENTRIES)
    yield llvm
    llvm.host.cache_clear()
    cache.sources.cache_clear()


def result(text: str = TEXT) -> tuple[int, bool]:
    machine = machine_code(text, ENTRIES)
    return machine.call("f", array("q", [5]), 2), machine.was_kept


def test_the_second_time_it_is_there(folder):
    assert not would_be_warm(TEXT, ENTRIES)
    assert result() == (14, False)
    assert would_be_warm(TEXT, ENTRIES)
    assert result() == (14, True)
    assert len(list(folder.iterdir())) == 1


def test_another_text_is_other_code():
    assert (result(), result(OTHER)) == ((14, False), (21, False))
    assert (result(), result(OTHER)) == ((14, True), (21, True))


def test_other_entries_are_other_code():
    text = TEXT + "\ndef g(x):\n    return x + 1\n"
    assert result(text) == (14, False)
    assert not would_be_warm(text, {**ENTRIES, "g": ("x",)})
    assert machine_code(text, {**ENTRIES, "g": ("x",)}).call("g", 1) == 2


def test_deals_side_by_side_are_other_code():
    assert result() == (14, False)
    assert would_be_warm(TEXT, ENTRIES)
    assert not would_be_warm(TEXT, ENTRIES, side_by_side=True)
    assert cache.of_text(TEXT, ENTRIES) != cache.of_text(TEXT, ENTRIES, side_by_side=True)


CHANGES = {
    "our version": lambda patch, llvm: patch.setattr(cache, "__version__", "99"),
    "Python": lambda patch, llvm: patch.setattr(platform, "python_version", lambda: "3.99.0"),
    "llvmlite": lambda patch, llvm: patch.setattr(llvm.llvmlite, "__version__", "99"),
    "LLVM": lambda patch, llvm: patch.setattr(llvm.llvm, "llvm_version_info", (99, 0, 0)),
    "the processor": lambda patch, llvm: patch.setattr(llvm.llvm, "get_host_cpu_name", lambda: "generic"),
    "its features": lambda patch, llvm: patch.setattr(
        llvm.llvm, "get_host_cpu_features", lambda: llvm.llvm.FeatureMap({"bmi2": True})
    ),
    "what it cannot tell": lambda patch, llvm: patch.setattr(
        llvm.llvm, "get_host_cpu_features", _nobody_knows
    ),
}


def _nobody_knows():
    raise RuntimeError


@pytest.mark.parametrize("what", CHANGES)
def test_when_something_is_another_the_code_is_made_anew(what, llvm, monkeypatch):
    assert result() == (14, True)
    CHANGES[what](monkeypatch, llvm)
    llvm.host.cache_clear()
    assert not would_be_warm(TEXT, ENTRIES)
    assert result() == (14, False)
    assert result() == (14, True)


@pytest.mark.parametrize("source", cache._SOURCES, ids=lambda path: path.stem)
def test_when_a_module_of_ours_is_another_the_code_is_made_anew(source, llvm, monkeypatch, tmp_path):
    changed = tmp_path / source.name
    changed.write_text(source.read_text("utf-8") + "\n# changed\n", "utf-8")
    others = tuple(changed if path == source else path for path in cache._SOURCES)
    monkeypatch.setattr(cache, "_SOURCES", others)
    cache.sources.cache_clear()
    assert not would_be_warm(TEXT, ENTRIES)
    assert result() == (14, False)


def test_the_modules_that_count_are_all_that_say_what_code_does():
    kernel = ENGINE / "hasenpfeffer" / "kernel"
    counted = set(cache._SOURCES)
    assert {kernel / "runtime.py", kernel.parent / "chance.py"} <= counted
    assert set((kernel / "native").rglob("*.py")) <= counted


DAMAGE = {
    "cut short": lambda data: data[:-1],
    "longer": lambda data: data + b"\0",
    "a bit is another": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "empty": lambda data: b"",
    "no code": lambda data: b"something else",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_not_run_but_made_anew(damage, folder):
    result()
    (path,) = folder.iterdir()
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    assert not would_be_warm(TEXT, ENTRIES)
    assert result() == (14, False)
    assert result() == (14, True)


def test_a_file_of_another_name_is_not_run(folder):
    result()
    (path,) = folder.iterdir()
    result(OTHER)
    (other,) = set(folder.iterdir()) - {path}
    other.write_bytes(path.read_bytes())
    assert result(OTHER) == (21, False)


@pytest.mark.parametrize("home", ["/dev/null/nowhere", "relative"])
def test_where_nothing_can_be_kept_it_is_made_every_time(home, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", home)
    assert (result(), result()) == ((14, False), (14, False))
    assert not would_be_warm(TEXT, ENTRIES)


def test_what_was_not_used_for_longest_goes(folder, monkeypatch):
    monkeypatch.setattr(cache, "MOST_FILES", 2)
    result()
    (first,) = folder.iterdir()
    result(OTHER)
    for age, path in enumerate(sorted(folder.iterdir(), key=lambda path: path == first)):
        os.utime(path, (1000 - age, 1000 - age))
    assert result() == (14, True)  # used again: now the other one is the oldest
    result(TEXT.replace("* 2", "* 4"))
    assert len(list(folder.iterdir())) == 2
    assert (result(), result(OTHER)) == ((14, True), (21, False))


def program(tail: str) -> list[str]:
    code = (
        "import sys; from array import array; from hasenpfeffer.kernel.native.machine import *; "
        f"text, entries = {TEXT!r}, {ENTRIES!r}; {tail}"
    )
    return [sys.executable, "-c", code]


CALL = "machine = machine_code(text, entries); print(machine.call('f', array('q', [5]), 2), machine.was_kept)"


def test_code_that_is_kept_needs_no_compiler():
    result()
    tail = f"{CALL}; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    done = subprocess.run(program(tail), capture_output=True, text=True, cwd=ENGINE)
    assert (done.stdout.split("\n")[:2], done.stderr) == (["14 True", "[]"], "")


def test_to_know_that_there_is_no_code_needs_no_llvm():
    tail = "print(is_available(), would_be_warm(text, entries), 'llvmlite' in sys.modules)"
    done = subprocess.run(program(tail), capture_output=True, text=True, cwd=ENGINE)
    assert (done.stdout.strip(), done.stderr) == ("True False False", "")


def test_two_programs_that_compile_at_once_do_each_other_no_harm(folder):
    running = [
        subprocess.Popen(program(CALL), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ENGINE)
        for _ in range(2)
    ]
    outputs = [process.communicate() for process in running]
    assert all(out.startswith("14 ") and not err for out, err in outputs)
    assert [path.suffix for path in folder.iterdir()] == [".o"]
    assert result() == (14, True)
