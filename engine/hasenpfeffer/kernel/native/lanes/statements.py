"""Statements of restricted Python over lanes: one function, for a mask of lanes.

A lane leaves a loop or the function by being taken out of a mask. `alive` holds the lanes that are still in the
innermost loop, or in the function; what is written anywhere is written for those of them that came here.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel.native.lanes.loops import Loops, NotSharedError, leaves
from hasenpfeffer.kernel.native.lanes.owned import Owned
from hasenpfeffer.kernel.native.lanes.values import LANES, NUMBERS, TRUTHS, Number, Truth, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.kernel.native.forms import Loop
    from hasenpfeffer.kernel.native.lanes.expressions import Instance

_SHORT: Final = 1
"""So many statements are gone through by whoever comes, without asking whether any lane means them."""

_SMALL: Final = 12
"""Statements of a function that is written out wherever it is called."""


class Function(Loops):
    """Writes a function."""

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance)
        self._owned = Owned(instance.node, frozenset(self.parameters))

    def text(self, symbol: str) -> str:
        """The function under this symbol; NotSharedError where a name is to be put `apart`."""
        parameters = [f"{TRUTHS} %mask"]
        for parameter in self.parameters:
            if parameter in self.pointers:
                parameters.append(f"{_pointer(parameter)} %{parameter}")
            else:
                kind = "i64" if parameter in self.instance.given else NUMBERS
                parameters.append(f"{kind} %{parameter}.given")
        self.body(self.instance.node.body)
        slots = [
            f"  %result.slot = alloca {NUMBERS}",
            f"  store {NUMBERS} zeroinitializer, ptr %result.slot",
            f"  %alive.slot = alloca {TRUTHS}",
            f"  store {TRUTHS} %mask, ptr %alive.slot",
            *self.slots,
        ]
        for local in sorted(self.locals):
            slots += self._slot_of(local)
        inline = " alwaysinline" if self._is_small else ""
        result = self.fresh(f"load {NUMBERS}, ptr %result.slot")
        head = f"define internal {NUMBERS} @{symbol}({', '.join(parameters)}){inline} nounwind {{"
        return "\n".join([head, "start:", *slots, *self.lines, f"  ret {NUMBERS} {result}", "}"])

    def _slot_of(self, name: str) -> list[str]:
        """Room for a name, with what it is given."""
        kind = "i64" if name in self.shared else NUMBERS
        lines, given = [f"  %{name}.slot = alloca {kind}"], f"%{name}.given"
        if name not in self.parameters:
            given = "0" if kind == "i64" else "zeroinitializer"
        elif name in self.instance.given and name not in self.shared:
            lines.append(f"  %{name}.one = insertelement {NUMBERS} poison, i64 {given}, i32 0")
            lines.append(f"  %{name}.every = {spread(f'%{name}.one')}")
            given = f"%{name}.every"
        return [*lines, f"  store {kind} {given}, ptr %{name}.slot"]

    @property
    def _is_small(self) -> bool:
        """Whether the function is written out wherever it is called."""
        return sum(isinstance(node, ast.stmt) for node in ast.walk(self.instance.node)) <= _SMALL

    # --- blocks

    @property
    def _alive(self) -> str:
        """The slot of the lanes that are still here."""
        return self.loops[-1].turn if self.loops else "%alive.slot"

    def body(self, body: Sequence[ast.stmt]) -> None:
        """Statements under one mask. After one that some lanes leave by, the rest is for the others, if any."""
        ends: list[str] = []
        for number, statement in enumerate(body):
            self.statement(statement)
            if isinstance(statement, (ast.Return, ast.Break, ast.Continue)):
                break
            rest = body[number + 1 :]
            if rest and leaves(statement):
                self.mask = self.both(self.mask, self.fresh(f"load {TRUTHS}, ptr {self._alive}"))
                if not self._is_short(rest):
                    on, end = self.label("rest"), self.label("end")
                    self.line(f"br i1 {self.any_of(self.mask)}, label %{on}, label %{end}")
                    self.block(on)
                    ends.append(end)
        for end in reversed(ends):
            self.go(end)
            self.block(end)

    def change(self, node: ast.AugAssign, target: ast.Subscript) -> None:
        at = self.at(target)
        result = self.combined(node, node.op, self.read(at), node.value)
        if not self.is_ignored(target):
            self.write(at, result)

    def break_(self, loop: Loop) -> None:
        self._leave(loop)

    def continue_(self, loop: Loop) -> None:
        self._leave([loop.turn])

    def return_(self, value: Number) -> None:
        old = self.fresh(f"load {NUMBERS}, ptr %result.slot")
        self.line(f"store {NUMBERS} {self.blended(self.mask, self.wide(value), old)}, ptr %result.slot")
        self._leave(["%alive.slot", *(slot for loop in self.loops for slot in loop)])

    def _leave(self, slots: Sequence[str]) -> None:
        for slot in slots:
            rest = self.but(self.fresh(f"load {TRUTHS}, ptr {slot}"), self.mask)
            self.line(f"store {TRUTHS} {rest}, ptr {slot}")

    # --- names

    def give(self, name: str, value: Number) -> None:
        if name in self.shared:
            raise NotSharedError(name)
        new = self.wide(value)
        if not self._owned.by(self.blocks[-1], name):
            new = self.blended(self.mask, new, self.fresh(f"load {NUMBERS}, ptr %{name}.slot"))
        self.line(f"store {NUMBERS} {new}, ptr %{name}.slot")

    def write_to(self, target: ast.Subscript, value: Number) -> None:
        self.write(self.at(target), value)

    # --- choices and loops

    def if_(self, node: ast.If) -> None:
        if (value := self._always(node.test)) is not None:
            self.body(node.body if value else node.orelse)
            return
        truth, before = self.truth(node.test), self.mask
        if truth.is_shared:
            self._by_all(truth, node.body, node.orelse)
            return
        self.blocks.append(node)
        met, others = self.both(before, truth.name), self.but(before, truth.name)
        for part, mask in ((node.body, met), (node.orelse, others)):
            self.mask = mask
            if part and self._is_short(part):
                self.body(part)
            elif part:
                inside, end = self.label("then"), self.label("end")
                self.line(f"br i1 {self.any_of(mask)}, label %{inside}, label %{end}")
                self.block(inside)
                self.body(part)
                self.go(end)
                self.block(end)
        self.blocks.pop()
        self.mask = before

    def _always(self, test: ast.expr) -> int | None:
        """What a test always comes to; of `and` and `or` also where one of the first tests decides."""
        if isinstance(test, ast.BoolOp):
            is_and = isinstance(test.op, ast.And)
            for value in test.values:
                found = self._always(value)
                if found is None:
                    return None
                if bool(found) is not is_and:
                    return found
            return int(is_and)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self._always(test.operand)
            return None if inner is None else int(not inner)
        return self.known(test)

    def _by_all(self, truth: Truth, body: Sequence[ast.stmt], otherwise: Sequence[ast.stmt]) -> None:
        """A choice that all lanes make the same way."""
        before = self.mask
        yes, end = self.label("then"), self.label("end")
        no = self.label("else") if otherwise else end
        self.line(f"br i1 {truth.name}, label %{yes}, label %{no}")
        for label, part in ((yes, body), (no, otherwise)):
            if part:
                self.block(label)
                self.body(part)
                self.go(end)
                self.mask = before
        self.block(end)

    def _is_short(self, body: Sequence[ast.stmt]) -> bool:
        """Whether it costs less to go through statements in vain than to ask whether anybody means them."""
        parts = [part for statement in body for part in ast.walk(statement)]
        if any(isinstance(part, (ast.For, ast.While)) for part in parts) or any(map(self.is_long, body)):
            return False
        return sum(isinstance(part, ast.stmt) for part in parts) <= _SHORT


def _pointer(parameter: str) -> str:
    """A pointer with what LLVM may count on: a state belongs to whoever plays on it."""
    if parameter == "s":
        return f"ptr noalias writable align {LANES * 8}"
    return "ptr noalias readonly" if parameter == "k" else "ptr noalias"
