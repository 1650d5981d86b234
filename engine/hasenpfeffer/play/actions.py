"""What a seat can choose. Cards are meant by face: copies of a card are one action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class MakeCall:
    """`call` is an index into `CompiledRules.calls`."""

    call: int


@dataclass(frozen=True, slots=True)
class Hold:
    """The standing call taken over at its own height, in a duel."""


@dataclass(frozen=True, slots=True)
class Choose:
    """An answer of a `choose` step: a set of one, a number, a yes or no, or the index of a named option."""

    step: str
    value: int
    option: bool = False


@dataclass(frozen=True, slots=True)
class Predict:
    step: str
    number: int


@dataclass(frozen=True, slots=True)
class GoAlone:
    alone: bool


@dataclass(frozen=True, slots=True)
class PickCard:
    """One card of a discard, gift or exchange; several are picked one by one, in pack order."""

    step: str
    face: int


@dataclass(frozen=True, slots=True)
class Finish:
    """Enough cards picked, where their number is free."""

    step: str


@dataclass(frozen=True, slots=True)
class ThrowIn:
    """The answer to whether a hand is thrown in; `name` of the right, or empty for no."""

    name: str


@dataclass(frozen=True, slots=True)
class Announce:
    """An announcement before a card."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayCard:
    face: int


@dataclass(frozen=True, slots=True)
class NameSuit:
    """The suit that a led loose card asks for, as a number."""

    suit: int


Action: TypeAlias = (
    Pass
    | MakeCall
    | Hold
    | Choose
    | Predict
    | GoAlone
    | PickCard
    | Finish
    | ThrowIn
    | Announce
    | PlayCard
    | NameSuit
)
PASS = Pass()
HOLD = Hold()
ALONE = GoAlone(True)
WITH_PARTNER = GoAlone(False)
