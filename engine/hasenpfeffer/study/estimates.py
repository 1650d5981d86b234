"""How long deals take, roughly: enough to tell which way brings a result first.

Seconds of the processor, medians over shipped games: 3.5 to 14 µs a card. Another machine is
slower at all of it alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.study.plan import Plan

DEALS_A_GAME: Final = 100
"""Of random players; from 1 to as many as a game may have, which many reach. Too many cost a second of making
machine code in vain, too few cost minutes without it."""

_PLAIN_A_CARD: Final = 5e-6
"""Seconds of plain Python for each card of the pack: most choices are cards, and most cards are chosen once."""


def to_play_plainly(ruleset: Ruleset, plan: Plan) -> float:
    """Seconds for all deals of a plan in plain Python."""
    deals = plan.number * min(DEALS_A_GAME, ruleset.game_end.longest) if plan.of_games else plan.number
    return deals * ruleset.pack.size * _PLAIN_A_CARD
