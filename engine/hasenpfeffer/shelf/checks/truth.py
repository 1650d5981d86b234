"""What can be said of a condition before a card is dealt: that it always holds, or that it never does.

A proof by cases over the typed formula: constants, ranges of numbers, the values that a name can be given, and
parts that contradict each other. Where it does not reach, the answer is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from hasenpfeffer.lang import ranges
from hasenpfeffer.lang.typed import joined
from hasenpfeffer.lang.types import Kind, Type, number
from hasenpfeffer.ruleset.steps import DealStep
from hasenpfeffer.shelf.checks.given import values_given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset

T = TypeVar("T")

_ARITHMETIC: Final[Mapping[str, Callable[[Type, Type], Type]]] = {
    "add": ranges.add,
    "subtract": ranges.subtract,
    "multiply": ranges.multiply,
    "least": ranges.at_least,
    "most": ranges.at_most,
}
_MIRRORED: Final = {"less": "more", "at_most": "at_least"}
_COMPARISONS: Final = frozenset(["equal", "unequal", "less", "at_most", "more", "at_least"])
_MAY_BE_MISSING: Final = frozenset(["first_that_is", "table", "unless", "or_else", "setting", "error"])
"""Numbers of which there may be none: then no comparison holds."""
_DEEPEST: Final = 60


@dataclass(frozen=True, slots=True)
class Reading:
    """How names are read: by what is `given` for sure, otherwise by all that the ruleset can give them."""

    ruleset: Ruleset
    given: Mapping[str, Typed] = field(default_factory=dict)
    _known: dict[tuple[str, str], Any] = field(default_factory=dict, compare=False)
    """What has been found out of names: terms may use each other over and over."""

    def holds(self, condition: Typed | None, depth: int = 0) -> bool | None:
        """Whether a condition always holds, or never; None where that is not certain."""
        if condition is None:
            return True
        if depth > _DEEPEST:
            return None
        args = condition.args
        match condition.op:
            case "constant":
                return condition.value if isinstance(condition.value, bool) else None
            case "not":
                inner = self.holds(args[0], depth + 1)
                return None if inner is None else not inner
            case "and":
                return self._all(list(joined(condition, "and")), depth + 1)
            case "or":
                return self._any(list(joined(condition, "or")), depth + 1)
            case "if":
                return self._one_of(condition, depth + 1)
            case "term" | "setting":
                return self._of_name("holds", condition, lambda body: self.holds(body, depth + 1), None)
            case op if op in _COMPARISONS and args[0].type.kind is Kind.NUMBER:
                return self._compared(condition, depth + 1)
            case "same" | "within":
                return self._same(condition)
            case "empty" | "some" if args[0].is_constant and isinstance(args[0].value, int):
                return (args[0].value == 0) == (condition.op == "empty")
            case _:
                return None

    def reads_a_knob(self, formula: Typed) -> bool:
        """Whether parameters, or terms that only state a value for patches to change, are read."""
        sizes_vary = sizes_are_turned(self.ruleset)
        return any(
            part.is_turned or self._is_knob(part) or (sizes_vary and part.op == "lookup")
            for part in self._parts(formula, set())
        )

    def follows(self, formula: Typed) -> bool:
        """Whether an answer only follows from a term of which it is certain whether it holds."""
        names = (part for part in formula.walk() if part.op == "term" and part.type.kind is Kind.YESNO)
        return any(self.holds(part) is not None for part in names)

    def range_of(self, formula: Typed, depth: int = 0) -> Type:
        """The least and greatest value of a number."""
        if depth > _DEEPEST:
            return formula.type
        if formula.op in ("term", "setting"):
            return self._of_name("range", formula, lambda body: self.range_of(body, depth + 1), formula.type)
        bound = _ARITHMETIC.get(formula.op)
        if bound is None:
            return formula.type
        parts = [self.range_of(part, depth + 1) for part in formula.args]
        if any(part.kind is not Kind.NUMBER for part in parts):
            return formula.type
        return bound(*parts)

    def _all(self, parts: list[Typed], depth: int) -> bool | None:
        answers = [self.holds(part, depth) for part in parts]
        if False in answers or _contradict(parts) or self._exclude(parts):
            return False
        return True if all(answers) else None

    def _any(self, parts: list[Typed], depth: int) -> bool | None:
        answers = [self.holds(part, depth) for part in parts]
        if True in answers or _contradict(parts):  # `a or not a`
            return True
        return False if all(answer is False for answer in answers) else None

    def _one_of(self, choice: Typed, depth: int) -> bool | None:
        test, first, second = choice.args
        decided = self.holds(test, depth)
        if decided is not None:
            return self.holds(first if decided else second, depth)
        one, other = self.holds(first, depth), self.holds(second, depth)
        return one if one == other else None

    def _of_name(self, what: str, name: Typed, find_out: Callable[[Typed], T], otherwise: T) -> T:
        """What is asked of the formula of a name; `otherwise` where it can be more than one."""
        key = (what, str(name.value))
        if key not in self._known:
            body = self._body(name)
            self._known[key] = otherwise if body is None else find_out(body)
        found: T = self._known[key]
        return found

    def _body(self, name: Typed) -> Typed | None:
        """The formula of a name, where it can only be that one."""
        said = str(name.value)
        if said in self.given:
            return self.given[said]
        if said in self.ruleset.settings or said not in self.ruleset.terms:
            return None
        return self.ruleset.terms[said].body

    def _compared(self, comparison: Typed, depth: int) -> bool | None:
        left, right = (self.range_of(part, depth) for part in comparison.args)
        if left.kind is not Kind.NUMBER or right.kind is not Kind.NUMBER:
            return None
        answer = _by_ranges(comparison.op, left, right)
        if answer and any(self._may_be_missing(part, depth) for part in comparison.args):
            return None
        return answer

    def _may_be_missing(self, formula: Typed, depth: int) -> bool:
        if depth > _DEEPEST:
            return True
        if formula.op in ("term", "setting"):
            return self._of_name("missing", formula, lambda body: self._may_be_missing(body, depth + 1), True)
        if formula.op in _MAY_BE_MISSING:
            return True
        is_sum = formula.op in _ARITHMETIC or formula.op in ("negate", "if", "floor", "modulo", "divide")
        return is_sum and any(
            self._may_be_missing(part, depth + 1) for part in formula.args if part.type.kind is Kind.NUMBER
        )

    def _same(self, formula: Typed) -> bool | None:
        """`trump is no trump`: whether a name can have this value at all, or no other."""
        name, value = formula.args
        if name.is_constant:
            name, value = value, name
        if name.op not in ("term", "setting") or name.args or not value.is_constant:
            return None
        if str(name.value) in self.given:
            known = self.given[str(name.value)]
            return known.value == value.value if known.is_constant else None
        can_be = values_given(str(name.value), self.ruleset)
        if can_be is None or not isinstance(value.value, int):
            return None
        fits = [one == value.value or (formula.op == "within" and not one & ~value.value) for one in can_be]
        return False if not any(fits) else None

    def _exclude(self, parts: list[Typed]) -> bool:
        """`bid > 3 and bid < 2`: bounds of one value that leave nothing between them."""
        bounds: dict[Typed, tuple[int, int]] = {}
        for part in parts:
            found = self.bound(part)
            if found is None:
                continue
            subject, low, high = found
            before = bounds.get(subject, (low, high))
            bounds[subject] = max(before[0], low), min(before[1], high)
            if bounds[subject][0] > bounds[subject][1]:
                return True
        return False

    def bound(self, part: Typed) -> tuple[Typed, int, int] | None:
        """What a comparison with a number says of its other side."""
        if part.op not in _COMPARISONS or part.args[0].type.kind is not Kind.NUMBER:
            return None
        subject, limit, op = part.args[0], part.args[1], part.op
        if subject.is_constant:
            subject, limit, op = limit, subject, _mirrored(op)
        if not isinstance(limit.value, int) or not limit.is_constant or subject.type.denominator != 1:
            return None
        least, most = subject.type.low, subject.type.high
        match op:
            case "equal":
                return subject, limit.value, limit.value
            case "less":
                return subject, least, limit.value - 1
            case "at_most":
                return subject, least, limit.value
            case "more":
                return subject, limit.value + 1, most
            case "at_least":
                return subject, limit.value, most
            case _:
                return None

    def _is_knob(self, part: Typed) -> bool:
        if part.op not in ("term", "setting") or str(part.value) in self.given:
            return False
        body = self._body(part)
        return body is not None and body.is_constant

    def _parts(self, formula: Typed, seen: set[str]) -> Iterator[Typed]:
        for part in formula.walk():
            yield part
            body = self._body(part) if part.op in ("term", "setting") else None
            if body is not None and str(part.value) not in seen:
                seen.add(str(part.value))
                yield from self._parts(body, seen)


def sizes_are_turned(ruleset: Ruleset) -> bool:
    """Whether a parameter says how many seats, or how many cards in a hand, there are."""
    deals = (step for step in ruleset.steps if isinstance(step, DealStep))
    amounts = (amount for step in deals for amount in (step.cards, step.up_to) if amount is not None)
    return any(one.name == "seats" for one in ruleset.parameters) or any(
        part.is_turned for amount in amounts for part in amount.walk()
    )


def _contradict(parts: list[Typed]) -> bool:
    """Whether one part says what another denies."""
    denied = {part.args[0] for part in parts if part.op == "not"}
    return any(part in denied for part in parts)


def _mirrored(op: str) -> str:
    return _MIRRORED.get(op) or next((one for one, other in _MIRRORED.items() if other == op), op)


def _by_ranges(op: str, left: Type, right: Type) -> bool | None:
    """What two ranges say of a comparison."""
    match op:
        case "at_least":
            return True if left.low >= right.high else False if left.high < right.low else None
        case "more":
            return True if left.low > right.high else False if left.high <= right.low else None
        case "at_most" | "less":
            return _by_ranges(_mirrored(op), right, left)
        case "equal" | "unequal":
            apart = left.high < right.low or right.high < left.low
            alike = left == right == number(left.low, left.low)
            return (op == "unequal") if apart else (op == "equal") if alike else None
        case _:
            return None
