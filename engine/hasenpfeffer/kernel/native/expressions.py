"""Expressions of restricted Python in the language of LLVM: lines of a function that is being written."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hasenpfeffer.kernel.native.forms import Forms
from hasenpfeffer.kernel.native.restricted import POINTERS, NotRestrictedError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Writer(Forms[str]):
    """Writes expressions, each as a number or a truth: its name, or the number itself where it is known."""

    def literal(self, number: int) -> str:
        return str(number)

    def of_name(self, name: str) -> str:
        return self.fresh(f"load i64, ptr %{name}.slot")

    def of_place(self, node: ast.Subscript) -> str:
        return self.fresh(f"load i64, ptr {self.place(node)}{self.region(node)}")

    def of_two(self, operation: str, one: str, other: str) -> str:
        return self.fresh(f"{operation} i64 {one}, {other}")

    def of_truth(self, node: ast.expr) -> str:
        return self.fresh(f"zext i1 {self._truth(node)} to i64")

    def divided(self, left: str, right: ast.expr, *, rest: bool) -> str:
        known = self.known(right)
        if known is not None and known > 0:
            return self._divided_by(left, known, rest=rest)
        return self._divided(left, self.number(right), rest=rest)

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
        return self.of_two("icmp ne", self.number(node), "0")

    def _compared(self, node: ast.expr, operation: ast.cmpop, left: str, right: str) -> str:
        return self.of_two(self.comparison(node, operation), left, right)

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

    def first_that_decides(self, values: Sequence[ast.expr], *, is_and: bool) -> str:
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

    def either(self, node: ast.IfExp) -> str:
        yes, no, end = self.label("then"), self.label("else"), self.label("end")
        self.branch(node.test, yes, no)
        ways = []
        for label, value in ((yes, node.body), (no, node.orelse)):
            self.block(label)
            ways.append(f"[ {self.number(value)}, %{self.here} ]")
            self.go(end)
        self.block(end)
        return self.fresh(f"phi i64 {', '.join(ways)}")

    def own(self, name: str, given: Sequence[tuple[str, ast.expr]]) -> str:
        values = [self._argument(*one) for one in given]
        return self.fresh(f"call i64 @own.{name}({', '.join(values)})")

    def primitive(self, name: str, *given: str) -> str:
        values = ", ".join(f"i64 {value}" for value in given)
        return self.fresh(f"call i64 @primitive.{name}({values})")

    def fill(self, target: ast.Subscript, key: ast.expr, number: ast.expr) -> None:
        draws = self.fresh(
            f"call <8 x i64> @primitive.eight(i64 {self.number(key)}, i64 {self.number(number)})"
        )
        self.line(f"store <8 x i64> {draws}, ptr {self.place(target)}, align 8{self.region(target)}")

    def shuffle(self, state: ast.expr, pack: ast.expr, draws: ast.expr, cards: int) -> None:
        """Swaps written out: each has instructions of its own then, and the processor, which remembers of each
        whether it had to wait for a number just written, does not wait in all of them because it had to in one.
        """
        begin = self.number(pack)

        def at(first: ast.expr, number: int) -> ast.Subscript:
            return ast.Subscript(state, ast.BinOp(first, ast.Add(), ast.Constant(number)))

        mark = self.region(ast.Subscript(state, pack))
        for number in range(cards):
            self.line(f"store i64 {number}, ptr {self.place(at(pack, number))}{mark}")
        for last in range(cards - 1, 0, -1):
            drawn = self.number(at(draws, cards - 1 - last))
            other = self.primitive("below", drawn, self.literal(last + 1))
            one = self.place(at(pack, last))
            index = self.fresh(f"add i64 {other}, {begin}")
            two = self.fresh(f"getelementptr inbounds i64, ptr %{ast.unparse(state)}, i64 {index}")
            card = self.fresh(f"load i64, ptr {one}{mark}")
            swapped = self.fresh(f"load i64, ptr {two}{mark}")
            self.line(f"store i64 {swapped}, ptr {one}{mark}")
            self.line(f"store i64 {card}, ptr {two}{mark}")

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
