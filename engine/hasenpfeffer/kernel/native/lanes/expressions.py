"""Expressions of restricted Python over lanes: lines of a function that is being written.

What a lane works out that takes no part is nobody's business, but it must do no harm: it reads from no place that
may not be there, divides by nothing that may be 0, and leaves no poison in what masks are made of.
"""

from __future__ import annotations

import ast
from functools import reduce
from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.kernel.native.expressions import COMPARED, PLAIN, SHIFTS
from hasenpfeffer.kernel.native.lanes.values import (
    BITS,
    EVERYBODY,
    LANES,
    NUMBERS,
    PLACES,
    TRUTHS,
    Number,
    Truth,
    known,
    splat,
)
from hasenpfeffer.kernel.native.primitives import ARITIES
from hasenpfeffer.kernel.native.restricted import (
    POINTERS,
    Declared,
    NotRestrictedError,
    folded,
    leading,
    without_leading,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FEW: Final = 8
"""A region of so many numbers is gone through one by one: that is sooner done than collecting from places."""


class Writer:
    """Writes the lines of one function. `mask` names the lanes that take part in what is being written."""

    def __init__(
        self,
        node: ast.FunctionDef,
        module: Declared,
        shared: frozenset[str],
        call: Callable[[str, tuple[bool, ...]], str],
    ) -> None:
        """`shared`: the parameters that all lanes are given the same. `call`: the symbol of a function that is given
        numbers that are shared, or are not."""
        self.module = module
        self.parameters = module.functions[node.name]
        self.pointers = POINTERS.intersection(self.parameters)
        self.shared = shared | _counted(node, self.parameters)
        self.locals = assigned(node).union(self.parameters) - self.pointers
        self.lines: list[str] = []
        self.slots: list[str] = []
        """What the function needs on the stack."""
        self.here = "start"
        self.mask = "%mask"
        self.how_to_call = ""
        """What LLVM is told about calls of the program's own functions."""
        self._symbol = call
        self._constants = {name: value for name, value in module.constants.items() if name not in self.locals}
        self._count = 0

    # --- lines

    def line(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def fresh(self, operation: str) -> str:
        """Writes an operation, and names its result."""
        self._count += 1
        self.lines.append(f"  %.{self._count} = {operation}")
        return f"%.{self._count}"

    def label(self, name: str) -> str:
        self._count += 1
        return f"{name}.{self._count}"

    def block(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.here = label

    def go(self, label: str) -> None:
        self.line(f"br label %{label}")

    def _room(self, kind: str) -> str:
        """Room on the stack."""
        name = f"%{self.label('room')}"
        self.slots.append(f"  {name} = alloca {kind}, align 64")
        return name

    # --- masks

    def any_of(self, mask: str) -> str:
        """Whether there is a lane in a mask."""
        return self.fresh(f"icmp ne {BITS} {self.fresh(f'bitcast {TRUTHS} {mask} to {BITS}')}, 0")

    def both(self, one: str, other: str) -> str:
        return self.fresh(f"and {TRUTHS} {one}, {other}")

    def but(self, mask: str, those: str) -> str:
        return self.both(mask, self.fresh(f"xor {TRUTHS} {those}, {EVERYBODY}"))

    def narrowed(self, mask: str, truth: Truth) -> str:
        """The lanes of a mask for which something holds."""
        return self.both(mask, self.truths(truth))

    def blended(self, mask: str, new: str, old: str) -> str:
        return self.fresh(f"select {TRUTHS} {mask}, {NUMBERS} {new}, {NUMBERS} {old}")

    # --- numbers

    def wide(self, number: Number) -> str:
        """A number in every lane."""
        if not number.is_shared:
            return number.name
        if number.is_known:
            return splat(int(number.name))
        first = self.fresh(f"insertelement {NUMBERS} poison, i64 {number.name}, i32 0")
        return self.fresh(
            f"shufflevector {NUMBERS} {first}, {NUMBERS} poison, <{LANES} x i32> zeroinitializer"
        )

    def truths(self, truth: Truth) -> str:
        if not truth.is_shared:
            return truth.name
        first = self.fresh(f"insertelement {TRUTHS} poison, i1 {truth.name}, i32 0")
        return self.fresh(f"shufflevector {TRUTHS} {first}, {TRUTHS} poison, <{LANES} x i32> zeroinitializer")

    def known(self, node: ast.expr) -> int | None:
        return folded(node, self._constants)

    def of_two(self, operation: str, one: Number, other: Number) -> Number:
        """An operation of two numbers that LLVM has itself."""
        if one.is_shared and other.is_shared:
            return Number(self.fresh(f"{operation} i64 {one.name}, {other.name}"), is_shared=True)
        return Number(
            self.fresh(f"{operation} {NUMBERS} {self.wide(one)}, {self.wide(other)}"), is_shared=False
        )

    def number(self, node: ast.expr) -> Number:
        """Writes what works out a number."""
        if (value := self.known(node)) is not None:
            return known(value)
        match node:
            case ast.Name(id=name) if name in self.locals:
                is_shared = name in self.shared
                kind = "i64" if is_shared else NUMBERS
                return Number(self.fresh(f"load {kind}, ptr %{name}.slot"), is_shared)
            case ast.Subscript():
                return self.read(node)
            case ast.BinOp(left=left, op=operation, right=right):
                return self.combined(node, operation, self.number(left), right)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.of_two("sub", known(0), self.number(operand))
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.of_two("xor", self.number(operand), known(-1))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.number(operand)
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                truth = self.truth(node)
                kind = "i64" if truth.is_shared else NUMBERS
                return Number(self.fresh(f"zext {truth.kind} {truth.name} to {kind}"), truth.is_shared)
            case ast.BoolOp(op=operation, values=values):
                return self._first_that_decides(values, is_and=isinstance(operation, ast.And))
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return self._either(test, body, otherwise)
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]):
                return self._call(node, name, given)
        raise NotRestrictedError(node)

    def combined(self, node: ast.AST, operation: ast.operator, left: Number, right: ast.expr) -> Number:
        """Writes an operation of two numbers; the right one is worked out after the left one."""
        kind, value = type(operation), self.known(right)
        if kind in PLAIN:
            return self.of_two(PLAIN[kind], left, self.number(right))
        if kind in SHIFTS:
            if value is not None and not 0 <= value < 64:
                raise NotRestrictedError(node, f"a shift by {value}")
            by = known(value) if value is not None else self.of_two("and", self.number(right), known(63))
            return self.of_two(SHIFTS[kind], left, by)
        if kind in (ast.FloorDiv, ast.Mod):
            is_rest = kind is ast.Mod
            if value is not None and value > 0 and value & (value - 1) == 0:
                by = known(value - 1 if is_rest else value.bit_length() - 1)
                return self.of_two("and" if is_rest else "ashr", left, by)
            what = "modulo" if is_rest else "divided"
            return self._primitive(what, [left, self.number(right)])
        raise NotRestrictedError(node)

    def truth(self, node: ast.expr) -> Truth:
        """Writes what finds out whether something holds."""
        match node:
            case ast.Compare(left=left, ops=operations, comparators=others):
                numbers = [self.number(one) for one in (left, *others)]
                found = [
                    self._compared(node, operation, one, other)
                    for operation, one, other in zip(operations, numbers, numbers[1:], strict=False)
                ]
                return reduce(lambda one, other: self._joined("and", one, other), found)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                truth = self.truth(operand)
                all_true = "true" if truth.is_shared else EVERYBODY
                return Truth(self.fresh(f"xor {truth.kind} {truth.name}, {all_true}"), truth.is_shared)
            case ast.BoolOp(op=operation, values=values):
                return self._all_or_any(values, is_and=isinstance(operation, ast.And))
        number = self.number(node)
        if number.is_known:
            return Truth("true" if int(number.name) else "false", is_shared=True)
        return self._compared(node, ast.NotEq(), number, known(0))

    def _compared(self, node: ast.expr, operation: ast.cmpop, one: Number, other: Number) -> Truth:
        if type(operation) not in COMPARED:
            raise NotRestrictedError(node)
        found = self.of_two(f"icmp {COMPARED[type(operation)]}", one, other)
        return Truth(found.name, found.is_shared)

    def _joined(self, how: str, one: Truth, other: Truth) -> Truth:
        if one.is_shared and other.is_shared:
            return Truth(self.fresh(f"{how} i1 {one.name}, {other.name}"), is_shared=True)
        return Truth(self.fresh(f"{how} {TRUTHS} {self.truths(one)}, {self.truths(other)}"), is_shared=False)

    def _all_or_any(self, values: Sequence[ast.expr], *, is_and: bool) -> Truth:
        """`and`, `or`: what stands behind is worked out by the lanes that ask for it."""
        before = self.mask
        found = self.truth(values[0])
        for value in values[1:]:
            asking = self.truths(found) if is_and else self.but(EVERYBODY, self.truths(found))
            self.mask = self.both(before, asking)
            found = self._asked_if_any(value, found, "and" if is_and else "or")
        self.mask = before
        return found

    def _asked_if_any(self, value: ast.expr, found: Truth, how: str) -> Truth:
        """What takes a call is not worked out where no lane asks for it."""
        if not self._is_long(value):
            return self._joined(how, found, self.truth(value))
        so_far = self.truths(found)
        asked, end = self.label("asked"), self.label("end")
        before = self.here
        self.line(f"br i1 {self.any_of(self.mask)}, label %{asked}, label %{end}")
        self.block(asked)
        more = self.fresh(f"{how} {TRUTHS} {so_far}, {self.truths(self.truth(value))}")
        after = self.here
        self.go(end)
        self.block(end)
        return Truth(
            self.fresh(f"phi {TRUTHS} [ {so_far}, %{before} ], [ {more}, %{after} ]"), is_shared=False
        )

    def _is_long(self, node: ast.expr) -> bool:
        return any(isinstance(part, ast.Name) and part.id in self.module.functions for part in ast.walk(node))

    def _first_that_decides(self, values: Sequence[ast.expr], *, is_and: bool) -> Number:
        """`and`, `or` as numbers: the first that is 0, is not 0; or else the last."""
        before = self.mask
        kept: list[tuple[Truth, Number]] = []
        for value in values[:-1]:
            number = self.number(value)
            goes_on = self._compared(value, ast.NotEq() if is_and else ast.Eq(), number, known(0))
            kept.append((goes_on, number))
            self.mask = self.narrowed(self.mask, goes_on)
        result = self.number(values[-1])
        self.mask = before
        for goes_on, number in reversed(kept):
            result = self._chosen(goes_on, result, number)
        return result

    def _either(self, test: ast.expr, body: ast.expr, otherwise: ast.expr) -> Number:
        if (value := self.known(test)) is not None:
            return self.number(body if value else otherwise)
        truth, before = self.truth(test), self.mask
        self.mask = self.narrowed(before, truth)
        yes = self.number(body)
        self.mask = self.but(before, self.truths(truth))
        no = self.number(otherwise)
        self.mask = before
        return self._chosen(truth, yes, no)

    def _chosen(self, truth: Truth, yes: Number, no: Number) -> Number:
        if truth.is_shared and yes.is_shared and no.is_shared:
            return Number(
                self.fresh(f"select i1 {truth.name}, i64 {yes.name}, i64 {no.name}"), is_shared=True
            )
        one, other = self.wide(yes), self.wide(no)
        return Number(
            self.fresh(f"select {truth.kind} {truth.name}, {NUMBERS} {one}, {NUMBERS} {other}"),
            is_shared=False,
        )

    # --- places

    def read(self, node: ast.Subscript) -> Number:
        """What stands at a place: of a state, one number a lane; of tables, the same for all."""
        at = self._at(node)
        if at.index.is_shared:
            return self._load(at, at.index)
        if at.room is not None and at.room <= FEW:
            found = self._load(at, known(0))
            for number in range(1, at.room):
                here = Truth(*self.of_two("icmp eq", at.index, known(number)))
                found = self._chosen(here, self._load(at, known(number)), found)
            return Number(self.wide(found), is_shared=False)
        return Number(self._collected(at), is_shared=False)

    def write(self, node: ast.Subscript, value: Number) -> None:
        """Writes what stands at a place of a state, or of rows, for the lanes that take part."""
        at, new = self._at(node), self.wide(value)
        if at.index.is_shared:
            self._store(at, at.index, new, self.mask)
        elif at.room is not None and at.room <= FEW:
            for number in range(at.room):
                here = Truth(*self.of_two("icmp eq", at.index, known(number)))
                self._store(at, known(number), new, self.both(self.mask, here.name))
        else:
            self._spread(at, new)

    def _at(self, node: ast.Subscript) -> _Place:
        match node.value:
            case ast.Name(id=pointer) if pointer in self.pointers:
                name = leading(node.slice)
                if pointer not in ("s", "k") or name is None or name.id not in self._constants:
                    return _Place(pointer, 0, self.number(node.slice), None, "")
                rest = without_leading(node.slice)
                return _Place(
                    pointer,
                    self._constants[name.id],
                    known(0) if rest is None else self.number(rest),
                    self.module.room(name.id),
                    f", !tbaa !{self.module.region(f'{pointer} {name.id}')}",
                )
        raise NotRestrictedError(node)

    def is_ignored(self, node: ast.Subscript) -> bool:
        """Whether nobody reads what is written there."""
        match node.value, leading(node.slice):
            case ast.Name(id="s"), ast.Name(id=name):
                return name in self.module.ignored
        return False

    def _load(self, at: _Place, index: Number) -> Number:
        kind = "i64" if at.pointer == "k" else NUMBERS
        return Number(self.fresh(f"load {kind}, ptr {self._where(at, index)}{at.mark}"), at.pointer == "k")

    def _store(self, at: _Place, index: Number, new: str, mask: str) -> None:
        where = self._where(at, index)
        old = self.fresh(f"load {NUMBERS}, ptr {where}{at.mark}")
        self.line(f"store {NUMBERS} {self.blended(mask, new, old)}, ptr {where}{at.mark}")

    def _where(self, at: _Place, index: Number) -> str:
        """Where a number is whose index all lanes share; of a state, where those of all lanes are."""
        kind = "i64" if at.pointer == "k" else NUMBERS
        if index.is_known:
            return self.fresh(
                f"getelementptr inbounds {kind}, ptr %{at.pointer}, i64 {at.first + int(index.name)}"
            )
        begin = self.fresh(f"getelementptr inbounds {kind}, ptr %{at.pointer}, i64 {at.first}")
        return self.fresh(f"getelementptr inbounds {kind}, ptr {begin}, i64 {index.name}")

    def _collected(self, at: _Place) -> str:
        """Loads lane by lane: what a processor has for this takes longer. Lanes that take no part read the first."""
        begin = self._where(at, known(0))
        safe = self.blended(self.mask, at.index.name, "zeroinitializer")
        short = self.fresh(f"trunc {NUMBERS} {safe} to <{LANES} x i32>")
        pairs = self.fresh(f"bitcast <{LANES} x i32> {short} to <{LANES // 2} x i64>")
        found, pair = "poison", ""
        for lane in range(LANES):
            if lane % 2 == 0:
                pair = self.fresh(f"extractelement <{LANES // 2} x i64> {pairs}, i32 {lane // 2}")
                index = self.fresh(f"and i64 {pair}, {(1 << 32) - 1}")
            else:
                index = self.fresh(f"lshr i64 {pair}, 32")
            kind = "i64" if at.pointer == "k" else f"[{LANES} x i64]"
            inside = "" if at.pointer == "k" else f", i64 {lane}"
            where = self.fresh(f"getelementptr inbounds {kind}, ptr {begin}, i64 {index}{inside}")
            one = self.fresh(f"load i64, ptr {where}{at.mark}")
            found = self.fresh(f"insertelement {NUMBERS} {found}, i64 {one}, i32 {lane}")
        return found

    def _spread(self, at: _Place, new: str) -> None:
        """Writes lane by lane."""
        begin = self._where(at, known(0))
        first = self.fresh(f"shl {NUMBERS} {at.index.name}, splat (i64 {LANES.bit_length() - 1})")
        lanes = ", ".join(f"i64 {lane}" for lane in range(LANES))
        each = self.fresh(f"add {NUMBERS} {first}, <{lanes}>")
        places = self.fresh(f"getelementptr i64, ptr {begin}, {NUMBERS} {each}")
        self.line(
            f"call void @llvm.masked.scatter.v{LANES}i64.v{LANES}p0({NUMBERS} {new}, {PLACES} align 8 {places}, "
            f"{TRUTHS} {self.mask}){at.mark}"
        )

    # --- calls

    def _call(self, node: ast.Call, name: str, given: Sequence[ast.expr]) -> Number:
        if name in self.module.functions:
            return self._own(node, name, given)
        if ARITIES.get(name) != len(given):
            raise NotRestrictedError(node)
        if name == "fill":
            return self._filled(*given)
        if name == "shuffled":
            return self._shuffled(*given)
        return self._primitive(name, [self.number(one) for one in given])

    def _own(self, node: ast.Call, name: str, given: Sequence[ast.expr]) -> Number:
        parameters = self.module.functions[name]
        if len(parameters) != len(given):
            raise NotRestrictedError(node)
        values, kinds = [f"{TRUTHS} {self.mask}"], []
        for parameter, one in zip(parameters, given, strict=True):
            if parameter in POINTERS:
                match one:
                    case ast.Name(id=pointer) if pointer in self.pointers:
                        values.append(f"ptr %{pointer}")
                    case _:
                        raise NotRestrictedError(one, f"{ast.unparse(one)} is no pointer")
            else:
                number = self.number(one)
                kinds.append(number.is_shared)
                values.append(f"{number.kind} {number.name}")
        symbol = self._symbol(name, tuple(kinds))
        return Number(
            self.fresh(f"call {NUMBERS} @{symbol}({', '.join(values)}){self.how_to_call}"), is_shared=False
        )

    def _primitive(self, name: str, given: Sequence[Number]) -> Number:
        values = ", ".join(f"{NUMBERS} {self.wide(one)}" for one in given)
        return Number(self.fresh(f"call {NUMBERS} @lanes.{name}({values})"), is_shared=False)

    def _filled(self, state: ast.expr, at: ast.expr, key: ast.expr, number: ast.expr) -> Number:
        """Eight draws in a row, in each lane."""
        target, of, begin = self._at(ast.Subscript(state, at)), self.number(key), self.number(number)
        if not target.index.is_shared:
            raise NotRestrictedError(at)
        for more in range(8):
            drawn = self._primitive("drawn", [of, self.of_two("add", begin, known(more))])
            self._store(target, self.of_two("add", target.index, known(more)), drawn.name, self.mask)
        return known(0)

    def _shuffled(self, state: ast.expr, pack: ast.expr, draws: ast.expr, count: ast.expr) -> Number:
        """Fisher and Yates: the places are worked out for all lanes at once, the cards swapped lane by lane, in bytes.

        To collect the cards from eight places and to spread them again takes three times as long.
        """
        cards = self.known(count)
        source, target = self._at(ast.Subscript(state, draws)), self._at(ast.Subscript(state, pack))
        if cards is None or not (source.index.is_known and target.index.is_known):
            raise NotRestrictedError(count, "a shuffle of what is not known beforehand")
        room = self._room(f"[{cards} x <{LANES} x i8>]")
        row = f"<{LANES} x i8>"
        places = self._room(f"[{cards} x {row}]")
        for at in range(cards):
            where = self.fresh(f"getelementptr {row}, ptr {room}, i64 {at}")
            self.line(f"store {row} splat (i8 {at}), ptr {where}, align 8")
        for at in range(1, cards):
            other = self._primitive("below", [self._load(source, known(cards - 1 - at)), known(at + 1)]).name
            where = self.fresh(f"getelementptr {row}, ptr {places}, i64 {at}")
            self.line(f"store {row} {self.fresh(f'trunc {NUMBERS} {other} to {row}')}, ptr {where}, align 8")
        before, again, end = self.here, self.label("swap"), self.label("end")
        last, following = f"%{again}.last", f"%{again}.following"
        self.go(again)
        self.block(again)
        self.line(f"{last} = phi i64 [ {cards - 1}, %{before} ], [ {following}, %{again} ]")
        for lane in range(LANES):
            from_here = self.fresh(f"getelementptr [{LANES} x i8], ptr {places}, i64 {last}, i64 {lane}")
            index = self.fresh(f"zext i8 {self.fresh(f'load i8, ptr {from_here}')} to i64")
            one = self.fresh(f"getelementptr [{LANES} x i8], ptr {room}, i64 {last}, i64 {lane}")
            two = self.fresh(f"getelementptr [{LANES} x i8], ptr {room}, i64 {index}, i64 {lane}")
            card = self.fresh(f"load i8, ptr {one}")
            swapped = self.fresh(f"load i8, ptr {two}")
            self.line(f"store i8 {card}, ptr {two}")
            w = self.fresh(f"zext i8 {swapped} to i64")
            if lane % 8:
                w = self.fresh(f"shl i64 {w}, {lane % 8 * 8}")
            acc = w if lane % 8 == 0 else self.fresh(f"or i64 {acc}, {w}")
            if lane % 8 == 7:
                pl = self.fresh(f"getelementptr [{LANES} x i8], ptr {room}, i64 {last}, i64 {lane - 7}")
                self.line(f"store i64 {acc}, ptr {pl}")
        self.line(f"{following} = sub i64 {last}, 1")
        more = self.fresh(f"icmp sgt i64 {following}, 0")
        self.line(f"br i1 {more}, label %{again}, label %{end}")
        self.block(end)
        for at in range(cards):
            where = self.fresh(f"getelementptr {row}, ptr {room}, i64 {at}")
            card = self.fresh(f"load {row}, ptr {where}, align 8")
            self._store(target, known(at), self.fresh(f"zext {row} {card} to {NUMBERS}"), self.mask)
        return known(0)


class _Place(NamedTuple):
    """Where an index leads: so far after where its part begins, which has room for so many numbers if that is known."""

    pointer: str
    first: int
    index: Number
    room: int | None
    mark: str
    """For LLVM: what has another mark lies elsewhere."""


def assigned(node: ast.FunctionDef) -> set[str]:
    """The names that a function gives values to."""
    return {
        part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }


def _counted(node: ast.FunctionDef, parameters: Sequence[str]) -> frozenset[str]:
    """The names that only loops over a range give values to: candidates for numbers that all lanes share."""
    loops = {
        part.target.id
        for part in ast.walk(node)
        if isinstance(part, ast.For) and isinstance(part.target, ast.Name)
    }
    times = [
        part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    ]
    heads = [
        part.target.id
        for part in ast.walk(node)
        if isinstance(part, ast.For) and isinstance(part.target, ast.Name)
    ]
    return frozenset(
        name for name in loops if times.count(name) == heads.count(name) and name not in parameters
    )
