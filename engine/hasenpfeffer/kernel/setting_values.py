"""How the value of a setting lies in numbers: times its denominator, as 1 or 0, or as a set of bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.values import Bits, Number, Truth, split, truth_of, wide
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.program import Program
    from hasenpfeffer.kernel.values import Value


class SettingValues:
    """Values to numbers and back, for every setting of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def width(self, name: str) -> int:
        """How many numbers a value takes."""
        return self._program.width_of(self._program.ruleset.settings[name].type.kind)

    def decoded(self, name: str, words: tuple[Code, ...]) -> Value:
        """The value that lies in these."""
        match self._program.ruleset.settings[name].type.kind:
            case Kind.NUMBER:
                return Number(words[0], self._program.denominators.setting(name))
            case Kind.YESNO:
                return Truth(codes.compare("!=", words[0], 0))
            case _:
                return Bits(words)

    def codes(self, name: str, value: Value) -> tuple[Code, ...]:
        """A value that is worked out, as it is to lie there."""
        match value:
            case Number():
                return (value.over(self._program.denominators.setting(name)),)
            case Truth():
                return (codes.if_else(truth_of(value), 1, 0),)
            case Bits():
                return wide(value, self.width(name))
            case _:
                raise TypeError("a setting has one value")

    def encoded(self, name: str, value: object) -> tuple[int, ...]:
        """A constant as numbers; None as nothing."""
        width = self.width(name)
        if value is None or value == ():
            return (0,) * width
        match self._program.ruleset.settings[name].type.kind:
            case Kind.NUMBER:
                return (int(value * self._program.denominators.setting(name)),)  # type: ignore[operator]
            case Kind.YESNO:
                return (int(bool(value)),)
            case _:
                return split(int(value), width)  # type: ignore[call-overload]
