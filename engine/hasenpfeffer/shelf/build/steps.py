"""`steps` of a deal, each kind by its own reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hasenpfeffer.reading.tree import Entry, Group
from hasenpfeffer.ruleset.steps import Step
from hasenpfeffer.ruleset.unknown import UNKNOWN
from hasenpfeffer.shelf.build.auction import build_auction
from hasenpfeffer.shelf.build.builder import Builder, all_of, as_known, body_of
from hasenpfeffer.shelf.build.choosing import build_choice, build_going_alone, build_prediction
from hasenpfeffer.shelf.build.dealing import build_deal
from hasenpfeffer.shelf.build.melds import build_meld_step
from hasenpfeffer.shelf.build.moving import MOVERS, build_turning_up
from hasenpfeffer.shelf.build.namespace import entries, kind_of_step
from hasenpfeffer.shelf.build.tricks import build_tricks

if TYPE_CHECKING:
    from collections.abc import Callable


def build_steps(root: Group, builder: Builder) -> tuple[Step, ...]:
    """Every step in order of play."""
    node = root.get("steps")
    return all_of(
        node, [_step(entry, builder, f"steps.{entry.key.text}") for entry in entries(node)], inside=root
    )


def _step(entry: Entry, builder: Builder, path: str) -> Step:
    """One step; unknown where it is not known what kind of step it is."""
    kind = kind_of_step(entry.key.text, entry.value)
    if kind not in _READERS:
        builder.read_only(entry.value, path)
        return cast("Step", UNKNOWN)
    group = body_of(entry.value, entry.key.place)
    return as_known(_READERS[kind](entry, group, builder, path), group)


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
