"""The primitives of emitted programs draw what `docs/chance.md` says, in signed 64-bit numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hasenpfeffer.chance import MASK, PLAYERS, Stream
from hasenpfeffer.chance import stream_key as key_of
from hasenpfeffer.kernel.runtime import draw, lowest, nth, popcount, stream_key

WORDS = st.integers(-(1 << 63), (1 << 63) - 1)


@given(WORDS)
def test_a_set_is_counted_and_taken_apart_member_by_member(x):
    members = [bit for bit in range(64) if x >> bit & 1]
    assert popcount(x) == len(members)
    assert [nth(x, n) for n in range(len(members))] == members
    if members:
        assert lowest(x) == members[0]


@given(st.integers(0, (1 << 128) - 1), st.integers(0, 10**9), st.integers(0, 300), st.integers(1, 8))
def test_the_key_of_a_stream_is_that_of_the_reference(seed, game, deal, purpose):
    low, high = signed(seed & MASK), signed(seed >> 64)
    assert stream_key(low, high, game, deal, purpose) == signed(key_of(seed, game, deal, purpose))


@given(WORDS, st.lists(st.integers(1, (1 << 31) - 1), max_size=5))
def test_draws_are_those_of_the_reference(low, bounds):
    stream = Stream(low & MASK, 3, 2, PLAYERS)
    key = stream_key(low, 0, 3, 2, PLAYERS)
    assert [draw(key, number, bound) for number, bound in enumerate(bounds)] == [
        stream.below(bound) for bound in bounds
    ]


@pytest.mark.parametrize(("purpose", "high", "key"), [(1, 0, 0x922B0D5420A511DD), (1, 3, 0x3273C71362A471AC)])
def test_the_worked_values_of_the_page_on_chance(purpose, high, key):
    assert stream_key(7, high, 0, 1, purpose) & MASK == key


def signed(word: int) -> int:
    return word - (word >> 63 << 64)
