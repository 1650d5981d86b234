"""Expression trees, as parsed: untyped, each node with its place in a rule file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from hasenpfeffer.reading.place import Place

KEYWORDS = frozenset(
    (
        *("and", "or", "not", "if", "then", "else", "of", "is", "are", "has"),
        *("among", "where", "unless", "except", "but", "mod", "by"),
    )
)
"""Words of the language; a name holds none of them."""

AGGREGATES = ("count", "any", "all", "sum", "most", "fewest", "first", "highest", "lowest")
"""Words that hold a bracket: `count(hearts among taken of me)`."""


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A formula of which there is a finding already: nothing more is said of what needs it."""

    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Of:
    """A lookup: `left of right`."""

    left: Expr
    right: Expr
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Range:
    low: Expr
    high: Expr
    step: Expr | None
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`kind(what among source where condition)`."""

    kind: str
    what: Expr
    source: Expr | None
    condition: Expr | None
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Where:
    """`source where condition`: those members for which it holds."""

    source: Expr
    condition: Expr
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Negative:
    value: Expr
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    value: Expr
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """`op` is one of: + - * / // mod · except · but at least · but at most · and · or · unless · or else."""

    op: str
    left: Expr
    right: Expr
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison, or a chain of ranks such as `A > K > Q`."""

    first: Expr
    rest: tuple[tuple[str, Expr], ...]
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Is:
    left: Expr
    right: Expr
    negated: bool
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Has:
    left: Expr
    right: Expr
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class IfElse:
    condition: Expr
    then: Expr
    otherwise: Expr
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A YAML list of alternatives: the first whose condition holds, or that there is."""

    items: tuple[Alternative, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Alternative:
    condition: Expr | None
    value: Expr
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """`{by: subject, key: value, …}`; by the deal number where `subject` is None."""

    subject: Expr | None
    rows: tuple[tuple[Expr | None, Expr], ...]
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Tally:
    """A group of named lines that add up; a condition counts one."""

    lines: tuple[TallyLine, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class TallyLine:
    name: str
    condition: Expr | None
    value: Expr
    place: Place = field(compare=False)


Expr: TypeAlias = (
    Number
    | Unreadable
    | Name
    | Of
    | Range
    | Aggregate
    | Where
    | Negative
    | Not
    | Binary
    | Compare
    | Is
    | Has
    | IfElse
    | Alternatives
    | Table
    | Tally
)
