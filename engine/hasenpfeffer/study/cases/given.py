"""What a case gives, sorted into what the state holds and what is pinned."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.cards import fold
from hasenpfeffer.lang import types, vocabulary
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.machine import fresh
from hasenpfeffer.reading.suggest import choices_text, did_you_mean
from hasenpfeffer.reading.tree import Entry, Group, Text
from hasenpfeffer.study.cases.pins import SeatsPin, Share, ValuePin
from hasenpfeffer.study.cases.reading import problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.lang.types import Type
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node
    from hasenpfeffer.study.cases.reading import Case
    from hasenpfeffer.study.cases.words import Words

OWN_KEYS: Final = (
    "at",
    "call",
    "deal number",
    "dealer",
    "declarer",
    "hands",
    "leader",
    "score",
    "scores",
    "taken",
    "dealt",
)
"""What a case can give besides the names of the rules and of the language."""

SIDE_KEYS: Final = ("declarer", "declarers", "defenders")


@dataclass(slots=True)
class Given:
    """What a case gives. Cards are faces by seat or pile, each with the place where they are listed.

    `pins` hold in play and in scoring, `results` (tricks, points and the like) only in scoring.
    """

    at: int | None = None
    deal_number: int = 1
    dealer: int | None = None
    declarer: int | None = None
    call: int | None = None
    leader: Typed | None = None
    hands: dict[int, tuple[list[int], Place]] = field(default_factory=dict)
    piles: dict[int, tuple[list[int], Place]] = field(default_factory=dict)
    taken: list[tuple[Typed, list[int], Place]] = field(default_factory=list)
    dealt: list[tuple[Typed, list[int], Place]] = field(default_factory=list)
    settings: list[tuple[str, Typed | None, Typed]] = field(default_factory=list)
    counters: list[tuple[str, Typed | None, Typed]] = field(default_factory=list)
    scores: list[tuple[Typed, Typed]] = field(default_factory=list)
    pins: dict[str, Any] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    names_sides: bool = False
    """Whether the case speaks of declarers and defenders."""

    @property
    def says_results(self) -> bool:
        """Whether it says how the deal went."""
        return bool(self.results or self.taken or self.pins)


def read_given(case: Case, words: Words) -> Given:
    """Reads and sorts the entries of `given`; CaseError for what these rules do not know."""
    given = Given()
    reader = _GivenReader(words, given)
    for entry in case.given:
        reader.read(entry)
    given.names_sides = any(_names_sides(entry) for entry in (*case.given, *case.then))
    return given


class _GivenReader:
    def __init__(self, words: Words, given: Given) -> None:
        self.words = words
        self.rules: CompiledRules = words.rules
        self.ruleset = words.rules.ruleset
        self.given = given

    def read(self, entry: Entry) -> None:
        key, value = entry.key.text, entry.value
        if key in OWN_KEYS and key not in self.ruleset.settings:
            self._own(key, value)
        elif key in self.rules.pile_index:
            self.given.piles[self.rules.pile_index[key]] = (self.words.faces(value), value.place)
        elif key in self.ruleset.counters:
            self._counter(key, value)
        elif key in self.ruleset.settings:
            self._setting(key, value)
        elif key in self.ruleset.terms or key == "trump":
            self._term(key, value)
        else:
            self._word(entry)

    # --- what every case can give

    def _own(self, key: str, value: Node) -> None:
        given, words = self.given, self.words
        match key:
            case "at":
                given.at = self._step(value)
            case "call":
                given.call = self._call(value)
            case "deal number":
                given.deal_number = self._worked_out(value, types.ANY_NUMBER)
                most = self.ruleset.names.sizes.deals
                if given.deal_number not in range(1, most + 1):
                    raise problem(value.place, f"the deals of a game are numbered from 1 to {most}")
            case "dealer":
                given.dealer = words.seat(words.text(value))
            case "declarer":
                text = words.text(value)
                given.declarer = -1 if text.text == "nobody" else words.seat(text)
            case "leader":
                given.leader = words.seats(words.text(value))
            case "hands":
                for entry in self._group(key, value):
                    given.hands[words.seat(entry.key)] = (words.faces(entry.value), entry.value.place)
            case "score" | "scores":
                for entry in self._group(key, value):
                    amount = words.value(entry.value, types.ANY_NUMBER)
                    given.scores.append((words.seats(entry.key), amount))
            case _:
                cards = given.taken if key == "taken" else given.dealt
                for entry in self._group(key, value):
                    faces = words.faces(entry.value)
                    cards.append((words.seats(entry.key), faces, entry.value.place))

    def _step(self, value: Node) -> int:
        text = self.words.text(value)
        names = [step.name for step in self.ruleset.steps]
        if text.text == "scoring":
            return len(names)
        if text.text not in names:
            hint = did_you_mean(text.text, names) or f" Steps are {', '.join(names)}"
            raise problem(text.place, f"`{text.text}` is no step of a deal.{hint}")
        return names.index(text.text)

    def _call(self, value: Node) -> int:
        text = self.words.text(value)
        for index, call in enumerate(self.rules.calls):
            if fold(call.text) == fold(text.text):
                return index
        texts = [call.text for call in self.rules.calls]
        hint = did_you_mean(text.text, texts) or f" Calls are {choices_text(texts, text.text)}"
        raise problem(text.place, f"`{text.text}` is no call of these rules.{hint}")

    # --- names of the rules

    def _counter(self, key: str, value: Node) -> None:
        counter = self.ruleset.counters[key]
        if counter.of == "table":
            self.given.counters.append((key, None, self.words.value(value, types.ANY_NUMBER)))
            return
        for entry in self._group(key, value):
            amount = self.words.value(entry.value, types.ANY_NUMBER)
            self.given.counters.append((key, self.words.seats(entry.key), amount))

    def _setting(self, key: str, value: Node) -> None:
        kind = self.ruleset.settings[key].type
        if not isinstance(value, Group):
            self.given.settings.append((key, None, self.words.value(value, kind)))
            return
        if not self.ruleset.settings[key].per_seat:
            raise problem(value.place, f"`{key}` has one value, not one for each seat")
        for entry in value:
            own = self.words.value(entry.value, kind)
            self.given.settings.append((key, self.words.seats(entry.key), own))

    def _term(self, key: str, value: Node) -> None:
        term = self.ruleset.terms.get(key)
        kind = types.SUITS if key == "trump" or term is None else term.body.type
        if isinstance(value, Group):
            if term is None or term.argument not in ("seat", "team", "side"):
                raise problem(value.place, f"`{key}` has one value, not one for each seat")
            self.given.pins[key] = self._by_seat(value, kind)
        else:
            self.given.pins[key] = ValuePin(self._worked_out(value, kind))

    def _word(self, entry: Entry) -> None:
        """A word of the language, such as `tricks` or `last card dealt`."""
        key, value = entry.key.text, entry.value
        of_seats = vocabulary.find(key, Kind.SEATS)
        alone = vocabulary.find(key, None)
        sizes = self.ruleset.names.sizes
        if of_seats is not None and isinstance(value, Group):
            self.given.results[key] = self._by_seat(value, of_seats.result(sizes))
        elif alone is not None and not isinstance(value, Group):
            found = self._worked_out(value, alone.result(sizes))
            self.given.pins[key] = ValuePin(found)
            if key == "defenders":
                self.given.pins.setdefault("declarers", ValuePin(self.rules.seating.everybody & ~found))
        elif of_seats is not None:
            raise problem(value.place, f"`{key}` must say whose, such as `{{declarers: {_text(value)}}}`")
        else:
            raise problem(entry.key.place, _unknown(key, self.rules))

    # --- values

    def _by_seat(self, value: Group, kind: Type) -> SeatsPin:
        shares = tuple(
            Share(self.words.seats(entry.key), self._worked_out(entry.value, kind), entry.key.place)
            for entry in value
        )
        return SeatsPin(shares, _JOINS.get(kind.kind, "unite"))

    def _worked_out(self, value: Node, kind: Type) -> Any:
        """A value that stands for itself; it may be said with parameters, such as `target - 1`."""
        typed = self.words.value(value, kind)
        state = fresh(self.rules, 0, tuple(range(self.rules.pack.size)))
        return self.rules.formula(typed)(self.rules.environment(state))

    def _group(self, key: str, value: Node) -> tuple[Entry, ...]:
        if not isinstance(value, Group):
            raise problem(value.place, f"`{key}` must say whose, such as `{{north: …}}`")
        return value.entries


_JOINS: Final[Mapping[Kind, Any]] = {Kind.NUMBER: "sum", Kind.YESNO: "any"}


def _text(value: Node) -> str:
    return value.text if isinstance(value, Text) else "…"


def _names_sides(entry: Entry) -> bool:
    keys = entry.value.keys() if isinstance(entry.value, Group) else ()
    return any(key in SIDE_KEYS for key in keys)


def _unknown(key: str, rules: CompiledRules) -> str:
    ruleset = rules.ruleset
    known = [*OWN_KEYS, *rules.pile_index, *ruleset.counters, *ruleset.settings, *ruleset.terms]
    known += [word.name for word in vocabulary.WORDS]
    return f"`{key}` is nothing that these rules know.{did_you_mean(key, known)}"
