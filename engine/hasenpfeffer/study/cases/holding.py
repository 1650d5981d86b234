"""Rules for cases: a step that cannot be played yet holds the deal, so that what comes before it can be tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from hasenpfeffer.play import machine
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.steps import Refused, player_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.errors import UnsupportedError
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.environment import Pin
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.player import StepPlayer
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Step

_HELD: Final = "held"


def rules_for_case(ruleset: Ruleset, pins: Mapping[str, Pin] | None = None) -> CompiledRules:
    """Compiled rules in which refused steps wait instead of raising."""
    return CompiledRules(ruleset, pins or {}, _held_player)


def refusal_at(rules: CompiledRules, state: State) -> UnsupportedError | None:
    """Why the deal cannot go on from here; None where it can."""
    player = None if state.over or state.step >= len(rules.steps) else rules.steps[state.step]
    return player.refusal if isinstance(player, Held) else None


def turn(rules: CompiledRules, state: State) -> int:
    """The seat whose turn it is, also where another plays its cards; -1 where nobody is asked."""
    return -1 if refusal_at(rules, state) else machine.hand_to_play(rules, state)


def _held_player(rules: CompiledRules, step: Step) -> StepPlayer:
    player = player_for(rules, step)
    return Held(rules, step, player.refusal) if isinstance(player, Refused) else player


class Held(Refused):
    """A refused step: the deal gets there and no further. Raises UnsupportedError when it is asked to go on."""

    def begin(self, state: State, events: list[Event]) -> State:
        return state._replace(work=_HELD)

    def actor(self, state: State) -> NoReturn:
        raise self.refusal

    def legal(self, state: State) -> tuple[Action, ...]:
        raise self.refusal

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        raise self.refusal
