"""Formulas of constants, worked out at once: parameters are fixed before play."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hasenpfeffer.lang.evaluate import plain
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type, number

if TYPE_CHECKING:
    from collections.abc import Callable


_FOLDS: dict[str, Callable[[int, int], object]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "floor": lambda a, b: a // b,
    "modulo": lambda a, b: a % b,
    "divide": lambda a, b: Fraction(a) / b,
    "least": lambda a, b: max(a, b),
    "most": lambda a, b: min(a, b),
    "equal": lambda a, b: a == b,
    "same": lambda a, b: a == b,
    "unequal": lambda a, b: a != b,
    "less": lambda a, b: a < b,
    "at_most": lambda a, b: a <= b,
    "more": lambda a, b: a > b,
    "at_least": lambda a, b: a >= b,
    "union": lambda a, b: a | b,
    "except": lambda a, b: a & ~b,
}


def folded(value: Typed) -> Typed:
    """The constant, where every part is one: parameters are fixed before play."""
    if not value.args or not all(part.is_constant for part in value.args):
        return value
    if value.op == "count" and isinstance(value.args[0].value, int):
        result: object = value.args[0].value.bit_count()
    elif value.op in _FOLDS and len(value.args) == 2:
        a, b = (part.value for part in value.args)
        if value.op in ("floor", "modulo") and b == 0:
            return value
        if isinstance(a, tuple) and value.op in ("union", "except"):
            return value
        result = plain(_FOLDS[value.op](a, b))  # type: ignore[arg-type]
    else:
        return value
    kind = value.type
    if kind.kind is Kind.NUMBER:
        kind = constant_type(result)
    is_turned = any(part.is_turned for part in value.args)
    return Typed("constant", kind, value=result, place=value.place, is_turned=is_turned)


def constant_type(value: object) -> Type:
    """The type of one number: its range is itself."""
    if isinstance(value, Fraction):
        return number(value.__floor__(), value.__ceil__(), value.denominator)
    assert isinstance(value, int)
    return number(value, value)
