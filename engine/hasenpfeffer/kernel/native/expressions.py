"""Expressions of restricted Python in the language of LLVM: lines of a function that is being written."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel.native.lines import Lines
from hasenpfeffer.kernel.native.primitives import ARITIES
from hasenpfeffer.kernel.native.restricted import POINTERS, NotRestrictedError

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAIN: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}

SHIFTS: Final[dict[type[ast.operator], str]] = {ast.LShift: "shl", ast.RShift: "ashr"}

COMPARED: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}


class Writer(Lines):
    """Writes expressions, each as a number or a truth."""

    def number(self, node: ast.expr) -> str:
        """Writes what works out a number; its name, or the number itself where it is known."""
        if (known := self.known(node)) is not None:
            return str(known)
        match node:
            case ast.Name(id=name) if name in self.locals:
                return self.fresh(f"load i64, ptr %{name}.slot")
            case ast.Subscript():
                return self.fresh(f"load i64, ptr {self.place(node)}{self.region(node)}")
            case ast.BinOp(left=left, op=operation, right=right):
                return self.combined(node, operation, self.number(left), right)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.fresh(f"sub i64 0, {self.number(operand)}")
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.fresh(f"xor i64 {self.number(operand)}, -1")
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.number(operand)
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return self.fresh(f"zext i1 {self._truth(node)} to i64")
            case ast.BoolOp(op=operation, values=values):
                return self._first_that_decides(values, is_and=isinstance(operation, ast.And))
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return self._either(test, body, otherwise)
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]):
                return self._call(node, name, given)
        raise NotRestrictedError(node)

    def combined(self, node: ast.AST, operation: ast.operator, left: str, right: ast.expr) -> str:
        """Writes an operation of two numbers; the right one is worked out after the left one."""
        kind, known = type(operation), self.known(right)
        if kind in PLAIN:
            return self.fresh(f"{PLAIN[kind]} i64 {left}, {self.number(right)}")
        if kind in SHIFTS:
            if known is not None and not 0 <= known < 64:
                raise NotRestrictedError(node, f"a shift by {known}")
            by = self.fresh(f"and i64 {self.number(right)}, 63") if known is None else str(known)
            return self.fresh(f"{SHIFTS[kind]} i64 {left}, {by}")
        if kind in (ast.FloorDiv, ast.Mod):
            if known is not None and known > 0:
                return self._divided_by(left, known, rest=kind is ast.Mod)
            return self._divided(left, self.number(right), rest=kind is ast.Mod)
        raise NotRestrictedError(node)

    def place(self, node: ast.Subscript) -> str:
        """Writes what works out where a pointer and an index lead."""
        match node.value:
            case ast.Name(id=name) if name in self.pointers:
                if (known := self.known(node.slice)) is not None and known < 0:
                    raise NotRestrictedError(node)
                return self.fresh(f"getelementptr inbounds i64, ptr %{name}, i64 {self.number(node.slice)}")
        raise NotRestrictedError(node)

    def branch(self, node: ast.expr, yes: str, no: str) -> None:
        """Writes a test, and where it leads."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.branch(operand, no, yes)
            case ast.BoolOp(op=operation, values=[*firsts, last]):
                for value in firsts:
                    following = self.label("test")
                    if isinstance(operation, ast.And):
                        self.branch(value, following, no)
                    else:
                        self.branch(value, yes, following)
                    self.block(following)
                self.branch(last, yes, no)
            case _:
                self.line(f"br i1 {self._truth(node)}, label %{yes}, label %{no}")

    def _truth(self, node: ast.expr) -> str:
        match node:
            case ast.Compare(left=left, ops=operations, comparators=others) if len(operations) == 1:
                return self._compared(node, operations[0], self.number(left), self.number(others[0]))
            case ast.Compare(left=left, ops=operations, comparators=others):
                return self._chained(node, left, operations, others)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.fresh(f"xor i1 {self._truth(operand)}, true")
        return self.fresh(f"icmp ne i64 {self.number(node)}, 0")

    def _compared(self, node: ast.expr, operation: ast.cmpop, left: str, right: str) -> str:
        if type(operation) not in COMPARED:
            raise NotRestrictedError(node)
        return self.fresh(f"icmp {COMPARED[type(operation)]} i64 {left}, {right}")

    def _chained(
        self, node: ast.expr, left: ast.expr, operations: Sequence[ast.cmpop], others: Sequence[ast.expr]
    ) -> str:
        """`a < b < c`: each is worked out once, and none after the first that fails."""
        end, ways = self.label("end"), []
        one = self.number(left)
        for index, (operation, other) in enumerate(zip(operations, others, strict=True)):
            two = self.number(other)
            holds = self._compared(node, operation, one, two)
            ways.append(f"[ {holds}, %{self.here} ]")
            if index == len(operations) - 1:
                self.go(end)
            else:
                following = self.label("test")
                self.line(f"br i1 {holds}, label %{following}, label %{end}")
                self.block(following)
            one = two
        self.block(end)
        return self.fresh(f"phi i1 {', '.join(ways)}")

    def _first_that_decides(self, values: Sequence[ast.expr], *, is_and: bool) -> str:
        """`and`, `or` as numbers: the first that is 0, is not 0; or else the last."""
        end, ways = self.label("end"), []
        for value in values[:-1]:
            number, following = self.number(value), self.label("test")
            ways.append(f"[ {number}, %{self.here} ]")
            holds = self.fresh(f"icmp ne i64 {number}, 0")
            yes, no = (following, end) if is_and else (end, following)
            self.line(f"br i1 {holds}, label %{yes}, label %{no}")
            self.block(following)
        ways.append(f"[ {self.number(values[-1])}, %{self.here} ]")
        self.go(end)
        self.block(end)
        return self.fresh(f"phi i64 {', '.join(ways)}")

    def _either(self, test: ast.expr, body: ast.expr, otherwise: ast.expr) -> str:
        yes, no, end = self.label("then"), self.label("else"), self.label("end")
        self.branch(test, yes, no)
        ways = []
        for label, value in ((yes, body), (no, otherwise)):
            self.block(label)
            ways.append(f"[ {self.number(value)}, %{self.here} ]")
            self.go(end)
        self.block(end)
        return self.fresh(f"phi i64 {', '.join(ways)}")

    def _call(self, node: ast.Call, name: str, given: Sequence[ast.expr]) -> str:
        if name in self.module.functions:
            parameters = self.module.functions[name]
            if len(parameters) != len(given):
                raise NotRestrictedError(node)
            values = [self._argument(*pair) for pair in zip(parameters, given, strict=True)]
            return self.fresh(f"call i64 @own.{name}({', '.join(values)})")
        if ARITIES.get(name) != len(given):
            raise NotRestrictedError(node)
        if name == "fill":
            return self._filled(*given)
        if name == "shuffled":
            return self._shuffled(*given)
        values = [f"i64 {self.number(value)}" for value in given]
        return self.fresh(f"call i64 @primitive.{name}({', '.join(values)})")

    def _filled(self, state: ast.expr, at: ast.expr, key: ast.expr, number: ast.expr) -> str:
        """Eight draws in a row, written at once."""
        draws = self.fresh(
            f"call <8 x i64> @primitive.eight(i64 {self.number(key)}, i64 {self.number(number)})"
        )
        target = ast.Subscript(state, at)
        self.line(f"store <8 x i64> {draws}, ptr {self.place(target)}, align 8{self.region(target)}")
        return "0"

    def _shuffled(self, state: ast.expr, pack: ast.expr, draws: ast.expr, count: ast.expr) -> str:
        """Swaps written out one by one: each has instructions of its own then, and the processor, which remembers of
        each whether it had to wait for a number just written, does not wait in all of them because it had to in one.
        """
        cards, begin = self.known(count), self.number(pack)
        if cards is None:
            raise NotRestrictedError(count, f"{ast.unparse(count)} is not known")

        def at(first: ast.expr, number: int) -> ast.Subscript:
            return ast.Subscript(state, ast.BinOp(first, ast.Add(), ast.Constant(number)))

        mark = self.region(ast.Subscript(state, pack))
        for number in range(cards):
            self.line(f"store i64 {number}, ptr {self.place(at(pack, number))}{mark}")
        for last in range(cards - 1, 0, -1):
            drawn = self.number(at(draws, cards - 1 - last))
            other = self.fresh(f"call i64 @primitive.below(i64 {drawn}, i64 {last + 1})")
            one = self.place(at(pack, last))
            index = self.fresh(f"add i64 {other}, {begin}")
            two = self.fresh(f"getelementptr inbounds i64, ptr %{ast.unparse(state)}, i64 {index}")
            card = self.fresh(f"load i64, ptr {one}{mark}")
            swapped = self.fresh(f"load i64, ptr {two}{mark}")
            self.line(f"store i64 {swapped}, ptr {one}{mark}")
            self.line(f"store i64 {card}, ptr {two}{mark}")
        return "0"

    def _argument(self, parameter: str, given: ast.expr) -> str:
        if parameter not in POINTERS:
            return f"i64 {self.number(given)}"
        match given:
            case ast.Name(id=name) if name in self.pointers:
                return f"ptr %{name}"
            case ast.Call(func=ast.Name(id="part"), args=[ast.Name(id=name), at], keywords=[]) if (
                name in self.pointers
            ):
                where = self.fresh(f"getelementptr inbounds i64, ptr %{name}, i64 {self.number(at)}")
                return f"ptr {where}"
        raise NotRestrictedError(given, f"{ast.unparse(given)} is no pointer")

    def _divided_by(self, number: str, by: int, *, rest: bool) -> str:
        """Rounded down, by a number above 0 that is known."""
        if by & (by - 1) == 0:
            doing = f"and i64 {number}, {by - 1}" if rest else f"ashr i64 {number}, {by.bit_length() - 1}"
            return self.fresh(doing)
        left = self.fresh(f"srem i64 {number}, {by}")
        below = self.fresh(f"ashr i64 {left}, 63")
        if rest:
            return self.fresh(f"add i64 {left}, {self.fresh(f'and i64 {below}, {by}')}")
        return self.fresh(f"add i64 {self.fresh(f'sdiv i64 {number}, {by}')}, {below}")

    def _divided(self, number: str, by: str, *, rest: bool) -> str:
        """Rounded down; by 0 it is 0, where plain Python fails: a processor would end the whole program."""
        none = self.fresh(f"icmp eq i64 {by}, 0")
        safe = self.fresh(f"select i1 {none}, i64 1, i64 {by}")
        left = self.fresh(f"srem i64 {number}, {safe}")
        odd = self.fresh(f"icmp ne i64 {left}, 0")
        apart = self.fresh(f"icmp slt i64 {self.fresh(f'xor i64 {left}, {safe}')}, 0")
        below = self.fresh(f"and i1 {odd}, {apart}")
        if rest:
            more = self.fresh(f"select i1 {below}, i64 {safe}, i64 0")
            result = self.fresh(f"add i64 {left}, {more}")
        else:
            whole = self.fresh(f"sdiv i64 {number}, {safe}")
            result = self.fresh(f"add i64 {whole}, {self.fresh(f'sext i1 {below} to i64')}")
        return self.fresh(f"select i1 {none}, i64 0, i64 {result}")
