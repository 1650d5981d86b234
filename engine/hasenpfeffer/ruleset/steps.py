"""The steps of a deal, one frozen value a kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.reading.place import Place


@dataclass(frozen=True, slots=True)
class Assignment:
    """A setting or counter gets a value; `seat` whose, where each seat has its own."""

    name: str
    seat: Typed | None
    value: Typed
    place: Place


@dataclass(frozen=True, slots=True)
class StepBase:
    """What every step says: its name, its conditions (all must hold), who acts, and who sees it."""

    name: str
    place: Place
    conditions: tuple[Typed, ...]
    who: Typed | None
    shown: Shown


@dataclass(frozen=True, slots=True)
class Shown:
    """Who sees the cards or the answer: `yes`, `no`, `to declarer`, or a pattern or number of its own. Melds can
    be shown `if best`: once the trick is over, by the side whose melds are the best."""

    mode: Literal["yes", "no", "to declarer", "if best", "some", "unsaid"]
    what: Typed | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that are dealt to no seat. `cards` None: the rest of the pack."""

    name: str
    cards: Typed | None
    face_up: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Packet:
    """So many cards to each seat in turn, or to a pile."""

    cards: int
    pile: str | None


@dataclass(frozen=True, slots=True)
class ThrowIn:
    """A hand that may be, or is, thrown in after the deal; `condition` is asked of each seat."""

    name: str
    condition: Typed
    asked: bool
    place: Place


@dataclass(frozen=True, slots=True)
class DealStep(StepBase):
    """Packets first, then cards one by one: `cards` each, or `up_to` so many in hand, or `all_cards` of the pack.

    `seen_after`: the step after which the seats look at their hands.
    """

    opens: Typed | None
    packets: tuple[Packet, ...]
    cards: Typed | None
    all_cards: bool
    piles: tuple[Pile, ...]
    up_to: Typed | None
    thrown_in: tuple[ThrowIn, ...]
    seen_after: str | None
    last_card_up: bool


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an auction. `height` orders calls: (height, place within it); None for doubles."""

    family: str
    text: str
    fields: tuple[tuple[str, Typed], ...]
    condition: Typed | None
    over: Literal["", "opponents", "own side"]
    height: tuple[int, int] | None
    alone: Typed | None
    place: Place

    def field(self, name: str) -> Typed | None:
        for key, value in self.fields:
            if key == name:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Duel:
    """Of two seats one names values, and the other holds each of them or passes."""

    condition: Typed | None
    caller: Typed
    holder: Typed
    place: Place


@dataclass(frozen=True, slots=True)
class Ends:
    """When an auction ends. `passes` is the number of passes in a row; they are said even where no seat could do
    anything else, unless the auction is `cut_short` then."""

    how: Literal["one bidder left", "one turn each", "first bid", "passes in a row", "duels"]
    passes: Typed | None
    duels: tuple[Duel, ...]
    place: Place
    cut_short: bool = True


@dataclass(frozen=True, slots=True)
class AllPass:
    """What happens when nobody bids. `at`: the step (or `scoring`) at which the deal goes on."""

    how: Literal["thrown in", "go on", "forced", "set"]
    forced: Typed | None
    to_bid: Typed | None
    sets: tuple[Assignment, ...]
    at: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class AuctionStep(StepBase):
    """Seats call from `opens` on. `may_equal`: who may take the standing call at its own height."""

    opens: Typed
    calls: tuple[Call, ...]
    allowed: Typed | None
    may_equal: Typed | None
    pass_is_final: bool
    ends: Ends
    all_pass: AllPass
    first_of_side: str | None
    """The field whose first namer of the side is declarer (`first of the side to name trump`)."""


@dataclass(frozen=True, slots=True)
class Option:
    """A named answer: its fields replace the terms of the same name."""

    name: str
    condition: Typed | None
    fields: tuple[tuple[str, Typed], ...]
    at: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class ChooseStep(StepBase):
    """A value for the setting of the step's own name: a member of `values`, or one of named `options`."""

    values: Typed | None
    options: tuple[Option, ...]
    allowed: Typed | None
    per_seat: bool
    secret_until: Typed | None
    at_once: bool
    opens: Typed | None


@dataclass(frozen=True, slots=True)
class PredictStep(StepBase):
    """Each seat says a number; one that is `barred` only where no other is left."""

    values: Typed
    allowed: Typed | None
    barred: Typed | None
    at_once: bool
    opens: Typed | None


@dataclass(frozen=True, slots=True)
class GoAloneStep(StepBase):
    """Each seat of `who` in turn; the first to say so has it, and its partners sit out."""

    opens: Typed | None


@dataclass(frozen=True, slots=True)
class MoveCards(StepBase):
    """What steps that move cards share. `count` or `counts`: how many; `source`: whence; `which`: a seat's own
    cards come from the first of these sets that there is; `onto` and `to`: whither."""

    source: Typed | None
    which: tuple[Duty, ...]
    count: Typed | None
    counts: tuple[int, ...]
    barred: Typed | None
    onto: Typed | None
    to: Typed | None
    opens: Typed | None
    sets: tuple[Assignment, ...]


@dataclass(frozen=True, slots=True)
class TakeStep(MoveCards):
    """Cards come from `source` into a hand."""


@dataclass(frozen=True, slots=True)
class DiscardStep(MoveCards):
    """A seat puts cards away: aside, or with what somebody has taken."""


@dataclass(frozen=True, slots=True)
class GiveStep(MoveCards):
    """A seat gives cards to another. `at_once`: everybody chooses before seeing what comes."""

    at_once: bool


@dataclass(frozen=True, slots=True)
class ExchangeStep(MoveCards):
    """`partner`: with whom (seats) or with which pile; `first`: who gives before seeing the rest."""

    partner: Typed
    pile: str | None
    first: Typed | None


@dataclass(frozen=True, slots=True)
class MoveStep(MoveCards):
    """Moves cards and asks nobody."""


@dataclass(frozen=True, slots=True)
class Melding:
    """Which melds count, how they share cards, and by what those of two seats are compared, in order."""

    melds: tuple[str, ...]
    once: bool
    """Whether a card counts only once in all; otherwise once in each kind."""
    better: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnUpStep(StepBase):
    """Cards that lie face down on the table, in piles or laid aside, lie face up from then on."""

    source: Typed


@dataclass(frozen=True, slots=True)
class MeldStep(StepBase):
    """Each seat of `who` in turn counts its combinations; nobody is asked."""

    melding: Melding
    opens: Typed | None
    sets: tuple[Assignment, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A named prohibition: while `condition` holds, `cards` may not be played."""

    name: str
    condition: Typed | None
    cards: Typed
    place: Place


@dataclass(frozen=True, slots=True)
class Duty:
    """One item of `lead` or `follow`: if `condition` holds and the hand has some of `cards`, one of them."""

    condition: Typed | None
    cards: Typed
    place: Place


@dataclass(frozen=True, slots=True)
class AfterTrick:
    """Something done after each trick: a step that moves cards, or `sets`."""

    name: str
    step: TakeStep | MoveStep | None
    conditions: tuple[Typed, ...]
    sets: tuple[Assignment, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Announcement:
    """Offered to a seat at its turn to play, before its card."""

    name: str
    who: Typed | None
    condition: Typed | None
    playing: Typed | None
    cards_left: Typed | None
    trick: Typed | None
    must: bool
    sets: tuple[Assignment, ...]
    melding: Melding | None
    """The combinations that are melded by it."""
    shown: Shown
    place: Place


@dataclass(frozen=True, slots=True)
class Dummy:
    """A hand that lies open and is played by another seat."""

    hand: Typed
    played_by: Typed
    seen_after: str | None
    """The step after which the hand lies open; None: after the first card."""
    seen_place: Place
    place: Place


@dataclass(frozen=True, slots=True)
class OpenHands:
    """Whose hands lie open while tricks are played, and when."""

    condition: Typed | None
    who: Typed
    place: Place


@dataclass(frozen=True, slots=True)
class TricksStep(StepBase):
    """Tricks, until `count` are played, `stop_when` holds, or nobody has a card left."""

    leader: Typed
    next_leader: Typed | None
    lead: tuple[Duty, ...]
    follow: tuple[Duty, ...]
    bars: tuple[Bar, ...]
    kept_back: tuple[Duty, ...]
    always: Typed | None
    dummy: Dummy | None
    open_hands: OpenHands | None
    after_each: tuple[AfterTrick, ...]
    during: tuple[Announcement, ...]
    stop_when: Typed | None
    count: Typed | None


Step: TypeAlias = (
    DealStep
    | AuctionStep
    | ChooseStep
    | PredictStep
    | GoAloneStep
    | TakeStep
    | DiscardStep
    | GiveStep
    | ExchangeStep
    | MoveStep
    | TurnUpStep
    | MeldStep
    | TricksStep
)
