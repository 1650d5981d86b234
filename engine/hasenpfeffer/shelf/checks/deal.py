"""Whether the cards go round: the deal fits the deck, nothing is left over, and all hands are of one size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.fixes import remove_at
from hasenpfeffer.reading.tree import Group, find
from hasenpfeffer.ruleset.steps import DealStep, TricksStep
from hasenpfeffer.shelf.checks.dealt import Dealt, dealt_by_number, seats_dealt_to

if TYPE_CHECKING:
    from hasenpfeffer.cards import Pack
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.shelf.merge import Merged


def check_deal(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """D401 too few cards · D403 cards left over · D405 uneven hands · D406 two sizes for one hand · D408 no cards
    · D409 tricks before a deal."""
    if ruleset.playable and _is_played_undealt(ruleset, findings):
        return
    deals = [step for step in ruleset.steps if isinstance(step, DealStep)]
    wrong = [_contradicts(step, merged, findings) or _is_for_nobody(step, findings) for step in deals]
    if not deals or any(wrong):
        return
    by_number = dealt_by_number(deals, ruleset)
    if not by_number:
        return
    size = ruleset.pack.size
    place = _place(deals, merged)
    too_large = [one for one in by_number if one.needed(ruleset) > size]
    dealt = too_large[0] if too_large else max(by_number, key=lambda one: one.needed(ruleset))
    seats, needed = seats_dealt_to(dealt, ruleset), dealt.needed(ruleset)
    if too_large:
        only = len(too_large) < len(by_number)
        _too_few(ruleset, merged, dealt, needed, dealt.place or place, findings, only=only)
    elif dealt.all_cards:
        left = size - dealt.aside
        if left % seats:
            findings.error(
                "D405",
                f"`cards: all` deals uneven hands: {left} cards among {seats} seats leave {left % seats}",
                place,
                label=f"{left} = {seats} × {left // seats} + {left % seats}",
                related=_deck_related(ruleset, merged),
                path=_path(deals),
                help=f"Leave {_cards(left % seats)} out with `without` in `deck`, or deal a number of cards",
                facts={"cards": left, "seats": seats},
            )
    elif needed < size and not dealt.rest and not dealt.up_to:
        _left_over(ruleset, merged, dealt, needed, place, findings)


def _too_few(
    ruleset: Ruleset,
    merged: Merged,
    dealt: Dealt,
    needed: int,
    place: Place,
    findings: Findings,
    *,
    only: bool,
) -> None:
    size, seats = ruleset.pack.size, seats_dealt_to(dealt, ruleset)
    fits = (size - dealt.aside) // seats
    used = fits * seats + dealt.aside
    all_of_them = f"all {size}" if used == size else f"{used} of the {size}"
    findings.error(
        "D401",
        f"{f'Deal {dealt.number}' if only else 'The deal'} needs {_cards(needed)}, and the deck has {size}",
        place,
        label=_sum(ruleset, dealt, needed),
        related=_related(ruleset, merged, dealt, place),
        path="steps.deal",
        help=f"Deal {_cards(fits)} to each seat, which uses {all_of_them} cards, or make the deck larger"
        if fits > 0 and len({count for count, _ in dealt.hands}) < 2
        else "Deal fewer cards, or make the deck larger"
        if fits > 0
        else "Make the deck larger, with more ranks or `copies: 2`",
        facts=_facts(dealt, needed, size, seats),
    )


def _left_over(
    ruleset: Ruleset, merged: Merged, dealt: Dealt, needed: int, place: Place, findings: Findings
) -> None:
    size, seats = ruleset.pack.size, seats_dealt_to(dealt, ruleset)
    left = size - needed
    what = f"{_cards(left)} {'is' if left == 1 else 'are'} left over"
    findings.error(
        "D403",
        f"{what}: the deck has {size}, and the deal uses {needed}",
        place,
        label=_sum(ruleset, dealt, needed),
        related=_related(ruleset, merged, dealt, place),
        path="steps.deal",
        help="Say where they go, as in `piles: {unused: rest}`, or deal more",
        facts=_facts(dealt, needed, size, seats) | {"left": left},
    )


def _contradicts(step: DealStep, merged: Merged, findings: Findings) -> bool:
    """Whether `packets` and `cards` say different sizes of a hand."""
    packets = sum(packet.cards for packet in step.packets if packet.pile is None)
    if not step.packets or (step.cards is None and not step.all_cards):
        return False
    cards = None if step.cards is None else step.cards.value
    if cards == packets:
        return False
    written = find(merged.tree, ("steps", step.name, "packets"))
    said = "all" if step.all_cards else "another number" if cards is None else str(cards)
    key = _key(merged, ("steps", step.name), "cards")
    findings.error(
        "D406",
        f"The packets of `{step.name}` give each seat {_cards(packets)}, and `cards` says {said}",
        key or step.place,
        related=[Related(f"{_cards(packets)} a seat", written.place)] if written else [],
        path=f"steps.{step.name}.cards",
        help="Keep one of the two",
        fixes=remove_at((file.tree for file in merged.files), key) if key else (),
        facts={"packets": packets, "cards": said},
    )
    return True


def _is_played_undealt(ruleset: Ruleset, findings: Findings) -> bool:
    """Whether tricks are played before any cards are dealt."""
    steps = list(ruleset.steps)
    dealt = next((index for index, step in enumerate(steps) if isinstance(step, DealStep)), len(steps))
    played = next((index for index, step in enumerate(steps) if isinstance(step, TricksStep)), len(steps))
    if played == len(steps) or dealt < played:
        return False
    later = [Related("cards are dealt only here", steps[dealt].place)] if dealt < len(steps) else []
    findings.error(
        "D409",
        f"`{steps[played].name}` is played before any cards are dealt",
        steps[played].place,
        related=later,
        path=f"steps.{steps[played].name}",
        help=f"Put `{steps[dealt].name}` first" if later else "Write a step `deal` at the top of `steps`",
    )
    return True


def _is_for_nobody(step: DealStep, findings: Findings) -> bool:
    """Whether it is written that no seat gets cards."""
    if step.who is None or not step.who.is_constant or step.who.value:
        return False
    findings.error(
        "D408",
        f"`{step.name}` deals to nobody",
        step.who.place or step.place,
        path=f"steps.{step.name}.who",
        help="Say who gets cards, or leave `who` out: then all seats do",
    )
    return True


def _sum(ruleset: Ruleset, dealt: Dealt, needed: int) -> str:
    hand = max(dealt.hand, dealt.up_to)
    piles = "".join(f" + {name} {count}" for name, count, _ in dealt.piles)
    seats = seats_dealt_to(dealt, ruleset)
    if len({count for count, _ in dealt.hands}) > 1:
        parts = [f"{count} {'seat' if count == 1 else 'seats'} × {cards}" for count, cards in dealt.hands]
        return f"{' + '.join(parts)}{piles} = {needed}"
    return f"{seats} seats × {hand}{piles if seats * hand != needed else ''} = {needed}"


def _deck_related(ruleset: Ruleset, merged: Merged) -> list[Related]:
    deck = merged.tree.entry("deck")
    return [Related(deck_text(ruleset.pack), deck.key.place)] if deck else []


def deck_text(pack: Pack) -> str:
    """How many cards a deck has, worked out from its suits and ranks where that gives the number."""
    extra = [face.name for face in pack.faces if face.suit is None]
    printed = len(pack.suits) * len(pack.ranks)
    copies = (pack.size - len(extra)) // printed if printed else 0
    if copies < 1 or printed * copies + len(extra) != pack.size:
        return f"{pack.size} cards"
    times = f" × {copies} copies" if copies > 1 else ""
    plus = "".join(f" + {name}" for name in extra) if len(extra) <= 2 else f" + {len(extra)} extra cards"
    return f"{len(pack.suits)} suits × {len(pack.ranks)} ranks{times}{plus} = {pack.size}"


def _related(ruleset: Ruleset, merged: Merged, dealt: Dealt, place: Place) -> list[Related]:
    deck, seats = _deck_related(ruleset, merged), _seats_related(ruleset, merged, place)
    piles = [Related(f"{name}: {_cards(count)}", at) for name, count, at in dealt.piles[:2]]
    return sorted([*deck, *seats, *piles], key=lambda related: (related.place.file, related.place.start))


def _seats_related(ruleset: Ruleset, merged: Merged, place: Place) -> list[Related]:
    """Where the number of seats was written, if that is another file."""
    seats = find(merged.tree, ("players", "seats"))
    if seats is None or seats.place.file == place.file:
        return []
    return [Related(f"{ruleset.seating.count} seats", seats.place)]


def _facts(dealt: Dealt, needed: int, available: int, seats: int) -> dict[str, object]:
    counted: dict[str, object] = {"needed": needed, "available": available, "seats": seats}
    return counted | {"hand": max(dealt.hand, dealt.up_to)} | {name: count for name, count, _ in dealt.piles}


def _path(deals: list[DealStep]) -> str:
    return f"steps.{deals[0].name}"


def _place(deals: list[DealStep], merged: Merged) -> Place:
    """Where the size of a hand is written."""
    for step in deals:
        for key in ("packets", "cards", "up to"):
            node = find(merged.tree, ("steps", step.name, key))
            if node is not None:
                return node.place
    return deals[0].place


def _key(merged: Merged, path: tuple[str, ...], key: str) -> Place | None:
    group = find(merged.tree, path)
    entry = group.entry(key) if isinstance(group, Group) else None
    return entry.key.place if entry else None


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
