"""The primitives of `kernel/runtime.py` in the language of LLVM: the very same numbers."""

from __future__ import annotations

from typing import Final

from hasenpfeffer.chance import GOLDEN, MASK
from hasenpfeffer.kernel.native.draws import Kind, mix, splat, streams

ARITIES: Final = {
    "popcount": 1,
    "lowest": 1,
    "highest": 1,
    "nth": 2,
    "stream_key": 5,
    "draw": 3,
    "drawn": 2,
    "min": 2,
    "max": 2,
    "fill": 4,
    "below": 2,
    "shuffled": 4,
}
"""How many numbers each of them takes. `min` and `max` are Python's own, of two numbers."""

_ONE: Final = Kind("primitive", "i64", "i1", str)
_EIGHT: Final = Kind("eight", "<8 x i64>", "<8 x i1>", splat)

_ROWS = f"""
define internal <8 x i64> @primitive.eight(i64 %key, i64 %number) alwaysinline nounwind {{
  %a = add i64 %number, 1
  %b = mul i64 %a, {GOLDEN}
  %c = add i64 %key, %b
  %d = insertelement <8 x i64> poison, i64 %c, i32 0
  %e = shufflevector <8 x i64> %d, <8 x i64> poison, <8 x i32> zeroinitializer
  %f = add <8 x i64> %e, <{", ".join(f"i64 {place * GOLDEN & MASK}" for place in range(8))}>
  %g = call <8 x i64> @eight.mix(<8 x i64> %f)
  ret <8 x i64> %g
}}
define internal i64 @primitive.below(i64 %draw, i64 %bound) alwaysinline nounwind {{
  %a = zext i64 %draw to i128
  %b = zext i64 %bound to i128
  %c = mul i128 %a, %b
  %d = lshr i128 %c, 64
  %e = trunc i128 %d to i64
  ret i64 %e
}}
"""

_SETS = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
define internal i64 @primitive.highest(i64 %x) alwaysinline nounwind {
  %a = call i64 @llvm.ctlz.i64(i64 %x, i1 true)
  %b = xor i64 %a, 63
  ret i64 %b
}
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
define internal i64 @primitive.min(i64 %a, i64 %b) alwaysinline nounwind {
  %c = call i64 @llvm.smin.i64(i64 %a, i64 %b)
  ret i64 %c
}
define internal i64 @primitive.max(i64 %a, i64 %b) alwaysinline nounwind {
  %c = call i64 @llvm.smax.i64(i64 %a, i64 %b)
  ret i64 %c
}
define internal i64 @primitive.popcount(i64 %x) alwaysinline nounwind {
  %a = call i64 @llvm.ctpop.i64(i64 %x)
  ret i64 %a
}
define internal i64 @primitive.lowest(i64 %x) alwaysinline nounwind {
  %a = call i64 @llvm.cttz.i64(i64 %x, i1 true)
  ret i64 %a
}
"""

_NTH_BY_DEPOSIT = """
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @primitive.nth(i64 %x, i64 %n) alwaysinline nounwind {
  %a = shl i64 1, %n
  %b = call i64 @llvm.x86.bmi.pdep.64(i64 %a, i64 %x)
  %c = call i64 @llvm.cttz.i64(i64 %b, i1 true)
  ret i64 %c
}
"""

_NTH_BY_STEPS = """
define internal i64 @primitive.nth(i64 %x, i64 %n) nounwind {
start:
  br label %test
test:
  %left = phi i64 [ %x, %start ], [ %fewer, %drop ]
  %togo = phi i64 [ %n, %start ], [ %less, %drop ]
  %done = icmp eq i64 %togo, 0
  br i1 %done, label %end, label %drop
drop:
  %below = sub i64 %left, 1
  %fewer = and i64 %left, %below
  %less = sub i64 %togo, 1
  br label %test
end:
  %a = call i64 @llvm.cttz.i64(i64 %left, i1 true)
  ret i64 %a
}
"""


def primitives(*, deposits: bool) -> str:
    """All of them. `deposits`: the processor spreads bits over a mask quickly (x86's `pdep`)."""
    draws = mix(_ONE) + streams(_ONE, inline="") + mix(_EIGHT) + _ROWS
    return _SETS + draws + (_NTH_BY_DEPOSIT if deposits else _NTH_BY_STEPS)
