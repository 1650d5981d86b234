"""Statements of restricted Python over lanes: one function, for a mask of lanes.

A lane leaves a loop or the function by being taken out of a mask. `alive` holds the lanes that are still in the
innermost loop, or in the function; what is written anywhere is written for those of them that came here.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.kernel.native.lanes.expressions import Writer, assigned
from hasenpfeffer.kernel.native.lanes.values import (
    BITS,
    EVERYBODY,
    LANES,
    NUMBERS,
    TRUTHS,
    Number,
    Truth,
    known,
)
from hasenpfeffer.kernel.native.restricted import NotRestrictedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.kernel.native.restricted import Declared

_SHORT: Final = 3
"""So many statements are gone through by whoever comes, without asking whether any lane means them."""

_SMALL: Final = 25
"""Statements of a function that is written out wherever it is called."""


class _Loop(NamedTuple):
    """Slots with the lanes that are in a loop, and that are in this turn of it."""

    inside: str
    turn: str


class NotSharedError(Exception):
    """A name was taken for one that all lanes share, and is none."""


class Function(Writer):
    """A function for lanes, given which of its numbers are shared."""

    def __init__(
        self,
        node: ast.FunctionDef,
        module: Declared,
        shared: frozenset[str],
        call: Callable[[str, tuple[bool, ...]], str],
        apart: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(node, module, shared, call)
        self.shared -= apart | (assigned(node) & set(self.parameters))
        self._given = shared
        self._node = node
        self._loops: list[_Loop] = []
        self._blocks: list[ast.stmt | None] = [None]
        """The statements whose bodies are being written, from outside; each has a mask of its own."""
        self._owned: dict[tuple[str, int], bool] = {}

    def text(self, symbol: str) -> str:
        parameters = [f"{TRUTHS} %mask"]
        for parameter in self.parameters:
            if parameter in self.pointers:
                parameters.append(f"{_pointer(parameter)} %{parameter}")
            else:
                kind = "i64" if parameter in self._given else NUMBERS
                parameters.append(f"{kind} %{parameter}.given")
        self._body(self._node.body)
        slots = [
            f"  %result.slot = alloca {NUMBERS}",
            f"  store {NUMBERS} zeroinitializer, ptr %result.slot",
            f"  %alive.slot = alloca {TRUTHS}",
            f"  store {TRUTHS} %mask, ptr %alive.slot",
            *self.slots,
        ]
        for local in sorted(self.locals):
            kind = "i64" if local in self.shared else NUMBERS
            slots.append(f"  %{local}.slot = alloca {kind}")
            if local in self._given and local not in self.shared:
                one = f"%{local}.one = insertelement {NUMBERS} poison, i64 %{local}.given, i32 0"
                every = (
                    f"shufflevector {NUMBERS} %{local}.one, {NUMBERS} poison, <{LANES} x i32> zeroinitializer"
                )
                slots += [f"  {one}", f"  %{local}.every = {every}"]
                given = f"%{local}.every"
            elif local in self.parameters:
                given = f"%{local}.given"
            else:
                given = "0" if kind == "i64" else "zeroinitializer"
            slots.append(f"  store {kind} {given}, ptr %{local}.slot")
        inline = " alwaysinline" if self._is_small else ""
        result = self.fresh(f"load {NUMBERS}, ptr %result.slot")
        head = f"define internal {NUMBERS} @{symbol}({', '.join(parameters)}){inline} nounwind {{"
        return "\n".join([head, "start:", *slots, *self.lines, f"  ret {NUMBERS} {result}", "}"])

    @property
    def _is_small(self) -> bool:
        return sum(isinstance(node, ast.stmt) for node in ast.walk(self._node)) <= _SMALL

    # --- blocks

    @property
    def _alive(self) -> str:
        """The slot of the lanes that are still here."""
        return self._loops[-1].turn if self._loops else "%alive.slot"

    def _body(self, body: Sequence[ast.stmt]) -> None:
        """Statements under one mask. After one that some lanes leave by, the rest is for the others, if there are any."""
        ends: list[str] = []
        for number, statement in enumerate(body):
            self._statement(statement)
            if isinstance(statement, (ast.Return, ast.Break, ast.Continue)):
                break
            rest = body[number + 1 :]
            if rest and _leaves(statement):
                self.mask = self.both(self.mask, self.fresh(f"load {TRUTHS}, ptr {self._alive}"))
                if not _is_short(rest, self.module.functions):
                    on, end = self.label("rest"), self.label("end")
                    self.line(f"br i1 {self.any_of(self.mask)}, label %{on}, label %{end}")
                    self.block(on)
                    ends.append(end)
        for end in reversed(ends):
            self.go(end)
            self.block(end)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[target], value=value):
                self._assign(target, self.number(value))
            case ast.AugAssign(target=ast.Name() as target, op=operation, value=value):
                was = self.number(ast.copy_location(ast.Name(target.id), target))
                self._assign(target, self.combined(node, operation, was, value))
            case ast.AugAssign(target=ast.Subscript() as target, op=operation, value=value):
                self._assign(target, self.combined(node, operation, self.read(target), value))
            case ast.If(test=test, body=body, orelse=otherwise):
                self._if(node, test, body, otherwise)
            case ast.While(test=test, body=body, orelse=[]):
                self._while(node, test, body)
            case ast.For(target=ast.Name() as target, body=body, orelse=[]):
                self._for(node, target, body)
            case ast.Return(value=ast.expr() as value):
                self._return(self.number(value))
            case ast.Break() if self._loops:
                self._leave([self._loops[-1].inside, self._loops[-1].turn])
            case ast.Continue() if self._loops:
                self._leave([self._loops[-1].turn])
            case ast.Expr(value=ast.Call() as call):
                self.number(call)
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                pass
            case _:
                raise NotRestrictedError(node)

    def _return(self, value: Number) -> None:
        old = self.fresh(f"load {NUMBERS}, ptr %result.slot")
        self.line(f"store {NUMBERS} {self.blended(self.mask, self.wide(value), old)}, ptr %result.slot")
        self._leave(["%alive.slot", *(slot for loop in self._loops for slot in loop)])

    def _leave(self, slots: Sequence[str]) -> None:
        for slot in slots:
            rest = self.but(self.fresh(f"load {TRUTHS}, ptr {slot}"), self.mask)
            self.line(f"store {TRUTHS} {rest}, ptr {slot}")

    def _slot(self, name: str) -> str:
        slot = f"%{self.label(name)}"
        self.slots += [f"  {slot} = alloca {TRUTHS}", f"  store {TRUTHS} zeroinitializer, ptr {slot}"]
        return slot

    # --- names

    def _assign(self, target: ast.expr, value: Number) -> None:
        match target:
            case ast.Name(id=name) if name in self.shared:
                raise NotSharedError(name)
            case ast.Name(id=name) if name in self.locals:
                new = self.wide(value)
                if not self._is_own(name):
                    new = self.blended(self.mask, new, self.fresh(f"load {NUMBERS}, ptr %{name}.slot"))
                self.line(f"store {NUMBERS} {new}, ptr %{name}.slot")
            case ast.Subscript() if not self.is_ignored(target):
                self.write(target, value)
            case ast.Subscript():
                pass
            case _:
                raise NotRestrictedError(target)

    def _is_own(self, name: str) -> bool:
        """Whether a name belongs to the block that is being written, so that other lanes do not ask for it: it is met
        nowhere outside of it, and is given a value there before anything else."""
        block = self._blocks[-1]
        if block is None:
            return True
        if name in self.parameters:
            return False
        known_already = (name, id(block))
        if known_already not in self._owned:
            self._owned[known_already] = self._find_own(name, block)
        return self._owned[known_already]

    def _find_own(self, name: str, block: ast.stmt) -> bool:
        inside = {id(part) for part in ast.walk(block)}
        met = [part for part in ast.walk(self._node) if isinstance(part, ast.Name) and part.id == name]
        if any(id(part) not in inside for part in met):
            return False
        first = min(met, key=lambda part: (part.lineno, part.col_offset))
        return any(
            isinstance(statement, ast.Assign)
            and statement.targets[0] is first
            and not _reads(statement.value, name)
            for statement in (*getattr(block, "body", ()), *getattr(block, "orelse", ()))
        )

    # --- choices and loops

    def _if(
        self, node: ast.If, test: ast.expr, body: Sequence[ast.stmt], otherwise: Sequence[ast.stmt]
    ) -> None:
        if (value := self._always(test)) is not None:
            self._body(body if value else otherwise)
            return
        truth, before = self.truth(test), self.mask
        if truth.is_shared:
            self._by_all(truth, body, otherwise)
            return
        self._blocks.append(node)
        for part, mask in ((body, self.both(before, truth.name)), (otherwise, self.but(before, truth.name))):
            self.mask = mask
            if part and _is_short(part, self.module.functions):
                self._body(part)
            elif part:
                inside, end = self.label("then"), self.label("end")
                self.line(f"br i1 {self.any_of(mask)}, label %{inside}, label %{end}")
                self.block(inside)
                self._body(part)
                self.go(end)
                self.block(end)
        self._blocks.pop()
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
                self._body(part)
                self.go(end)
                self.mask = before
        self.block(end)

    def _while(self, node: ast.While, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        before = self.mask
        loop = _Loop(self._slot("inside"), self._slot("turn"))
        again, do, end = self.label("while"), self.label("do"), self.label("end")
        self.line(f"store {TRUTHS} {before}, ptr {loop.inside}")
        self.go(again)
        self.block(again)
        self.mask = self.fresh(f"load {TRUTHS}, ptr {loop.inside}")
        self._blocks.append(node)
        self.mask = self.narrowed(self.mask, self.truth(test))
        for slot in loop:
            self.line(f"store {TRUTHS} {self.mask}, ptr {slot}")
        self.line(f"br i1 {self.any_of(self.mask)}, label %{do}, label %{end}")
        self.block(do)
        match body:
            case [ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call)] if name in self.module.functions:
                self._by_all_or_some(call)
            case _:
                self._turn(loop, body)
        self._blocks.pop()
        self.go(again)
        self.block(end)
        self.mask = before

    def _by_all_or_some(self, call: ast.Call) -> None:
        """What a loop does again and again is written twice: for when all lanes take part, which needs no mask, and
        for when some do."""
        mask = self.mask
        bits = self.fresh(f"bitcast {TRUTHS} {mask} to {BITS}")
        every, some, end = self.label("all"), self.label("some"), self.label("end")
        self.line(f"br i1 {self.fresh(f'icmp eq {BITS} {bits}, -1')}, label %{every}, label %{some}")
        for label, those, how in ((every, EVERYBODY, " alwaysinline"), (some, mask, " noinline")):
            self.block(label)
            self.mask, self.how_to_call = those, how
            self.number(call)
            self.go(end)
        self.block(end)
        self.mask, self.how_to_call = mask, ""

    def _turn(self, loop: _Loop, body: Sequence[ast.stmt]) -> None:
        self._loops.append(loop)
        self._body(body)
        self._loops.pop()

    def _for(self, node: ast.For, target: ast.Name, body: Sequence[ast.stmt]) -> None:
        """The bounds are worked out once; what the body does to the counting name changes no later round."""
        first, last, step = self._range(node.iter)
        if not (first.is_shared and last.is_shared):
            if target.id in self.shared:
                raise NotSharedError(target.id)
            self._for_each_lane(node, target, body, first, last, step)
            return
        before, leaves = self.mask, any(map(_leaves_loop, body))
        loop = _Loop(self._slot("inside"), self._slot("turn"))
        test, do, turn, end = (self.label(name) for name in ("for", "do", "next", "end"))
        count, following = f"%{test}.count", f"%{test}.following"
        if leaves:
            self.line(f"store {TRUTHS} {before}, ptr {loop.inside}")
        entry = self.here
        self.go(test)
        self.block(test)
        self.line(f"{count} = phi i64 [ {first.name}, %{entry} ], [ {following}, %{turn} ]")
        more = self.fresh(f"icmp {'slt' if step > 0 else 'sgt'} i64 {count}, {last.name}")
        if leaves:
            self.mask = self.fresh(f"load {TRUTHS}, ptr {loop.inside}")
            self.line(f"store {TRUTHS} {self.mask}, ptr {loop.turn}")
            more = self.fresh(f"and i1 {more}, {self.any_of(self.mask)}")
        self.line(f"br i1 {more}, label %{do}, label %{end}")
        self.block(do)
        self._blocks.append(node)
        if target.id in self.shared:
            self.line(f"store i64 {count}, ptr %{target.id}.slot")
        else:
            self._assign(target, Number(count, is_shared=True))
        self._turn(loop, body)
        self._blocks.pop()
        self.go(turn)
        self.block(turn)
        self.line(f"{following} = add nsw i64 {count}, {step}")
        self.go(test)
        self.block(end)
        self.mask = before

    def _for_each_lane(
        self,
        node: ast.For,
        target: ast.Name,
        body: Sequence[ast.stmt],
        first: Number,
        last: Number,
        step: int,
    ) -> None:
        """A loop that may end for some lanes sooner than for others."""
        before = self.mask
        loop = _Loop(self._slot("inside"), self._slot("turn"))
        test, do, end = (self.label(name) for name in ("for", "do", "end"))
        count, following = f"%{test}.count", f"%{test}.following"
        begin, stop = self.wide(first), self.wide(last)
        self.line(f"store {TRUTHS} {before}, ptr {loop.inside}")
        entry, turn = self.here, self.label("next")
        self.go(test)
        self.block(test)
        self.line(f"{count} = phi {NUMBERS} [ {begin}, %{entry} ], [ {following}, %{turn} ]")
        more = self.fresh(f"icmp {'slt' if step > 0 else 'sgt'} {NUMBERS} {count}, {stop}")
        self.mask = self.both(self.fresh(f"load {TRUTHS}, ptr {loop.inside}"), more)
        for slot in loop:
            self.line(f"store {TRUTHS} {self.mask}, ptr {slot}")
        self.line(f"br i1 {self.any_of(self.mask)}, label %{do}, label %{end}")
        self.block(do)
        self._blocks.append(node)
        self._assign(target, Number(count, is_shared=False))
        self._turn(loop, body)
        self._blocks.pop()
        self.go(turn)
        self.block(turn)
        self.line(f"{following} = add {NUMBERS} {count}, splat (i64 {step})")
        self.go(test)
        self.block(end)
        self.mask = before

    def _range(self, node: ast.expr) -> tuple[Number, Number, int]:
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[stop], keywords=[]):
                return known(0), self.number(stop), 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop], keywords=[]):
                return self.number(start), self.number(stop), 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop, step], keywords=[]):
                if by := self.known(step):
                    return self.number(start), self.number(stop), by
        raise NotRestrictedError(node)


def _pointer(parameter: str) -> str:
    """A pointer with what LLVM may count on: a state belongs to whoever plays on it."""
    if parameter == "s":
        return f"ptr noalias writable align {LANES * 8}"
    return "ptr noalias readonly" if parameter == "k" else "ptr noalias"


def _reads(node: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _leaves(node: ast.stmt) -> bool:
    """Whether some lanes may not go on behind a statement: they left the function, or the loop around."""
    match node:
        case ast.Return() | ast.Break() | ast.Continue():
            return True
        case ast.If(body=body, orelse=otherwise):
            return any(map(_leaves, body)) or any(map(_leaves, otherwise))
        case ast.While() | ast.For():
            return any(isinstance(part, ast.Return) for part in ast.walk(node))
    return False


def _leaves_loop(node: ast.stmt) -> bool:
    """Whether lanes may leave the loop around, its turn or the function by a statement."""
    return _leaves(node)


def _is_short(body: Sequence[ast.stmt], functions: object) -> bool:
    """Whether it costs less to go through statements in vain than to ask whether anybody means them."""
    parts = [part for statement in body for part in ast.walk(statement)]
    if any(isinstance(part, (ast.For, ast.While)) for part in parts):
        return False
    if any(isinstance(part, ast.Call) and part.func.id in functions for part in parts):
        return False
    return sum(isinstance(part, ast.stmt) for part in parts) <= _SHORT
