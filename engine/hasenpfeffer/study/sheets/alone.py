"""Going alone on a sheet: the rules' own steps are asked who may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.errors import CaseError
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.sides import partners_of
from hasenpfeffer.play.steps.alone import GoAlonePlayer
from hasenpfeffer.study.sheets.needs import settings_read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.study.sheets.players import Players


def with_lone(rules: CompiledRules, players: Players, state: State, lone: Sequence[int]) -> State:
    """The state after these seats went alone, each in a step of the rules that asks it.

    Raises CaseError for a seat that none does.
    """
    left = [seat for seat in lone if not _is_alone(rules, state, seat)]
    for step in _steps(rules):
        seat = next((seat for seat in _asked(step, state) if seat in left), None)
        if seat is not None:
            left.remove(seat)
            state = state._replace(sitting=state.sitting | partners_of(Environment(rules, state), seat))
    if left:
        raise CaseError(_refusal(rules, players, state, left[0]))
    return state


def _steps(rules: CompiledRules) -> list[GoAlonePlayer]:
    return [player for player in rules.steps if isinstance(player, GoAlonePlayer)]


def _is_alone(rules: CompiledRules, state: State, seat: int) -> bool:
    """Whether the partners sit out already, since the call itself is one to play alone."""
    partners = partners_of(Environment(rules, state), seat)
    return bool(partners) and partners & state.sitting == partners


def _asked(player: GoAlonePlayer, state: State) -> tuple[int, ...]:
    """The seats that a step asks; where what it depends on is not known on a sheet, all that it may ask."""
    if _is_known(player, state):
        work = player.begin(state, []).work
        return () if work is None else tuple(work.queue)
    seats = _named(player, state) & ~state.sitting
    return player.rules.seating.turns_after(state.dealer, seats)


def _is_known(player: GoAlonePlayer, state: State) -> bool:
    names = settings_read(player.rules, player.step.conditions)
    settings = player.rules.ruleset.settings
    return names is not None and all(
        name not in settings or state.settings[settings[name].index] is not None for name in names
    )


def _named(player: GoAlonePlayer, state: State) -> int:
    return 0 if player.who is None else int(player.who(player.env(state)))


def _refusal(rules: CompiledRules, players: Players, state: State, seat: int) -> str:
    name = players.names[seat]
    if state.sitting >> seat & 1:
        return f"{name} may not go alone in this deal: {name} sits out, for a partner went alone"
    step = next((player.step for player in _steps(rules) if _named(player, state) >> seat & 1), None)
    if step is None:
        return f"{name} may not go alone in this deal: the rules do not ask {name}"
    return f"{name} may not go alone in this deal: `{step.name}` does not ask {name} here ({step.place.line})"
