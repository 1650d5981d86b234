"""What plain judgement looks at: one seat's knowledge of a position, of a view and of a sampled world alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.play.sides import declarers_known_to
from hasenpfeffer.ruleset.steps import PredictStep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State, Trick
    from hasenpfeffer.play.view import View


class Position(NamedTuple):
    """A seat, its hand, the trick, who takes part. All of it the seat knows."""

    seat: int
    hand: int
    table: tuple[tuple[int, int], ...]
    led_suit: int
    sitting: int
    trump: int
    friends: int
    """The seat's side, itself among it."""
    declaring: bool
    avoids: bool
    """Whether the seat is better off without tricks."""
    out: int
    """The cards that the seat has not seen yet."""
    has_announced: bool
    """Whether somebody of the seat's side has announced something in this deal."""


class Looker:
    """Finds what plain judgement needs, for one ruleset."""

    def __init__(self, rules: CompiledRules) -> None:
        self._rules = rules
        game, settings = rules.ruleset.game_end, rules.ruleset.settings
        self._avoids = game.best == "lowest score"
        self._predicted = [
            settings[step.name].index for step in rules.ruleset.steps if isinstance(step, PredictStep)
        ]

    def at_view(self, seen: View) -> Position:
        """The position of the seat that a view belongs to."""
        return self._position(seen, seen.seat, seen.trump, seen.declarers)

    def at_state(self, state: State, seat: int) -> Position:
        """The position of a seat in a state, as far as the seat would know it."""
        trump = self._rules.environment(state).trump
        return self._position(state, seat, trump, declarers_known_to(self._rules, state, seat))

    def _position(self, known: View | State, seat: int, trump: int, side: int) -> Position:
        hand, rules = known.hands[seat], self._rules
        friends = self._friends(seat, side)
        return Position(
            seat,
            hand,
            known.table,
            known.led_suit,
            known.sitting,
            trump,
            friends,
            bool(side >> seat & 1),
            self._avoids or self._has_said_none(known.settings, seat),
            rules.pack.everything & ~hand & ~_played(known.tricks, known.table),
            any(friends >> who & 1 for who, _ in known.announced),
        )

    def _friends(self, seat: int, side: int) -> int:
        """The seats that play together with this one."""
        seating = self._rules.seating
        if side:
            return side if side >> seat & 1 else seating.everybody & ~side
        return seating.teams[seating.team_of[seat]]

    def _has_said_none(self, settings: Sequence[object], seat: int) -> bool:
        """Whether the seat has predicted that it wins no trick."""
        for index in self._predicted:
            value = settings[index]
            if isinstance(value, tuple) and value[seat] == 0 and value[seat] is not None:
                return True
        return False


def _played(tricks: Sequence[Trick], table: tuple[tuple[int, int], ...]) -> int:
    """The cards of whole tricks and of the one in progress, as a set."""
    gone = 0
    for cards, _ in tricks:
        for _, card in cards:
            gone |= 1 << card
    for _, card in table:
        gone |= 1 << card
    return gone
