"""Texts → actions: what people type at a table, and what cases and records say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.errors import IllegalActionError, NotationError
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import Action, Announce, Finish, PickCard
from hasenpfeffer.play.reasons import why_not
from hasenpfeffer.play.steps.picking import PickingPlayer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

_VERBS = ("discard", "give", "exchange", "put away", "bury")
_MOST_SHOWN = 12
"""So many choices are shown to somebody whose text is not understood."""


def read_actions(rules: CompiledRules, state: State, text: str, *, whole: bool = False) -> list[Action]:
    """The legal actions that a text means: one, a whole choice of several cards (`discard 9D 10S`), or
    announcements and the card after them (`re 10H`).

    With `whole`, one card of several that are to be chosen is not enough.

    Raises IllegalActionError: with reasons for what is not legal now, with none for what is not understood.
    """
    legal = machine.legal(rules, state)
    player = rules.steps[state.step] if not state.over else None
    is_choice_of_cards = isinstance(player, PickingPlayer)
    one = None if is_choice_of_cards and whole else rules.texts.read(text, legal)
    if one is not None:
        return [one]
    if isinstance(player, PickingPlayer):
        return _cards(rules, state, text, player)
    announced = _announced(rules, state, text, legal)
    if announced:
        return announced
    known = rules.texts.anything(text, state)
    if known is not None:
        reasons = why_not(rules, state, known)
        raise IllegalActionError(str(reasons[0]) if reasons else f"`{text}` is not legal now", reasons)
    choices = ", ".join(rules.texts.text(action) for action in legal[:_MOST_SHOWN])
    if len(legal) > _MOST_SHOWN:
        choices += ", …"
    problem = f"`{text}` is not understood"
    raise IllegalActionError(f"{problem}; you can say: {choices}", problem=problem)


def _cards(rules: CompiledRules, state: State, text: str, player: PickingPlayer) -> list[Action]:
    """`discard 9D 10S` as single cards in pack order."""
    name = player.step.name
    rest = text.strip()
    for verb in (name, *_VERBS):
        if rest.casefold().startswith(verb.casefold() + " "):
            rest = rest[len(verb) :].strip()
            break
    try:
        faces = [] if rest.casefold() in ("nothing", "done") else sorted(rules.pack.split(rest))
    except NotationError as problem:
        raise IllegalActionError(str(problem)) from None
    found: list[Action] = []
    after = state
    for face in faces:
        action = PickCard(name, face)
        if not _is_same_choice(state, after):
            raise _other_number(player.numbers(state), len(faces))
        if action not in machine.legal(rules, after):
            reasons = why_not(rules, after, action)
            raise IllegalActionError(str(reasons[0]), reasons)
        found.append(action)
        after = machine.advance(rules, after, action).state
    if _is_same_choice(state, after):
        finish = Finish(name)
        if finish not in machine.legal(rules, after):
            raise _other_number(player.numbers(state), after.work.picked.bit_count())
        found.append(finish)
    return found


def _announced(rules: CompiledRules, state: State, text: str, legal: Sequence[Action]) -> list[Action]:
    """An announcement, and what the rest of the text means after it; empty where it begins with none."""
    words = text.split()
    for end in range(len(words) - 1, 0, -1):
        first = rules.texts.read(" ".join(words[:end]), legal)
        if isinstance(first, Announce):
            after = machine.advance(rules, state, first).state
            return [first, *read_actions(rules, after, " ".join(words[end:]))]
    return []


def _is_same_choice(before: State, after: State) -> bool:
    """Whether the same seat still chooses cards in the same step."""
    is_same_step = not after.over and after.step == before.step and after.work is not None
    return is_same_step and after.work.queue == before.work.queue


def _other_number(wanted: Sequence[int], named: int) -> IllegalActionError:
    """The refusal of too many or too few cards."""
    numbers = sorted(set(wanted))
    how_many = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    noun = "card is" if numbers == [1] else "cards are"
    return IllegalActionError(
        f"{how_many} {noun} to be chosen, and {named} {'is' if named == 1 else 'are'} named"
    )
