"""Whether the cards go round: the deal fits the deck, nothing is left over, and all hands are of one size."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.fixes import remove_at
from hasenpfeffer.reading.tree import Group, find
from hasenpfeffer.ruleset.steps import DealStep

if TYPE_CHECKING:
    from hasenpfeffer.cards import Pack
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Pile
    from hasenpfeffer.shelf.merge import Merged


_MOST_DEALS: Final = 200
"""Deals of a game that are looked at, where they differ."""
_ONE_SEAT: Final = ("dealer", "declarer", "left", "right", "across", "next")
"""Words for a seat of which there is always one at most."""


@dataclass(frozen=True, slots=True)
class _Dealt:
    """What the steps that deal hand out; `rest`: some pile takes what is left of the pack."""

    hand: int
    hands: tuple[tuple[int, int], ...]
    """For each step that deals to hands, how many seats get how many cards."""
    piles: tuple[tuple[str, int, Place], ...]
    rest: bool
    all_cards: bool
    up_to: int
    number: int
    """Which deal of a game it is, where not all are alike."""
    place: Place | None
    """Where the cards of just this deal are written."""

    def needed(self, ruleset: Ruleset) -> int:
        """How many cards the deck has to have."""
        return max(self.in_hands + self.aside, _seats(self, ruleset) * self.up_to)

    @property
    def aside(self) -> int:
        return sum(count for _, count, _ in self.piles)

    @property
    def in_hands(self) -> int:
        return sum(seats * cards for seats, cards in self.hands)


def check_deal(ruleset: Ruleset, merged: Merged, findings: Findings) -> None:
    """D401 too few cards · D403 cards left over · D405 uneven hands · D406 two sizes for one hand · D408 no cards."""
    deals = [step for step in ruleset.steps if isinstance(step, DealStep)]
    wrong = [_contradicts(step, merged, findings) or _is_for_nobody(step, findings) for step in deals]
    if not deals or any(wrong):
        return
    by_number = _by_number(deals, ruleset)
    if not by_number:
        return
    size = ruleset.pack.size
    place = _place(deals, merged)
    too_large = [one for one in by_number if one.needed(ruleset) > size]
    dealt = too_large[0] if too_large else max(by_number, key=lambda one: one.needed(ruleset))
    seats, needed = _seats(dealt, ruleset), dealt.needed(ruleset)
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
    dealt: _Dealt,
    needed: int,
    place: Place,
    findings: Findings,
    *,
    only: bool,
) -> None:
    size, seats = ruleset.pack.size, _seats(dealt, ruleset)
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
    ruleset: Ruleset, merged: Merged, dealt: _Dealt, needed: int, place: Place, findings: Findings
) -> None:
    size, seats = ruleset.pack.size, _seats(dealt, ruleset)
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


def _by_number(deals: list[DealStep], ruleset: Ruleset) -> list[_Dealt]:
    """All that is dealt in the first deal, in the second and so on, as far as they differ; nothing where a number
    depends on play."""
    amounts = [amount for step in deals for amount in (step.cards, step.up_to)]
    amounts += [pile.cards for step in deals for pile in step.piles]
    lengths = [len(numbers(amount_of(one, ruleset))) for one in amounts if one is not None]
    found = [
        _dealt(deals, ruleset, number) for number in range(min(lcm(*filter(None, lengths)), _MOST_DEALS))
    ]
    return [one for one in found if one is not None] if None not in found else []


def _dealt(deals: list[DealStep], ruleset: Ruleset, number: int) -> _Dealt | None:
    """All that is dealt in one of the deals of a game, or None where a number depends on play."""
    place: Place | None = None
    hand = up_to = 0
    hands: list[tuple[int, int]] = []
    piles: list[tuple[str, int, Place]] = []
    rest = all_cards = False
    for step in deals:
        before, seats = hand, _how_many(step.who, ruleset)
        if seats is None:
            return None
        hand += 0 if step.cards is not None else sum(p.cards for p in step.packets if p.pile is None)
        cards, most = _in_deal(step.cards, number, ruleset), _in_deal(step.up_to, number, ruleset)
        if (step.cards is not None and cards is None) or (step.up_to is not None and most is None):
            return None
        hand += _number(cards)
        up_to = max(up_to, _number(most))
        if cards is not None and step.cards is not None and cards.place != step.cards.place:
            place = cards.place
        all_cards = all_cards or step.all_cards
        hands.append((seats, hand - before))
        for pile in step.piles:
            count = _pile_size(pile, step, number, ruleset)
            if count is None:
                rest = True
            elif count < 0:
                return None
            else:
                piles.append((pile.name, count, pile.place))
    return _Dealt(hand, tuple(hands), tuple(piles), rest, all_cards, up_to, number + 1, place)


def _in_deal(amount: Typed | None, number: int, ruleset: Ruleset) -> Typed | None:
    """The constant that a number of cards is in one of the deals of a game; None where play decides."""
    if amount is None:
        return None
    amount = amount_of(amount, ruleset)
    if not numbers(amount):
        return None
    return amount.args[number % len(amount.args)] if amount.op == "by_deal" else amount


def _how_many(who: Typed | None, ruleset: Ruleset) -> int | None:
    """How many seats a step deals to; None where play decides."""
    if who is None:
        return ruleset.seating.count
    if who.is_constant and isinstance(who.value, int):
        return who.value.bit_count()
    if who.op == "lookup":
        if who.value == "seats":
            return ruleset.seating.count
        return 1 if who.value in _ONE_SEAT else None
    if who.op == "except":
        whole, without = (_how_many(part, ruleset) for part in who.args)
        return whole - without if whole == ruleset.seating.count and without is not None else None
    return None


def _seats(dealt: _Dealt, ruleset: Ruleset) -> int:
    """The seats of a table, or as many of them as get cards, where that is one number."""
    counts = {seats for seats, _ in dealt.hands}
    return counts.pop() if len(counts) == 1 else ruleset.seating.count


def _number(amount: Typed | None) -> int:
    return amount.value if amount is not None and isinstance(amount.value, int) else 0


def _pile_size(pile: Pile, step: DealStep, number: int, ruleset: Ruleset) -> int | None:
    """How many cards lie in a pile; None for the rest of the pack, -1 where play decides."""
    in_packets = [packet.cards for packet in step.packets if packet.pile == pile.name]
    if in_packets:
        return sum(in_packets)
    if pile.cards is None:
        return None
    cards = _in_deal(pile.cards, number, ruleset)
    return -1 if cards is None else _number(cards)


def amount_of(amount: Typed, ruleset: Ruleset) -> Typed:
    """What a number of cards is, where it is said by a term to which nothing gives another value."""
    seen: set[str] = set()
    while amount.op == "term" and not amount.args and str(amount.value) not in seen:
        name = str(amount.value)
        if name in ruleset.settings or name not in ruleset.terms:
            break
        seen.add(name)
        amount = ruleset.terms[name].body
    return amount


def numbers(amount: Typed) -> tuple[int, ...]:
    """The numbers that a formula can be: itself, or one for each deal; empty where play decides."""
    if isinstance(amount.value, int) and amount.op == "constant":
        return (amount.value,)
    if amount.op == "by_deal":
        found = [part.value for part in amount.args if isinstance(part.value, int)]
        return tuple(found) if len(found) == len(amount.args) else ()
    return ()


def _sum(ruleset: Ruleset, dealt: _Dealt, needed: int) -> str:
    hand = max(dealt.hand, dealt.up_to)
    piles = "".join(f" + {name} {count}" for name, count, _ in dealt.piles)
    seats = _seats(dealt, ruleset)
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


def _related(ruleset: Ruleset, merged: Merged, dealt: _Dealt, place: Place) -> list[Related]:
    deck, seats = _deck_related(ruleset, merged), _seats_related(ruleset, merged, place)
    piles = [Related(f"{name}: {_cards(count)}", at) for name, count, at in dealt.piles[:2]]
    return sorted([*deck, *seats, *piles], key=lambda related: (related.place.file, related.place.start))


def _seats_related(ruleset: Ruleset, merged: Merged, place: Place) -> list[Related]:
    """Where the number of seats was written, if that is another file."""
    seats = find(merged.tree, ("players", "seats"))
    if seats is None or seats.place.file == place.file:
        return []
    return [Related(f"{ruleset.seating.count} seats", seats.place)]


def _facts(dealt: _Dealt, needed: int, available: int, seats: int) -> dict[str, object]:
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
