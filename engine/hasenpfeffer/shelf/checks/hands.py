"""Whether all hands are of one size when play begins: who takes cards puts as many away."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.steps import DealStep, DiscardStep, GiveStep, MoveStep, TakeStep, TricksStep
from hasenpfeffer.shelf.checks.dealt import numbers

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import MoveCards, StepBase

    Condition = tuple[Typed, ...]


def check_hands(ruleset: Ruleset, findings: Findings) -> None:
    """D407: somebody takes cards and puts fewer or more away than the others."""
    piles = _pile_sizes(ruleset)
    moved: dict[Typed, dict[Condition, list[tuple[MoveCards, int]]]] = {}
    given_up: set[Typed] = set()
    for step in _before_play(ruleset):
        if isinstance(step, DealStep) and step.up_to is not None:
            return
        if not isinstance(step, (TakeStep, DiscardStep, GiveStep, MoveStep)):
            continue
        for who, change in _changes(step, piles):
            if change is None and who is None:
                return
            if who is None or _is_everybody(who):
                continue
            if change is None:
                given_up.add(who)
            elif change:
                moved.setdefault(who, {}).setdefault(step.conditions, []).append((step, change))
    certain = {
        who: next(iter(by_condition.values()))
        for who, by_condition in moved.items()
        if who not in given_up and len(by_condition) == 1 and not _is_only_given(by_condition)
    }
    totals = Counter(sum(change for _, change in changes) for changes in certain.values())
    for who, changes in certain.items():
        if totals[sum(change for _, change in changes)] == 1:
            _balance(who, changes, findings)


def _is_only_given(by_condition: dict[Condition, list[tuple[MoveCards, int]]]) -> bool:
    """A gift makes up for cards put away; by itself it goes to a seat that only play tells."""
    return all(isinstance(step, GiveStep) for changes in by_condition.values() for step, _ in changes)


def _is_everybody(who: Typed) -> bool:
    """All hands change alike, so they stay of one size."""
    return who.op == "lookup" and who.value == "seats" and not who.args


def _changes(step: MoveCards, piles: dict[str, int]) -> list[tuple[Typed | None, int | None]]:
    """Whose hands a step changes, and by how many cards. Who gives may sit out, and is not judged."""
    if not isinstance(step, GiveStep):
        return [(step.onto if isinstance(step, MoveStep) else step.who, _change(step, piles))]
    if step.who is not None and _is_everybody(step.who):
        return []
    amounts = numbers(step.count) if step.count is not None else step.counts
    receives = amounts[0] if len(amounts) == 1 else None
    return [(step.who, None), (step.to, receives)]


def _balance(who: Typed, changes: list[tuple[MoveCards, int]], findings: Findings) -> None:
    total = sum(change for _, change in changes)
    if total == 0:
        return
    first = changes[0][0]
    more = "more" if total > 0 else "fewer"
    seat = f"`{who.value}`" if who.op == "lookup" and not who.args else f"Who does `{first.name}`"
    findings.error(
        "D407",
        f"{seat} has {_cards(abs(total))} {more} than the others when play begins",
        first.place,
        label=_words(changes[0][1]),
        related=[Related(_words(change), step.place) for step, change in changes[1:4]],
        path=f"steps.{first.name}",
        help=f"Let {_cards(total)} be put away with a `discard`"
        if total > 0
        else f"Take {_cards(-total)} more, or put fewer away",
        facts={"difference": total},
    )


def _before_play(ruleset: Ruleset) -> list[StepBase]:
    found: list[StepBase] = []
    for step in ruleset.steps:
        if isinstance(step, TricksStep):
            return found
        found.append(step)
    return []


def _change(step: MoveCards, piles: dict[str, int]) -> int | None:
    """How many cards a hand gains by a step; None where that is not known before play."""
    if isinstance(step, TakeStep):
        if step.count is not None:
            amounts = numbers(step.count)
            return amounts[0] if len(amounts) == 1 else None
        return None if step.counts else _taken(step.source, piles)
    if isinstance(step, DiscardStep):
        amounts = numbers(step.count) if step.count is not None else step.counts
        return -amounts[0] if len(amounts) == 1 else None
    return 0


def _taken(source: Typed | None, piles: dict[str, int]) -> int | None:
    if source is None:
        return None
    if source.is_constant and isinstance(source.value, int):
        return source.value.bit_count()
    if source.op == "pile":
        return piles.get(str(source.value))
    if source.op == "union":
        both = [_taken(part, piles) for part in source.args]
        return None if None in both else sum(count for count in both if count is not None)
    return None


def _pile_sizes(ruleset: Ruleset) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for step in ruleset.steps:
        if isinstance(step, DealStep):
            for packet in step.packets:
                if packet.pile is not None:
                    sizes[packet.pile] = sizes.get(packet.pile, 0) + packet.cards
            for pile in step.piles:
                if pile.cards is not None and len(amounts := numbers(pile.cards)) == 1:
                    sizes[pile.name] = amounts[0]
    return sizes


def _words(change: int) -> str:
    return f"takes {_cards(change)}" if change > 0 else f"puts {_cards(-change)} away"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
