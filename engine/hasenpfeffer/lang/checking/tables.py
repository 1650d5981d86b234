"""Values by condition or by row: alternatives, tables, tallies, `if … else`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang import ast, ranges, types
from hasenpfeffer.lang.checking.context import Scope
from hasenpfeffer.lang.checking.fitting import TRUE, agree, bounded, convert, error, fit, wrong
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind, Type, number

if TYPE_CHECKING:
    from hasenpfeffer.lang.checking.context import Context


def alternatives(context: Context, node: ast.Alternatives, where: Scope, want: Type | None) -> Typed:
    """A list of values of which the first whose condition holds counts."""
    args: list[Typed] = []
    kind: Type | None = None
    for item in node.items:
        test = None if item.condition is None else context.check(item.condition, types.YESNO, where)
        known = kind if kind is not None and kind.kind is not Kind.EMPTY else None
        value = context.infer(item.value, where, want or known)
        joined = value.type if kind is None else types.join(kind, value.type)
        if joined is None:
            assert kind is not None
            wrong(context, value, kind, item.value)
            value = error(item.place)
        else:
            kind = joined
        args += [Typed("always", types.YESNO) if test is None else test, value]
    kind = kind or types.EMPTY
    if not any(test.op == "always" for test in args[::2]):
        kind = types.or_nothing(kind)
    for index in range(1, len(args), 2):
        args[index] = convert(args[index], kind)
    return Typed("first_that_is", kind, tuple(args), place=node.place)


def table(context: Context, node: ast.Table, where: Scope, want: Type | None) -> Typed:
    """Rows of key and value; without a subject, the values of one deal after the other."""
    values = [context.infer(value, where, want) for _, value in node.rows]
    kind = values[0].type if values else types.EMPTY
    for index, (value, (_, tree)) in enumerate(zip(values, node.rows, strict=True)):
        joined = types.join(kind, value.type)
        if joined is None:
            wrong(context, value, kind, tree)
            values[index] = error(tree.place)
        else:
            kind = joined
    values = [convert(value, kind) for value in values]
    if node.subject is None:
        return Typed("by_deal", kind, tuple(values), place=node.place)
    subject = context.infer(node.subject, where)
    args = [subject]
    for (key, _), value in zip(node.rows, values, strict=True):
        if key is not None:
            args += [context.check(key, subject.type, where), value]
    if not _is_complete(context, subject, args[1::2]):
        kind = types.or_nothing(kind)
    return Typed("table", kind, tuple(args), place=node.place)


def _is_complete(context: Context, subject: Typed, keys: list[Typed]) -> bool:
    """Whether there is a row for whatever the subject can be. That it may be nothing at all, such as a trump that
    nobody has named, counts for numbers only: for the others no such row can be written."""
    if any(part.is_open or part.type.kind is Kind.UNKNOWN for part in (subject, *keys)):
        return True
    written = {key.value for key in keys if key.is_constant}
    if subject.is_constant:
        return subject.value in written
    kind, names = subject.type, context.names
    match kind.kind:
        case Kind.YESNO:
            return written >= {True, False}
        case Kind.NUMBER:
            is_whole = kind.denominator == 1 and kind.high - kind.low < len(keys)
            return is_whole and written.issuperset(range(kind.low, kind.high + 1))
        case Kind.SUITS:
            strains = names.strains.values() if subject.value == "trump" else ()
            return written.issuperset(1 << suit for suit in (*range(len(names.pack.suits)), *strains))
        case Kind.WORDS:
            return written.issuperset(1 << names.word(word) for word in kind.words)
        case _:
            return False


def tally(context: Context, node: ast.Tally, where: Scope) -> Typed:
    """Named points, each with its condition, added up."""
    args: list[Typed] = []
    total = number(0, 0)
    for line in node.lines:
        test = TRUE if line.condition is None else context.check(line.condition, types.YESNO, where)
        points = context.infer(line.value, where)
        if points.type.kind is Kind.YESNO and line.condition is None:  # a condition counts one
            test, points = points, Typed("constant", number(1, 1), value=1, place=line.place)
        points = fit(context, points, types.ANY_NUMBER, line.value)
        once = bounded(lambda t: number(min(0, t.low), max(0, t.high), t.denominator), points.type)
        total = ranges.add(total, once) if once.kind is Kind.NUMBER else total
        args += [test, points]
    return Typed("tally", total, tuple(args), tuple(line.name for line in node.lines), node.place)


def if_else(context: Context, node: ast.IfElse, where: Scope, want: Type | None) -> Typed:
    """`x if condition else y`: both sides of one kind."""
    test = context.check(node.condition, types.YESNO, where)
    first, second = context.infer(node.then, where, want), context.infer(node.otherwise, where, want)
    first, second, kind = agree(context, first, second, node.otherwise)
    return Typed("if", kind, (test, first, second), place=node.place)
