"""Machine code is called with numbers and buffers, from as many threads as there are states."""

from __future__ import annotations

import ctypes
import threading
from array import array
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.unit.kernel.sample import TRICKS, tables

from hasenpfeffer.kernel.native.machine import is_available, machine_code

pytestmark = pytest.mark.skipif(not is_available(), reason="needs llvmlite")

SUM = "def total(s, count):\n    n = 0\n    for i in range(count):\n        n += s[i]\n    return n\n"


@pytest.fixture(scope="module")
def total():
    return machine_code(SUM, {"total": ("s", "count")}).entry("total")


def test_any_buffer_of_signed_numbers_will_do(total):
    numbers = array("q", [3, -4, 5])
    assert total(numbers, 3) == 4
    assert total((ctypes.c_int64 * 3)(*numbers), 3) == 4
    assert total(memoryview(numbers)[1:], 2) == 1
    assert total(memoryview(bytearray(24)).cast("q"), 3) == 0
    assert total(array("q"), 0) == 0


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ((array("q", [1]),), TypeError, "total takes 2 arguments, not 1"),
        (
            (array("i", [1]), 1),
            TypeError,
            "a buffer of 'i' is given for one of signed 64-bit numbers in a row",
        ),
        (
            (array("d", [1]), 1),
            TypeError,
            "a buffer of 'd' is given for one of signed 64-bit numbers in a row",
        ),
        ((memoryview(array("q", range(9)))[::2], 1), TypeError, "a buffer of 'q' is given"),
        ((memoryview(bytes(8)).cast("q"), 1), TypeError, "underlying buffer is not writable"),
        ((3, 1), TypeError, "3 is given for a buffer of 64-bit numbers"),
        ((array("q", [1]), array("q", [1])), TypeError, "a array is given for a number"),
        ((array("q", [1]), 1 << 63), OverflowError, "9223372036854775808 is no signed number of 64 bits"),
    ],
)
def test_what_would_be_misread_is_refused(total, given, error, message):
    with pytest.raises(error) as caught:
        total(*given)
    assert message in str(caught.value)


def test_a_buffer_can_grow_again_when_the_call_is_over(total):
    numbers = array("q", [1, 2])
    total(numbers, 2)
    numbers.append(3)
    assert total(numbers, 3) == 6


def test_threads_with_states_of_their_own_get_what_they_get_one_after_the_other():
    play = machine_code(TRICKS, {"play_deals": ("s", "k", "low", "high", "first", "count", "rows")}).entry(
        "play_deals"
    )
    constants = array("q", tables())

    def played(first: int) -> list[int]:
        rows = array("q", bytes(8 * 5 * 20_000))
        play(array("q", bytes(512)), constants, 7, 0, first, 20_000, rows)
        return list(rows)

    with ThreadPoolExecutor(2) as threads:
        together = list(threads.map(played, (0, 20_000)))
    assert together == [played(0), played(20_000)]


def test_other_threads_go_on_while_machine_code_runs():
    text = """
def wait(other, out, most):
    out[0] = 1
    for i in range(most):
        out[1] += 1
        if other[0]:
            return i
    return -1
"""
    wait = machine_code(text, {"wait": ("other", "out", "most")}).entry("wait")
    told, tells = array("q", [0]), array("q", [0, 0])
    results: list[int] = []
    thread = threading.Thread(target=lambda: results.append(wait(told, tells, 10_000_000_000)))
    thread.start()
    while not tells[0]:
        pass
    told[0] = 1
    thread.join()
    assert results[0] >= 0 and tells[1] == results[0] + 1


def test_code_that_calls_what_nobody_has_is_not_loaded():
    from hasenpfeffer.kernel.native.llvm import compile_for_host

    with pytest.raises(RuntimeError, match="a module calls what it does not define: elsewhere"):
        compile_for_host(
            "declare i64 @elsewhere()\ndefine i64 @f() {\n  %a = call i64 @elsewhere()\n  ret i64 %a\n}"
        )
