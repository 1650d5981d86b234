"""Deals that are imagined to ask the scoring lines what a call pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play import machine
from hasenpfeffer.play.player import with_settings
from hasenpfeffer.play.scoring import score_lines

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State


def auction_won(rules: CompiledRules, dealer: int, seat: int, call: int) -> State:
    """A deal at its end, before it is scored, whose auction a seat has won with a call; nothing else has happened."""
    state = machine.fresh(rules, dealer, tuple(range(rules.pack.size)))
    state = state._replace(step=len(rules.steps), declarer=seat, call=call)
    return with_settings(state, rules.supplies[call], seat)


def paid(rules: CompiledRules, state: State, seat: int) -> Number:
    """What the scoring lines give the account of a seat for a deal."""
    return score_lines(rules, state, []).this_deal[rules.seating.team_of[seat]]
