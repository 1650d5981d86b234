"""The one namespace of a ruleset: what every name in its formulas stands for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.cards import Pack
    from hasenpfeffer.lang import ast
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.lang.vocabulary import Sizes
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.seats import Seating


@dataclass(frozen=True, slots=True)
class ParameterName:
    """A knob, turned: its value is fixed before play."""

    value: Typed
    place: Place


@dataclass(frozen=True, slots=True)
class TermName:
    """A named formula; `argument` is the word its body uses for what it is asked of."""

    body: ast.Expr
    argument: str | None
    place: Place


@dataclass(slots=True)
class SettingName:
    """A name that calls, options, announcements or steps give a value to.

    `suppliers` are the formulas that may become its value; `per_seat`: each seat has its own.
    """

    per_seat: bool
    place: Place
    suppliers: list[tuple[ast.Expr, bool]] = field(default_factory=list)
    """Formula, and whether its members are meant (a list to choose from)."""
    given: Type | None = None
    """The type, where the step itself says it."""


@dataclass(frozen=True, slots=True)
class CounterName:
    of: Literal["seat", "team", "table"]
    type: Type
    place: Place


def _is_never_hidden(name: str) -> bool:
    return False


@dataclass(slots=True)
class Names:
    """Filled before any formula is typed; afterwards only looked at."""

    pack: Pack
    seating: Seating
    sizes: Sizes
    strains: dict[str, int] = field(default_factory=dict)
    """Named trumps that are no suits (`no trump`); numbers follow those of the suits."""
    words: dict[str, int] = field(default_factory=dict)
    """Words that are only values of choices, each with its number."""
    parameters: dict[str, ParameterName] = field(default_factory=dict)
    terms: dict[str, TermName] = field(default_factory=dict)
    settings: dict[str, SettingName] = field(default_factory=dict)
    counters: dict[str, CounterName] = field(default_factory=dict)
    card_names: dict[str, tuple[ast.Expr, Place]] = field(default_factory=dict)
    piles: dict[str, Place] = field(default_factory=dict)
    moves: dict[str, Place] = field(default_factory=dict)
    """Steps that move cards; such a step's name means the cards it moved."""
    families: dict[str, Place] = field(default_factory=dict)
    """Families of calls."""
    steps: dict[str, Place] = field(default_factory=dict)
    melds: dict[str, Place] = field(default_factory=dict)
    """Labels that no formula reads."""
    lacks_cards: bool = False
    """Whether not all cards are known, so that a name that is not known may be one."""
    unclear: set[str] = field(default_factory=set)
    """Names whose declaration has a finding, so that what they stand for is not known."""
    unknown: set[str] = field(default_factory=set)
    """Names that formulas read, and that are close to none that there is."""
    words_of_unknown: set[str] = field(default_factory=set)
    meant: set[str] = field(default_factory=set)
    """Names that formulas read under a misspelt name, as far as can be guessed."""
    is_hidden: Callable[[str], bool] = _is_never_hidden
    """Whether a name that is not known may be declared in a part of the files that could not be used."""

    def nothing_is_hidden(self) -> None:
        """Every file could be used as a whole: what is left is data, as records keep it."""
        self.is_hidden = _is_never_hidden

    def for_others(self) -> Names:
        """The same names for formulas that do not stand in the rules: what those misspell is not kept."""
        return replace(self, unknown=set(), words_of_unknown=set(), meant=set(), words=dict(self.words))

    def may_be_read(self, name: str) -> bool:
        """Whether a formula may have meant this name under another one that is not known."""
        return name in self.meant or not self.words_of_unknown.isdisjoint(name.split())

    def note_unknown(self, name: str) -> None:
        """Remembers a name that is close to none that there is."""
        self.unknown.add(name)
        self.words_of_unknown.update(name.split())

    def may_be_there(self, name: str) -> bool:
        """Whether there is a finding already that explains why a name is not known."""
        return name in self.unclear or self.is_hidden(name)

    def suit(self, name: str) -> int | None:
        """The number of a suit or a named trump."""
        for index, suit in enumerate(self.pack.suits):
            if name == suit.name or name == suit.sign:
                return index
        return self.strains.get(name)

    def rank(self, name: str) -> int | None:
        for index, rank in enumerate(self.pack.ranks):
            if name in (rank.name, rank.code):
                return index
        return None

    def extra(self, name: str) -> int | None:
        """The face of an extra card, which has no suit."""
        for index, face in enumerate(self.pack.faces):
            if face.suit is None and name == face.name:
                return index
        return None

    def seat(self, name: str) -> int | None:
        return self.seating.names.index(name) if name in self.seating.names else None

    def word(self, name: str) -> int:
        """The number of a word that is only a value; a new one is given its number here."""
        return self.words.setdefault(name, len(self.words))

    def all_names(self) -> tuple[str, ...]:
        """Every name that the file itself brings."""
        return (
            *self.seating.names,
            *(suit.name for suit in self.pack.suits),
            *(rank.name for rank in self.pack.ranks),
            *(face.name for face in self.pack.faces if face.suit is None),
            *self.strains,
            *self.words,
            *self.parameters,
            *self.terms,
            *self.settings,
            *self.counters,
            *self.card_names,
            *self.piles,
            *self.moves,
            *self.families,
        )
