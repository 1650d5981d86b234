"""Pieces of program text, worked out at once where they are constant.

A code is a whole number that is known, or the text of an expression in brackets of its own.
"""

from __future__ import annotations

from typing import TypeAlias

Code: TypeAlias = "int | str"

WORD = 62
"""Members of a set that go into one number of 64 bits, its sign and a spare bit left out."""


def add(a: Code, b: Code) -> Code:
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if a == 0:
        return b
    return a if b == 0 else f"({a} + {b})"


def subtract(a: Code, b: Code) -> Code:
    if isinstance(a, int) and isinstance(b, int):
        return a - b
    return a if b == 0 else f"({a} - {b})"


def multiply(a: Code, b: Code) -> Code:
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    if a == 1:
        return b
    if b == 1:
        return a
    return 0 if a == 0 or b == 0 else f"({a} * {b})"


def floor_divide(a: Code, b: Code) -> Code:
    if isinstance(a, int) and isinstance(b, int) and b:
        return a // b
    return a if b == 1 else f"({a} // {b})"


def modulo(a: Code, b: Code) -> Code:
    if isinstance(a, int) and isinstance(b, int) and b:
        return a % b
    return f"({a} % {b})"


def negate(a: Code) -> Code:
    return -a if isinstance(a, int) else f"(-{a})"


def both(a: Code, b: Code) -> Code:
    """The bits in both."""
    if isinstance(a, int) and isinstance(b, int):
        return a & b
    if a == 0 or b == 0:
        return 0
    if b == -1 or a == b:
        return a
    return b if a == -1 else f"({a} & {b})"


def either(a: Code, b: Code) -> Code:
    """The bits in one or the other."""
    if isinstance(a, int) and isinstance(b, int):
        return a | b
    if a == 0 or a == b:
        return b
    return a if b == 0 else f"({a} | {b})"


def without(a: Code, b: Code) -> Code:
    """The bits of the first that are not in the second."""
    if isinstance(a, int) and isinstance(b, int):
        return a & ~b
    if b == 0:
        return a
    return 0 if a == 0 or a == b else f"({a} & ~{b})"


def bit(index: Code) -> Code:
    """A set of one."""
    return 1 << index if isinstance(index, int) else f"(1 << {index})"


def has_bit(bits: Code, index: Code) -> Code:
    if isinstance(bits, int) and isinstance(index, int):
        return bits >> index & 1
    return f"({bits} >> {index} & 1)"


def popcount(bits: Code) -> Code:
    return bits.bit_count() if isinstance(bits, int) else f"popcount({bits})"


def lowest(bits: Code) -> Code:
    """The index of the lowest bit of a set that is not empty."""
    if isinstance(bits, int) and bits > 0:
        return (bits & -bits).bit_length() - 1
    return f"lowest({bits})"


def compare(op: str, a: Code, b: Code) -> Code:
    """1 or 0 where it is known, else the text; `op` as in Python."""
    if isinstance(a, int) and isinstance(b, int):
        known = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
        return int(known[op])
    return f"({a} {op} {b})"


def both_hold(a: Code, b: Code) -> Code:
    if isinstance(a, int):
        return b if a else 0
    if isinstance(b, int):
        return a if b else 0
    return f"({a} and {b})"


def either_holds(a: Code, b: Code) -> Code:
    if isinstance(a, int):
        return 1 if a else b
    if isinstance(b, int):
        return 1 if b else a
    return f"({a} or {b})"


def is_not(a: Code) -> Code:
    return int(not a) if isinstance(a, int) else f"(not {a})"


def if_else(test: Code, then: Code, otherwise: Code) -> Code:
    if isinstance(test, int):
        return then if test else otherwise
    return then if then == otherwise else f"({then} if {test} else {otherwise})"


def is_plain(code: Code) -> bool:
    """Whether a code may be written twice: a number or a name."""
    return isinstance(code, int) or code.isidentifier()
