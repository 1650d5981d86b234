"""What scoring wants to know of a deal, read off the formulas that it reaches.

Whatever can only be worked out from the cards themselves is asked for as a number or an answer: the tricks, the
points, or the nearest term above it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import LOOPS
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.lang.vocabulary import TOLD_BY_CARDS
from hasenpfeffer.ruleset.steps import AuctionStep, ChooseStep, PredictStep
from hasenpfeffer.study.sheets.answers import set_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.reading.place import Place

TRICKS: Final = "tricks"

_RESULTS: Final = (TRICKS, "points", "meld")
_MANY: Final = 1000
_SIDES: Final = ("declarer", "declarers", "defenders", "partner")
Whose = Literal["", "side", "account", "seat"]


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to be told. `whose`: of nobody in particular, of each side, of each account, of each seat.

    `sides` are those that the formulas ask for. `is_asked`: without it the deal cannot be scored; `is_shared`:
    what one has, the others have not, so the last one need not be told.
    """

    name: str
    type: Type
    whose: Whose
    sides: tuple[str, ...]
    is_asked: bool
    is_shared: bool
    place: Place | None

    @property
    def kind(self) -> Kind:
        return self.type.kind


def number_text(need: Need) -> str:
    """What numbers are meant: `a number from 0 to 6`."""
    low, high = need.type.low, need.type.high
    if high < _MANY:
        return f"a number from {low} to {high}"
    return "a number from 0 up" if low == 0 else "a number"


@dataclass(frozen=True, slots=True)
class Needs:
    """All that is to be told of a deal, in the order in which it is asked for."""

    call: bool
    alone: bool
    all: tuple[Need, ...]

    def named(self, name: str) -> Need | None:
        return next((need for need in self.all if need.name == name), None)

    @property
    def asked(self) -> tuple[Need, ...]:
        return tuple(need for need in self.all if need.is_asked)


class _OnlyCardsTell(Exception):
    """A formula reads what nobody can tell without the cards; the word that does."""


def needs_of(rules: CompiledRules) -> Needs:
    """What must be told of a deal of these rules.

    Raises UnsupportedError where a scoring line itself reads the cards.
    """
    return _Search(rules).all()


def settings_read(rules: CompiledRules, formulas: Iterable[Typed]) -> set[str] | None:
    """The settings that formulas ask for, also through terms; None where one asks what only the cards tell."""
    search = _Search(rules)
    try:
        for formula in formulas:
            search._walk(formula)
    except _OnlyCardsTell:
        return None
    return set(search._settings)


class _Search:
    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.ruleset = rules.ruleset
        self._seen: set[str] = set()
        self._words: dict[str, set[str]] = {}
        """Of each word and term that must be told: of whom it is asked."""
        self._types: dict[str, Type] = {}
        self._settings: dict[str, Place | None] = {}
        self._pinned: dict[str, Typed] = {}
        self._asks_sides = False
        self._asks_alone = False

    def all(self) -> Needs:
        for what, place, formula, each in self._roots():
            try:
                self._walk(formula, each)
            except _OnlyCardsTell as reason:
                raise UnsupportedError(
                    f"Score cannot be kept without the cards: {what} asks for `{reason}` ({place.line})"
                ) from None
        has_auction = any(isinstance(step, AuctionStep) for step in self.ruleset.steps)
        return Needs(has_auction and bool(self.rules.calls), self._asks_alone, tuple(self._needs()))

    # --- where scoring begins

    def _roots(self) -> Iterator[tuple[str, Place, Typed, str]]:
        for line in self.ruleset.scoring:
            each = line.receivers.each
            weights = [who for who, _ in line.receivers.weights]
            changed = [one.value for one in (*line.adds, *line.sets)]
            for part in (line.condition, line.receivers.who, line.amount, line.payers, *weights, *changed):
                if part is not None:
                    yield f"the scoring line `{line.name}`", line.place, part, each
        game = self.ruleset.game_end
        ends = (game.wins, game.loses, game.over, game.over_deals, game.best_teams)
        for end in (*ends, game.next_dealer, game.after_redeal, *(first.who for first in game.first_out)):
            if end is not None:
                yield "the end of the game", game.place, end, "team"

    # --- what formulas reach

    def _walk(self, formula: Typed, each: str = "", inside: bool = False) -> None:
        """Notes all that a formula asks for. `inside`: within a term or a count, where a seat is one seat."""
        match formula.op:
            case "lookup":
                self._lookup(formula, each, inside)
            case "term":
                self._term(str(formula.value), self._asked_of(formula, each, inside))
            case "setting":
                self._setting(str(formula.value), formula.place)
            case "pile" | "moved":
                raise _OnlyCardsTell(str(formula.value))
        for part in formula.args:
            self._walk(part, each, inside or formula.op in LOOPS)

    def _lookup(self, formula: Typed, each: str, inside: bool) -> None:
        word = str(formula.value)
        of = formula.args[0].type.kind if formula.args else None
        if word in _RESULTS and of is not Kind.CARDS:
            self._words.setdefault(word, set()).add(self._asked_of(formula, each, inside))
            self._types[word] = formula.type
        elif word in TOLD_BY_CARDS or word == "points":
            raise _OnlyCardsTell(word)
        elif word in ("alone", "lone player"):
            self._asks_alone = True
        elif word == "trumps":
            self._term("trump", "")
        if word in _SIDES and of is None:
            self._sides()

    def _sides(self) -> None:
        if self._asks_sides:
            return
        self._asks_sides = True
        sides = self.ruleset.sides
        if sides is None or sides.declarers is None:
            return
        try:
            self._walk(sides.declarers, inside=True)
        except _OnlyCardsTell:
            self._pinned["declarers"] = sides.declarers

    def _asked_of(self, formula: Typed, each: str, inside: bool) -> str:
        """Of whom a word is asked: the name of a side, `seat` or `account`."""
        if not formula.args:
            return ""
        asked = formula.args[0]
        if asked.op == "lookup" and asked.value in _SIDES:
            return "defenders" if asked.value == "defenders" else "declarers"
        if asked.op == "bound" and asked.value == "seat":
            return "seat" if inside or each == "seat" else "account"
        if asked.op == "bound" and asked.value in ("side", "team"):
            return "account" if asked.value == "team" else "side"
        return "account"

    def _term(self, name: str, of: str) -> None:
        """A term is told itself where its formula reads the cards; otherwise what the formula asks for is."""
        if name in self._pinned:
            self._words.setdefault(name, set()).add(of)
            return
        if name in self.ruleset.settings:
            self._setting(name, None)
        if name in self._seen:
            return
        self._seen.add(name)
        for field in self._fields(name):
            self._quietly(field)
        term = self.ruleset.terms.get(name)
        if term is None:
            return
        before = ({word: set(of) for word, of in self._words.items()}, dict(self._settings))
        try:
            self._walk(term.body, inside=term.argument == "seat")
        except _OnlyCardsTell:
            if term.body.type.kind not in (Kind.NUMBER, Kind.YESNO, Kind.SEATS, Kind.SUITS):
                raise
            self._words, self._settings = before
            self._pinned[name] = term.body
            self._words[name] = {of}

    def _fields(self, name: str) -> Iterator[Typed]:
        """The formulas that calls and options put in the place of a term."""
        for call in self.rules.calls:
            yield from (value for field, value in call.fields if field == name)
        for step in self.ruleset.steps:
            for option in step.options if isinstance(step, ChooseStep) else ():
                yield from (value for field, value in option.fields if field == name)

    def _quietly(self, field: Typed) -> None:
        try:
            self._walk(field)
        except _OnlyCardsTell:
            return

    def _setting(self, name: str, place: Place | None) -> None:
        self._settings.setdefault(name, place)

    # --- what came of it

    def _needs(self) -> Iterator[Need]:
        for name in self._settings_to_tell():
            yield self._need_of_setting(name)
        for name in sorted(self._words, key=lambda word: word in _RESULTS[:1]):
            yield self._need_of_word(name)
        if "declarers" in self._pinned:
            yield Need("declarers", types.SEATS, "", (), True, False, self._pinned["declarers"].place)

    def _settings_to_tell(self) -> Iterator[str]:
        """The answers that scoring reads, under the names of the steps that ask for them."""
        names = dict.fromkeys(name for name in self._settings if not self._only_calls_say(name))
        for step in self.ruleset.steps:
            if isinstance(step, ChooseStep) and step.options:
                fields = {field for option in step.options for field, _ in option.fields}
                if fields & names.keys():
                    for field in fields:
                        names.pop(field, None)
                    names[step.name] = None
        yield from names
        for step in self.ruleset.steps:
            if isinstance(step, ChooseStep) and step.name not in names and not step.per_seat:
                yield step.name

    def _need_of_setting(self, name: str) -> Need:
        setting = self.ruleset.settings.get(name)
        step = next((step for step in self.ruleset.steps if step.name == name), None)
        per_seat = setting.per_seat if setting is not None else False
        is_asked = name in self._settings and (
            isinstance(step, PredictStep) or (name not in self.ruleset.terms and not self._of_calls(name))
        )
        if isinstance(step, ChooseStep) and step.conditions:
            is_asked = False
        answer = setting.type if setting is not None else types.words()
        place = step.place if step is not None else None
        return Need(name, answer, "seat" if per_seat else "", (), is_asked, False, place)

    def _only_calls_say(self, name: str) -> bool:
        """Whether a setting is told with the call, and never otherwise."""
        return self._of_calls(name) and not any(
            step.name == name or name in set_by(step) for step in self.ruleset.steps
        )

    def _of_calls(self, name: str) -> bool:
        """Whether calls say it; those that do not have no use for it."""
        return any(call.field(name) is not None for call in self.rules.calls)

    def _result(self, word: str) -> Type:
        """What the word for a result can be: no points below nothing where no card has any."""
        found, values = self._types[word], self.ruleset.values
        parts = [card.points for card in values.cards]
        parts += [part for part in (values.last_trick, values.each_trick) if part is not None]
        if word == "points" and all(part.type.low >= 0 for part in parts):
            return types.number(0, found.high, found.denominator)
        return found

    def _need_of_word(self, name: str) -> Need:
        of = self._words[name]
        body = self._pinned.get(name)
        place = None if body is None else self.ruleset.terms[name].place
        whose: Whose = "account"
        if of <= {""}:
            whose = ""
        elif "seat" in of:
            whose = "seat"
        elif of <= {"declarers", "defenders", "side"}:
            whose = "side"
        sides = ("declarers", "defenders") if "side" in of else tuple(sorted(of & set(_SIDES)))
        answer = self._result(name) if body is None else body.type
        return Need(name, answer, whose, sides if whose == "side" else (), True, name == TRICKS, place)
