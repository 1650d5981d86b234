"""Places that functions over lanes read and write: of a state there is one for each lane, tables are there once."""

from __future__ import annotations

import ast
from typing import Final, NamedTuple

from hasenpfeffer.kernel.native.lanes.masks import Masks
from hasenpfeffer.kernel.native.lanes.values import ADDRESSES, LANES, NUMBERS, TRUTHS, Number, Truth, known
from hasenpfeffer.kernel.native.restricted import NotRestrictedError, without_leading

FEW: Final = 8
"""A region of so many numbers is gone through one by one: that is sooner done than collecting from places."""


class Place(NamedTuple):
    """Where an index leads: so far after where its part begins, which has room for so many numbers if that is known."""

    pointer: str
    first: int
    further: Number
    room: int | None
    mark: str
    """For LLVM: what has another mark lies elsewhere."""


class Places(Masks):
    """Reads and writes for the lanes that take part."""

    def read(self, at: Place) -> Number:
        """What stands at a place: of a state, one number a lane; of tables, the same for all."""
        if at.further.is_shared:
            return self.load(at, at.further)
        if at.room is not None and at.room <= FEW:
            found = self.load(at, known(0))
            for number in range(1, at.room):
                here = Truth(*self.of_two("icmp eq", at.further, known(number)))
                found = self.chosen(here, self.load(at, known(number)), found)
            return Number(self.wide(found), is_shared=False)
        return Number(self._collected(at), is_shared=False)

    def write(self, at: Place, value: Number) -> None:
        """Writes what stands at a place of a state, or of rows, for the lanes that take part."""
        new = self.wide(value)
        if at.further.is_shared:
            self.store(at, at.further, new, self.mask)
        elif at.room is not None and at.room <= FEW:
            for number in range(at.room):
                here = Truth(*self.of_two("icmp eq", at.further, known(number)))
                self.store(at, known(number), new, self.both(self.mask, here.name))
        else:
            self._spread(at, new)

    def at(self, node: ast.Subscript) -> Place:
        """Where an index leads."""
        match node.value:
            case ast.Name(id=pointer) if pointer in self.pointers:
                name = self.part(node)
                if name is None:
                    return Place(pointer, 0, self.number(node.slice), None, "")
                rest = without_leading(node.slice)
                further = known(0) if rest is None else self.number(rest)
                return Place(
                    pointer, self._constants[name], further, self.module.room(name), self.region(node)
                )
        raise NotRestrictedError(node)

    def load(self, at: Place, index: Number) -> Number:
        """The numbers of all lanes so far after where a part begins."""
        kind = "i64" if at.pointer == "k" else NUMBERS
        return Number(self.fresh(f"load {kind}, ptr {self._where(at, index)}{at.mark}"), at.pointer == "k")

    def store(self, at: Place, index: Number, new: str, mask: str) -> None:
        """Writes there for the lanes of a mask."""
        where = self._where(at, index)
        old = self.fresh(f"load {NUMBERS}, ptr {where}{at.mark}")
        self.line(f"store {NUMBERS} {self.blended(mask, new, old)}, ptr {where}{at.mark}")

    def _where(self, at: Place, index: Number) -> str:
        """Where a number is whose index all lanes share; of a state, where those of all lanes are."""
        kind = "i64" if at.pointer == "k" else NUMBERS
        if index.is_known:
            return self.fresh(
                f"getelementptr inbounds {kind}, ptr %{at.pointer}, i64 {at.first + int(index.name)}"
            )
        begin = self.fresh(f"getelementptr inbounds {kind}, ptr %{at.pointer}, i64 {at.first}")
        return self.fresh(f"getelementptr inbounds {kind}, ptr {begin}, i64 {index.name}")

    def _collected(self, at: Place) -> str:
        """Loads lane by lane: what a processor has for this takes longer. Lanes that take no part read the first."""
        begin = self._where(at, known(0))
        safe = self.blended(self.mask, at.further.name, "zeroinitializer")
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

    def _spread(self, at: Place, new: str) -> None:
        """Writes lane by lane."""
        begin = self._where(at, known(0))
        first = self.fresh(f"shl {NUMBERS} {at.further.name}, splat (i64 {LANES.bit_length() - 1})")
        lanes = ", ".join(f"i64 {lane}" for lane in range(LANES))
        each = self.fresh(f"add {NUMBERS} {first}, <{lanes}>")
        places = self.fresh(f"getelementptr i64, ptr {begin}, {NUMBERS} {each}")
        self.line(
            f"call void @llvm.masked.scatter.v{LANES}i64.v{LANES}p0({NUMBERS} {new}, {ADDRESSES} align 8 {places}, "
            f"{TRUTHS} {self.mask}){at.mark}"
        )
