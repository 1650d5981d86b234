"""Who has to bid if all pass: whether there is such a seat in every deal, and a call for it to make."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.reading.fixes import respell
from hasenpfeffer.ruleset.steps import DealStep, MoveCards
from hasenpfeffer.shelf.checks.dealt import numbers
from hasenpfeffer.shelf.checks.knowledge import HOLDERS
from hasenpfeffer.shelf.checks.nobody import never_anybody
from hasenpfeffer.shelf.checks.written import text_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import AuctionStep, Call
    from hasenpfeffer.shelf.merge import Merged


def check_forced(
    step: AuctionStep, bids: Sequence[Call], ruleset: Ruleset, merged: Merged, findings: Findings
) -> None:
    """B505 a forced bid above every call · B506 no seat can be forced · B507 in some deals there is none."""
    forced = step.all_pass.forced
    if forced is None or any(part.op == "error" for part in forced.walk()):
        return
    place = forced.place or step.all_pass.place
    why = never_anybody(forced, ruleset, nobody_has_bid=True)
    if why:
        findings.error(
            "B506",
            f"If all pass, `{text_at(place, merged)}` has to bid, and that is never anybody: {why}",
            place,
            path=f"steps.{step.name}.all pass.forced",
            help="Name a seat that there is, such as `dealer`",
        )
        return
    _forced_too_high(step, bids, findings)
    _may_be_missing(step, forced, ruleset, merged, findings)


def _forced_too_high(step: AuctionStep, bids: Sequence[Call], findings: Findings) -> None:
    to_bid = step.all_pass.to_bid
    if to_bid is None or not isinstance(to_bid.value, int):
        return
    amounts = {
        value.value: value.place or call.place
        for call in bids
        if (value := call.field("bid")) and isinstance(value.value, int)
    }
    if not amounts or max(amounts) >= to_bid.value:
        return
    findings.error(
        "B505",
        f"If all pass, a bid of {to_bid.value} is forced, and the highest call is a bid of {max(amounts)}",
        to_bid.place or step.all_pass.place,
        related=[Related("the calls", amounts[max(amounts)])],
        path=f"steps.{step.name}.all pass.to bid",
        help=f"Write `to bid: {max(amounts)}`, or less",
        fixes=respell(to_bid.place, str(to_bid.value), str(max(amounts))) if to_bid.place else (),
        facts={"to bid": to_bid.value, "highest": max(amounts)},
    )


def _may_be_missing(
    step: AuctionStep, forced: Typed, ruleset: Ruleset, merged: Merged, findings: Findings
) -> None:
    """B507: whoever holds a card has to bid, and the card need not be in a hand."""
    cards = forced.args[0] if forced.op == "lookup" and forced.value in HOLDERS and forced.args else None
    if cards is None or not cards.is_constant or not isinstance(cards.value, int):
        return
    in_hands = _cards_in_hands(step, ruleset)
    deck, asked = ruleset.pack.size, cards.value.bit_count()
    if in_hands is None or in_hands >= deck or asked > deck - in_hands:
        return
    missing, deals = comb(deck - in_hands, asked), comb(deck, asked)
    place = forced.place or step.all_pass.place
    card = text_at(cards.place, merged) if cards.place is not None else "the card"
    who = text_at(place, merged)
    findings.warning(
        "B507",
        f"In {_ratio(missing, deals)} nobody holds `{card}`, and then nobody must bid if all pass",
        place,
        label=f"{deck - in_hands} of {deck} cards {'is' if deck - in_hands == 1 else 'are'} in no hand",
        path=f"steps.{step.name}.all pass.forced",
        help=f"Say who does then: `{who} or else dealer`, or `{who} or else nobody` for a deal thrown in",
        facts={"deals": deals, "missing": missing, "in hands": in_hands, "deck": deck},
    )


def _ratio(some: int, of: int) -> str:
    """`1 of 25 deals (4.0 %)`."""
    return f"{some:,} of {of:,} deals ({100 * some / of:.1f} %)"


def _cards_in_hands(auction: AuctionStep, ruleset: Ruleset) -> int | None:
    """How many cards lie in hands when the auction begins; None where play decides."""
    total = 0
    for step in ruleset.steps:
        if step is auction:
            return total
        if isinstance(step, MoveCards):
            return None
        if not isinstance(step, DealStep):
            continue
        if step.who is not None or step.up_to is not None or step.all_cards:
            return None
        each = sum(packet.cards for packet in step.packets if packet.pile is None)
        if step.cards is not None:
            amounts = numbers(step.cards)
            if len(amounts) != 1:
                return None
            each = amounts[0]
        total += each * ruleset.seating.count
    return None
