"""Machine code gives the numbers that plain Python gives for the same text."""

from __future__ import annotations

from array import array
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.kernel.sample import EXPRESSIONS, STATEMENTS, TRICKS, plain, program, statements, tables

from hasenpfeffer.kernel import runtime
from hasenpfeffer.kernel.native.machine import Machine, is_available, machine_code
from hasenpfeffer.kernel.native.restricted import NotRestrictedError
from hasenpfeffer.kernel.native.translate import translate

pytestmark = pytest.mark.skipif(not is_available(), reason="needs llvmlite")

WORDS = st.integers(-(1 << 63), (1 << 63) - 1)
BOUNDS = st.integers(1, (1 << 31) - 1)


@pytest.mark.parametrize("seed", range(8))
def test_a_program_drawn_at_random_does_the_same(seed):
    text = program(seed, leaves=4, middle=2, top=1)
    module = plain(text)
    machine = machine_code(text, {"run": ("s", "k", "count"), "peek": ("s", "k")})
    constants = [number * 977 % 1000 for number in range(32)]
    one, other = array("q", range(64)), list(range(64))
    for count in (1, 40):
        assert machine.call("run", one, array("q", constants), count) == module["run"](
            other, constants, count
        )
        assert list(one) == other
        assert machine.call("peek", one, array("q", constants)) == module["peek"](other, constants)


def test_a_game_of_tricks_is_dealt_and_played_the_same():
    parameters = ("s", "k", "low", "high", "first", "count", "rows")
    machine = machine_code(TRICKS, {"play_deals": parameters})
    rows, others = array("q", bytes(8 * 5 * 300)), [0] * 5 * 300
    assert (
        machine.call("play_deals", array("q", bytes(512)), array("q", tables()), 7, 3, 20, 300, rows) == 300
    )
    plain(TRICKS)["play_deals"]([0] * 64, tables(), 7, 3, 20, 300, others)
    assert list(rows) == others
    assert sum(rows[1:5]) == 120


PRIMITIVES = """
def members(x, n):
    return popcount(x) * 4096 + lowest(x) * 64 + nth(x, n)

def key(low, high, game, deal, purpose):
    return stream_key(low, high, game, deal, purpose)

def drawn(key, number, bound):
    return draw(key, number, bound)
"""
PRIMITIVE_ENTRIES = {
    "members": ("x", "n"),
    "key": ("low", "high", "game", "deal", "purpose"),
    "drawn": ("key", "number", "bound"),
}


@pytest.fixture(scope="module", params=["by deposits, if there are", "step by step"])
def primitives(request, tmp_path_factory):
    from hasenpfeffer.kernel.native import llvm

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        if request.param == "step by step":
            usual = llvm.host()
            patch.setattr(llvm, "host", lambda: usual._replace(deposits=False))
        yield machine_code(PRIMITIVES, PRIMITIVE_ENTRIES)


@settings(deadline=None)
@given(WORDS.filter(bool), st.data())
def test_sets_are_taken_apart_the_same(primitives, x, data):
    n = data.draw(st.integers(0, runtime.popcount(x) - 1))
    assert primitives.call("members", x, n) == plain(PRIMITIVES)["members"](x, n)


@settings(deadline=None)
@given(WORDS, WORDS | st.just(0), st.integers(0, 10**9), st.integers(0, 300), st.integers(1, 9))
def test_keys_of_streams_are_the_same(primitives, low, high, game, deal, purpose):
    given = low, high, game, deal, purpose
    assert primitives.call("key", *given) == runtime.stream_key(*given)


@settings(deadline=None)
@given(WORDS, st.integers(0, 10**9), BOUNDS)
def test_draws_are_the_same(primitives, key, number, bound):
    assert primitives.call("drawn", key, number, bound) == runtime.draw(key, number, bound)


@pytest.fixture(scope="module")
def calculator() -> tuple[Machine, dict[str, Any]]:
    lines = ["LARGE = (1 << 40) - 1", "", "def double(x):", "    return x * 2"]
    for number, expression in enumerate(EXPRESSIONS):
        lines += ["", f"def f{number}(x, y):", f"    return {expression}"]
    entries = {f"f{number}": ("x", "y") for number in range(len(EXPRESSIONS))}
    return machine_code("\n".join(lines), entries), plain("\n".join(lines))


@pytest.mark.parametrize("number", range(len(EXPRESSIONS)), ids=EXPRESSIONS)
def test_an_expression_is_worth_the_same(calculator, number):
    machine, module = calculator
    for x in (-1000, -9, -8, -7, -1, 0, 1, 2, 7, 8, 63, 1 << 30):
        for y in (-1000, -7, -1, 0, 1, 3, 8, 1 << 30):
            assert machine.call(f"f{number}", x, y) == module[f"f{number}"](x, y), (x, y)


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_do_the_same(name):
    text = statements(name)
    module, machine = plain(text), machine_code(text, {"f": ("s", "x")})
    for x in (0, 1, 2, 5, 7):
        one, other = array("q", range(64)), list(range(64))
        assert machine.call("f", one, x) == module["f"](other, x)
        assert list(one) == other


def test_a_division_by_zero_is_zero_and_ends_no_program():
    machine = machine_code("def f(x, y):\n    return x // y + x % y * 3\n", {"f": ("x", "y")})
    assert machine.call("f", 9, 0) == 0


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return x / 2", "line 2: x / 2 is no restricted Python"),
        ("return 1.5", "line 2: 1.5 is no restricted Python"),
        ("return x ** 2", "line 2: x ** 2 is no restricted Python"),
        ("return 9223372036854775808", "line 2: 9223372036854775808 is no signed number of 64 bits"),
        ("return x + (1 << 63)", "line 2: 9223372036854775808 is no signed number of 64 bits"),
        ("return x << 64", "line 2: a shift by 64"),
        ("return s[-1]", "line 2: s[-1] is no restricted Python"),
        ("return y", "line 2: y is no restricted Python"),
        ("return s", "line 2: s is no restricted Python"),
        ("return x[0]", "line 2: x[0] is no restricted Python"),
        ("s = 3", "line 2: s is no restricted Python"),
        ("return f(x, s)", "line 2: x is no pointer"),
        ("return f(s)", "line 2: f(s) is no restricted Python"),
        ("return print(x)", "line 2: print(x) is no restricted Python"),
        ("return draw(x)", "line 2: draw(x) is no restricted Python"),
        ("return", "line 2: return is no restricted Python"),
        ("return x in s", "line 2: s is no restricted Python"),
        ("for i in s: pass", "line 2: s is no restricted Python"),
        ("for i in range(0, 9, x): pass", "line 2: range(0, 9, x) is no restricted Python"),
        ("break", "line 2: break is no restricted Python"),
        ("x, y = 1, 2", "line 2: (1, 2) is no restricted Python"),
    ],
)
def test_what_is_no_restricted_python_is_refused_with_its_line(body, message):
    with pytest.raises(NotRestrictedError) as caught:
        translate(f"def f(s, x):\n    {body}\n", {"f": ("s", "x")}, deposits=False)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def g(x):\n    return 0\n", "no function f(s, x)"),
        ("def f(x, s):\n    return 0\n", "no function f(s, x)"),
        (
            "def f(s, x=1):\n    return 0\n",
            "line 1: f has parameters of another kind than plain ones",
        ),
        ("NAME = 'text'\n", "line 1: NAME = 'text' is no restricted Python"),
        ("import os\n", "line 1: import os is no restricted Python"),
    ],
)
def test_a_module_that_is_none_is_refused(text, message):
    with pytest.raises(NotRestrictedError) as caught:
        translate(text, {"f": ("s", "x")}, deposits=False)
    assert str(caught.value) == message
