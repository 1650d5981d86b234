"""`tricks`: who leads, what may be played, what follows a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.reading.fixes import meant
from hasenpfeffer.reading.tree import Entry, Group, Text, is_hole
from hasenpfeffer.ruleset.steps import (
    AfterTrick,
    Announcement,
    Bar,
    Dummy,
    Duty,
    MoveStep,
    OpenHands,
    Step,
    TakeStep,
    TricksStep,
)
from hasenpfeffer.shelf.build.builder import Builder, all_of, as_known, body_of, text_of
from hasenpfeffer.shelf.build.melds import build_melding
from hasenpfeffer.shelf.build.moving import MOVERS
from hasenpfeffer.shelf.build.namespace import entries
from hasenpfeffer.shelf.build.settings import assignments
from hasenpfeffer.shelf.build.step_parts import common, duties, nobody_acts, number_of_cards, shown, who

if TYPE_CHECKING:
    from collections.abc import Callable


_AFTER_FIRST_CARD: Final = "after first card"


def build_tricks(entry: Entry, group: Group, builder: Builder, path: str) -> Step:
    everything = Duty(None, Typed("lookup", types.CARDS, value="any card"), entry.key.place)
    return TricksStep(
        **common(entry, group, builder, path),
        leader=_leader(group, builder, path),
        next_leader=builder.optional(group, "next leader", types.SEATS, path),
        lead=duties(group.get("lead"), builder, f"{path}.lead", (everything,)),
        follow=duties(group.get("follow"), builder, f"{path}.follow", (everything,)),
        bars=all_of(
            group.get("bars"),
            [_bar(item, builder, f"{path}.bars.{item.key.text}") for item in entries(group.get("bars"))],
        ),
        kept_back=duties(group.get("may be kept back"), builder, f"{path}.may be kept back"),
        always=builder.optional(group, "may always be played", types.CARDS, path),
        dummy=_dummy(group, builder, path),
        open_hands=_open_hands(group, builder, path),
        after_each=all_of(
            group.get("after each"),
            [
                _after(item, builder, f"{path}.after each.{item.key.text}")
                for item in entries(group.get("after each"))
            ],
        ),
        during=all_of(
            group.get("during"),
            [
                _announcement(item, builder, f"{path}.during.{item.key.text}")
                for item in entries(group.get("during"))
            ],
        ),
        stop_when=builder.optional(group, "stop when", types.YESNO, path),
        count=_number(group, "tricks", "tricks", builder, path),
    )


def _number(group: Group, key: str, what: str, builder: Builder, path: str) -> Typed | None:
    typed = builder.optional(group, key, types.ANY_NUMBER, path)
    return None if typed is None else number_of_cards(typed, builder, f"{path}.{key}", what)


def _leader(group: Group, builder: Builder, path: str) -> Typed:
    leader = builder.optional(group, "leader", types.SEATS, path)
    if leader is not None:
        return leader
    return builder.typed(Text("next of dealer", group.place, exact=False), types.SEATS, path)


def _bar(entry: Entry, builder: Builder, path: str) -> Bar:
    group = body_of(entry.value, entry.key.place)
    condition = builder.optional(group, "if", types.YESNO, path)
    cards = builder.needed(group, "cards", types.CARDS, path)
    return as_known(Bar(entry.key.text, condition, cards, entry.key.place), group)


def _dummy(group: Group, builder: Builder, path: str) -> Dummy | None:
    node = group.get("dummy")
    if node is None:
        return None
    body = body_of(node, node.place)
    path = f"{path}.dummy"
    hand = builder.needed(body, "hand", types.SEATS, path)
    played_by = builder.needed(body, "played by", types.SEATS, path)
    nobody_acts(hand, builder, f"{path}.hand")
    nobody_acts(played_by, builder, f"{path}.played by")
    seen = body.get("seen")
    text = text_of(seen, _AFTER_FIRST_CARD)
    step = None if text == _AFTER_FIRST_CARD else text.removeprefix("after ")
    dummy = Dummy(hand, played_by, step, body.place if seen is None else seen.place, body.place)
    return as_known(dummy, body)


def _open_hands(group: Group, builder: Builder, path: str) -> OpenHands | None:
    node = group.get("open hands")
    if node is None:
        return None
    body = body_of(node, node.place)
    path = f"{path}.open hands"
    seats = builder.needed(body, "who", types.SEATS, path)
    condition = builder.optional(body, "if", types.YESNO, path)
    nobody_acts(seats, builder, f"{path}.who")
    nobody_acts(condition, builder, f"{path}.if")
    return as_known(OpenHands(condition, seats, body.place), body)


def _after(entry: Entry, builder: Builder, path: str) -> AfterTrick:
    group = body_of(entry.value, entry.key.place)
    step: TakeStep | MoveStep | None = None
    node = group.get("do")
    if node is not None and not is_hole(node) and text_of(node) not in _AFTER:
        builder.findings.error(
            "S203",
            f"`{text_of(node)}` is no step that can follow a trick",
            node.place,
            path=f"{path}.do",
            help=f"Choices: {', '.join(_AFTER)}; or only `set`, without `do`",
            fixes=meant(node.place, text_of(node), _AFTER, whole=True),
        )
    reader = _AFTER.get(text_of(node, entry.key.text))
    if reader is not None:
        moving = reader(entry, group, builder, path)
        assert isinstance(moving, (TakeStep, MoveStep))
        step = moving
    conditions = builder.conditions(group, path) if step is None else step.conditions
    sets = assignments(group.get("set"), builder, f"{path}.set")
    return as_known(AfterTrick(entry.key.text, step, conditions, sets, entry.key.place), group)


def _announcement(entry: Entry, builder: Builder, path: str) -> Announcement:
    group = body_of(entry.value, entry.key.place)
    offer = Announcement(
        entry.key.text,
        who(group, builder, path),
        builder.optional(group, "if", types.YESNO, path),
        builder.optional(group, "playing", types.CARDS, path),
        _number(group, "cards left", "cards", builder, path),
        _number(group, "trick", "tricks", builder, path),
        text_of(group.get("must")) == "yes",
        assignments(group.get("set"), builder, f"{path}.set"),
        None if group.get("meld") is None else build_melding(group, builder),
        shown(group.get("shown"), builder, path, types.CARDS),
        entry.key.place,
    )
    return as_known(offer, group)


_AFTER: dict[str, Callable[[Entry, Group, Builder, str], Step]] = {
    kind: MOVERS[kind] for kind in ("take", "move")
}
"""Steps that may follow a trick."""
