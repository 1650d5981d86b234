"""What is called from outside: loops over deals and over playouts, so many side by side as there are lanes.

In the last turn of a loop there may be more lanes than deals are left: they play too, and nobody hears of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel.emitted import DEALS, PLAYOUTS
from hasenpfeffer.kernel.native.lanes.values import (
    BITS,
    EVERYBODY,
    LANES,
    NUMBERS,
    TRUTHS,
    spread,
)
from hasenpfeffer.kernel.native.translate import symbol

if TYPE_CHECKING:
    from hasenpfeffer.kernel.native.restricted import Declared

READ: Final = frozenset({"ERROR", "THROWN_IN", "THIS_DEAL"})
"""The parts of a state that are read here."""

_EACH: Final = f"<{', '.join(f'i64 {lane}' for lane in range(LANES))}>"


def deals(module: Declared, opening: str, row: str) -> str:
    """Plays single deals; their rows go where they belong lane by lane."""
    size, width = module.constants["STATE_SIZE"], module.constants["ROW"]
    return f"""
define i64 @"{symbol(*DEALS)}"(
  ptr %s, ptr noalias readonly %k, i64 %low, i64 %high, i64 %first, i64 %count, ptr %rows
) nounwind {{
start:
  %state = alloca [{size} x {NUMBERS}], align {LANES * 8}
  %row = alloca [{width} x {NUMBERS}], align {LANES * 8}
  call void @llvm.memset.p0.i64(ptr align {LANES * 8} %state, i8 0, i64 {size * LANES * 8}, i1 false)
  %dealer = call {NUMBERS} @{opening}({TRUTHS} {EVERYBODY}, ptr %state, ptr %k, i64 %low, i64 %high)
{_spread("begin", "%first")}
  br label %test
test:
  %done = phi i64 [ 0, %start ], [ %following, %next ]
  %more = icmp slt i64 %done, %count
  br i1 %more, label %deals, label %end
deals:
{_spread("before", "%done")}
  %place = add {NUMBERS} %before, {_EACH}
  %deal = add {NUMBERS} %begin, %place
  %trouble = call {NUMBERS} @{row}(
    {TRUTHS} {EVERYBODY}, ptr %state, ptr %k, i64 %low, i64 %high,
    {NUMBERS} %dealer, {NUMBERS} %deal, ptr %row, i64 0
  )
{_found_stuck()}
  %first.row = mul i64 %done, {width}
  %here = getelementptr i64, ptr %rows, i64 %first.row
  br label %lane.test
lane.test:
  %lane = phi i64 [ 0, %deals ], [ %lane.next, %lane.do ]
  %lane.more = icmp slt i64 %lane, %good
  br i1 %lane.more, label %lane.do, label %written
lane.do:
{_row(width)}
  %lane.next = add i64 %lane, 1
  br label %lane.test
written:
  br i1 %any, label %stopped, label %next
next:
  %following = add i64 %done, {LANES}
  br label %test
stopped:
  %why = extractelement {NUMBERS} %trouble, i64 %good
  %error = getelementptr i64, ptr %s, i64 {module.constants["ERROR"]}
  store i64 %why, ptr %error
  %until = add i64 %done, %good
  ret i64 %until
end:
  ret i64 %count
}}"""


def playouts(module: Declared, settle: str, roll_out: str) -> str:
    """Plays one position out many times, and adds up what each account gets."""
    size = module.constants["STATE_SIZE"]
    return f"""
define i64 @"{symbol(*PLAYOUTS)}"(
  ptr noalias %s, ptr noalias readonly %k, i64 %low, i64 %first, i64 %count, ptr %other, ptr noalias %out
) nounwind {{
start:
  %state = alloca [{size} x {NUMBERS}], align {LANES * 8}
{_spread("begin", "%first")}
  br label %test
test:
  %done = phi i64 [ 0, %start ], [ %following, %next ]
  %more = icmp slt i64 %done, %count
  br i1 %more, label %copy, label %end
copy:
  %at = phi i64 [ 0, %test ], [ %at.next, %copy ]
  %from = getelementptr i64, ptr %s, i64 %at
  %one = load i64, ptr %from
{_spread("all", "%one")}
  %to = getelementptr {NUMBERS}, ptr %state, i64 %at
  store {NUMBERS} %all, ptr %to
  %at.next = add i64 %at, 1
  %at.more = icmp slt i64 %at.next, {size}
  br i1 %at.more, label %copy, label %play
play:
  %settled = call {NUMBERS} @{settle}({TRUTHS} {EVERYBODY}, ptr %state, ptr %k)
{_spread("before", "%done")}
  %place = add {NUMBERS} %before, {_EACH}
  %number = add {NUMBERS} %begin, %place
  %played = call {NUMBERS} @{roll_out}(
    {TRUTHS} {EVERYBODY}, ptr %state, ptr %k, i64 %low, {NUMBERS} %number
  )
{_loaded("trouble", module.constants["ERROR"])}
{_found_stuck()}
{_loaded("thrown.in", module.constants["THROWN_IN"])}
{_spread("good.ones", "%good")}
  %is.good = icmp slt {NUMBERS} {_EACH}, %good.ones
  %counts = icmp eq {NUMBERS} %thrown.in, zeroinitializer
  %heard = and {TRUTHS} %is.good, %counts
{chr(10).join(_added(module, account) for account in range(module.constants["ACCOUNTS"]))}
  %following = add i64 %done, {LANES}
  br i1 %any, label %stopped, label %next
next:
  br label %test
stopped:
  %until = add i64 %done, %good
  ret i64 %until
end:
  ret i64 %count
}}"""


def _spread(name: str, number: str) -> str:
    """A number in every lane."""
    return (
        f"  %{name}.first = insertelement {NUMBERS} poison, i64 {number}, i32 0\n"
        f"  %{name} = {spread(f'%{name}.first')}"
    )


def _found_stuck() -> str:
    """Whether a deal of those asked for cannot go on, and how many lanes stand before it or are asked for."""
    return f"""  %is.stuck = icmp ne {NUMBERS} %trouble, zeroinitializer
{_spread("last", "%count")}
  %is.asked = icmp slt {NUMBERS} %place, %last
  %stuck = and {TRUTHS} %is.stuck, %is.asked
  %bits = bitcast {TRUTHS} %stuck to {BITS}
  %any = icmp ne {BITS} %bits, 0
  %which = call {BITS} @llvm.cttz.{BITS}({BITS} %bits, i1 false)
  %before.stuck = zext {BITS} %which to i64
  %left = sub i64 %count, %done
  %good = call i64 @llvm.smin.i64(i64 %left, i64 %before.stuck)"""


def _row(width: int) -> str:
    """The numbers of one lane as a row."""
    lines = [f"  %lane.first = mul i64 %lane, {width}"]
    for at in range(width):
        lines += [
            f"  %from.{at} = getelementptr [{LANES} x i64], ptr %row, i64 {at}, i64 %lane",
            f"  %value.{at} = load i64, ptr %from.{at}",
            f"  %to.{at}.index = add i64 %lane.first, {at}",
            f"  %to.{at} = getelementptr i64, ptr %here, i64 %to.{at}.index",
            f"  store i64 %value.{at}, ptr %to.{at}",
        ]
    return "\n".join(lines)


def _loaded(name: str, place: int) -> str:
    """What stands at a place of the states of all lanes."""
    return (
        f"  %{name}.place = getelementptr {NUMBERS}, ptr %state, i64 {place}\n"
        f"  %{name} = load {NUMBERS}, ptr %{name}.place"
    )


def _added(module: Declared, account: int) -> str:
    """What an account gets in the lanes that are heard of."""
    name = f"gets.{account}"
    return f"""{_loaded(name, module.constants["THIS_DEAL"] + account)}
  %{name}.heard = select {TRUTHS} %heard, {NUMBERS} %{name}, {NUMBERS} zeroinitializer
  %{name}.sum = call i64 @llvm.vector.reduce.add.v{LANES}i64({NUMBERS} %{name}.heard)
  %{name}.to = getelementptr i64, ptr %out, i64 {account}
  %{name}.was = load i64, ptr %{name}.to
  %{name}.now = add i64 %{name}.was, %{name}.sum
  store i64 %{name}.now, ptr %{name}.to"""
