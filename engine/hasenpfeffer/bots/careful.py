"""`careful`: bids what its hand is worth, names its best trump, and plays by rules of thumb. Cheap, and explainable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.bots.judgement import Position, cards_gone, judge, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.history import SeenTurn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.view import View


class Careful:
    """Plain judgement from the view alone; the same position is always answered the same way."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules

    def choose(self, seen: View, history: Sequence[SeenTurn], draws: Stream) -> Action:
        return judge(self.rules, position_of(self.rules, seen), seen.legal)


def position_of(rules: CompiledRules, seen: View) -> Position:
    """What plain judgement needs of a view."""
    return Position(
        seat=seen.seat,
        hand=seen.hands[seen.seat],
        table=seen.table,
        led_suit=seen.led_suit,
        sitting=seen.sitting,
        trump=seen.trump,
        friends=side_of(rules, seen.seat, seen.declarers),
        declaring=bool(seen.declarers >> seen.seat & 1),
        gone=cards_gone(seen.tricks),
    )
