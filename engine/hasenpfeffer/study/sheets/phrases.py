"""The phrases of one ruleset: what each may mean in a line that tells a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hasenpfeffer.cards import fold
from hasenpfeffer.ruleset.steps import GoAloneStep
from hasenpfeffer.study.sheets.answers import values_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.study.sheets.needs import Needs

_JOINS: Final = ("and", "minus")
SIDES: Final = ("declarers", "defenders")


class Meaning(NamedTuple):
    """What a phrase means: a seat or side, a call, the answer to a choice, something that is needed, or a flag."""

    kind: Literal["who", "call", "value", "need", "alone", "with partner", "forced", "pass", "thrown in"]
    name: str = ""
    value: str = ""
    number: int = -1


class Phrases:
    """Every phrase and its meanings. `names` are those of the players, by seat; they may be used too."""

    def __init__(self, rules: CompiledRules, needs: Needs, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.needs = needs
        self.phrases: dict[tuple[str, ...], list[Meaning]] = {}
        self._add_all(names)
        self._longest = max(map(len, self.phrases))
        self.words = frozenset(word for phrase in self.phrases for word in phrase)

    def find(self, words: Sequence[str], at: int) -> Iterator[tuple[int, Meaning]]:
        """What may begin at a word, longest first: how many words it has, and what it means."""
        for end in range(min(len(words), at + self._longest), at, -1):
            for meaning in self.phrases.get(tuple(words[at:end]), ()):
                yield end - at, meaning

    def is_name(self, text: str) -> bool:
        """Whether a text can only mean a player."""
        words = tuple(fold(text).split())
        is_plain = not any(word in _JOINS or word[:1].isdigit() for word in words)
        return is_plain and [one.kind for one in self.phrases.get(words, ())] == ["who"]

    @property
    def said(self) -> tuple[str, ...]:
        """Every phrase, for hints."""
        return tuple(" ".join(phrase) for phrase in self.phrases)

    # --- the words of these rules

    def _add_all(self, names: Sequence[str]) -> None:
        seating, ruleset = self.rules.seating, self.rules.ruleset
        for seat, name in enumerate(seating.names):
            self._add(name, Meaning("who", name, number=1 << seat))
        for seat, name in enumerate(names):
            self._add(name, Meaning("who", seating.names[seat], number=1 << seat))
        for account, name in enumerate(seating.team_names):
            self._add(name, Meaning("who", name, number=seating.teams[account]))
        for need in self.needs.all:
            self._add(need.name, Meaning("need", need.name))
            self._add(need.name.removesuffix("s"), Meaning("need", need.name))
        for side in SIDES:
            self._add(side, Meaning("who", side))
        for side, word in (ruleset.sides.words if ruleset.sides else {}).items():
            self._add(word, Meaning("who", side))
        for index, call in enumerate(self.rules.calls):
            self._add(call.text, Meaning("call", number=index))
            self._add(f"{call.family} {call.text}", Meaning("call", number=index))
        for need in self.needs.all:
            for value in values_of(self.rules, need.name):
                if value not in ("yes", "no"):
                    self._add(value, Meaning("value", need.name, value))
        for index, suit in enumerate(self.rules.pack.suits):
            for need in self.needs.all:
                if suit.name in values_of(self.rules, need.name):
                    self._add(suit.sign, Meaning("value", need.name, self.rules.pack.suits[index].name))
        if any(isinstance(step, GoAloneStep) for step in ruleset.steps) or self.needs.alone:
            self._add("alone", Meaning("alone"))
            self._add("with partner", Meaning("with partner"))
        if self.needs.call:
            self._add("forced", Meaning("forced"))
            for word in ("pass", "passed", "all pass", "nobody"):
                self._add(word, Meaning("pass"))
        self._add("thrown in", Meaning("thrown in"))

    def _add(self, phrase: str, meaning: Meaning) -> None:
        words = tuple(fold(phrase).split())
        known = self.phrases.setdefault(words, [])
        if words and meaning not in known:
            known.append(meaning)
