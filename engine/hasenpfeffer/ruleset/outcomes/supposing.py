"""A deal that is only supposed: what is known of it, and what is assumed of the rest.

A question that the supposed deal leaves open is noted, so that whoever asks can suppose each answer in turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from hasenpfeffer.ruleset.outcomes.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.ruleset.outcomes.contracts import Contract
    from hasenpfeffer.ruleset.outcomes.spans import Number

Key: TypeAlias = "tuple[Any, ...]"
"""A part of a formula with what its bound names stand for."""


@dataclass(frozen=True, slots=True)
class Question:
    """A yes or no that is open (`parts` empty), or a number that is split.

    `cut` has the span of such a number, the bound at which it is cut, and the denominator of its steps.
    """

    key: Key
    cut: tuple[Span, Number, int] | None = None

    @property
    def parts(self) -> tuple[Span, ...]:
        """The span below and above the bound, which is a part of its own."""
        if self.cut is None:
            return ()
        span, bound, step = self.cut
        unit = Fraction(1, step) if step > 1 else 1
        parts = (Span(span.low, bound - unit), Span(bound, bound), Span(bound + unit, span.high))
        return tuple(part for part in parts if part.low <= part.high and part.high >= span.low)


@dataclass(slots=True)
class Supposed:
    """One supposed end of a deal. `tricks`: those of the declarers; None: any number.

    `declarer`, `declarers` and `defenders` are sets of seats; None where it is not known who they are.
    """

    contract: Contract
    declarer: int | None
    declarers: int | None
    defenders: int | None
    tricks: int | None
    answers: dict[Key, bool] = field(default_factory=dict)
    numbers: dict[Key, Span] = field(default_factory=dict)
    open: list[Question] = field(default_factory=list)

    def has_same_sides_as(self, other: Supposed) -> bool:
        """Whether another deal has the same contract and the same sides."""
        return (
            self.contract is other.contract
            and self.declarer == other.declarer
            and self.declarers == other.declarers
            and self.defenders == other.defenders
        )

    def with_each_answer(self, question: Question) -> Iterator[Supposed]:
        """The same deal, once for each answer to a question."""
        if question.cut is None:
            for answer in (True, False):
                yield self._with(answers={**self.answers, question.key: answer})
        for part in question.parts:
            yield self._with(numbers={**self.numbers, question.key: part})

    def _with(
        self, answers: dict[Key, bool] | None = None, numbers: dict[Key, Span] | None = None
    ) -> Supposed:
        return Supposed(
            self.contract,
            self.declarer,
            self.declarers,
            self.defenders,
            self.tricks,
            self.answers if answers is None else answers,
            self.numbers if numbers is None else numbers,
        )
