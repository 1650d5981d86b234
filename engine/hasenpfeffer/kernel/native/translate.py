"""A module in restricted Python → the language of LLVM, function by function and statement by statement.

Every number is an `i64`, every pointer a `ptr`. Local names live in slots on the stack, which LLVM turns into
registers. Sums and products wrap, a shift by 64 or more shifts by its last six bits, a division by 0 gives 0:
none of them happens in a program that does not overflow. What `k` points to must not change during a call.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel.native.expressions import Writer
from hasenpfeffer.kernel.native.forms import Loop
from hasenpfeffer.kernel.native.primitives import primitives
from hasenpfeffer.kernel.native.restricted import Declared, NotRestrictedError, declared

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def translate(text: str, entries: Mapping[str, tuple[str, ...]], *, deposits: bool) -> str:
    """The module for LLVM. `entries` (name → parameters) can be called from outside, as `symbol` names them.

    NotRestrictedError where the text is no restricted Python, or lacks an entry: a fault of the program.
    """
    module = declared(text)
    for name, parameters in entries.items():
        if name not in module.functions or module.functions[name] != parameters:
            raise NotRestrictedError(None, f"no function {name}({', '.join(parameters)})")
    if all("rows" in parameters for parameters in entries.values()):  # nobody else sees the state
        module = module._replace(ignored=module.unread(entries))
    functions = [
        _Function(node, module).text(outside=node.name in entries) for node in module.needed(entries)
    ]
    return "\n".join([primitives(deposits=deposits), *functions, *module.marks()])


def symbol(entry: str) -> str:
    """The name of an entry point in the machine code."""
    return f"hasenpfeffer.{entry}"


_SMALL: Final = 40
"""Statements of a function that is written out wherever it is called."""


class _Function(Writer):
    """Writes a function."""

    def __init__(self, node: ast.FunctionDef, module: Declared) -> None:
        super().__init__(node, module)
        self._node = node

    def text(self, *, outside: bool) -> str:
        name = self._node.name
        parameters = ", ".join(
            f"{self._pointer(parameter)} %{parameter}"
            if parameter in self.pointers
            else f"i64 %{parameter}.given"
            for parameter in self.module.functions[name]
        )
        self.body(self._node.body)
        slots: list[str] = []
        for local in sorted(self.locals):
            given = f"%{local}.given" if local in self.module.functions[name] else "0"
            slots += [f"  %{local}.slot = alloca i64", f"  store i64 {given}, ptr %{local}.slot"]
        inline = " alwaysinline" if self._is_small else ""
        head = f"define internal i64 @own.{name}({parameters}){inline} nounwind {{"
        lines = [head, "start:", *slots, *self.lines]
        lines += ["  ret i64 0", "}"]
        return "\n".join(lines + (self._door(name) if outside else []))

    @property
    def _is_small(self) -> bool:
        """Whether the function stands wherever it is called: so what it reads and writes stays in registers."""
        return sum(isinstance(node, ast.stmt) for node in ast.walk(self._node)) <= _SMALL

    def _pointer(self, parameter: str) -> str:
        """A pointer with what LLVM may count on."""
        size = self.module.constants.get("STATE_SIZE", 0)
        if parameter == "s" and size:
            return f"ptr noalias writable dereferenceable({8 * size})"
        return "ptr noalias readonly" if parameter == "k" else "ptr"

    def _door(self, name: str) -> list[str]:
        """What is called from outside, and calls the function."""
        kinds = [
            self._pointer(parameter) if parameter in self.pointers else "i64"
            for parameter in self.module.functions[name]
        ]
        taken = ", ".join(f"{kind} %{index}" for index, kind in enumerate(kinds))
        given = ", ".join(f"{kind.partition(' ')[0]} %{index}" for index, kind in enumerate(kinds))
        head = f'define i64 @"{symbol(name)}"({taken}) nounwind {{'
        size = 8 * self.module.constants.get("STATE_SIZE", 0)
        if not size or not {"s", "rows"} <= self.pointers:
            return [head, f"  %result = call i64 @own.{name}({given})", "  ret i64 %result", "}"]
        # Whole deals are played on a copy of the state: of what nobody else can see LLVM keeps much in registers.
        number = self.module.functions[name].index("s")
        return [
            head,
            f"  %state = alloca [{size} x i8], align 64",
            f"  call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %{number}, i64 {size}, i1 false)",
            f"  %result = call i64 @own.{name}({given.replace(f'ptr %{number}', 'ptr %state', 1)})",
            f"  call void @llvm.memcpy.p0.p0.i64(ptr %{number}, ptr %state, i64 {size}, i1 false)",
            "  ret i64 %result",
            "}",
        ]

    def body(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def give(self, name: str, value: str) -> None:
        self.line(f"store i64 {value}, ptr %{name}.slot")

    def write_to(self, target: ast.Subscript, value: str) -> None:
        self.line(f"store i64 {value}, ptr {self.place(target)}{self.region(target)}")

    def change(self, node: ast.AugAssign, target: ast.Subscript) -> None:
        if self.is_ignored(target):
            self.number(node.value)
            return
        place, mark = self.place(target), self.region(target)
        was = self.fresh(f"load i64, ptr {place}{mark}")
        self.line(f"store i64 {self.combined(node, node.op, was, node.value)}, ptr {place}{mark}")

    def if_(self, node: ast.If) -> None:
        yes, end = self.label("then"), self.label("end")
        no = self.label("else") if node.orelse else end
        self.branch(node.test, yes, no)
        self.block(yes)
        self.body(node.body)
        self.go(end)
        if node.orelse:
            self.block(no)
            self.body(node.orelse)
            self.go(end)
        self.block(end)

    def while_(self, node: ast.While) -> None:
        again, inside, end = self.label("while"), self.label("do"), self.label("end")
        self.go(again)
        self.block(again)
        self.branch(node.test, inside, end)
        self.block(inside)
        self.turn(Loop(end, again), node.body)
        self.go(again)
        self.block(end)

    def for_(self, node: ast.For, target: ast.Name) -> None:
        first, last, step = self.bounds(node.iter)
        before = self.here
        test, inside, turn, end = (self.label(name) for name in ("for", "do", "next", "end"))
        count, following = f"%{test}.count", f"%{test}.following"
        self.go(test)
        self.block(test)
        self.line(f"{count} = phi i64 [ {first}, %{before} ], [ {following}, %{turn} ]")
        more = self.fresh(f"icmp {'slt' if step > 0 else 'sgt'} i64 {count}, {last}")
        self.line(f"br i1 {more}, label %{inside}, label %{end}")
        self.block(inside)
        self.assign(target, count)
        self.turn(Loop(end, turn), node.body)
        self.go(turn)
        self.block(turn)
        self.line(f"{following} = add nsw i64 {count}, {step}")
        self.go(test)
        self.block(end)

    def return_(self, value: str) -> None:
        self._leave(f"ret i64 {value}")

    def break_(self, loop: Loop) -> None:
        self._leave(f"br label %{loop.whole}")

    def continue_(self, loop: Loop) -> None:
        self._leave(f"br label %{loop.turn}")

    def _leave(self, line: str) -> None:
        """Ends a block; what follows in the text is never reached."""
        self.line(line)
        self.block(self.label("never"))
