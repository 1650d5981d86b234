"""Typed expressions: what remains of a formula when every name is known. Backends read nothing else.

`op` says what is done, `args` to what, `value` holds the constant, the name or the index it needs:

constant            value: int, Fraction, bool or a set as an integer with one bit a member
lookup              value: the word of the vocabulary; args: what it is asked of, if anything
term                value: the term's name; args: its argument, if it takes one
setting             value: a name that only calls, options or steps set; args: the seat, if each has its own
pile · moved        value: the pile; the step whose cards are meant
counter             value: its name; args: the seat or team, if it belongs to one
bound               value: the name of what the place goes through (`me`, `seat`, `team`, `card` …)
rank · ranks        value: rank index, or several in order; `rank of`: args: the suits
family              value: the name of a family of calls
add subtract multiply divide floor modulo negate least
most                                                        numbers
equal unequal less at_most more at_least                    comparisons
and or not if                                               conditions
union except or_else unless                                 sets
same within meets empty some                                sets to yes or no
cards_of_suit cards_of_chain all_of                         a suit, chain or list of sets as cards
chain                                                       a ranking, high to low
count any all sum most_of fewest_of first_of highest
lowest where                                                over the members of a set
first_that_is                                               alternatives: args in pairs (condition, value)
table                                                       args: subject, then pairs (key, value)
by_deal                                                     args: the values, in turn
some number                                                 a parameter of which it is open what it is
numbers                                                     a range or list of numbers: value is a tuple
tally                                                       args: pairs (condition, points)
error                                                       a part with a finding: nothing more is said of it
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.reading.place import Place

LOOPS: Final = frozenset(
    {"count", "any", "all", "sum", "most_of", "fewest_of", "first_of", "highest", "lowest", "where"}
)
"""The operations over the members of a set."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A part of a formula: what is done (`op`), with which parts, and the type of the result."""

    op: str
    type: Type
    args: tuple[Typed, ...] = ()
    value: object = None
    place: Place | None = field(default=None, compare=False)
    is_turned: bool = field(default=False, compare=False)
    """Whether a constant was worked out from a parameter, so that it can be another one."""

    @property
    def is_constant(self) -> bool:
        return self.op == "constant"

    @property
    def is_open(self) -> bool:
        """Whether there is a finding of it, so that its value is not known."""
        return self.op in ("error", "some number")

    def walk(self) -> Iterator[Typed]:
        """This expression and every part of it."""
        yield self
        for part in self.args:
            yield from part.walk()


def joined(typed: Typed, op: str) -> Iterator[Typed]:
    """What one operation joins, through all that are nested in each other; anything else is alone."""
    if typed.op == op:
        for part in typed.args:
            yield from joined(part, op)
    else:
        yield typed


def alternatives(typed: Typed) -> Iterator[tuple[Typed | None, Typed]]:
    """The items of a list, each with its condition if it has one; anything else is a list of one."""
    if typed.op != "first_that_is":
        yield None, typed
        return
    for test, value in zip(typed.args[::2], typed.args[1::2], strict=True):
        yield None if test.op == "always" else test, value
