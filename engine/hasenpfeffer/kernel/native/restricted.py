"""What a module in restricted Python declares: its constants, and its functions with their parameters."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PLACES: Final = "Places in a state, `s`."
"""What stands above the names of the parts of a state."""

POINTERS: Final = frozenset({"s", "k", "t", "rows", "other", "plan", "states", "actions", "out"})
"""Parameters that point to numbers; all others are numbers."""


class NotRestrictedError(Exception):
    """A text that is no restricted Python: a fault of whoever emitted it. The message has the line."""

    def __init__(self, node: ast.AST | None, problem: str = "") -> None:
        where = "" if node is None else f"line {getattr(node, 'lineno', 0)}: "
        written = "" if node is None else ast.unparse(node)
        super().__init__(where + (problem or f"{written} is no restricted Python"))


class Declared(NamedTuple):
    """A module, before its functions are gone through. `regions`: the parts of states and tables met so far."""

    nodes: Sequence[ast.FunctionDef]
    functions: Mapping[str, tuple[str, ...]]
    constants: Mapping[str, int]
    regions: dict[str, int]
    places: tuple[str, ...] = ()
    """The parts of a state, in the order in which they lie there, where the text says which they are."""
    ignored: frozenset[str] = frozenset()
    """The parts of a state that need not be written, since nobody reads them."""

    def needed(self, entries: Iterable[str]) -> list[ast.FunctionDef]:
        """The functions that are called from outside, and those that these need, in the order of the text."""
        by_name = {node.name: node for node in self.nodes}
        waiting = list(entries)
        found: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in found or name not in by_name:
                continue
            found.add(name)
            waiting += (part.id for part in ast.walk(by_name[name]) if isinstance(part, ast.Name))
        return [node for node in self.nodes if node.name in found]

    def unread(self, entries: Iterable[str]) -> frozenset[str]:
        """The parts of a state that these functions, and those that they need, write and never read."""
        written: set[str] = set()
        read: set[str] = set()
        for function in self.needed(entries):
            own: set[int] = (
                set()
            )  # names in the index of what is written, and where a part is worked out from itself
            for part in ast.walk(function):
                match part:
                    case ast.Assign(
                        targets=[ast.Subscript(value=ast.Name(id="s"), slice=index)], value=value
                    ):
                        own |= _mentions(leading(index), value)
                    case ast.Subscript(value=ast.Name(id="s"), slice=index, ctx=ast.Store()):
                        first = leading(index)
                        written.add(first.id if first else "")
                        own.add(id(first))
                    case ast.Subscript(value=ast.Name(id="s"), slice=index):
                        first = leading(index)
                        if first is None or first.id not in self.constants:
                            return frozenset()  # it may be anything
            read |= {
                part.id for part in ast.walk(function) if isinstance(part, ast.Name) and id(part) not in own
            }
        return frozenset((written.union(self.places) - read) & set(self.constants))

    def is_ignored(self, at: int) -> bool:
        """Whether nobody reads what stands at this place of a state."""
        before = [name for name in self.places if self.constants[name] <= at]
        return bool(before) and before[-1] in self.ignored and at < self.constants["STATE_SIZE"]

    def room(self, name: str) -> int | None:
        """How many numbers a part has: as many as there are until the part that is declared next begins. None where
        that is not known."""
        names = list(self.constants)
        following = names[names.index(name) + 1 :][:1]
        count = self.constants[following[0]] - self.constants[name] if following else 0
        return count if count > 0 else None

    def region(self, name: str) -> int:
        """The number of the mark of a part."""
        return 2 * self.regions.setdefault(name, len(self.regions)) + 2

    def marks(self) -> list[str]:
        """The marks, in the language of LLVM."""
        lines = ['!0 = !{!"numbers"}']
        for name, number in self.regions.items():
            lines.append(f'!{2 * number + 1} = !{{!"{name}", !0, i64 0}}')
            lines.append(f"!{2 * number + 2} = !{{!{2 * number + 1}, !{2 * number + 1}, i64 0}}")
        return lines


def declared(text: str) -> Declared:
    """Reads a module. Its imports say where plain Python finds the primitives, and are passed over."""
    nodes: list[ast.FunctionDef] = []
    constants: dict[str, int] = {}
    about: dict[str, list[str]] = {}
    names: list[str] = []
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef(decorator_list=[]):
                nodes.append(node)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                known = folded(value, constants)
                if known is None:
                    raise NotRestrictedError(node)
                constants[name] = known
                names.append(name)
            case ast.Expr(value=ast.Constant(value=str(title))):
                names = about.setdefault(title, [])
            case ast.ImportFrom():
                pass
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=[]):
                pass
            case _:
                raise NotRestrictedError(node)
    functions = {node.name: _parameters(node) for node in nodes}
    return Declared(nodes, functions, constants, {}, tuple(about.get(PLACES, ())))


def leading(index: ast.expr) -> ast.Name | None:
    """The name that stands first in an index, which tells the part of a state or of tables that it leads into."""
    while isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add):
        index = index.left
    return index if isinstance(index, ast.Name) else None


def _mentions(name: ast.Name | None, value: ast.expr) -> set[int]:
    """The places where a name stands in an expression."""
    if name is None:
        return set()
    return {id(part) for part in ast.walk(value) if isinstance(part, ast.Name) and part.id == name.id}


def without_leading(index: ast.expr) -> ast.expr | None:
    """The rest of such an index; None where the name is all of it."""
    match index:
        case ast.BinOp(left=left, op=ast.Add() as plus, right=right):
            rest = without_leading(left)
            return right if rest is None else ast.copy_location(ast.BinOp(rest, plus, right), index)
    return None


def _parameters(node: ast.FunctionDef) -> tuple[str, ...]:
    given = node.args
    if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults:
        raise NotRestrictedError(node, f"{node.name} has parameters of another kind than plain ones")
    return tuple(parameter.arg for parameter in given.args)


def folded(node: ast.expr, constants: Mapping[str, int]) -> int | None:
    """The number that an expression always is; None where it is worked out only when the program runs."""
    number = _folded(node, constants)
    if number is not None and not -(1 << 63) <= number < 1 << 63:
        raise NotRestrictedError(node, f"{number} is no signed number of 64 bits")
    return number


def _folded(node: ast.expr, constants: Mapping[str, int]) -> int | None:
    match node:
        case ast.Constant(value=int(value)):
            return int(value)
        case ast.Name(id=name):
            return constants.get(name)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value  # the least number is minus one that is too large by itself
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = folded(operand, constants)
            return None if inner is None else -inner
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            inner = folded(operand, constants)
            return None if inner is None else ~inner
        case ast.BinOp(left=left, op=operation, right=right):
            one, two = folded(left, constants), folded(right, constants)
            return None if one is None or two is None else _combined(operation, one, two)
    return None


def _combined(operation: ast.operator, one: int, two: int) -> int | None:
    match operation:
        case ast.Add():
            return one + two
        case ast.Sub():
            return one - two
        case ast.Mult():
            return one * two
        case ast.LShift() if 0 <= two < 64:
            return one << two
        case ast.RShift() if two >= 0:
            return one >> two
        case ast.BitOr():
            return one | two
        case ast.BitAnd():
            return one & two
        case ast.BitXor():
            return one ^ two
        case ast.FloorDiv() if two:
            return one // two
        case ast.Mod() if two:
            return one % two
    return None
