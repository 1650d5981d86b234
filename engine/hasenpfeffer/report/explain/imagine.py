"""Ends of deals that nobody played: what a call is worth with so many tricks.

The scores are the interpreter's own. Whatever an imagined deal does not say (cards, points, who sat where)
raises `NotTold` when it is read, so that a score is either right or absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.lang import vocabulary
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.machine import fresh
from hasenpfeffer.play.scoring import score_lines
from hasenpfeffer.play.state import Deferred
from hasenpfeffer.ruleset.outcomes.contracts import set_outside_auctions
from hasenpfeffer.ruleset.steps import (
    AuctionStep,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Call

    Formula = Callable[[Any], Any]

_TOLD: Final = frozenset(
    {
        "seats",
        "teams",
        "declarer",
        "declarers",
        "defenders",
        "partner",
        "team",
        "opponents",
        "tricks",
        "alone",
    }
    | {"forced", "lone player", "call", "suits", "any suit", "any card", "nothing", "this deal", "sister"}
)
"""The words that an imagined deal can answer."""


class NotTold(Exception):
    """Something was read that the imagined deal does not say; `question` is the yes-or-no it belongs to."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
        self.question: str | None = None


@dataclass(slots=True)
class Facts:
    """What an imagined deal says. `trump` None: not told; `answers` to yes-or-no terms that it cannot tell."""

    call: int = -1
    extra: int = -1
    """A double, laid upon the call."""
    tricks: int = 0
    alone: bool = False
    forced: bool = False
    trump: int | None = None
    answers: dict[str, bool] = field(default_factory=dict)


class Imagination:
    """Scores one ruleset's imagined deals. `asked` collects what made a difference: `tricks`, `alone` …"""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.facts = Facts()
        self.asked: set[str] = set()
        self.hand = ruleset.names.sizes.hand
        self.open_settings = frozenset(_set_in_play(ruleset))
        self._pins = _Pins(self)
        self.rules = compile_rules(ruleset, self._pins)
        self._pins.rules = self.rules
        self._fresh = _unread_counters(fresh(self.rules, 0, ()))
        seating = ruleset.seating
        self.declarers = seating.teams[seating.team_of[0]]
        if ruleset.sides is not None and seating.count > 3:
            self.declarers = 0b11
        self.defenders = seating.everybody & ~self.declarers

    def scores(self) -> tuple[Number, Number]:
        """What one of the declarers' accounts and one of the defenders' get. Raises NotTold."""
        try:
            state = score_lines(self.rules, self.state(), [])
        except (UnsupportedError, ArithmeticError) as problem:
            raise NotTold(str(problem)) from problem
        team_of = self.ruleset.seating.team_of
        return state.this_deal[team_of[0]], state.this_deal[team_of[self.defenders.bit_length() - 1]]

    def holds(self, condition: Typed, call: int) -> bool | None:
        """Whether a condition about one call holds; None where that depends on the deal."""
        env = Environment(self.rules, self.state())
        env.call = call
        try:
            return bool(self.rules.formula(condition)(env))
        except (NotTold, UnsupportedError, ArithmeticError):
            return None

    def state(self) -> State:
        facts, rules = self.facts, self.rules
        state = self._fresh
        settings = list(state.settings)
        for call in (facts.call, facts.extra):
            for index, value in rules.supplies[call] if call >= 0 else ():
                settings[index] = value._replace(me=0) if isinstance(value, Deferred) else value
        sitting = self.declarers & ~1 if facts.alone else 0
        return state._replace(
            declarer=0, call=facts.call, forced=facts.forced, sitting=sitting, settings=tuple(settings)
        )

    # --- the answers

    def tricks_of(self, seats: int) -> int:
        self.asked.add("tricks")
        if seats == 0:
            return 0
        known = {
            self.declarers: self.facts.tricks,
            self.defenders: self.hand - self.facts.tricks,
            self.declarers | self.defenders: self.hand,
        }
        if seats not in known:
            raise NotTold("tricks")
        return known[seats]


class _Pins(Mapping[str, Any]):
    """Answers in the place of the interpreter's own look-ups."""

    def __init__(self, imagination: Imagination) -> None:
        self.imagination = imagination
        self.rules: CompiledRules | None = None
        self.muted: str | None = None

    def get(self, name: str, default: Any = None) -> Any:
        ruleset = self.imagination.ruleset
        if name == self.muted:
            return default
        if name == "trump":
            return _Pin(self.imagination, _trump)
        if name in ruleset.settings or name in ruleset.terms:
            return self._own_name(name, default)
        if name in ("declarers", "defenders", "tricks", "alone", "forced"):
            return _Pin(self.imagination, _ANSWERS[name])
        if name in _TOLD:
            return default
        return _Pin(self.imagination, _untold(name)) if _is_word(name, ruleset) else default

    def _own_name(self, name: str, default: Any) -> Any:
        ruleset = self.imagination.ruleset
        term = ruleset.terms.get(name)
        setting = ruleset.settings.get(name)
        kind = term.body.type.kind if term is not None else setting.type.kind if setting is not None else None
        if kind is Kind.YESNO and (term is None or term.argument is None):
            return _Question(self, name)
        if name in self.imagination.open_settings:
            return _Pin(self.imagination, _untold(name))
        return default

    def __getitem__(self, name: str) -> Any:
        return self.get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.imagination.ruleset.terms)

    def __len__(self) -> int:
        return 1 + len(self.imagination.ruleset.terms)


class _Pin:
    """One answer, worked out each time from the facts; `argument` is what it is asked of."""

    def __init__(self, imagination: Imagination, answer: Callable[[Imagination, int], Any]) -> None:
        self.imagination = imagination
        self.answer = answer

    def formula(self, argument: Formula | None) -> Formula:
        imagination, answer = self.imagination, self.answer
        if argument is None:
            return lambda env: answer(imagination, 0)
        return lambda env: answer(imagination, argument(env))


class _Question:
    """A yes-or-no of the file: answered by the facts, else worked out; what fails is marked with its name."""

    def __init__(self, pins: _Pins, name: str) -> None:
        self.pins = pins
        self.name = name
        self._native: Formula | None = None

    def formula(self, argument: Formula | None) -> Formula:
        def answer(env: Any) -> bool:
            given = self.pins.imagination.facts.answers.get(self.name)
            if given is not None:
                return given
            try:
                return bool(self._worked_out(argument)(env))
            except NotTold as missing:
                missing.question = missing.question or self.name
                raise

        return answer

    def _worked_out(self, argument: Formula | None) -> Formula:
        pins = self.pins
        if self.name in pins.imagination.open_settings:
            raise NotTold(self.name)
        if self._native is None:
            assert pins.rules is not None
            lookups = pins.rules.lookups
            pins.muted = self.name
            is_term = self.name in pins.imagination.ruleset.terms
            self._native = (
                lookups.term(self.name, argument) if is_term else lookups.setting(self.name, argument, False)
            )
            pins.muted = None
        return self._native


def _untold(name: str) -> Callable[[Imagination, int], Any]:
    def raising(imagination: Imagination, asked: int) -> Any:
        raise NotTold(name)

    return raising


def _trump(imagination: Imagination, asked: int) -> int:
    imagination.asked.add("trump")
    if imagination.facts.trump is None:
        raise NotTold("trump")
    return imagination.facts.trump


def _alone(imagination: Imagination, asked: int) -> bool:
    """Nobody of the defenders is alone: a lone defender is a case of its own."""
    if asked & imagination.declarers:
        imagination.asked.add("alone")
        return imagination.facts.alone
    imagination.asked.add("defenders alone")
    return False


def _forced(imagination: Imagination, asked: int) -> bool:
    imagination.asked.add("forced")
    return imagination.facts.forced and bool(asked & 1)


_ANSWERS: Final[dict[str, Callable[[Imagination, int], Any]]] = {
    "declarers": lambda imagination, asked: imagination.declarers,
    "defenders": lambda imagination, asked: imagination.defenders,
    "tricks": lambda imagination, asked: imagination.tricks_of(asked),
    "alone": _alone,
    "forced": _forced,
}


def _is_word(name: str, ruleset: Ruleset) -> bool:
    """A word of the language, a pile or a step: all but what a file works out itself."""
    known = any(word.name == name for word in vocabulary.WORDS)
    return known or name in ruleset.names.piles or name in ruleset.names.moves


def _set_in_play(ruleset: Ruleset) -> Iterator[str]:
    """Names that get their value after the auction."""
    yield from set_outside_auctions(ruleset)
    for step in ruleset.steps:
        if isinstance(step, AuctionStep):
            yield from (one.name for one in step.all_pass.sets)


class _Unread(tuple[Any, ...]):
    """Counters, which an imagined deal does not say."""

    def __getitem__(self, index: Any) -> Any:
        raise NotTold("counter")


class _Never:
    """The number of the deal, which an imagined deal does not say."""

    def __sub__(self, other: int) -> int:
        raise NotTold("deal number")

    __add__ = __mod__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __sub__  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


def _unread_counters(state: State) -> State:
    return state._replace(counters=tuple(_Unread() for _ in state.counters), deal_number=_Never())  # type: ignore[arg-type]


def fixed_trump(ruleset: Ruleset, call: Call | None) -> int | None:
    """The trump choice that a call names, or that the file states once for all; None where play decides."""
    value = call.field("trump") if call is not None else None
    if value is None and "trump" in ruleset.terms and "trump" not in set(_set_in_play(ruleset)):
        value = ruleset.terms["trump"].body
    if value is not None and value.is_constant and isinstance(value.value, int):
        return value.value
    return None if value is not None or "trump" in ruleset.settings or "trump" in ruleset.terms else 0
