"""A module in restricted Python → the language of LLVM, for deals that are played side by side.

One entry, `play_deals`, is the same for whoever calls it as that of `native.translate`: the loop over deals is the
only part that is written here, the rest is the text's `open_table` and `deal_row`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel.native.lanes.loops import NotSharedError
from hasenpfeffer.kernel.native.lanes.primitives import PRIMITIVES
from hasenpfeffer.kernel.native.lanes.statements import Function
from hasenpfeffer.kernel.native.lanes.values import BITS, ENTRY, EVERYBODY, LANES, NUMBERS, TRUTHS
from hasenpfeffer.kernel.native.restricted import POINTERS, Declared, NotRestrictedError, declared
from hasenpfeffer.kernel.native.translate import symbol

if TYPE_CHECKING:
    import ast


def translate(text: str) -> str:
    """The module for LLVM. NotRestrictedError where the text is no restricted Python, or lacks what is called."""
    module = declared(text)
    module = module._replace(constants={**module.constants, "AHEAD": 0})
    module = module._replace(ignored=module.unread(("open_table", "deal_row")))
    instances = _Instances(module)
    opening = instances.symbol("open_table", (True, True))
    row = instances.symbol("deal_row", (True, True, False, False, True))
    functions = instances.written()
    return "\n".join([PRIMITIVES, *functions, _entry(module, opening, row), *module.marks()])


def room(text: str) -> int:
    """Bytes that the states of all lanes take."""
    return declared(text).constants["STATE_SIZE"] * LANES * 8


class _Instances:
    """The functions that are needed, each for what its callers share."""

    def __init__(self, module: Declared) -> None:
        self._module = module
        self._nodes = {node.name: node for node in module.nodes}
        self._texts: dict[str, str] = {}
        self._waiting: list[tuple[str, str, frozenset[str]]] = []
        self._known: set[str] = set()

    def symbol(self, name: str, shared: tuple[bool, ...]) -> str:
        """The symbol of a function, given which of its numbers all lanes share."""
        found = f"lanes.own.{name}.{''.join('s' if one else 'l' for one in shared)}"
        if found not in self._known:
            if name not in self._nodes:
                raise NotRestrictedError(None, f"no function {name}")
            self._known.add(found)
            numbers = [one for one in self._module.functions[name] if one not in POINTERS]
            given = frozenset(one for one, is_shared in zip(numbers, shared, strict=True) if is_shared)
            self._waiting.append((found, name, given))
        return found

    def written(self) -> list[str]:
        while self._waiting:
            found, name, given = self._waiting.pop()
            self._texts[found] = self._write(self._nodes[name], found, given)
        return list(self._texts.values())

    def _write(self, node: ast.FunctionDef, found: str, given: frozenset[str]) -> str:
        apart: frozenset[str] = frozenset()
        while True:
            try:
                return Function(node, self._module, given, self.symbol, apart).text(found)
            except NotSharedError as name:
                apart |= {str(name)}


def _moves(width: int) -> list[str]:
    lines = [f"  %lane.first = mul i64 %lane.at, {width}"]
    for at in range(width):
        lines += [
            f"  %from.{at} = getelementptr [{LANES} x i64], ptr %row, i64 {at}, i64 %lane.at",
            f"  %value.{at} = load i64, ptr %from.{at}",
            f"  %to.{at}.index = add i64 %lane.first, {at}",
            f"  %to.{at} = getelementptr i64, ptr %here, i64 %to.{at}.index",
            f"  store i64 %value.{at}, ptr %to.{at}",
        ]
    return lines


def _entry(module: Declared, opening: str, row: str) -> str:
    size, width = module.constants["STATE_SIZE"], module.constants["ROW"]
    error = module.constants["ERROR"]
    steps = ", ".join(f"i64 {lane}" for lane in range(LANES))
    splat = f"{NUMBERS} poison, <{LANES} x i32> zeroinitializer"
    return f'''
define i64 @"{symbol(*ENTRY)}"(
  ptr %s, ptr noalias readonly %k, i64 %low, i64 %high, i64 %first, i64 %count, ptr %rows
) nounwind {{
start:
  %state = alloca [{size} x {NUMBERS}], align {LANES * 8}
  %row = alloca [{width} x {NUMBERS}], align {LANES * 8}
  call void @llvm.memset.p0.i64(ptr align {LANES * 8} %state, i8 0, i64 {size * LANES * 8}, i1 false)
  %dealer = call {NUMBERS} @{opening}({TRUTHS} {EVERYBODY}, ptr %state, ptr %k, i64 %low, i64 %high)
  %last.one = insertelement {NUMBERS} poison, i64 %count, i32 0
  %last = shufflevector {NUMBERS} %last.one, {splat}
  %first.one = insertelement {NUMBERS} poison, i64 %first, i32 0
  %begin = shufflevector {NUMBERS} %first.one, {splat}
  br label %test
test:
  %done = phi i64 [ 0, %start ], [ %following, %next ]
  %more = icmp slt i64 %done, %count
  br i1 %more, label %deals, label %end
deals:
  %done.one = insertelement {NUMBERS} poison, i64 %done, i32 0
  %done.all = shufflevector {NUMBERS} %done.one, {splat}
  %number = add {NUMBERS} %done.all, <{steps}>
  %deal = add {NUMBERS} %begin, %number
  %trouble = call {NUMBERS} @{row}(
    {TRUTHS} {EVERYBODY}, ptr %state, ptr %k, i64 %low, i64 %high,
    {NUMBERS} %dealer, {NUMBERS} %deal, ptr %row, i64 0
  )
  %is.stuck = icmp ne {NUMBERS} %trouble, zeroinitializer
  %mask = icmp slt {NUMBERS} %number, %last
  %stuck = and {TRUTHS} %is.stuck, %mask
  %bits = bitcast {TRUTHS} %stuck to {BITS}
  %any = icmp ne {BITS} %bits, 0
  %first.row = mul i64 %done, {width}
  %here = getelementptr i64, ptr %rows, i64 %first.row
  %left = sub i64 %count, %done
  %these = call i64 @llvm.smin.i64(i64 %left, i64 {LANES})
  br label %lane.test
lane.test:
  %lane.at = phi i64 [ 0, %deals ], [ %lane.next, %lane.do ]
  %lane.more = icmp slt i64 %lane.at, %these
  br i1 %lane.more, label %lane.do, label %written
lane.do:
{chr(10).join(_moves(width))}
  %lane.next = add i64 %lane.at, 1
  br label %lane.test
written:
  br i1 %any, label %trouble.found, label %next
next:
  %following = add i64 %done, {LANES}
  br label %test
trouble.found:
  %which = call {BITS} @llvm.cttz.{BITS}({BITS} %bits, i1 true)
  %lane = zext {BITS} %which to i64
  %why = extractelement {NUMBERS} %trouble, i64 %lane
  %place = getelementptr i64, ptr %s, i64 {error}
  store i64 %why, ptr %place
  %until = add i64 %done, %lane
  ret i64 %until
end:
  ret i64 %count
}}'''
