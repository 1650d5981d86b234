"""In what fractions each number is counted: known before play, since `/` divides by written numbers only."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from hasenpfeffer.errors import KernelRefusal
from hasenpfeffer.lang.typed import alternatives
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, MoveCards, PredictStep, TricksStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.ruleset.model import Ruleset, ScoreLine
    from hasenpfeffer.ruleset.steps import Assignment

_MOST = 10**6
"""No number is counted in smaller parts: sums of their squares would not fit."""
_SCORE = "score"


class Denominators:
    """The denominator of every setting, counter and formula, and of the scores (`unit`)."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._known: dict[str, int] = {}
        """Settings and counters by name, and the scores."""
        for _ in range(12):
            before = dict(self._known)
            self._go_round()
            if before == self._known:
                break
        else:
            _refuse(ruleset)
        if max(self._known.values(), default=1) > _MOST:
            _refuse(ruleset)

    @property
    def unit(self) -> int:
        """Scores are counted in steps of one over this."""
        return self._known.get(_SCORE, 1)

    def setting(self, name: str) -> int:
        return self._known.get(name, 1)

    def counter(self, name: str) -> int:
        return self._known.get(f"counter {name}", 1)

    def of(self, node: Typed) -> int:
        """The denominator of what a formula gives; 1 for what is no number."""
        if node.type.kind is not Kind.NUMBER:
            return 1
        args = node.args
        match node.op:
            case "constant":
                return int(Fraction(str(node.value)).denominator)
            case "numbers":
                return lcm(*(Fraction(one).denominator for one in node.value))  # type: ignore[attr-defined]
            case "add" | "subtract" | "least" | "most" | "modulo" | "negate" | "range":
                return lcm(*map(self.of, args))
            case "multiply":
                return self.of(args[0]) * self.of(args[1])
            case "divide":
                return self.of(args[0]) * abs(Fraction(str(args[1].value)).numerator)
            case "if":
                return lcm(*map(self.of, args[1:]))
            case "first_that_is":
                return lcm(*(self.of(value) for _, value in alternatives(node)))
            case "table":
                return lcm(*map(self.of, args[2::2]))
            case "tally":
                return lcm(*map(self.of, args[1::2]))
            case "by_deal" | "or_else":
                return lcm(*map(self.of, args))
            case "unless" | "sum":
                return self.of(args[0])
            case "term" | "setting":
                return self._of_name(str(node.value))
            case "counter":
                return self.counter(str(node.value))
            case "lookup":
                return self._of_word(node)
            case _:
                return 1

    def _of_name(self, name: str) -> int:
        term = self._ruleset.terms.get(name)
        return lcm(self.setting(name), 1 if term is None else self.of(term.body))

    def _of_word(self, node: Typed) -> int:
        match node.value:
            case "score" | "this deal":
                return self.unit
            case "points":
                return self.of_points
            case "meld":
                return self.of_melds
            case _:
                return 1

    @property
    def of_points(self) -> int:
        """Of the values of cards, with what tricks add."""
        values = self._ruleset.values
        parts = [value.points for value in values.cards]
        parts += [one for one in (values.last_trick, values.each_trick) if one is not None]
        return lcm(*map(self.of, parts))

    @property
    def of_melds(self) -> int:
        return lcm(*(self.of(meld.points) for meld in self._ruleset.melds))

    def _go_round(self) -> None:
        for name, value in _given(self._ruleset):
            self._raise(name, self.of(value))
        for counter in self._ruleset.counters.values():
            self._raise(f"counter {counter.name}", self.of(counter.start))
        for line in self._ruleset.scoring:
            if line.amount is not None:
                self._raise(_SCORE, self.of(line.amount) * _shares(self._ruleset, line))
            for one in (*line.adds, *line.sets):
                self._raise(_SCORE if one.name == _SCORE else f"counter {one.name}", self.of(one.value))

    def _raise(self, name: str, denominator: int) -> None:
        self._known[name] = lcm(self._known.get(name, 1), denominator)


def _shares(ruleset: Ruleset, line: ScoreLine) -> int:
    """What a sum may be divided by where receivers share what others pay."""
    if line.payers is None or line.receivers.each == "seat":
        return 1
    seats = ruleset.seating.count
    if not line.receivers.weights:
        return lcm(*range(1, seats + 1))
    totals = {(0, 0)}
    """How many seats have a share, and how many shares that is."""
    for _, weight in line.receivers.weights:
        totals = {
            (there + more, shares + more * weight)
            for there, shares in totals
            for more in range(seats - there + 1)
        }
    return lcm(*(shares for _, shares in totals if shares))


def _given(ruleset: Ruleset) -> Iterator[tuple[str, Typed]]:
    """Everything that a setting may get as its value, with the setting's name."""
    for step in ruleset.steps:
        match step:
            case AuctionStep():
                for call in step.calls:
                    yield from call.fields
                yield from _assigned(step.all_pass.sets)
            case ChooseStep():
                for option in step.options:
                    yield from option.fields
                if step.values is not None:
                    yield step.name, step.values
            case PredictStep():
                yield step.name, step.values
            case TricksStep():
                for after in step.after_each:
                    yield from _assigned(after.sets)
                    if after.step is not None:
                        yield from _assigned(after.step.sets)
                for said in step.during:
                    yield from _assigned(said.sets)
            case _ if isinstance(step, MoveCards) or hasattr(step, "sets"):
                yield from _assigned(step.sets)


def _assigned(sets: tuple[Assignment, ...]) -> Iterator[tuple[str, Typed]]:
    return ((one.name, one.value) for one in sets)


def _refuse(ruleset: Ruleset) -> None:
    place = ruleset.game_end.place
    raise KernelRefusal("numbers of this game are divided into ever smaller parts", place)
