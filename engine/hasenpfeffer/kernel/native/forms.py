"""The forms of restricted Python: which expressions and statements there are, however their lines are written."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from hasenpfeffer.kernel.native.lines import Lines
from hasenpfeffer.kernel.native.primitives import ARITIES
from hasenpfeffer.kernel.native.restricted import NotRestrictedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.kernel.native.restricted import Declared

N = TypeVar("N")
"""What stands for a number in the lines."""

_PLAIN: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}

_SHIFTS: Final[dict[type[ast.operator], str]] = {ast.LShift: "shl", ast.RShift: "ashr"}

_COMPARED: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}


class Loop(NamedTuple):
    """What `break` and `continue` end: a whole loop, and one turn of it. Labels to go to, or slots of masks."""

    whole: str
    turn: str


class Forms(Lines, ABC, Generic[N]):
    """Takes expressions and statements apart. How the lines of each are written is told below, by whoever can."""

    def __init__(self, node: ast.FunctionDef, module: Declared) -> None:
        super().__init__(node, module)
        self.loops: list[Loop] = []
        """Those around what is being written, from outside."""

    def number(self, node: ast.expr) -> N:
        """Writes what works out a number."""
        if (known := self.known(node)) is not None:
            return self.literal(known)
        match node:
            case ast.Name(id=name) if name in self.locals:
                return self.of_name(name)
            case ast.Subscript():
                return self.of_place(node)
            case ast.BinOp(left=left, op=operation, right=right):
                return self.combined(node, operation, self.number(left), right)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.of_two("sub", self.literal(0), self.number(operand))
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.of_two("xor", self.number(operand), self.literal(-1))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.number(operand)
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return self.of_truth(node)
            case ast.BoolOp(op=operation, values=values):
                return self.first_that_decides(values, is_and=isinstance(operation, ast.And))
            case ast.IfExp():
                return self.either(node)
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]):
                return self._call(node, name, given)
        raise NotRestrictedError(node)

    def combined(self, node: ast.AST, operation: ast.operator, left: N, right: ast.expr) -> N:
        """Writes an operation of two numbers; the right one is worked out after the left one."""
        kind, known = type(operation), self.known(right)
        if kind in _PLAIN:
            return self.of_two(_PLAIN[kind], left, self.number(right))
        if kind in _SHIFTS:
            if known is not None and not 0 <= known < 64:
                raise NotRestrictedError(node, f"a shift by {known}")
            by = self.number(right)
            return self.of_two(_SHIFTS[kind], left, by if known is not None else self._low_bits(by))
        if kind in (ast.FloorDiv, ast.Mod):
            is_rest = kind is ast.Mod
            if known is not None and known > 0 and known & (known - 1) == 0:
                if is_rest:
                    return self.of_two("and", left, self.literal(known - 1))
                return self.of_two("ashr", left, self.literal(known.bit_length() - 1))
            return self.divided(left, right, rest=is_rest)
        raise NotRestrictedError(node)

    def _low_bits(self, shift: N) -> N:
        """A shift as a processor takes it: by its last six bits."""
        return self.of_two("and", shift, self.literal(63))

    @staticmethod
    def comparison(node: ast.expr, operation: ast.cmpop) -> str:
        """The operation of two numbers that a comparison is."""
        if type(operation) not in _COMPARED:
            raise NotRestrictedError(node)
        return f"icmp {_COMPARED[type(operation)]}"

    def _call(self, node: ast.Call, name: str, given: Sequence[ast.expr]) -> N:
        if name in self.module.functions:
            parameters = self.module.functions[name]
            if len(parameters) != len(given):
                raise NotRestrictedError(node)
            return self.own(name, list(zip(parameters, given, strict=True)))
        if ARITIES.get(name) != len(given):
            raise NotRestrictedError(node)
        match name, given:
            case "fill", [state, at, key, number]:
                self.fill(ast.Subscript(state, at), key, number)
            case "shuffled", [state, pack, draws, count]:
                cards = self.known(count)
                if cards is None:
                    raise NotRestrictedError(count, f"{ast.unparse(count)} is not known")
                self.shuffle(state, pack, draws, cards)
            case _:
                return self.primitive(name, *(self.number(one) for one in given))
        return self.literal(0)

    def statement(self, node: ast.stmt) -> None:
        """Writes a statement."""
        match node:
            case ast.Assign(targets=[target], value=value):
                self.assign(target, self.number(value))
            case ast.AugAssign(target=ast.Name() as target, op=operation, value=value):
                was = self.number(ast.copy_location(ast.Name(target.id), target))
                self.assign(target, self.combined(node, operation, was, value))
            case ast.AugAssign(target=ast.Subscript() as target):
                self.change(node, target)
            case ast.If():
                self.if_(node)
            case ast.While(orelse=[]):
                self.while_(node)
            case ast.For(target=ast.Name() as target, orelse=[]):
                self.for_(node, target)
            case ast.Return(value=ast.expr() as value):
                self.return_(self.number(value))
            case ast.Break() if self.loops:
                self.break_(self.loops[-1])
            case ast.Continue() if self.loops:
                self.continue_(self.loops[-1])
            case ast.Expr(value=ast.Call() as call):
                self.number(call)
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                pass
            case _:
                raise NotRestrictedError(node)

    def assign(self, target: ast.expr, value: N) -> None:
        """Gives a name or a place a value."""
        match target:
            case ast.Name(id=name) if name in self.locals:
                self.give(name, value)
            case ast.Subscript():
                if not self.is_ignored(target):
                    self.write_to(target, value)
            case _:
                raise NotRestrictedError(target)

    def bounds(self, node: ast.expr) -> tuple[N, N, int]:
        """Where a loop over a range begins, before what it ends, and by how much it goes on, which must be known."""
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[stop], keywords=[]):
                return self.literal(0), self.number(stop), 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop], keywords=[]):
                return self.number(start), self.number(stop), 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop, step], keywords=[]):
                if by := self.known(step):
                    return self.number(start), self.number(stop), by
        raise NotRestrictedError(node)

    def turn(self, loop: Loop, body: Sequence[ast.stmt]) -> None:
        """Writes the body of a loop."""
        self.loops.append(loop)
        self.body(body)
        self.loops.pop()

    # --- how the lines of expressions are written

    @abstractmethod
    def literal(self, number: int) -> N:
        """A number that is known."""

    @abstractmethod
    def of_name(self, name: str) -> N:
        """What a name stands for now."""

    @abstractmethod
    def of_place(self, node: ast.Subscript) -> N:
        """What stands where a pointer and an index lead."""

    @abstractmethod
    def of_two(self, operation: str, one: N, other: N) -> N:
        """An operation of two numbers that LLVM has itself."""

    @abstractmethod
    def divided(self, left: N, right: ast.expr, *, rest: bool) -> N:
        """A division, rounded down, or what it leaves; by 0 it is 0."""

    @abstractmethod
    def of_truth(self, node: ast.expr) -> N:
        """Whether something holds, as 1 or 0."""

    @abstractmethod
    def first_that_decides(self, values: Sequence[ast.expr], *, is_and: bool) -> N:
        """`and`, `or` as numbers: the first that is 0, is not 0; or else the last."""

    @abstractmethod
    def either(self, node: ast.IfExp) -> N:
        """One of two numbers; only the one that is wanted is worked out, or does harm."""

    @abstractmethod
    def own(self, name: str, given: Sequence[tuple[str, ast.expr]]) -> N:
        """Calls a function of the module, with its parameters and what each is given."""

    @abstractmethod
    def primitive(self, name: str, *given: N) -> N:
        """Calls one of the primitives."""

    @abstractmethod
    def fill(self, target: ast.Subscript, key: ast.expr, number: ast.expr) -> None:
        """The primitive of this name: eight draws in a row, from a place of a state on."""

    @abstractmethod
    def shuffle(self, state: ast.expr, pack: ast.expr, draws: ast.expr, cards: int) -> None:
        """The primitive `shuffled`, for a number of cards that is known."""

    # --- how the lines of statements are written

    @abstractmethod
    def body(self, body: Sequence[ast.stmt]) -> None:
        """Statements one after the other."""

    @abstractmethod
    def give(self, name: str, value: N) -> None:
        """Gives a name a value."""

    @abstractmethod
    def write_to(self, target: ast.Subscript, value: N) -> None:
        """Writes where a pointer and an index lead."""

    @abstractmethod
    def change(self, node: ast.AugAssign, target: ast.Subscript) -> None:
        """Reads a place and writes there what an operation makes of it, unless nobody reads that."""

    @abstractmethod
    def if_(self, node: ast.If) -> None:
        """A choice between two bodies."""

    @abstractmethod
    def while_(self, node: ast.While) -> None:
        """A loop for as long as a test holds."""

    @abstractmethod
    def for_(self, node: ast.For, target: ast.Name) -> None:
        """A loop over a range. The bounds are worked out once; what the body does to the counting name changes no
        later round."""

    @abstractmethod
    def return_(self, value: N) -> None:
        """Leaves the function."""

    @abstractmethod
    def break_(self, loop: Loop) -> None:
        """Leaves a loop."""

    @abstractmethod
    def continue_(self, loop: Loop) -> None:
        """Leaves this turn of a loop."""
