"""Counts of action sequences: the arbiter between this interpreter and any other of the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play import machine

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State


def perft(rules: CompiledRules, state: State, depth: int) -> int:
    """How many sequences of `depth` actions go on from a state; a deal that is over has none but the empty one."""
    if depth == 0:
        return 1
    actions = machine.legal(rules, state)
    if depth == 1:
        return len(actions)
    return sum(perft(rules, machine.advance(rules, state, action).state, depth - 1) for action in actions)
