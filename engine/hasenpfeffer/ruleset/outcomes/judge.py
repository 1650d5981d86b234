"""What a formula can be in a supposed deal: a span of numbers, yes, no or either, a set or an unknown one.

The answer is never wrong, and often not sharp. A part that has a finding of its own raises `Untellable`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang.typed import LOOPS
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.outcomes import spans
from hasenpfeffer.ruleset.outcomes.contracts import calls_of
from hasenpfeffer.ruleset.outcomes.forms import FORMS, JOINING
from hasenpfeffer.ruleset.outcomes.names import NAMES
from hasenpfeffer.ruleset.outcomes.spans import ZERO, Span, exactly
from hasenpfeffer.ruleset.outcomes.supposing import Question, Supposed
from hasenpfeffer.ruleset.tricks import may_stop_before, most_tricks
from hasenpfeffer.ruleset.unknown import if_known_else

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.outcomes.supposing import Key

_COMPARISONS: Final = frozenset({"equal", "unequal", "less", "at_most", "more", "at_least"})
_ARITHMETIC: Final[dict[str, Callable[[Span, Span], Span | None]]] = {
    "add": spans.add,
    "subtract": spans.subtract,
    "multiply": spans.multiply,
    "divide": spans.divide,
    "floor": spans.floor,
    "modulo": spans.modulo,
    "least": spans.at_least,
    "most": spans.at_most,
}
PLENTY: Final = 1_000_000_000
_CHANGES: Final = "this deal"
"""Stands among the names of a formula that reads what lines of scoring change."""


class Untellable(Exception):
    """A part of a formula has a finding already, so nothing is said of what needs it."""


class SpentError(Exception):
    """The work that was allowed is done."""


class Judge:
    """Works out the formulas of one ruleset. `work` is how many parts of formulas it may still look at."""

    def __init__(self, ruleset: Ruleset, work: int = PLENTY) -> None:
        self.ruleset = ruleset
        self.work = work
        self.most = if_known_else(lambda: most_tricks(ruleset), None)
        self.may_stop = if_known_else(lambda: may_stop_before(ruleset), otherwise=True)
        self.seating = ruleset.seating
        self.families: dict[str, int] | None = if_known_else(lambda: _families(ruleset), None)
        self.methods: dict[str, Callable[[Judge, Typed], Any]] = {**NAMES, **FORMS}
        self._bound_in: dict[int, tuple[str, ...]] = {}
        self.deal = Supposed.__new__(Supposed)
        self.bound: dict[str, Any] = {}
        self.known: dict[Key, Any] = {}
        self.busy: list[str] = []

    def suppose(self, deal: Supposed) -> None:
        """Goes on to another deal."""
        self.deal = deal
        self.bound = {}
        self.known = {}
        self.busy = []

    def value(self, node: Typed) -> Any:
        """What is known of a value: a Span, True, False or None, a set or None."""
        self.work -= 1
        if self.work < 0:
            raise SpentError
        if node.op == "constant":
            return exactly(node.value) if node.type.kind is Kind.NUMBER else node.value  # type: ignore[arg-type]
        if node.op == "error" or node.type.kind is Kind.UNKNOWN:
            raise Untellable
        if node.op in _COMPARISONS and node.args[0].type.kind is Kind.NUMBER:
            return self._compared(node)
        if node.op in _ARITHMETIC:
            a, b = (self.value(part) for part in node.args)
            found = _ARITHMETIC[node.op](a, b) if a is not None and b is not None else None
            return self._supposed_number(node, found or self.unknown(node))
        method = self.methods.get(node.op)
        found = method(self, node) if method is not None else None
        if node.type.kind is Kind.YESNO:
            return found if found is not None or node.op in JOINING else self.supposed_answer(node)
        if node.type.kind is Kind.NUMBER:
            return self._supposed_number(node, self.unknown(node) if found is None else found)
        return found

    # --- what is supposed

    def supposed_answer(self, node: Typed) -> bool | None:
        key = self._key(node)
        if key is None:
            return None
        found = self.deal.answers.get(key)
        if found is None:
            self.deal.open.append(Question(key))
        return found

    def _supposed_number(self, node: Typed, span: Span) -> Span:
        if span.is_exact or not self.deal.numbers:
            return span
        key = self._key(node)
        part = self.deal.numbers.get(key) if key is not None else None
        return span if part is None else span.within(part)

    def _key(self, node: Typed) -> Key | None:
        """None where a bound name in it stands for something unknown, or a line of scoring may change it."""
        names = self._bound_in.get(id(node))
        if names is None:
            found = self._names_bound_in(node, set())
            names = self._bound_in[id(node)] = tuple(sorted(found))
        if _CHANGES in names:
            return None
        values = tuple((name, self.bound.get(name)) for name in names)
        return None if any(value is None for _, value in values) else (node, values)

    def _names_bound_in(self, node: Typed, seen: set[str]) -> set[str]:
        """The bound names that a formula and the terms in it read."""
        inside: set[str] = set()
        if node.op == "bound":
            inside.add(str(node.value))
        if node.op == "counter" or (node.op == "lookup" and node.value == "this deal"):
            inside.add(_CHANGES)
        if node.op == "term" and str(node.value) not in seen:
            term = self.ruleset.terms.get(str(node.value))
            if term is not None:
                inside |= self._names_bound_in(term.body, seen | {term.name}) - {term.argument or ""}
        for part in node.args:
            inside |= self._names_bound_in(part, seen)
        return inside - {str(node.value)} if node.op in LOOPS else inside

    def unknown(self, node: Typed) -> Any:
        if node.type.kind is Kind.NUMBER:
            return Span(node.type.low, node.type.high)
        return None

    def _compared(self, node: Typed) -> bool | None:
        left, right = node.args
        a, b = self.value(left), self.value(right)
        found = spans.compared(node.op, a, b)
        if found is not None:
            return found
        if a.is_exact or b.is_exact:
            number, span, bound = (left, a, b.low) if b.is_exact else (right, b, a.low)
            key = self._key(number)
            step = number.type.denominator
        else:
            first, second = self._key(left), self._key(right)
            key = None if first is None or second is None else (first, second)
            span, bound = spans.subtract(a, b), 0
            step = left.type.denominator * right.type.denominator
            supposed = self.deal.numbers.get(key) if key is not None else None
            if supposed is not None:
                span = span.within(supposed)
                found = spans.compared(node.op, span, ZERO)
                if found is not None:
                    return found
        if key is not None:
            self.deal.open.append(Question(key, _split(span, bound, step)))
        return None


def _families(ruleset: Ruleset) -> dict[str, int]:
    """The calls of each family, as a set of their numbers."""
    found: dict[str, int] = {}
    for number, call in enumerate(calls_of(ruleset)):
        found[call.family] = found.get(call.family, 0) | 1 << number
    return found


def _split(span: Span, bound: Any, step: int) -> tuple[Span, ...]:
    """The span cut below and above a number, which is a part of its own."""
    unit = Fraction(1, step) if step > 1 else 1
    parts = (Span(span.low, bound - unit), Span(bound, bound), Span(bound + unit, span.high))
    return tuple(part for part in parts if part.low <= part.high and part.high >= span.low)
