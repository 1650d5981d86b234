"""The few primitives that an emitted program calls, in plain Python; `native` has the same as machine code.

Whole numbers are 64 bits wide and signed, as they are in the emitted program: a set that holds its 64th member is
a negative number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer import chance
from hasenpfeffer.chance import GOLDEN, MASK

if TYPE_CHECKING:
    from collections.abc import MutableSequence

    from _typeshed import WriteableBuffer

PRIMITIVES = (
    "popcount",
    "lowest",
    "highest",
    "nth",
    "stream_key",
    "draw",
    "drawn",
    "fill",
    "below",
    "part",
    "shuffled",
)
"""What an emitted program may call without defining it."""

A_ROW: Final = 8
"""So many draws `fill` makes at a time."""


def popcount(x: int) -> int:
    """How many members a set has."""
    return (x & MASK).bit_count()


def lowest(x: int) -> int:
    """The lowest member of a set, which must not be empty."""
    return (x & -x).bit_length() - 1


def highest(x: int) -> int:
    """The highest member of a set, which must not be empty."""
    return (x & MASK).bit_length() - 1


def nth(x: int, n: int) -> int:
    """Member number `n` of a set, from 0 in ascending order; there must be more than `n`."""
    while n:
        x &= x - 1
        n -= 1
    return (x & -x).bit_length() - 1


def stream_key(low: int, high: int, game: int, deal: int, purpose: int) -> int:
    """The key of a stream of chance; `low` and `high` are the two words of the seed."""
    key = chance.stream_key((high & MASK) << 64 | low & MASK, game, deal, purpose)
    return key - (key >> 63 << 64)


def draw(key: int, number: int, bound: int) -> int:
    """Draw `number` of a stream, from 0, as a whole number below `bound`, which is from 1 to 2**31 - 1."""
    if bound == 1:
        return 0
    # chance.mix, written out: a call would cost a third more, and every decision of a random player comes here
    value = (key + (number + 1) * GOLDEN) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return ((value ^ (value >> 31)) * bound) >> 64


def drawn(key: int, number: int) -> int:
    """Draw `number` of a stream as it is before it is bounded."""
    value = chance.mix(key + (number + 1) * GOLDEN)
    return value - (value >> 63 << 64)


def fill(s: MutableSequence[int], at: int, key: int, number: int) -> int:
    """Writes eight draws in a row into a state, from draw `number` on, as they are before they are bounded."""
    for more in range(A_ROW):
        s[at + more] = drawn(key, number + more)
    return 0


def below(draw: int, bound: int) -> int:
    """A draw that `drawn` or `fill` has made, as a whole number below `bound`."""
    return ((draw & MASK) * bound) >> 64


def shuffled(s: MutableSequence[int], pack: int, draws: int, count: int) -> int:
    """Writes the numbers below `count` into a state, in the order that these draws, made by `fill`, shuffle them to:
    Fisher and Yates, from the last place down."""
    for at in range(count):
        s[pack + at] = at
    for last in range(count - 1, 0, -1):
        other = below(s[draws + count - 1 - last], last + 1)
        s[pack + last], s[pack + other] = s[pack + other], s[pack + last]
    return 0


def part(numbers: WriteableBuffer, at: int) -> memoryview:
    """A buffer of numbers from this place on, to be given where a program takes a pointer; `array('q')` is one, a
    list is none. What is written there is written into the buffer."""
    return memoryview(numbers)[at:]
