"""What a formula can be in a supposed deal: a span of numbers, yes, no or either, a set or an unknown one.

The answer is never wrong, and often not sharp. A part that has a finding of its own raises `Untellable`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.lang.evaluate import none_of
from hasenpfeffer.lang.typed import LOOPS, alternatives
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.outcomes import spans
from hasenpfeffer.ruleset.outcomes.contracts import calls_of
from hasenpfeffer.ruleset.outcomes.spans import ZERO, Span, exactly
from hasenpfeffer.ruleset.outcomes.supposing import Question, Supposed
from hasenpfeffer.ruleset.tricks import may_stop_before, most_tricks
from hasenpfeffer.seats import members

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
_CHANGES: Final = "this deal"
"""Stands among the names of a formula that reads what lines of scoring change."""


class Untellable(Exception):
    """A part of a formula has a finding already, so nothing is said of what needs it."""


class SpentError(Exception):
    """The work that was allowed is done."""


class Judge:
    """Works out the formulas of one ruleset. `work` is how many parts of formulas it may still look at."""

    def __init__(self, ruleset: Ruleset, work: int = 10**9) -> None:
        self.ruleset = ruleset
        self.work = work
        self.most = most_tricks(ruleset)
        self._stops = may_stop_before(ruleset)
        self._seating = ruleset.seating
        self._families: dict[str, int] = {}
        for number, call in enumerate(calls_of(ruleset)):
            self._families[call.family] = self._families.get(call.family, 0) | 1 << number
        self._bound_in: dict[int, tuple[str, ...]] = {}
        self.deal = Supposed.__new__(Supposed)
        self.bound: dict[str, Any] = {}
        self._known: dict[Key, Any] = {}

    def suppose(self, deal: Supposed) -> None:
        """Goes on to another deal."""
        self.deal = deal
        self.bound = {}
        self._known = {}

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
            return self._supposed_number(node, found or self._unknown(node))
        method = _METHODS.get(node.op)
        found = method(self, node) if method is not None else None
        if node.type.kind is Kind.YESNO:
            return found if found is not None or node.op in _JOINING else self._supposed_answer(node)
        if node.type.kind is Kind.NUMBER:
            return self._supposed_number(node, self._unknown(node) if found is None else found)
        return found

    # --- what is supposed

    def _supposed_answer(self, node: Typed) -> bool | None:
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

    def _unknown(self, node: Typed) -> Any:
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

    # --- names

    def term(self, node: Typed) -> Any:
        name = str(node.value)
        contract = self.deal.contract
        if name in contract.open:
            return self._supposed_answer(node) if node.type.kind is Kind.YESNO else None
        if not node.args and name in contract.fields:
            return self._field(contract.fields[name])
        term = self.ruleset.terms.get(name)
        if term is None:
            return None
        if name in self.ruleset.settings and name in contract.fields:
            return None  # what one seat has, and another has not
        asked = self.value(node.args[0]) if node.args else None
        key = (name, asked, tuple(sorted((k, v) for k, v in self.bound.items() if isinstance(v, int))))
        if key not in self._known:
            before = self.bound
            self.bound = before if term.argument is None else {**before, term.argument: asked}
            self._known[key] = self.value(term.body)
            self.bound = before
        return self._known[key]

    def setting(self, node: Typed) -> Any:
        name = str(node.value)
        if node.args or name in self.deal.contract.open:
            return None
        field = self.deal.contract.fields.get(name)
        if field is not None:
            return self._field(field)
        empty = none_of(node.type.kind)
        return ZERO if node.type.kind is Kind.NUMBER else empty

    def _field(self, value: Typed) -> Any:
        before = self.bound
        self.bound = {"me": self.deal.declarer}
        found = self.value(value)
        self.bound = before
        return found

    def bound_name(self, node: Typed) -> Any:
        return self.bound.get(str(node.value))

    def family(self, node: Typed) -> int:
        return self._families.get(str(node.value), 0)

    def lookup(self, node: Typed) -> Any:
        name = str(node.value)
        if not node.args:
            return self._word(name)
        asked = self.value(node.args[0])
        match name:
            case "tricks":
                return self._tricks_of(asked)
            case "alone":
                return self._alone(asked)
            case "forced":
                return None if self._may_be_forced() else False
            case "team" if asked is not None:
                return self._team(asked)
            case "opponents" if asked is not None:
                return self._seating.everybody & ~self._team(asked) if asked else 0
            case "partner" if asked is not None:
                return self._team(asked) & ~asked
        return None

    def _word(self, name: str) -> Any:
        deal = self.deal
        match name:
            case "seats":
                return self._seating.everybody
            case "teams":
                return self._seating.teams
            case "declarer":
                return deal.declarer
            case "declarers":
                return deal.declarers
            case "defenders":
                return deal.defenders
            case "partner":
                return deal.declarers & ~deal.declarer
            case "call" if deal.contract.call is not None and not self._several_auctions():
                return 1 << deal.contract.number
            case "suits" | "any suit":
                return (1 << len(self.ruleset.pack.suits)) - 1
            case "any card":
                return self.ruleset.pack.everything
            case "nothing":
                return 0
        return None

    def _several_auctions(self) -> bool:
        return sum(hasattr(step, "all_pass") for step in self.ruleset.steps) > 1

    def _team(self, seats: int) -> int:
        return sum(team for team in self._seating.teams if team & seats)

    def _tricks_of(self, seats: int | None) -> Span | None:
        deal, most = self.deal, self.most
        if seats == 0:
            return ZERO
        if most is None or seats is None:
            return None
        if deal.tricks is None or not deal.declarers:
            is_all = seats == self._seating.everybody and not self._stops
            return Span(most if is_all else 0, most)
        rest = most - deal.tricks
        others = Span(0 if self._stops else rest, rest)
        own = exactly(deal.tricks)
        inside, outside = seats & deal.declarers, seats & deal.defenders
        found = ZERO
        if inside:
            found = own if inside == deal.declarers else Span(0, own.high)
        if outside:
            theirs = others if outside == deal.defenders else Span(0, others.high)
            found = spans.add(found, theirs)
        return found

    def _alone(self, seats: int | None) -> bool | None:
        call = self.deal.contract.call
        says = call is not None and call.alone is not None
        if says and seats == self.deal.declarers and call.alone.is_constant:  # type: ignore[union-attr]
            return True if call.alone.value is True else None  # type: ignore[union-attr]
        return None

    def _may_be_forced(self) -> bool:
        return any(
            getattr(getattr(step, "all_pass", None), "how", "") == "forced" for step in self.ruleset.steps
        )

    # --- conditions and choices

    def both(self, node: Typed) -> bool | None:
        first = self.value(node.args[0])
        if first is False:
            return False
        second = self.value(node.args[1])
        return False if second is False else None if first is None or second is None else True

    def either(self, node: Typed) -> bool | None:
        first = self.value(node.args[0])
        if first is True:
            return True
        second = self.value(node.args[1])
        return True if second is True else None if first is None or second is None else False

    def contrary(self, node: Typed) -> bool | None:
        found = self.value(node.args[0])
        return None if found is None else not found

    def choice(self, node: Typed) -> Any:
        test, then, otherwise = node.args
        found = self.value(test)
        if found is not None:
            return self.value(then if found else otherwise)
        return self._any_of(node, [self.value(then), self.value(otherwise)])

    def first_that_is(self, node: Typed) -> Any:
        if node.type.is_set:
            return self._first_set(node)
        possible = []
        for test, value in alternatives(node):
            found = True if test is None else self.value(test)
            if found is not False:
                possible.append(self.value(value))
            if found is True:
                break
        else:
            possible.append(ZERO if node.type.kind is Kind.NUMBER else none_of(node.type.kind))
        return self._any_of(node, possible)

    def _first_set(self, node: Typed) -> Any:
        for test, value in alternatives(node):
            found = True if test is None else self.value(test)
            if found is None:
                return None
            if found:
                chosen = self.value(value)
                if chosen or chosen is None or test is not None:
                    return chosen
        return none_of(node.type.kind)

    def table(self, node: Typed) -> Any:
        wanted = self.value(node.args[0])
        possible: list[Any] = []
        for key, value in zip(node.args[1::2], node.args[2::2], strict=True):
            same = _same(self.value(key), wanted)
            if same is not False:
                possible.append(self.value(value))
            if same is True:
                return self._any_of(node, possible)
        if wanted is not None or not possible:
            possible.append(ZERO if node.type.kind is Kind.NUMBER else none_of(node.type.kind))
        elif node.type.kind is Kind.NUMBER:
            possible.append(ZERO)
        return self._any_of(node, possible)

    def by_deal(self, node: Typed) -> Any:
        return self._any_of(node, [self.value(part) for part in node.args])

    def _any_of(self, node: Typed, possible: list[Any]) -> Any:
        """What is true of all of several values."""
        if any(value is None for value in possible):
            return None
        if node.type.kind is Kind.NUMBER:
            whole: Span = possible[0]
            for value in possible[1:]:
                whole = whole.hull(value)
            return whole
        return possible[0] if all(value == possible[0] for value in possible) else None

    def tally(self, node: Typed) -> Span:
        total = ZERO
        for test, points in zip(node.args[::2], node.args[1::2], strict=True):
            found = self.value(test)
            if found is not False:
                worth = self.value(points)
                total = spans.add(total, worth if found else worth.hull(ZERO))
        return total

    def negative(self, node: Typed) -> Span:
        return spans.negate(self.value(node.args[0]))

    # --- sets

    def union(self, node: Typed) -> Any:
        a, b = (self.value(part) for part in node.args)
        return a | b if isinstance(a, int) and isinstance(b, int) else None

    def without(self, node: Typed) -> Any:
        a, b = (self.value(part) for part in node.args)
        return a & ~b if isinstance(a, int) and isinstance(b, int) else 0 if a == 0 else None

    def or_else(self, node: Typed) -> Any:
        first = self.value(node.args[0])
        return first if first or first is None else self.value(node.args[1])

    def unless(self, node: Typed) -> Any:
        found = self.value(node.args[1])
        if found is None:
            return None
        return none_of(node.type.kind) if found else self.value(node.args[0])

    def same(self, node: Typed) -> bool | None:
        a, b = (self.value(part) for part in node.args)
        if a == 0 or b == 0:
            return False
        return None if a is None or b is None else a == b

    def within(self, node: Typed) -> bool | None:
        a, b = (self.value(part) for part in node.args)
        if a == 0 or b == 0:
            return False
        return None if not isinstance(a, int) or not isinstance(b, int) else not a & ~b

    def meets(self, node: Typed) -> bool | None:
        a, b = (self.value(part) for part in node.args)
        if a == 0 or b == 0:
            return False
        return None if not isinstance(a, int) or not isinstance(b, int) else a & b != 0

    def empty(self, node: Typed) -> bool | None:
        found = self.value(node.args[0])
        return None if found is None else not found

    def some(self, node: Typed) -> bool | None:
        found = self.value(node.args[0])
        return None if found is None else bool(found)

    def count(self, node: Typed) -> Span | None:
        if node.value == "set":
            found = self.value(node.args[0])
            if isinstance(found, int):
                return exactly(found.bit_count())
            return exactly(len(found)) if isinstance(found, tuple) else None
        return None

    def total(self, node: Typed) -> Span | None:
        """A sum over seats or teams, member by member."""
        amount, source, condition = node.args
        sets = self.value(source)
        if source.type.kind is Kind.SEATS and isinstance(sets, int):
            sets = tuple(1 << seat for seat in members(sets))
        if not isinstance(sets, tuple) or source.type.kind not in (Kind.SEATS, Kind.TEAMS):
            return None
        before, whole = self.bound, ZERO
        for member in sets:
            self.bound = {**before, str(node.value): member}
            counts = self.value(condition)
            if counts is not False:
                worth = self.value(amount)
                whole = spans.add(whole, worth if counts else worth.hull(ZERO))
        self.bound = before
        return whole


def _split(span: Span, bound: Any, step: int) -> tuple[Span, ...]:
    """The span cut below and above a number, which is a part of its own."""
    unit = Fraction(1, step) if step > 1 else 1
    parts = (Span(span.low, bound - unit), Span(bound, bound), Span(bound + unit, span.high))
    return tuple(part for part in parts if part.low <= part.high and part.high >= span.low)


def _same(a: Any, b: Any) -> bool | None:
    if isinstance(a, Span) and isinstance(b, Span):
        return spans.compared("equal", a, b)
    return None if a is None or b is None else a == b


_JOINING: Final = frozenset({"and", "or", "not", "if", "term", "first_that_is", "table"})
"""Conditions whose parts are asked, not they themselves."""

_METHODS: Final[dict[str, Callable[[Judge, Typed], Any]]] = {
    "term": Judge.term,
    "setting": Judge.setting,
    "bound": Judge.bound_name,
    "family": Judge.family,
    "lookup": Judge.lookup,
    "and": Judge.both,
    "or": Judge.either,
    "not": Judge.contrary,
    "if": Judge.choice,
    "first_that_is": Judge.first_that_is,
    "table": Judge.table,
    "by_deal": Judge.by_deal,
    "tally": Judge.tally,
    "negate": Judge.negative,
    "union": Judge.union,
    "except": Judge.without,
    "or_else": Judge.or_else,
    "unless": Judge.unless,
    "same": Judge.same,
    "within": Judge.within,
    "meets": Judge.meets,
    "empty": Judge.empty,
    "some": Judge.some,
    "count": Judge.count,
    "sum": Judge.total,
}
