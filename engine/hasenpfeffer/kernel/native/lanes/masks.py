"""Lines of a function over lanes: masks of lanes, and numbers of each lane put together from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel.native.draws import splat
from hasenpfeffer.kernel.native.forms import Forms
from hasenpfeffer.kernel.native.lanes.values import (
    BITS,
    EVERYBODY,
    NUMBERS,
    TRUTHS,
    Number,
    Truth,
    spread,
)

if TYPE_CHECKING:
    import ast

    from hasenpfeffer.kernel.native.restricted import Declared


class Masks(Forms[Number]):
    """`mask` names the lanes that take part in what is being written, `slots` what is needed on the stack."""

    def __init__(self, node: ast.FunctionDef, module: Declared) -> None:
        super().__init__(node, module)
        self.slots: list[str] = []
        self.mask = "%mask"

    def any_of(self, mask: str) -> str:
        """Whether there is a lane in a mask."""
        return self.fresh(f"icmp ne {BITS} {self.fresh(f'bitcast {TRUTHS} {mask} to {BITS}')}, 0")

    def both(self, one: str, other: str) -> str:
        """The lanes that are in two masks."""
        return self.fresh(f"and {TRUTHS} {one}, {other}")

    def but(self, mask: str, those: str) -> str:
        """The lanes of a mask that are not in another."""
        return self.both(mask, self.fresh(f"xor {TRUTHS} {those}, {EVERYBODY}"))

    def narrowed(self, mask: str, truth: Truth) -> str:
        """The lanes of a mask for which something holds."""
        return self.both(mask, self.truths(truth))

    def blended(self, mask: str, new: str, old: str) -> str:
        """New numbers in the lanes of a mask, and in all others those of before."""
        return self.fresh(f"select {TRUTHS} {mask}, {NUMBERS} {new}, {NUMBERS} {old}")

    def primitive(self, name: str, *given: Number) -> Number:
        """Calls one of `lanes.primitives`, for all lanes."""
        values = ", ".join(f"{NUMBERS} {self.wide(one)}" for one in given)
        return Number(self.fresh(f"call {NUMBERS} @lanes.{name}({values})"), is_shared=False)

    def on_stack(self, kind: str) -> str:
        """The name of room on the stack."""
        name = f"%{self.label('room')}"
        self.slots.append(f"  {name} = alloca {kind}, align 64")
        return name

    def wide(self, number: Number) -> str:
        """A number in every lane."""
        if not number.is_shared:
            return number.name
        if number.is_known:
            return splat(int(number.name))
        return self.fresh(spread(self.fresh(f"insertelement {NUMBERS} poison, i64 {number.name}, i32 0")))

    def truths(self, truth: Truth) -> str:
        """A truth in every lane."""
        if not truth.is_shared:
            return truth.name
        first = self.fresh(f"insertelement {TRUTHS} poison, i1 {truth.name}, i32 0")
        return self.fresh(spread(first, TRUTHS))

    def of_two(self, operation: str, one: Number, other: Number) -> Number:
        if one.is_shared and other.is_shared:
            return Number(self.fresh(f"{operation} i64 {one.name}, {other.name}"), is_shared=True)
        return Number(
            self.fresh(f"{operation} {NUMBERS} {self.wide(one)}, {self.wide(other)}"), is_shared=False
        )

    def chosen(self, truth: Truth, yes: Number, no: Number) -> Number:
        """One of two numbers, as something holds or does not."""
        if truth.is_shared and yes.is_shared and no.is_shared:
            return Number(
                self.fresh(f"select i1 {truth.name}, i64 {yes.name}, i64 {no.name}"), is_shared=True
            )
        one, other = self.wide(yes), self.wide(no)
        return Number(
            self.fresh(f"select {truth.kind} {truth.name}, {NUMBERS} {one}, {NUMBERS} {other}"),
            is_shared=False,
        )
