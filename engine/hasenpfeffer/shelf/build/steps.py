"""`steps` of a deal, each kind by its own reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.tree import Entry, Group
from hasenpfeffer.ruleset.steps import Step
from hasenpfeffer.shelf.build.auction import build_auction
from hasenpfeffer.shelf.build.builder import Builder, group_of, text_of
from hasenpfeffer.shelf.build.choosing import build_choice, build_going_alone, build_prediction
from hasenpfeffer.shelf.build.dealing import build_deal
from hasenpfeffer.shelf.build.melds import build_meld_step
from hasenpfeffer.shelf.build.moving import MOVERS, build_turning_up
from hasenpfeffer.shelf.build.namespace import entries
from hasenpfeffer.shelf.build.tricks import build_tricks

if TYPE_CHECKING:
    from collections.abc import Callable


def build_steps(root: Group, builder: Builder) -> tuple[Step, ...]:
    """Every step in order of play."""
    found: list[Step] = []
    for entry in entries(root.get("steps")):
        step = _step(entry, builder, f"steps.{entry.key.text}")
        if step is not None:
            found.append(step)
    return tuple(found)


def _step(entry: Entry, builder: Builder, path: str) -> Step | None:
    """One step; None where the schema has found something."""
    group = group_of(entry.value)
    if group is None:
        return None
    kind = text_of(group.get("do"), entry.key.text)
    reader = _READERS.get(kind)
    if reader is None:
        return None
    return reader(entry, group, builder, path)


_READERS: dict[str, Callable[[Entry, Group, Builder, str], Step]] = {
    "deal": build_deal,
    "auction": build_auction,
    "predict": build_prediction,
    "choose": build_choice,
    "go alone": build_going_alone,
    "meld": build_meld_step,
    **MOVERS,
    "turn up": build_turning_up,
    "tricks": build_tricks,
}
