"""The primitives of `kernel/runtime.py` over lanes, in the language of LLVM: the very same numbers."""

from __future__ import annotations

from typing import Final

from hasenpfeffer.kernel.native.draws import Kind, mix, splat, streams
from hasenpfeffer.kernel.native.lanes.values import ADDRESSES, BITS, LANES, NUMBERS, TRUTHS

_FLOATS: Final = f"<{LANES} x double>"

_DECLARED = f"""
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare {BITS} @llvm.cttz.{BITS}({BITS}, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.vector.reduce.add.v{LANES}i64({NUMBERS})
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare void @llvm.masked.scatter.v{LANES}i64.v{LANES}p0({NUMBERS}, {ADDRESSES}, {TRUTHS})
declare {_FLOATS} @llvm.floor.v{LANES}f64({_FLOATS})
declare {NUMBERS} @llvm.ctpop.v{LANES}i64({NUMBERS})
declare {NUMBERS} @llvm.cttz.v{LANES}i64({NUMBERS}, i1)
declare {NUMBERS} @llvm.ctlz.v{LANES}i64({NUMBERS}, i1)
declare {NUMBERS} @llvm.smin.v{LANES}i64({NUMBERS}, {NUMBERS})
declare {NUMBERS} @llvm.smax.v{LANES}i64({NUMBERS}, {NUMBERS})
"""

_SETS = f"""
define internal {NUMBERS} @lanes.popcount({NUMBERS} %x) alwaysinline nounwind {{
  %a = call {NUMBERS} @llvm.ctpop.v{LANES}i64({NUMBERS} %x)
  ret {NUMBERS} %a
}}
define internal {NUMBERS} @lanes.lowest({NUMBERS} %x) alwaysinline nounwind {{
  %a = call {NUMBERS} @llvm.cttz.v{LANES}i64({NUMBERS} %x, i1 false)
  ret {NUMBERS} %a
}}
define internal {NUMBERS} @lanes.highest({NUMBERS} %x) alwaysinline nounwind {{
  %a = call {NUMBERS} @llvm.ctlz.v{LANES}i64({NUMBERS} %x, i1 false)
  %b = xor {NUMBERS} %a, {splat(63)}
  ret {NUMBERS} %b
}}
define internal {NUMBERS} @lanes.min({NUMBERS} %a, {NUMBERS} %b) alwaysinline nounwind {{
  %c = call {NUMBERS} @llvm.smin.v{LANES}i64({NUMBERS} %a, {NUMBERS} %b)
  ret {NUMBERS} %c
}}
define internal {NUMBERS} @lanes.max({NUMBERS} %a, {NUMBERS} %b) alwaysinline nounwind {{
  %c = call {NUMBERS} @llvm.smax.v{LANES}i64({NUMBERS} %a, {NUMBERS} %b)
  ret {NUMBERS} %c
}}
"""

_LANES: Final = Kind("lanes", NUMBERS, TRUTHS, splat)

_BELOW = f"""
define internal {NUMBERS} @lanes.below({NUMBERS} %draw, {NUMBERS} %bound) alwaysinline nounwind {{
  %lows = and {NUMBERS} %draw, {splat((1 << 32) - 1)}
  %highs = lshr {NUMBERS} %draw, {splat(32)}
  %b = and {NUMBERS} %bound, {splat((1 << 32) - 1)}
  %c = mul {NUMBERS} %lows, %b
  %d = lshr {NUMBERS} %c, {splat(32)}
  %e = mul {NUMBERS} %highs, %b
  %f = add {NUMBERS} %e, %d
  %g = lshr {NUMBERS} %f, {splat(32)}
  ret {NUMBERS} %g
}}
"""


def _nth() -> str:
    """Lane by lane: there is no way to spread bits of vectors. A lane that takes no part may ask for any member."""
    lines = [f"  %any = shl {NUMBERS} {splat(1)}, %n", f"  %one = freeze {NUMBERS} %any"]
    for lane in range(LANES):
        lines += [
            f"  %x{lane} = extractelement {NUMBERS} %x, i32 {lane}",
            f"  %n{lane} = extractelement {NUMBERS} %one, i32 {lane}",
            f"  %p{lane} = call i64 @llvm.x86.bmi.pdep.64(i64 %n{lane}, i64 %x{lane})",
            f"  %r{lane} = insertelement {NUMBERS} %r{lane - 1}, i64 %p{lane}, i32 {lane}",
        ]
    lines.append(f"  %at = call {NUMBERS} @llvm.cttz.v{LANES}i64({NUMBERS} %r{LANES - 1}, i1 false)")
    body = "\n".join(lines).replace("%r-1", "poison")
    return (
        f"define internal {NUMBERS} @lanes.nth({NUMBERS} %x, {NUMBERS} %n) alwaysinline nounwind {{\n"
        f"{body}\n  ret {NUMBERS} %at\n}}\n"
    )


def _slow_division(name: str, *, rest: bool) -> str:
    """Rounded down; by 0 it is 0. No processor divides the least number by -1."""
    lines = [
        f"  %none = icmp eq {NUMBERS} %by, zeroinitializer",
        f"  %minus = icmp eq {NUMBERS} %by, {splat(-1)}",
        f"  %either = or {TRUTHS} %none, %minus",
        f"  %safe = select {TRUTHS} %either, {NUMBERS} {splat(1)}, {NUMBERS} %by",
        f"  %left = srem {NUMBERS} %x, %safe",
        f"  %odd = icmp ne {NUMBERS} %left, zeroinitializer",
        f"  %signs = xor {NUMBERS} %left, %safe",
        f"  %apart = icmp slt {NUMBERS} %signs, zeroinitializer",
        f"  %below = and {TRUTHS} %odd, %apart",
    ]
    if rest:
        lines += [
            f"  %more = select {TRUTHS} %below, {NUMBERS} %safe, {NUMBERS} zeroinitializer",
            f"  %result = add {NUMBERS} %left, %more",
        ]
    else:
        lines += [
            f"  %whole = sdiv {NUMBERS} %x, %safe",
            f"  %less = sext {TRUTHS} %below to {NUMBERS}",
            f"  %positive = add {NUMBERS} %whole, %less",
            f"  %turned = sub {NUMBERS} zeroinitializer, %whole",
            f"  %result = select {TRUTHS} %minus, {NUMBERS} %turned, {NUMBERS} %positive",
        ]
    lines += [
        f"  %final = select {TRUTHS} %none, {NUMBERS} zeroinitializer, {NUMBERS} %result",
        f"  ret {NUMBERS} %final",
    ]
    head = f"define internal {NUMBERS} @lanes.{name}.slow({NUMBERS} %x, {NUMBERS} %by) noinline nounwind {{"
    return "\n".join([head, *lines, "}\n"])


def _division(name: str, *, rest: bool) -> str:
    """By floating numbers: (2x + 1) / 2d lies further from whole numbers than what is lost by rounding, as long as x
    and d are below 2**48. Larger numbers are divided lane by lane."""
    result = (
        [f"  %times = mul {NUMBERS} %q, %by", f"  %r = sub {NUMBERS} %x, %times", f"  ret {NUMBERS} %r"]
        if rest
        else [f"  ret {NUMBERS} %q"]
    )
    return "\n".join(
        [
            _slow_division(name, rest=rest),
            f"define internal {NUMBERS} @lanes.{name}({NUMBERS} %x, {NUMBERS} %by) alwaysinline nounwind {{",
            f"  %x.far = add {NUMBERS} %x, {splat(1 << 48)}",
            f"  %x.large = icmp ugt {NUMBERS} %x.far, {splat(1 << 49)}",
            f"  %by.less = sub {NUMBERS} %by, {splat(1)}",
            f"  %by.large = icmp ugt {NUMBERS} %by.less, {splat(1 << 48)}",
            f"  %large = or {TRUTHS} %x.large, %by.large",
            f"  %bits = bitcast {TRUTHS} %large to {BITS}",
            f"  %any = icmp ne {BITS} %bits, 0",
            "  br i1 %any, label %slow, label %fast",
            "slow:",
            f"  %s = call {NUMBERS} @lanes.{name}.slow({NUMBERS} %x, {NUMBERS} %by)",
            f"  ret {NUMBERS} %s",
            "fast:",
            f"  %xf = sitofp {NUMBERS} %x to {_FLOATS}",
            f"  %xh = fadd {_FLOATS} %xf, splat (double 0.5)",
            f"  %byf = sitofp {NUMBERS} %by to {_FLOATS}",
            f"  %inverse = fdiv {_FLOATS} splat (double 1.0), %byf",
            f"  %qf = fmul {_FLOATS} %xh, %inverse",
            f"  %floor = call {_FLOATS} @llvm.floor.v{LANES}f64({_FLOATS} %qf)",
            f"  %q = fptosi {_FLOATS} %floor to {NUMBERS}",
            *result,
            "}\n",
        ]
    )


PRIMITIVES: Final = "".join(
    (
        _DECLARED,
        _SETS,
        mix(_LANES),
        streams(_LANES, inline="alwaysinline"),
        _BELOW,
        _nth(),
        _division("divided", rest=False),
        _division("modulo", rest=True),
    )
)
"""All of them."""
