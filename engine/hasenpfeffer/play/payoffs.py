"""What the end of a deal is worth to each seat, for programs that compare or learn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.environment import Environment

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State


def payoffs(rules: CompiledRules, state: State) -> tuple[Number, ...]:
    """By seat: what `payoff of seat` gives once a deal is over, and the score of its team where nothing is said."""
    written = rules.ruleset.game_end.payoff
    if written is None:
        return tuple(state.scores[account] for account in rules.seating.team_of)
    formula = rules.formula(written)
    env = Environment(rules, state, closing=True)
    found = []
    for seat in range(rules.seating.count):
        env.receive(1 << seat)
        found.append(formula(env))
    return tuple(found)
