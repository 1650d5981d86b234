"""Formulas made shorter for reading: what is fixed in this ruleset is worked out, short terms are opened.

A term that is 1 and that nothing can change is a factor nobody needs to read; a term of four words is
clearer in its own words than by its name. The meaning stays the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang import types
from hasenpfeffer.lang.checking.folding import folded
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.ruleset.model import Ruleset, Term

_LONG: Final = frozenset({"if", "first_that_is", "table", "tally", "by_deal", "any", "all", "count", "sum"})

SHORT: Final = 5
"""Formulas of so many parts are written out instead of named."""

OFTEN: Final = 4
"""A term that is used so often keeps its name."""


class Simplifier:
    """Shortens the formulas of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._bodies: dict[str, Typed] = {}
        self._busy: set[str] = set()
        self._uses = Counter(_names_used(ruleset))

    def simple(self, node: Typed) -> Typed:
        """An expression of the same meaning with as little in it as possible."""
        args = tuple(self.simple(part) for part in node.args)
        node = node if args == node.args else replace(node, args=args)
        if node.op == "term":
            return self._term(node)
        if node.op == "count" and node.value == "set":
            return self._count(node)
        rule = _RULES.get(node.op)
        return node if rule is None else rule(node)

    def body(self, name: str) -> Typed:
        """The body of a term, shortened."""
        if name not in self._bodies:
            self._busy.add(name)
            self._bodies[name] = self.simple(self.ruleset.terms[name].body)
            self._busy.discard(name)
        return self._bodies[name]

    def _count(self, node: Typed) -> Typed:
        """How many play is known; how many cards lie somewhere is not."""
        counted, seating = node.args[0], self.ruleset.seating
        if counted.op != "lookup" or counted.value not in ("seats", "teams"):
            return node
        size = seating.count if counted.value == "seats" else len(seating.teams)
        return Typed("constant", types.number(size, size), value=size, place=node.place)

    def _term(self, node: Typed) -> Typed:
        name = str(node.value)
        term = self.ruleset.terms.get(name)
        if term is None or name in self.ruleset.settings or name in self._busy or name == "trump":
            return node
        body = self.body(name)
        often = self._uses[name] >= OFTEN and size_of(body) > 1
        if often or not _is_short(body, asked=bool(node.args)):
            return node
        return self.simple(_asked(body, term, node)) if node.args else body


def _asked(body: Typed, term: Term, node: Typed) -> Typed:
    """The body of a term, asked of what this use asks it of."""
    argument = node.args[0]

    def put(part: Typed) -> Typed:
        if part.op == "bound" and part.value == term.argument:
            return argument
        return replace(part, args=tuple(put(inner) for inner in part.args)) if part.args else part

    return put(body)


def _names_used(ruleset: Ruleset) -> Iterator[str]:
    """The terms that other terms and scoring lines use, as often as they do."""
    formulas = [term.body for term in ruleset.terms.values()]
    for line in ruleset.scoring:
        formulas += [part for part in (line.condition, line.amount) if part is not None]
    for formula in formulas:
        yield from (str(node.value) for node in formula.walk() if node.op == "term" and node.args == ())


def size_of(node: Typed) -> int:
    """How many parts a formula has."""
    return sum(1 for _ in node.walk())


def _is_short(body: Typed, *, asked: bool) -> bool:
    if body.is_constant:
        return True
    if body.type.kind in (Kind.SEATS, Kind.SUITS, Kind.WORDS):
        return size_of(body) == 1
    if asked and body.op == "all":
        return True
    return size_of(body) <= SHORT and not any(part.op in _LONG for part in body.walk())


# --- one rule for each kind of formula


def _is(node: Typed, value: object) -> bool:
    return node.is_constant and node.type.kind in (Kind.NUMBER, Kind.YESNO) and node.value == value


def _multiply(node: Typed) -> Typed:
    a, b = node.args
    if _is(a, 1):
        return b
    if _is(b, 1):
        return a
    if _is(a, 0) or _is(b, 0):
        return Typed("constant", types.number(0, 0), value=0, place=node.place)
    return folded(node)


def _add(node: Typed) -> Typed:
    a, b = node.args
    if _is(a, 0):
        return b
    return a if _is(b, 0) else folded(node)


def _subtract(node: Typed) -> Typed:
    return node.args[0] if _is(node.args[1], 0) else folded(node)


def _divide(node: Typed) -> Typed:
    is_whole = node.op != "floor" or node.args[0].type.denominator == 1
    return node.args[0] if _is(node.args[1], 1) and is_whole else folded(node)


def _floor(node: Typed) -> Typed:
    return _divide(node) if node.args[0].type.denominator == 1 else folded(node)


def _and(node: Typed) -> Typed:
    return _joined(node, neutral=True)


def _or(node: Typed) -> Typed:
    return _joined(node, neutral=False)


def _joined(node: Typed, *, neutral: bool) -> Typed:
    """The one part that counts, where the other changes nothing or one alone decides."""
    a, b = node.args
    if _is(a, neutral):
        return b
    if _is(b, neutral):
        return a
    return a if _is(a, not neutral) else b if _is(b, not neutral) else node


def _not(node: Typed) -> Typed:
    (a,) = node.args
    if a.is_constant and a.type.kind is Kind.YESNO:
        return replace(a, value=not a.value)
    return a.args[0] if a.op == "not" else node


def _if(node: Typed) -> Typed:
    test, then, otherwise = node.args
    if _is(test, True):
        return then
    if _is(test, False):
        return otherwise
    return then if then == otherwise else node


def _first_that_is(node: Typed) -> Typed:
    """Without the alternatives that can never come, up to the first that always does."""
    kept: list[Typed] = []
    for test, value in zip(node.args[::2], node.args[1::2], strict=True):
        if _is(test, False):
            continue
        always = Typed("always", types.YESNO) if _is(test, True) else test
        kept += [always, value]
        if _is(test, True) or (test.op == "always" and not node.type.is_set):
            break
    if len(kept) == 2 and kept[0].op == "always":
        return kept[1]
    return replace(node, args=tuple(kept))


def _unless(node: Typed) -> Typed:
    return node.args[0] if _is(node.args[1], False) else node


def _tally(node: Typed) -> Typed:
    """Without the lines that never count."""
    names = node.value if isinstance(node.value, tuple) else ("",) * (len(node.args) // 2)
    kept = [
        (name, test, points)
        for name, test, points in zip(names, node.args[::2], node.args[1::2], strict=True)
        if not _is(test, False) and not _is(points, 0)
    ]
    args = tuple(part for _, test, points in kept for part in (test, points))
    return replace(node, args=args, value=tuple(name for name, _, _ in kept))


def _table(node: Typed) -> Typed:
    """The one row that counts, where the subject is fixed."""
    subject, *rows = node.args
    if not subject.is_constant:
        return node
    for key, value in zip(rows[::2], rows[1::2], strict=True):
        if not key.is_constant:
            return node
        if key.value == subject.value:
            return value
    return node


_RULES: Final[dict[str, Callable[[Typed], Typed]]] = {
    "multiply": _multiply,
    "add": _add,
    "subtract": _subtract,
    "divide": _divide,
    "floor": _floor,
    "modulo": folded,
    "least": folded,
    "most": folded,
    "equal": folded,
    "unequal": folded,
    "less": folded,
    "at_most": folded,
    "more": folded,
    "at_least": folded,
    "and": _and,
    "or": _or,
    "not": _not,
    "if": _if,
    "first_that_is": _first_that_is,
    "unless": _unless,
    "tally": _tally,
    "table": _table,
}
