"""What a formula can be: numbers with a range, yes or no, and sets of seats, cards, suits, words or calls."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import lcm


class Kind(Enum):
    """Every kind but the first two is a set; a single seat, card or suit is a set of one."""

    NUMBER = "a number"
    YESNO = "yes or no"
    SEATS = "seats"
    TEAMS = "teams"
    CARDS = "cards"
    TRICKS = "tricks"
    CHAIN = "a ranking"
    SUITS = "a suit"
    WORDS = "a word"
    CALLS = "a call"
    EMPTY = "none"
    UNKNOWN = "something unknown"


@dataclass(frozen=True, slots=True)
class Type:
    """A kind; for numbers the least and greatest value and a common denominator, for words which."""

    kind: Kind
    low: int = 0
    high: int = 0
    denominator: int = 1
    words: tuple[str, ...] = ()

    @property
    def is_set(self) -> bool:
        return self.kind not in (Kind.NUMBER, Kind.YESNO, Kind.UNKNOWN)

    @property
    def is_list(self) -> bool:
        """Whether a value is several sets one after the other: a tuple, where other sets are bits."""
        return self.kind in (Kind.TEAMS, Kind.TRICKS, Kind.CHAIN)

    def __str__(self) -> str:
        return self.kind.value


YESNO = Type(Kind.YESNO)
SEATS = Type(Kind.SEATS)
TEAMS = Type(Kind.TEAMS)
CARDS = Type(Kind.CARDS)
TRICKS = Type(Kind.TRICKS)
CHAIN = Type(Kind.CHAIN)
SUITS = Type(Kind.SUITS)
CALLS = Type(Kind.CALLS)
EMPTY = Type(Kind.EMPTY)
UNKNOWN = Type(Kind.UNKNOWN)
ANY_NUMBER = Type(Kind.NUMBER, -(10**9), 10**9)


def number(low: int, high: int, denominator: int = 1) -> Type:
    """Numbers from `low` to `high` (rounded outwards), in steps of one over the denominator."""
    return Type(Kind.NUMBER, low, high, denominator)


def words(*choices: str) -> Type:
    return Type(Kind.WORDS, words=tuple(choices))


def or_nothing(a: Type) -> Type:
    """The type of a value that may not have been given: a number is 0 then."""
    return number(min(a.low, 0), max(a.high, 0), a.denominator) if a.kind is Kind.NUMBER else a


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is the one or the other; None where they have nothing in common."""
    if a.kind is Kind.UNKNOWN or b.kind is Kind.UNKNOWN:
        return UNKNOWN
    if a.kind is Kind.EMPTY and b.is_set:
        return b
    if b.kind is Kind.EMPTY and a.is_set:
        return a
    if a.kind is Kind.NUMBER and b.kind is Kind.NUMBER:
        return number(min(a.low, b.low), max(a.high, b.high), lcm(a.denominator, b.denominator))
    if a.kind is b.kind is Kind.WORDS:
        return replace(a, words=tuple(dict.fromkeys(a.words + b.words)))
    if a.kind is b.kind:
        return a
    cardlike = (Kind.CARDS, Kind.CHAIN, Kind.TRICKS)
    if a.kind in cardlike and b.kind in cardlike:
        return CARDS
    seatlike = (Kind.SEATS, Kind.TEAMS)
    if a.kind in seatlike and b.kind in seatlike:
        return SEATS
    return None
