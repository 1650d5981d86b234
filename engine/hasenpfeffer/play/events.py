"""What happened. Every event says which seats may know its cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from hasenpfeffer.play.state import Number
    from hasenpfeffer.reading.place import Place

EventKind = Literal[
    "dealt",
    "called",
    "held",
    "passed",
    "auction won",
    "thrown in",
    "nobody bid",
    "forced",
    "chosen",
    "predicted",
    "alone",
    "with partner",
    "took",
    "discarded",
    "gave",
    "moved",
    "turned up",
    "melded",
    "shown",
    "announced",
    "laid open",
    "played",
    "suit named",
    "trick won",
    "scored",
    "counted",
    "deal over",
    "game over",
    "replaced",
]
"""`replaced`: a player failed, and a legal action was taken in its stead; `text` says what was wrong."""
LONGEST_FAULT: Final = 200


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    `seat` who did it (-1: nobody), `to` whom or for whom (a seat, -1: nobody), `cards` which cards,
    `seen_by` the seats that may know them, `count` how many there are, `text` the call, value, pile or line,
    `points` by account where it scores (of a counter: what it stands at for all who have one), `worth` what melded
    cards count, `place` the rule in the file,
    `by` who plays the seat's card, where that is another (-1: the seat itself).
    """

    kind: EventKind
    seat: int = -1
    to: int = -1
    cards: int = 0
    count: int = 0
    seen_by: int = 0
    text: str = ""
    points: tuple[Number, ...] = ()
    place: Place | None = None
    worth: Number = 0
    by: int = -1

    def as_seen(self, seat: int) -> Event:
        """The event without the cards or the answer that this seat may not know; the number of cards stays."""
        if self.seen_by >> seat & 1:
            return self
        if self.kind in ("chosen", "predicted", "replaced", "melded"):
            return replace(self, cards=0, count=0, text="")
        return replace(self, cards=0)


def replaced(seat: int, fault: str) -> Event:
    """A player failed; what it says of it may name its cards."""
    said = fault.encode(errors="replace").decode()[:LONGEST_FAULT]
    return Event("replaced", seat, seen_by=1 << seat, text=said)
