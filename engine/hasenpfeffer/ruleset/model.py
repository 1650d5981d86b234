"""A ruleset: everything a rule file says, resolved and typed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.cards import Pack
    from hasenpfeffer.lang.names import Names
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.steps import Assignment, Step
    from hasenpfeffer.seats import Seating


@dataclass(frozen=True, slots=True)
class Parameter:
    """A knob of a ruleset. `default` and `value` are texts; `about` is one line for people."""

    name: str
    default: str
    value: str
    choices: str
    about: str
    place: Place


@dataclass(frozen=True, slots=True)
class Term:
    """A named formula; `argument` is the word its body uses for what it is asked of."""

    name: str
    argument: str | None
    body: Typed
    place: Place


@dataclass(frozen=True, slots=True)
class Setting:
    """A name that calls, options, announcements or steps give a value to in the course of a deal."""

    name: str
    type: Type
    per_seat: bool
    index: int


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that lives across deals."""

    name: str
    of: Literal["seat", "team", "table"]
    start: Typed
    type: Type
    about: str
    place: Place


@dataclass(frozen=True, slots=True)
class Sides:
    """Who is the declarers, where that is not the declarer's team."""

    declarers: Typed | None
    decided: Typed | None
    known_to: Typed | None
    secret_until: Typed | None
    words: Mapping[str, str]
    place: Place


@dataclass(frozen=True, slots=True)
class LooseCard:
    """Cards of no suit: what they do in a contract in which they are neither trumps nor of a suit."""

    cards: Typed
    strength: Literal["beats everything", "beats nothing"]
    leading: Typed | str
    following: Literal["when void", "any time", "forced when void"]
    may_name: Typed | None
    place: Place


@dataclass(frozen=True, slots=True)
class Ranking:
    """Who beats whom, high to low, perhaps by contract.

    `plain` is one chain, or chains by the number of a suit. `equal_last_wins`: when the later of two
    equal cards wins.
    """

    trump: Typed | None
    plain: Typed | None
    plain_by_suit: Mapping[int, Typed]
    loose: tuple[LooseCard, ...]
    equal_last_wins: Typed | None
    place: Place


@dataclass(frozen=True, slots=True)
class CardValue:
    """Points of cards by pattern; `block` says whether it counts for trumps, plain cards or both."""

    cards: Typed
    points: Typed
    block: Literal["any", "trump", "plain"]
    condition: Typed | None
    specificity: int
    place: Place


@dataclass(frozen=True, slots=True)
class Values:
    """Points of cards, and what a trick or the last trick adds."""

    cards: tuple[CardValue, ...] = ()
    last_trick: Typed | None = None
    each_trick: Typed | None = None


@dataclass(frozen=True, slots=True)
class Meld:
    """A combination that scores: the very `cards`, or one card of each rank.

    `where`: the ranks lie in one suit, perhaps `of` certain suits only, or in every suit. With `lengths` so many
    of the ranks in a row make it, at least and at most. It has each card so often as `copies` says.
    """

    name: str
    kind: str
    points: Typed
    cards: tuple[Typed, ...]
    where: Literal["", "one suit", "every suit"]
    ranks: tuple[int, ...]
    suits: Typed | None
    lengths: tuple[int, int] | None
    copies: int
    condition: Typed | None
    place: Place


@dataclass(frozen=True, slots=True)
class Receivers:
    """Who gets points: a set of seats, or each seat or team for itself, perhaps cut down; `weights` share."""

    each: Literal["", "seat", "team"]
    who: Typed
    weights: tuple[tuple[Typed, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of scoring, with all its parts; lines run in order of writing."""

    name: str
    condition: Typed | None
    receivers: Receivers
    amount: Typed | None
    loses: bool
    payers: Typed | None
    adds: tuple[Assignment, ...]
    sets: tuple[Assignment, ...]
    instead_of: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Game:
    """How a game of several deals goes on and ends. `over_deals` and `over_everyone` are ways to end it."""

    wins: Typed | None
    loses: Typed | None
    first_out: tuple[FirstOut, ...]
    over: Typed | None
    over_deals: Typed | None
    over_everyone_dealt: bool
    best: Literal["highest score", "lowest score"] | None
    best_teams: Typed | None
    ties: Literal["play on", "share"]
    first_dealer: Typed | None
    next_dealer: Typed
    after_redeal: Typed
    payoff: Typed | None
    longest: int
    place: Place


@dataclass(frozen=True, slots=True)
class FirstOut:
    """Who counts first when several reach the end in one deal: a ranking of scores, or a set of seats."""

    highest_score: bool
    order_of_scoring: bool
    who: Typed | None
    place: Place


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A resolved, typed and checked rule file."""

    name: str
    title: str
    summary: str
    game: str
    patches: tuple[str, ...]
    playable: bool
    names: Names
    seating: Seating
    pack: Pack
    parameters: tuple[Parameter, ...]
    terms: Mapping[str, Term]
    settings: Mapping[str, Setting]
    counters: Mapping[str, Counter]
    sides: Sides | None
    ranking: Ranking
    values: Values
    melds: tuple[Meld, ...]
    steps: tuple[Step, ...]
    scoring: tuple[ScoreLine, ...]
    game_end: Game
    card_names: Mapping[str, Typed] = field(default_factory=dict)
    """Named cards and sets, each as a set of cards."""
    promises: tuple[Typed, ...] = ()
    composed_of: tuple[str, ...] = ()
    """The patches in a file that says nothing of itself but which ones it puts together."""
    options: Mapping[str, object] = field(default_factory=dict)
    """The parameters that were set from outside, by name."""

    @property
    def keeps_scores(self) -> bool:
        """Whether any line of the score pays; there are games in which only counters matter."""
        return any(line.amount is not None for line in self.scoring) or any(
            one.name == "score" for line in self.scoring for one in (*line.adds, *line.sets)
        )
