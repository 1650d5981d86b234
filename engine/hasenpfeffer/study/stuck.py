"""A player who has nothing to choose from: what the hand is, and which setting closed each choice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.play.steps import player_for
from hasenpfeffer.ruleset.steps import ChooseStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State


def closing(step: ChooseStep) -> tuple[str, Typed | None]:
    """The setting that leaves nothing to choose from."""
    if step.allowed is not None:
        return "allowed", step.allowed
    if step.options:
        return "from", next((one.condition for one in step.options if one.condition is not None), None)
    return "from", step.values


def scene(rules: CompiledRules, state: State | None) -> str:
    """`: north holds JC 9H, and `allowed` rules out clubs, hearts and spades`."""
    if state is None or state.over:
        return ""
    player, step = rules.steps[state.step], rules.ruleset.steps[state.step]
    seat, pack = player.actor(state), rules.pack
    hand = pack.texts(state.hands[seat]) or "no card"
    if not isinstance(step, ChooseStep):
        return f": {rules.seating.names[seat]} holds {hand}"
    closed = ", ".join(_closed(rules, state, step))
    key, _ = closing(step)
    why = f"`{key}` rules out {closed}" if closed else f"`{key}` gives nothing"
    return f": {rules.seating.names[seat]} holds {hand}, and {why}"


def _closed(rules: CompiledRules, state: State, step: ChooseStep) -> Iterator[str]:
    """What could be chosen if no condition stood in the way."""
    open_step = replace(
        step, allowed=None, options=tuple(replace(option, condition=None) for option in step.options)
    )
    for action in player_for(rules, open_step).legal(state):
        yield rules.texts.text(action).removeprefix(f"{step.name} ")
