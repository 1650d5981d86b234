"""The words of the language that can be looked up: what each is asked of, what it gives, who knows it.

The evaluator, the checker and the reference page read this one table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from hasenpfeffer.lang import types
from hasenpfeffer.lang.types import Kind, Type, number

Secrecy = Literal["public", "own", "secret"]
"""Who knows it during a deal: everybody · a seat about itself · nobody for sure."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The greatest numbers that a ruleset allows; ranges of words follow from them."""

    seats: int
    cards: int
    hand: int
    points: int
    point_denominator: int
    deals: int


@dataclass(frozen=True, slots=True)
class Word:
    """One word: `name`, or `name of x` where `argument` says what x is."""

    name: str
    argument: Kind | None
    result: Callable[[Sizes], Type]
    secrecy: Secrecy
    about: str


def _always(result: Type) -> Callable[[Sizes], Type]:
    return lambda sizes: result


_SEATS = _always(types.SEATS)
_CARDS = _always(types.CARDS)
_SUITS = _always(types.SUITS)
_YESNO = _always(types.YESNO)
_TRICKS = _always(types.TRICKS)


def _trick_count(sizes: Sizes) -> Type:
    return number(0, sizes.hand)


def _points(sizes: Sizes) -> Type:
    return number(-sizes.points, sizes.points, sizes.point_denominator)


def _score(sizes: Sizes) -> Type:
    return number(-1_000_000, 1_000_000, 2)


WORDS: tuple[Word, ...] = (
    # seats
    Word("seats", None, _SEATS, "public", "every seat at the table"),
    Word("teams", None, _always(types.TEAMS), "public", "every team: partners together, otherwise each seat"),
    Word("dealer", None, _SEATS, "public", "the seat that deals"),
    Word("declarer", None, _SEATS, "public", "whoever won the auction, or nobody"),
    Word("declarers", None, _SEATS, "public", "the declarer's side"),
    Word("defenders", None, _SEATS, "public", "all seats that are not of the declarer's side"),
    Word("partner", None, _SEATS, "public", "the declarers but the declarer"),
    Word(
        "survivor",
        None,
        _SEATS,
        "public",
        "in duels: who has not passed in the one before; afterwards the declarer",
    ),
    Word("best melder", None, _SEATS, "public", "whose melds are the best"),
    Word("left", None, _SEATS, "public", "the seat at my left"),
    Word("right", None, _SEATS, "public", "the seat at my right"),
    Word("across", None, _SEATS, "public", "the seat opposite me"),
    Word("left", Kind.SEATS, _SEATS, "public", "the next seat clockwise"),
    Word("right", Kind.SEATS, _SEATS, "public", "the next seat anticlockwise"),
    Word("across", Kind.SEATS, _SEATS, "public", "the seat opposite"),
    Word("next", Kind.SEATS, _SEATS, "public", "the seat whose turn follows"),
    Word("partner", Kind.SEATS, _SEATS, "public", "the other seats of the team"),
    Word("team", Kind.SEATS, _SEATS, "public", "the seat and its partners"),
    Word("opponents", Kind.SEATS, _SEATS, "public", "all seats of other teams"),
    Word(
        "lone player", Kind.SEATS, _SEATS, "public", "the one of this side who plays while a partner sits out"
    ),
    Word("alone", Kind.SEATS, _YESNO, "public", "a seat of this side sits out, and one takes part"),
    Word("forced", Kind.SEATS, _YESNO, "public", "this seat had to bid because all passed"),
    Word("holder", Kind.CARDS, _SEATS, "secret", "who has the card in hand now"),
    Word("holders", Kind.CARDS, _SEATS, "secret", "who has any of the cards in hand now"),
    Word("owner", Kind.CARDS, _SEATS, "secret", "who held the card when the first trick began"),
    Word("owners", Kind.CARDS, _SEATS, "secret", "who held any of the cards when the first trick began"),
    Word("player", Kind.CARDS, _SEATS, "public", "who played the card"),
    Word("taker", Kind.CARDS, _SEATS, "public", "who won the trick in which the card lay"),
    Word("winner", Kind.TRICKS, _SEATS, "public", "who takes the trick as it lies"),
    # cards
    Word("nothing", None, _CARDS, "public", "no card"),
    Word("any card", None, _CARDS, "public", "every card of the pack"),
    Word("trumps", None, _CARDS, "public", "the cards that follow the trump choice"),
    Word("trick", None, _CARDS, "public", "the cards of the trick in progress"),
    Word("last trick", None, _CARDS, "public", "the cards of the latest whole trick"),
    Word("card led", None, _CARDS, "public", "the first card of the trick"),
    Word("played", None, _CARDS, "public", "all cards played so far"),
    Word("first card played", None, _CARDS, "public", "the first card of the deal"),
    Word("last card dealt", None, _CARDS, "public", "the dealer's last card, where it is dealt face up"),
    Word("cards melded", None, _CARDS, "public", "all cards laid down in melds"),
    Word("hand", Kind.SEATS, _CARDS, "own", "the cards in hand now"),
    Word("dealt", Kind.SEATS, _CARDS, "own", "the hand as it was dealt"),
    Word("laid aside", Kind.SEATS, _CARDS, "own", "the cards that this seat has put away, out of play"),
    Word("taken", Kind.SEATS, _CARDS, "secret", "the cards won in tricks and put aside for this side"),
    Word("won", Kind.SEATS, _TRICKS, "public", "the tricks won"),
    Word("winning", Kind.CARDS, _CARDS, "public", "those of the cards that would take the trick as it lies"),
    # suits
    Word("suits", None, _SUITS, "public", "every suit of the pack"),
    Word("any suit", None, _SUITS, "public", "every suit of the pack"),
    Word(
        "suit led", None, _SUITS, "public", "the suit of the card led under this contract, also after a trick"
    ),
    Word("suit", Kind.CARDS, _SUITS, "public", "the suit a card belongs to under this contract"),
    Word("printed suit", Kind.CARDS, _SUITS, "public", "the suit printed on a card"),
    Word("sister", Kind.SUITS, _SUITS, "public", "the other suit of the same colour"),
    Word("shown out", Kind.SEATS, _SUITS, "public", "the suits that this seat has failed to follow"),
    # numbers
    Word("tricks", Kind.SEATS, _trick_count, "public", "how many tricks they have won so far"),
    Word(
        "points",
        Kind.SEATS,
        _points,
        "secret",
        "the value of the cards they have taken, with what `values` adds",
    ),
    Word("points", Kind.CARDS, _points, "public", "the value of the cards"),
    Word("score", Kind.SEATS, _score, "public", "the score before this deal"),
    Word("this deal", Kind.SEATS, _score, "public", "what the scoring lines before this one have given"),
    Word("meld", Kind.SEATS, lambda s: number(0, 5000), "public", "the points of their melds"),
    Word(
        "tops",
        Kind.CARDS,
        lambda s: number(0, s.cards),
        "public",
        "how many of the highest trumps without a gap",
    ),
    Word("trick number", None, lambda s: number(0, s.hand), "public", "which trick this is, from 1"),
    Word(
        "deal number", None, lambda s: number(1, s.deals), "public", "which deal of the game this is, from 1"
    ),
    # conditions
    Word("leading", None, _YESNO, "public", "the seat to play leads to the trick"),
    Word("final trick", None, _YESNO, "public", "this trick is the last of the deal"),
    # calls
    Word("call", None, _always(types.CALLS), "public", "the standing call"),
)

TOLD_BY_CARDS = frozenset(
    {
        *("holder", "holders", "owner", "owners", "player", "taker", "winner", "survivor", "best melder"),
        *("trick", "last trick", "card led", "played", "first card played", "last card dealt"),
        *(
            "cards melded",
            "hand",
            "dealt",
            "laid aside",
            "taken",
            "won",
            "winning",
            "suit led",
            "shown out",
            "tops",
        ),
        *("trick number", "leading", "final trick"),
    }
)
"""Words that nothing but the cards answers: who holds them, how they were played."""

RECEIVER_WORDS = ("tricks", "points", "meld", "score", "this deal")
"""Words that mean the receiver's own where a scoring line goes through seats or teams."""

PREDICATES = ("alone", "forced")
"""Words that stand at the right of `is`."""

EMPTY_WORDS = ("none", "nobody", "nothing")

RESERVED = frozenset(
    ["yes", "no", "alone", "forced", "none", "nobody", "nothing", "somebody", "me", "seat", "team", "card"]
    + [word.name for word in WORDS]
)
"""Names that a file may not give to things of its own (but a step may be called like its kind)."""

_BY_NAME: dict[str, tuple[Word, ...]] = {}
for _word in WORDS:
    _BY_NAME[_word.name] = (*_BY_NAME.get(_word.name, ()), _word)


def find(name: str, argument: Kind | None) -> Word | None:
    """The word of this name that is asked of this kind of thing."""
    for word in _BY_NAME.get(name, ()):
        if word.argument is argument:
            return word
    return None


def overloads(name: str) -> tuple[Word, ...]:
    """Every word of this name that is asked of something."""
    return tuple(word for word in _BY_NAME.get(name, ()) if word.argument is not None)
