"""What a formula is worked out in: one state, whose turn it is, and what bound names stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from hasenpfeffer.lang.evaluate import SLOTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.cards import Pack
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Call
    from hasenpfeffer.seats import Seating

Formula: TypeAlias = Callable[[Any], Any]
"""A compiled expression: called with an environment, it gives the value."""

_ME = SLOTS["me"]
_SEAT = SLOTS["seat"]
_TEAM = SLOTS["team"]


class Pin(Protocol):
    """A value that a case states instead of having it worked out."""

    def formula(self, argument: Formula | None) -> Formula: ...


class Rules(Protocol):
    """What formulas ask of the rules in force; `CompiledRules` answers."""

    ruleset: Ruleset
    pack: Pack
    seating: Seating
    pins: Mapping[str, Pin]
    calls: tuple[Call, ...]
    pile_index: dict[str, int]
    move_index: dict[str, int]
    counter_index: dict[str, int]
    printed: dict[tuple[int, int], int]
    sisters: dict[int, int]
    fields: tuple[dict[str, Any], ...]
    card_slot: int
    trump: Formula
    declarers: Formula | None
    equal_last_wins: Formula | None
    better: tuple[str, ...]

    @property
    def deferred(self) -> Sequence[Formula]: ...

    def formula(self, expression: Typed) -> Formula: ...

    def contract(self, trump: int) -> Contract: ...


class Environment:
    """Made for one state and never moved to another, so what it has worked out stays true.

    `closing` says that the trick in question is the one just finished (after a trick, and in scoring).
    """

    __slots__ = ("_contract", "_trump", "bound", "call", "closing", "now", "rules", "state")

    def __init__(self, rules: Rules, state: State, me: int = -1, *, closing: bool = False) -> None:
        self.rules = rules
        self.state = state
        self.bound: list[Any] = [0] * len(SLOTS)
        if me >= 0:
            self.bound[_ME] = 1 << me
        self.closing = closing
        self.call = -1
        """The call whose own fields are read (in `allowed`); -1: those of the standing call."""
        self.now = False
        """Whether a pile's name means what lies there now (whence cards are taken), not what was dealt."""
        self._trump: int | None = None
        self._contract: Contract | None = None

    def with_trump(self, trump: int) -> Environment:
        self._trump = trump
        return self

    def use(self, contract: Contract) -> None:
        """Takes a contract as given, instead of working it out."""
        self._contract = contract

    def receive(self, seats: int) -> None:
        """Goes on to the next receiver of a scoring line."""
        self.bound[_SEAT] = self.bound[_TEAM] = seats

    @property
    def trump(self) -> int:
        """The trump choice. While it is worked out there is none: `suit of` a card in it is the printed suit."""
        if self._trump is None:
            self._trump = 0
            self._trump = self.rules.trump(self)
            self._contract = None
        return self._trump

    @property
    def contract(self) -> Contract:
        if self._contract is None:
            self._contract = self.rules.contract(self.trump)
        return self._contract
