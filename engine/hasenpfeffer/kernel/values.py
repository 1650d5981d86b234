"""What a lowered formula gives: a number over a known denominator, yes or no, or a set of bits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import lcm
from typing import TYPE_CHECKING, TypeAlias

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.kernel.codes import Code


@dataclass(frozen=True, slots=True)
class Number:
    """A number times its `denominator`, which is known before play."""

    code: Code
    denominator: int = 1

    def over(self, denominator: int) -> Code:
        """The number times another denominator, a multiple of its own."""
        assert denominator % self.denominator == 0
        return codes.multiply(self.code, denominator // self.denominator)


@dataclass(frozen=True, slots=True)
class Truth:
    """1 or 0, or a text that is true or not."""

    code: Code


@dataclass(frozen=True, slots=True)
class Bits:
    """A set, `WORD` members a word. `index`: the one member, where the set is known to have just one.

    `row`: one more than the one member, or 0 for none, where the set is known to have no more than one.
    """

    words: tuple[Code, ...]
    index: Code | None = None
    row: Code | None = None

    @property
    def only(self) -> Code:
        """The one word of a set of seats, teams, tricks, suits or words."""
        assert len(self.words) == 1
        return self.words[0]

    @property
    def is_known(self) -> bool:
        return all(isinstance(word, int) for word in self.words)

    @property
    def known(self) -> int:
        """The whole set as one number, where it is known."""
        return sum(word << WORD * place for place, word in enumerate(self.words) if isinstance(word, int))


@dataclass(frozen=True, slots=True)
class Numbers:
    """Several numbers to choose from: those written, or a range with both ends and its step."""

    listed: tuple[Number, ...] = ()
    span: tuple[Number, Number, Number] | None = None


Value: TypeAlias = "Number | Truth | Bits | Numbers"

NO: Bits = Bits((0,))
"""No member, of whatever kind."""


def split(members: int, width: int) -> tuple[int, ...]:
    """A set as so many words."""
    mask = (1 << WORD) - 1
    return tuple(members >> WORD * place & mask for place in range(width))


def known_bits(members: int, width: int) -> Bits:
    """A set that is known; with its one member where it has just one."""
    one = members.bit_length() - 1 if members and not members & (members - 1) else None
    return Bits(split(members, width), one)


def one_of(index: Code, width: int = 1) -> Bits:
    """The set of this one member."""
    if isinstance(index, int):
        return known_bits(1 << index, width)
    if width == 1:
        return Bits((codes.bit(index),), index)
    words = tuple(
        f"(1 << {index} - {WORD * place} if {WORD * place} <= {index} < {WORD * (place + 1)} else 0)"
        for place in range(width)
    )
    return Bits(words, index)


def at_most_one(row: Code) -> Bits:
    """The set of the member whose number is one less than this; of none for 0."""
    return Bits((f"(1 << {row} >> 1)",), row=row)


def paired(a: Bits, b: Bits, join: Callable[[Code, Code], Code]) -> Bits:
    """Two sets joined word by word; one of fewer words has no members beyond."""
    width = max(len(a.words), len(b.words))
    return Bits(tuple(join(*pair) for pair in zip(wide(a, width), wide(b, width), strict=True)))


def wide(bits: Bits, width: int) -> tuple[Code, ...]:
    """The words of a set, and empty ones up to this width."""
    return (*bits.words, *(0 for _ in range(width - len(bits.words))))


def union(a: Bits, b: Bits) -> Bits:
    if a.is_known and not a.known:
        return b
    if b.is_known and not b.known:
        return a
    return paired(a, b, codes.either)


def meet(a: Bits, b: Bits) -> Bits:
    return paired(a, b, codes.both)


def difference(a: Bits, b: Bits) -> Bits:
    if b.is_known and not b.known:
        return a
    return paired(a, b, codes.without)


def is_some(bits: Bits) -> Code:
    """Whether a set has members."""
    return codes.compare("!=", reduce(codes.either, bits.words), 0)


def is_empty(bits: Bits) -> Code:
    return codes.compare("==", reduce(codes.either, bits.words), 0)


def is_same(a: Bits, b: Bits) -> Code:
    width = max(len(a.words), len(b.words))
    pairs = zip(wide(a, width), wide(b, width), strict=True)
    return reduce(codes.both_hold, (codes.compare("==", mine, theirs) for mine, theirs in pairs))


def size(bits: Bits) -> Code:
    """How many members a set has."""
    return reduce(codes.add, (codes.popcount(word) for word in bits.words))


def common(numbers: Sequence[Number]) -> int:
    """The least denominator in which all can be written."""
    return lcm(*(number.denominator for number in numbers))


def truth_of(value: Value) -> Code:
    """Whether a value counts as there: not 0, not no, not empty."""
    match value:
        case Truth(code):
            return code
        case Number(code):
            return codes.compare("!=", code, 0)
        case Bits():
            return is_some(value)
        case _:
            raise TypeError("several numbers are not asked for as one")
