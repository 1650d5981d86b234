"""Draws and shuffles over lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel.native.lanes.values import LANES, NUMBERS, Number, known
from hasenpfeffer.kernel.runtime import A_ROW

if TYPE_CHECKING:
    from hasenpfeffer.kernel.native.lanes.places import Place, Places

_ROW: Final = f"<{LANES} x i8>"
"""A card of each lane, a byte each."""


def eight_draws(writer: Places, target: Place, key: Number, number: Number) -> None:
    """Writes eight draws in a row, in each lane."""
    for more in range(A_ROW):
        drawn = writer.primitive("drawn", key, writer.of_two("add", number, known(more)))
        writer.store(target, writer.of_two("add", target.further, known(more)), drawn.name, writer.mask)


def shuffled(writer: Places, target: Place, draws: Place, cards: int) -> None:
    """Fisher and Yates: the places are worked out for all lanes at once, the cards swapped lane by lane, in bytes.

    To collect the cards from their places and to spread them again takes three times as long. The swaps are a loop:
    written out, LLVM needs seconds for them.
    """
    pack, others = (writer.on_stack(f"[{cards} x {_ROW}]") for _ in range(2))
    for at in range(cards):
        _put(writer, pack, at, f"splat (i8 {at})")
    for last in range(1, cards):
        drawn = writer.load(draws, known(cards - 1 - last))
        other = writer.primitive("below", drawn, known(last + 1))
        _put(writer, others, last, writer.fresh(f"trunc {NUMBERS} {other.name} to {_ROW}"))
    _swap(writer, pack, others, cards)
    for at in range(cards):
        where = writer.fresh(f"getelementptr {_ROW}, ptr {pack}, i64 {at}")
        card = writer.fresh(f"load {_ROW}, ptr {where}, align 8")
        number = writer.fresh(f"zext {_ROW} {card} to {NUMBERS}")
        writer.store(target, known(at), number, writer.mask)


def _put(writer: Places, room: str, at: int, row: str) -> None:
    where = writer.fresh(f"getelementptr {_ROW}, ptr {room}, i64 {at}")
    writer.line(f"store {_ROW} {row}, ptr {where}, align 8")


def _swap(writer: Places, pack: str, others: str, cards: int) -> None:
    before, again, end = writer.here, writer.label("swap"), writer.label("end")
    last, following = f"%{again}.last", f"%{again}.following"
    writer.go(again)
    writer.block(again)
    writer.line(f"{last} = phi i64 [ {cards - 1}, %{before} ], [ {following}, %{again} ]")
    for lane in range(0, LANES, 8):
        word = _swap_eight(writer, pack, others, last, lane)
        where = writer.fresh(f"getelementptr [{LANES} x i8], ptr {pack}, i64 {last}, i64 {lane}")
        writer.line(f"store i64 {word}, ptr {where}")
    writer.line(f"{following} = sub i64 {last}, 1")
    more = writer.fresh(f"icmp sgt i64 {following}, 0")
    writer.line(f"br i1 {more}, label %{again}, label %{end}")
    writer.block(end)


def _swap_eight(writer: Places, pack: str, others: str, last: str, first: int) -> str:
    """Puts the last cards of eight lanes where the others lie, and gives the others back, as one word."""

    def place(room: str, at: str, lane: int) -> str:
        return writer.fresh(f"getelementptr [{LANES} x i8], ptr {room}, i64 {at}, i64 {lane}")

    word = "0"
    for lane in range(first, first + 8):
        other = writer.fresh(f"load i8, ptr {place(others, last, lane)}")
        there = place(pack, writer.fresh(f"zext i8 {other} to i64"), lane)
        card = writer.fresh(f"load i8, ptr {place(pack, last, lane)}")
        swapped = writer.fresh(f"load i8, ptr {there}")
        writer.line(f"store i8 {card}, ptr {there}")
        byte = writer.fresh(f"shl i64 {writer.fresh(f'zext i8 {swapped} to i64')}, {8 * (lane - first)}")
        word = writer.fresh(f"or i64 {word}, {byte}")
    return word
