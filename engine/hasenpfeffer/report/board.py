"""A position as one seat sees it, as a picture of the table: who sits where, what lies before whom, and the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.play.actions import PickCard, PlayCard
from hasenpfeffer.play.bidding import NO_CALL
from hasenpfeffer.ruleset import steps

if TYPE_CHECKING:
    from hasenpfeffer.report.position import Outlook


class SeatLine(NamedTuple):
    """One place at the table: what it is called, what it is in this deal, and what it has said or played."""

    name: str
    marks: tuple[str, ...]
    shown: str
    is_asked: bool


class HandCard(NamedTuple):
    """A card of the hand; `fits` says whether it may be chosen now."""

    text: str
    fits: bool


class Board(NamedTuple):
    """The table before a choice. `seats` are in turn, who is asked last; `hand`, the one to play, is in the groups
    of its suits."""

    title: str
    facts: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    open_cards: tuple[str, ...]
    hand_title: str
    hand: tuple[tuple[HandCard, ...], ...]


def board(outlook: Outlook) -> Board:
    """What lies on the table for one seat."""
    seen, rules = outlook.seen, outlook.rules
    me = outlook.seat
    return Board(
        title=f"deal {seen.deal_number}: {_stage(outlook)}",
        facts=tuple(outlook.standing[:-1]),
        seats=tuple(_seat(outlook, seat) for seat in rules.seating.turns_after(me, rules.seating.everybody)),
        open_cards=tuple(outlook.open_cards),
        hand_title=outlook.whose_hand,
        hand=_hand(outlook),
    )


def _stage(outlook: Outlook) -> str:
    """The step of the deal; for tricks, which of how many."""
    seen = outlook.seen
    if not isinstance(outlook.step, steps.TricksStep):
        return seen.step
    lying = {seat for seat, _ in seen.table}
    playing = [seat for seat in range(len(seen.hand_sizes)) if not seen.sitting >> seat & 1]
    to_come = max(seen.hand_sizes[seat] + (seat in lying) for seat in playing)
    return f"trick {len(seen.tricks) + 1} of {len(seen.tricks) + to_come}"


def _seat(outlook: Outlook, seat: int) -> SeatLine:
    seen, narrator = outlook.seen, outlook.narrator
    marks = []
    if seen.dealer == seat:
        marks.append("dealer")
    if seen.declarer == seat:
        marks.append("declarer")
    if seen.sitting >> seat & 1:
        marks.append("sits out")
    elif isinstance(outlook.step, steps.TricksStep) and outlook.leader == seat:
        marks.append("leads")
    return SeatLine(narrator.name(seat), tuple(marks), _shown(outlook, seat), seen.hand_to_play == seat)


def _shown(outlook: Outlook, seat: int) -> str:
    """The card that a seat has played to this trick, or what it has said in this auction."""
    seen = outlook.seen
    if isinstance(outlook.step, steps.TricksStep):
        return " ".join(outlook.narrator.faces.text(card) for other, card in seen.table if other == seat)
    calls = outlook.step.calls if isinstance(outlook.step, steps.AuctionStep) else ()
    said = ["pass" if call == NO_CALL else calls[call].text for other, call in seen.auction if other == seat]
    return ", ".join(said)


def _hand(outlook: Outlook) -> tuple[tuple[HandCard, ...], ...]:
    """The hand as the rules sort it; every card fits while something else than a card is asked."""
    faces = outlook.rules.pack.cards
    of_cards = [action.face for action in outlook.seen.legal if isinstance(action, PlayCard | PickCard)]
    return tuple(
        tuple(
            HandCard(outlook.narrator.faces.text(card), not of_cards or faces[card] in of_cards)
            for card in group
        )
        for group in outlook.hand_groups
    )
