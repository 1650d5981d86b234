"""What a formula can be in a supposed deal: a span of numbers, yes, no or either, a set or an unknown one.

The answer is never wrong, and often not sharp. A part that has a finding of its own raises `Untellable`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang.typed import LOOPS
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.outcomes import spans
from hasenpfeffer.ruleset.outcomes.contracts import Contract, calls_of
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

_NO_DEAL: Final = Supposed(Contract(None, None, -1, {}, frozenset()), None, None, None, None)


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
        self.deal = _NO_DEAL
        self.bound: dict[str, Any] = {}
        self.known: dict[Key, Any] = {}
        self.settled: dict[Key, Any] = {}
        """What is the same in every deal of the same contract and sides, however it ends."""
        self.loose = 0
        """How often something was looked at that is not settled."""
        self.busy: list[str] = []

    def suppose(self, deal: Supposed) -> None:
        """Goes on to another deal."""
        self.settled = {}
        self._begin(deal)

    def suppose_next(self, deal: Supposed) -> None:
        """Goes on to another deal, keeping what is settled where only its end and what is assumed is another."""
        if not deal.has_same_sides_as(self.deal):
            self.settled = {}
        self._begin(deal)

    def _begin(self, deal: Supposed) -> None:
        self.deal = deal
        self.bound = {}
        self.known = {}
        self.busy = []

    def value(self, node: Typed) -> Any:
        """What is known of a value: a Span, True, False or None, a set or None."""
        self.work -= 1
        if self.work < 0:
            raise SpentError
        op, kind = node.op, node.type.kind
        if op == "constant":
            return exactly(node.value) if kind is Kind.NUMBER else node.value
        if op == "error" or kind is Kind.UNKNOWN:
            raise Untellable
        if kind is Kind.YESNO:
            if op in _COMPARISONS and node.args[0].type.kind is Kind.NUMBER:
                return self._compared(node)
            method = self.methods.get(op)
            found = method(self, node) if method is not None else None
            return found if found is not None or op in JOINING else self.supposed_answer(node)
        method = self.methods.get(op)
        if method is not None:
            found = method(self, node)
        elif op in _ARITHMETIC:
            found = _ARITHMETIC[op](self.value(node.args[0]), self.value(node.args[1]))
        else:
            found = None
        if kind is not Kind.NUMBER:
            return found
        if found is None:
            found = self.unknown(node)
        return found if found.low == found.high else self._supposed_number(node, found)

    # --- what is supposed

    def supposed_answer(self, node: Typed) -> bool | None:
        self.loose += 1
        key = self._key(node)
        if key is None:
            return None
        found = self.deal.answers.get(key)
        if found is None:
            self.deal.open.append(Question(key))
        return found

    def _supposed_number(self, node: Typed, span: Span) -> Span:
        self.loose += 1
        if not self.deal.numbers:
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
            self.deal.open.append(Question(key, (span, bound, step)))
        return None


def _families(ruleset: Ruleset) -> dict[str, int]:
    """The calls of each family, as a set of their numbers."""
    found: dict[str, int] = {}
    for number, call in enumerate(calls_of(ruleset)):
        found[call.family] = found.get(call.family, 0) | 1 << number
    return found
