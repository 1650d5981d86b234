"""Loops over lanes: they go on for as long as a lane is in them.

A lane leaves a loop, its turn or the function by being taken out of a mask.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hasenpfeffer.kernel.native.forms import Loop
from hasenpfeffer.kernel.native.lanes.expressions import Writer
from hasenpfeffer.kernel.native.lanes.values import BITS, EVERYBODY, NUMBERS, TRUTHS, Number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.kernel.native.lanes.expressions import Instance


class NotSharedError(Exception):
    """A name was taken for one that all lanes share, and is none."""


class Loops(Writer):
    """Writes loops; statements and names are written by whoever can."""

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance)
        self.blocks: list[ast.stmt | None] = [None]
        """The statements whose bodies are being written, from outside; each has a mask of its own."""

    def while_(self, node: ast.While) -> None:
        before = self.mask
        loop = Loop(self._slot("inside"), self._slot("turn"))
        again, do, end = self.label("while"), self.label("do"), self.label("end")
        self.line(f"store {TRUTHS} {before}, ptr {loop.whole}")
        self.go(again)
        self.block(again)
        self.mask = self.fresh(f"load {TRUTHS}, ptr {loop.whole}")
        self.blocks.append(node)
        self.mask = self.narrowed(self.mask, self.truth(node.test))
        for slot in loop:
            self.line(f"store {TRUTHS} {self.mask}, ptr {slot}")
        self.line(f"br i1 {self.any_of(self.mask)}, label %{do}, label %{end}")
        self.block(do)
        match node.body:
            case [ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call)] if name in self.module.functions:
                self._by_all_or_some(call)
            case _:
                self.turn(loop, node.body)
        self.blocks.pop()
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

    def for_(self, node: ast.For, target: ast.Name) -> None:
        first, last, step = self.bounds(node.iter)
        if not (first.is_shared and last.is_shared):
            if target.id in self.shared:
                raise NotSharedError(target.id)
            self._for_each_lane(node, target, first, last, step)
            return
        if (
            first.is_known
            and last.is_known
            and target.id in self.shared
            and self._is_filled(target, node.body, range(int(first.name), int(last.name), step))
        ):
            return
        before, some_leave = self.mask, any(map(leaves, node.body))
        loop = Loop(self._slot("inside"), self._slot("turn"))
        test, do, turn, end = (self.label(name) for name in ("for", "do", "next", "end"))
        count, following = f"%{test}.count", f"%{test}.following"
        if some_leave:
            self.line(f"store {TRUTHS} {before}, ptr {loop.whole}")
        entry = self.here
        self.go(test)
        self.block(test)
        self.line(f"{count} = phi i64 [ {first.name}, %{entry} ], [ {following}, %{turn} ]")
        more = self.fresh(f"icmp {'slt' if step > 0 else 'sgt'} i64 {count}, {last.name}")
        if some_leave:
            self.mask = self.fresh(f"load {TRUTHS}, ptr {loop.whole}")
            self.line(f"store {TRUTHS} {self.mask}, ptr {loop.turn}")
            more = self.fresh(f"and i1 {more}, {self.any_of(self.mask)}")
        self.line(f"br i1 {more}, label %{do}, label %{end}")
        self.block(do)
        self.blocks.append(node)
        if target.id in self.shared:
            self.line(f"store i64 {count}, ptr %{target.id}.slot")
        else:
            self.assign(target, Number(count, is_shared=True))
        self.turn(loop, node.body)
        self.blocks.pop()
        self.go(turn)
        self.block(turn)
        self.line(f"{following} = add nsw i64 {count}, {step}")
        self.go(test)
        self.block(end)
        self.mask = before

    def _is_filled(self, target: ast.Name, body: Sequence[ast.stmt], places: range) -> bool:
        """Writes a loop that fills places of a state with one number, without those that nobody reads. Its counting
        name, which is met nowhere else, is given no value."""
        match body:
            case [
                ast.Assign(
                    targets=[ast.Subscript(value=ast.Name(id="s") as state, slice=ast.Name(id=name))],
                    value=ast.Constant() as number,
                )
            ] if name == target.id:
                for place in places:
                    if not self.module.is_ignored(place):
                        where = ast.copy_location(ast.Subscript(state, ast.Constant(place)), target)
                        self.assign(where, self.number(number))
                return True
        return False

    def _for_each_lane(self, node: ast.For, target: ast.Name, first: Number, last: Number, step: int) -> None:
        """A loop that may end for some lanes sooner than for others."""
        before = self.mask
        loop = Loop(self._slot("inside"), self._slot("turn"))
        test, do, end = (self.label(name) for name in ("for", "do", "end"))
        count, following = f"%{test}.count", f"%{test}.following"
        begin, stop = self.wide(first), self.wide(last)
        self.line(f"store {TRUTHS} {before}, ptr {loop.whole}")
        entry, turn = self.here, self.label("next")
        self.go(test)
        self.block(test)
        self.line(f"{count} = phi {NUMBERS} [ {begin}, %{entry} ], [ {following}, %{turn} ]")
        more = self.fresh(f"icmp {'slt' if step > 0 else 'sgt'} {NUMBERS} {count}, {stop}")
        self.mask = self.both(self.fresh(f"load {TRUTHS}, ptr {loop.whole}"), more)
        for slot in loop:
            self.line(f"store {TRUTHS} {self.mask}, ptr {slot}")
        self.line(f"br i1 {self.any_of(self.mask)}, label %{do}, label %{end}")
        self.block(do)
        self.blocks.append(node)
        self.assign(target, Number(count, is_shared=False))
        self.turn(loop, node.body)
        self.blocks.pop()
        self.go(turn)
        self.block(turn)
        self.line(f"{following} = add {NUMBERS} {count}, splat (i64 {step})")
        self.go(test)
        self.block(end)
        self.mask = before

    def _slot(self, name: str) -> str:
        slot = f"%{self.label(name)}"
        self.slots += [f"  {slot} = alloca {TRUTHS}", f"  store {TRUTHS} zeroinitializer, ptr {slot}"]
        return slot


def leaves(node: ast.stmt) -> bool:
    """Whether some lanes may not go on behind a statement: they left the function, or the loop around."""
    match node:
        case ast.Return() | ast.Break() | ast.Continue():
            return True
        case ast.If(body=body, orelse=otherwise):
            return any(map(leaves, body)) or any(map(leaves, otherwise))
        case ast.While() | ast.For():
            return any(isinstance(part, ast.Return) for part in ast.walk(node))
    return False
