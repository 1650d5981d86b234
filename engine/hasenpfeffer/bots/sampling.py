"""`sampling`: tries every action in many worlds that agree with what it has seen, and takes the best on average."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.bots.judgement import judge, judge_view, position_of
from hasenpfeffer.bots.worlds import sample_world
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import Action
from hasenpfeffer.play.sides import declarers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.history import SeenTurn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.play.view import View

SAMPLES = 12
"""Worlds a decision. A fixed number, so that a seed repeats a game."""


class Sampling:
    """Plays each action out by plain judgement in each world; the score of the deal decides.

    Where no world can be found, which a ruleset with unusual moves of cards may bring about, plain judgement
    chooses.
    """

    def __init__(self, rules: CompiledRules, samples: int = SAMPLES) -> None:
        self.rules = rules
        self.samples = samples

    def choose(self, seen: View, history: Sequence[SeenTurn], draws: Stream) -> Action:
        legal = seen.legal
        if len(legal) == 1:
            return legal[0]
        totals = [0.0] * len(legal)
        found = 0
        for _ in range(self.samples):
            world = sample_world(self.rules, seen, history, draws)
            if world is None:
                break
            found += 1
            for index, action in enumerate(legal):
                end = self._play_out(machine.advance(self.rules, world, action).state)
                totals[index] += self._gain(end, seen.seat)
        if not found:
            return judge_view(self.rules, seen)
        return legal[max(range(len(legal)), key=lambda index: (totals[index], -index))]

    def _play_out(self, state: State) -> State:
        rules = self.rules
        while not state.over:
            legal = machine.legal(rules, state)
            state = machine.advance(
                rules, state, legal[0] if len(legal) == 1 else self._judge(state, legal)
            ).state
        return state

    def _judge(self, state: State, legal: Sequence[Action]) -> Action:
        seat, env = machine.actor(self.rules, state), self.rules.environment(state)
        return judge(self.rules, position_of(self.rules, state, seat, env.trump, declarers(env)), legal)

    def _gain(self, state: State, seat: int) -> float:
        """What the deal brought the seat's account, less what it brought the others on average."""
        account = self.rules.seating.team_of[seat]
        own = float(state.this_deal[account])
        others = [float(points) for index, points in enumerate(state.this_deal) if index != account]
        return own - sum(others) / len(others) if others else own
