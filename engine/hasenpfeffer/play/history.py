"""A deal as one seat has seen it: who acted, what was done as far as it can know, and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.play.actions import Action, Choose, Finish, PickCard, Predict
from hasenpfeffer.ruleset.steps import ChooseStep, PredictStep

if TYPE_CHECKING:
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State


class Turn(NamedTuple):
    """One decision as it was, and what came of it. Where a deal begins, `before` and `action` are None and
    `seat` is -1."""

    before: State | None
    seat: int
    action: Action | None
    after: State
    events: tuple[Event, ...]


class SeenTurn(NamedTuple):
    """One turn. `action` is None where the seat cannot know it; `seat` -1 for what happened by itself."""

    seat: int
    action: Action | None
    events: tuple[Event, ...]


def seen_by(
    rules: CompiledRules, me: int, seat: int, action: Action | None, events: tuple[Event, ...]
) -> SeenTurn:
    """A turn as this seat has seen it."""
    known = action if seat == me or _is_public(rules, action) else None
    return SeenTurn(seat, known, tuple(event.as_seen(me) for event in events))


def _is_public(rules: CompiledRules, action: Action | None) -> bool:
    """Whether everybody at the table knows an action; cards that are picked are known by their events."""
    match action:
        case PickCard() | Finish():
            return False
        case Choose(step):
            chosen = _step(rules, step)
            return not isinstance(chosen, ChooseStep) or (
                chosen.secret_until is None and chosen.shown.mode != "no" and not chosen.at_once
            )
        case Predict(step):
            predicted = _step(rules, step)
            return not isinstance(predicted, PredictStep) or not predicted.at_once
        case _:
            return True


def _step(rules: CompiledRules, name: str) -> object:
    return rules.ruleset.steps[rules.step_index(name)]
