"""Everything about a position, as values that cannot change.

Seats are numbers, sets of seats and cards integers with one bit a member. A state is a named tuple rather
than a dataclass because every action makes new ones.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeGuard

from hasenpfeffer.lang.evaluate import plain

if TYPE_CHECKING:
    from hasenpfeffer.reading.place import Place

Number: TypeAlias = int | Fraction
LARGEST: Final = 10**12
"""No number that a state keeps is larger, and no denominator."""


def kept(value: Number) -> Number:
    """A number as a state keeps it. What is worked out from itself again and again would grow without end."""
    if -LARGEST <= value <= LARGEST and value.denominator <= LARGEST:
        return value
    return plain(max(Fraction(-LARGEST), min(Fraction(LARGEST), Fraction(value * LARGEST // 1, LARGEST))))  # type: ignore[no-any-return]


class Trick(NamedTuple):
    """A whole trick: (seat, card) in order of play, and who won it."""

    cards: tuple[tuple[int, int], ...]
    winner: int

    @property
    def card_set(self) -> int:
        return sum(1 << card for _, card in self.cards)


class Melded(NamedTuple):
    """One combination that a seat has melded. `meld` is its place in the ruleset's list, -1 where only the points
    are known; `is_open`: its cards have been shown to all."""

    seat: int
    meld: int
    cards: int
    points: Number
    is_open: bool


class Deferred(NamedTuple):
    """A setting that is a formula, worked out each time it is read; `me` is who made the call."""

    formula: int
    me: int


def is_by_seat(value: Any) -> TypeGuard[tuple[Any, ...]]:
    """Whether each seat has its own of a setting, or none yet; otherwise it is for all."""
    return isinstance(value, tuple) and not isinstance(value, Deferred)


class Scored(NamedTuple):
    """What one scoring line paid: for each account, the points; `place` is where the line stands."""

    line: str
    points: tuple[Number, ...]
    place: Place


class State(NamedTuple):
    """One position of one deal.

    `step` is the index of the step in progress (the number of steps when the deal is scored), `work` what that
    step remembers. `scores` are by account (see `CompiledRules.accounts`) before this deal until it is over.
    """

    deal_number: int
    redeals: int
    dealer: int
    scores: tuple[Number, ...]
    counters: tuple[tuple[Number, ...], ...]
    pack: tuple[int, ...]
    """The cards in the order of the deal."""
    dealt_from: int
    """How many cards of the pack have been dealt."""
    step: int
    work: Any
    hands: tuple[int, ...]
    dealt: tuple[int, ...]
    owned: tuple[int, ...]
    """Hands when the first trick began, put-away cards included; empty before."""
    piles: tuple[int, ...]
    piles_dealt: tuple[int, ...]
    taken: tuple[int, ...]
    aside: tuple[int, ...]
    """Cards out of play, by the seat that put them away; they count for nobody."""
    turned: int
    """Cards on the table that were face down and have been turned up, wherever they go from there."""
    moved: tuple[int, ...]
    """The cards that each moving step has moved."""
    sitting: int
    """Who sits out: partners of a lone player, and who takes no part at all."""
    absent: int
    """Those of them who take no part in this deal: they get no cards, or the rules do not let them play."""
    declarer: int
    """The seat, or -1."""
    forced: bool
    call: int
    settings: tuple[Any, ...]
    table: tuple[tuple[int, int], ...]
    """The trick in progress: (seat, card) in order of play."""
    led_suit: int
    """The suit led as a set, or 0; kept because a loose card may name it."""
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    shown_out: tuple[int, ...]
    melds: tuple[Melded, ...]
    """In the order in which they were melded."""
    announced: tuple[tuple[int, int], ...]
    """What was announced while tricks were played: (seat, index of the announcement), in order."""
    this_deal: tuple[Number, ...]
    lines: tuple[Scored, ...]
    over: bool
    thrown_in: bool
    game_over: bool
    winners: int
    """Accounts that won the game, as a set."""
    unfinished: bool
    deals_by: tuple[int, ...]
    """How many scored deals each seat has dealt."""
    unscored: State | None
    """The position before the deal was scored; None until it is."""
