"""What names in formulas mean in play: those of the file here, the words of the vocabulary in `play.words`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.evaluate import slot
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.lang.vocabulary import TOLD_BY_CARDS
from hasenpfeffer.play.state import Deferred
from hasenpfeffer.play.words import cards, counts, seats, suits
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.play.environment import Environment, Formula, Rules

_ME = slot("me")
_WORDS = {**seats.WORDS, **cards.WORDS, **suits.WORDS, **counts.WORDS}
_ASKED = {**seats.ASKED, **cards.ASKED, **suits.ASKED, **counts.ASKED}


class Lookups:
    """The resolver of the reference interpreter (see `lang.evaluate.Resolver`)."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.ruleset = rules.ruleset
        self.pack = rules.pack
        self.seating = rules.seating
        self._bodies: dict[str, Formula] = {}

    # --- names of the file

    def term(self, name: str, argument: Formula | None) -> Formula:
        if name == "trump":
            return _trump
        pin = self.rules.pins.get(name)
        if pin is not None:
            return pin.formula(argument)
        return self._term(name, argument)

    def trump(self) -> Formula:
        """What `trump` is, worked out from the state; the environment remembers it."""
        pin = self.rules.pins.get("trump")
        if pin is not None:
            return pin.formula(None)
        if "trump" in self.ruleset.terms:
            return self._term("trump", None)
        if "trump" in self.ruleset.settings:
            return self._setting("trump", None, 0)
        return lambda env: 0

    def _term(self, name: str, argument: Formula | None) -> Formula:
        setting = self.ruleset.settings.get(name)
        if argument is not None:
            return self._term_of(name, argument)
        body = self._body(name)
        return body if setting is None else _set_or(name, setting.index, body)

    def _term_of(self, name: str, argument: Formula) -> Formula:
        """A term that is asked of something: what was set for that seat, or its body."""
        body, index = self._body(name), slot(self.ruleset.terms[name].argument or "seat")
        setting = self.ruleset.settings.get(name)

        def value(env: Environment) -> Any:
            asked = argument(env)
            if setting is not None and asked and not asked & (asked - 1):
                stored = env.state.settings[setting.index]
                if stored is not None:
                    own = _own(env, stored, asked)
                    if own is not None:
                        return own
            before = env.bound[index]
            env.bound[index] = asked
            try:
                return body(env)
            finally:
                env.bound[index] = before

        return value

    def _body(self, name: str) -> Formula:
        """The body of a term; made at its first use, so terms may stand in any order."""

        def body(env: Environment) -> Any:
            formula = self._bodies.get(name)
            if formula is None:
                formula = self._bodies[name] = self.rules.formula(self.ruleset.terms[name].body)
            return formula(env)

        return body

    def setting(self, name: str, seat: Formula | None, empty: Any) -> Formula:
        if name == "trump":
            return _trump
        pin = self.rules.pins.get(name)
        if pin is not None:
            return pin.formula(seat)
        return self._setting(name, seat, empty)

    def _setting(self, name: str, seat: Formula | None, empty: Any) -> Formula:
        index = self.ruleset.settings[name].index
        if seat is not None:

            def of_seat(env: Environment) -> Any:
                stored, asked = env.state.settings[index], seat(env)
                if stored is None or not asked:
                    return empty
                own = _own(env, stored, asked)
                return empty if own is None else own

            return of_seat

        return _set_or(name, index, lambda env: empty)

    def counter(self, name: str, of: Formula | None) -> Formula:
        index, kind = self.rules.counter_index[name], self.ruleset.counters[name].of
        if of is None:
            return lambda env: env.state.counters[index][0]
        team_of = self.seating.team_of

        def value(env: Environment) -> Any:
            asked = of(env)
            if not asked:
                return 0
            seat = _one_of(env, asked)
            return env.state.counters[index][team_of[seat] if kind == "team" else seat]

        return value

    def pile(self, name: str) -> Formula:
        pin = self.rules.pins.get(name)
        if pin is not None:
            return pin.formula(None)
        index = self.rules.pile_index[name]
        return lambda env: (env.state.piles if env.now else env.state.piles_dealt)[index]

    def moved(self, step: str) -> Formula:
        index = self.rules.move_index[step]
        return lambda env: env.state.moved[index]

    def family(self, name: str) -> int:
        return sum(1 << i for i, call in enumerate(self.rules.calls) if call.family == name)

    # --- cards

    def rank_cards(self, rank: int) -> int:
        return self.suit_cards(rank, -1)

    def suit_cards(self, rank: int, suits: int) -> int:
        found = 0
        for suit in members(suits & (1 << len(self.pack.suits)) - 1):
            found |= self.rules.printed.get((rank, suit), 0)
        return found

    def cards_of_suit(self) -> Callable[[Any, int], int]:
        return lambda env, suits: env.contract.cards_of(suits) if suits else 0

    def strongest(self) -> Callable[[Any, int, bool], int]:
        def strongest(env: Environment, cards: int, highest: bool) -> int:
            contract = env.contract
            ordered = sorted(
                self.pack.members(cards), key=lambda card: contract.strength(card, contract.suit_of[card])
            )
            if not ordered:
                return 0
            return 1 << (ordered[-1] if highest else ordered[0])

        return strongest

    def in_turn(self) -> Callable[[Any, int], Sequence[int]]:
        turns_after = self.seating.turns_after
        return lambda env, seats: [1 << seat for seat in turns_after(env.state.dealer, seats)]

    def teams(self) -> Sequence[int]:
        return self.seating.teams

    def deal_number(self) -> Formula:
        return counts.deal_number

    # --- words of the vocabulary

    def lookup(self, name: str, argument: Formula | None, kind: Kind | None) -> Formula:
        pin = self.rules.pins.get(name)
        if pin is not None and (argument is None or kind is Kind.SEATS or name in TOLD_BY_CARDS):
            return pin.formula(argument)
        if argument is None:
            return _WORDS[name]
        asked = _ASKED["points of cards" if kind is Kind.CARDS and name == "points" else name]
        return asked(self.rules, argument)


def _set_or(name: str, index: int, otherwise: Formula) -> Formula:
    """What the call in question or the state has set; where nothing is set, the other formula."""

    def value(env: Environment) -> Any:
        found = _field_of_call(env, name)
        if found is None:
            found = env.state.settings[index]
        if found is None:
            return otherwise(env)
        return found if type(found) is not Deferred else _worked_out(env, found)

    return value


def _own(env: Environment, stored: Any, seat: int) -> Any:
    """A setting as one seat has it, or the first of several: its own, or the one for all."""
    if type(stored) is Deferred:
        return _worked_out(env, stored)
    return stored[_one_of(env, seat)] if isinstance(stored, tuple) else stored


def _one_of(env: Environment, seats: int) -> int:
    """The seat of a set that is not empty; of several the first in turn after the dealer."""
    if seats & (seats - 1):
        first = env.rules.seating.first_after(env.state.dealer, seats)
        assert first is not None
        return first
    return seats.bit_length() - 1


def _trump(env: Environment) -> Any:
    found = _field_of_call(env, "trump")
    return env.trump if found is None else found


def _field_of_call(env: Environment, name: str) -> Any:
    """The field of the call that `allowed` is asking about; None elsewhere."""
    if env.call < 0:
        return None
    return env.rules.fields[env.call].get(name)


def _worked_out(env: Environment, value: Deferred) -> Any:
    """A field that is a formula: `me` in it is who made the call."""
    before = env.bound[_ME]
    env.bound[_ME] = 1 << value.me
    try:
        return env.rules.deferred[value.formula](env)
    finally:
        env.bound[_ME] = before
