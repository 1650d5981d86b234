"""What plain judgement looks at: one seat's knowledge of a position, of a view and of a sampled world alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.play.machine import hand_to_play
from hasenpfeffer.play.open_hands import open_hands
from hasenpfeffer.play.sides import declarers_known_to
from hasenpfeffer.ruleset.steps import PredictStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State, Trick
    from hasenpfeffer.play.view import View


class Position(NamedTuple):
    """A seat whose hand is to play, the trick, who takes part. All of it whoever plays the hand knows."""

    seat: int
    hand: int
    table: tuple[tuple[int, int], ...]
    led_suit: int
    sitting: int
    to_follow: int
    """How many play to the trick after the seat."""
    trump: int
    friends: int
    """The seat's side, itself among it."""
    declaring: bool
    avoids: bool
    """Whether the seat is better off without tricks."""
    out: int
    """The cards that others may still play: all that are not seen to be gone, or in a hand of the seat's side."""
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
        """The position of the seat that a view belongs to, which has to act."""
        in_sight = sum(1 << seat for seat, hand in enumerate(seen.hands) if hand)
        with_cards = sum(1 << seat for seat, size in enumerate(seen.hand_sizes) if size)
        return self._position(seen, seen.hand_to_play, seen.trump, seen.declarers, in_sight, with_cards)

    def at_state(self, state: State, seat: int) -> Position:
        """The position of the seat that has to act in a state, as far as it would know it."""
        rules = self._rules
        trump, side = rules.environment(state).trump, declarers_known_to(rules, state, seat)
        in_sight = open_hands(rules, state) | 1 << seat
        with_cards = sum(1 << other for other, hand in enumerate(state.hands) if hand)
        return self._position(state, hand_to_play(rules, state), trump, side, in_sight, with_cards)

    def _position(
        self, known: View | State, seat: int, trump: int, side: int, in_sight: int, with_cards: int
    ) -> Position:
        """`in_sight`: the seats whose hands are seen; `with_cards`: those that have any."""
        hand, rules = known.hands[seat], self._rules
        friends = self._friends(seat, side)
        own = hand
        if in_sight != 1 << seat:
            for other in members(in_sight & friends):
                own |= known.hands[other]
        return Position(
            seat,
            hand,
            known.table,
            known.led_suit,
            known.sitting,
            (with_cards & ~known.sitting & ~sum(1 << other for other, _ in known.table)).bit_count() - 1,
            trump,
            friends,
            bool(side >> seat & 1),
            self._avoids or self._has_said_none(known.settings, seat),
            rules.pack.everything & ~own & ~_played(known.tricks, known.table),
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
