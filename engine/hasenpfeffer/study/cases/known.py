"""What a case says is known where it begins: call, settings, counters, scores, and the cards of the past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.errors import NotationError
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.player import put, with_settings
from hasenpfeffer.play.sides import partners_of
from hasenpfeffer.play.state import is_by_seat
from hasenpfeffer.play.steps.choose import ChoosePlayer
from hasenpfeffer.ruleset.steps import AuctionStep
from hasenpfeffer.seats import members
from hasenpfeffer.study.cases.reading import problem

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.study.cases.given import Given


class Known:
    """Writes what one case gives into positions of its rules."""

    def __init__(self, rules: CompiledRules, given: Given) -> None:
        self.rules = rules
        self.given = given

    def put(self, state: State, step: int) -> State:
        """The position with the call, and with settings, counters and scores as they are given."""
        given, rules = self.given, self.rules
        state = state._replace(step=step, declarer=self._declarer(state, step))
        if given.call is not None:
            state = state._replace(call=given.call)
            state = with_settings(state, rules.supplies[given.call], state.declarer)
        for name, who, value in given.settings:
            state = self._with_setting(state, name, who, value)
        if given.call is not None:
            state = self._alone(state, given.call)
        for name, who, value in given.counters:
            state = self._with_counter(state, name, who, value)
        scores = list(state.scores)
        for who, amount in given.scores:
            for account in accounts_of(self.rules, self._work_out(state, who)):
                scores[account] = self._work_out(state, amount)
        state = state._replace(scores=tuple(scores))
        return self._with_cards_of_the_past(state)

    def _declarer(self, state: State, step: int) -> int:
        """Who declares: unless it is said, the eldest, once the auction is over and a declarer is needed."""
        given, steps = self.given, self.rules.ruleset.steps
        if given.declarer is not None:
            return given.declarer
        auctions = [index for index, one in enumerate(steps) if isinstance(one, AuctionStep)]
        needed = given.names_sides and self.rules.declarers is None and auctions and step > max(auctions)
        if given.call is None and not needed:
            return -1
        return self.rules.seating.next(state.dealer)

    def _alone(self, state: State, call: int) -> State:
        """A call that is made alone sends the partners out."""
        alone = self.rules.calls[call].alone
        if alone is None or state.declarer < 0:
            return state
        env = Environment(self.rules, state, state.declarer)
        if not self.rules.formula(alone)(env):
            return state
        return state._replace(sitting=state.sitting | partners_of(env, state.declarer))

    def _with_setting(self, state: State, name: str, who: Typed | None, value: Typed) -> State:
        index = self.rules.ruleset.settings[name].index
        amount = self._work_out(state, value)
        if who is None:
            state = self._with_option(state, name, amount)
        settings = list(state.settings)
        if who is None:
            settings[index] = amount
        else:
            before = settings[index]
            own = list(before) if is_by_seat(before) else [None] * self.rules.seating.count
            for seat in members(self._work_out(state, who)):
                own[seat] = amount
            settings[index] = tuple(own)
        return state._replace(settings=tuple(settings))

    def _with_option(self, state: State, name: str, value: int) -> State:
        """Where a setting is the answer of a step with named options: with the fields of that option."""
        for player in self.rules.steps:
            if isinstance(player, ChoosePlayer) and player.step.name == name:
                for word, fields in zip(player.option_words, player.option_fields, strict=True):
                    if word == value:
                        return with_settings(state, fields, state.declarer)
        return state

    def _with_counter(self, state: State, name: str, who: Typed | None, value: Typed) -> State:
        index = self.rules.counter_index[name]
        of = self.rules.ruleset.counters[name].of
        row = list(state.counters[index])
        seats = 1 if who is None else self._work_out(state, who)
        places = (
            [0] if of == "table" else accounts_of(self.rules, seats) if of == "team" else list(members(seats))
        )
        for place in places:
            row[place] = self._work_out(state, value)
        return state._replace(counters=(*state.counters[:index], tuple(row), *state.counters[index + 1 :]))

    def _with_cards_of_the_past(self, state: State) -> State:
        """Cards that have been dealt or won, where the case says so."""
        pack = self.rules.pack
        for which, listed in (("taken", self.given.taken), ("dealt", self.given.dealt)):
            free = pack.everything
            if listed and which == "dealt":
                state = state._replace(dealt=(0,) * self.rules.seating.count)
            for who, faces, place in listed:
                try:
                    cards = pack.take(faces, free)
                except NotationError as error:
                    raise problem(place, str(error)) from None
                free &= ~cards
                seat = next(members(self._work_out(state, who)), None)
                if seat is None:
                    raise problem(place, "there is nobody who could have these cards")
                if which == "taken":
                    state = state._replace(taken=put(state.taken, seat, cards))
                else:
                    state = state._replace(dealt=put(state.dealt, seat, cards))
        return state

    def _work_out(self, state: State, typed: Typed) -> int:
        found: int = self.rules.formula(typed)(Environment(self.rules, state))
        return found


def accounts_of(rules: CompiledRules, seats: int) -> list[int]:
    """The accounts on which these seats score, each once."""
    return sorted({rules.seating.team_of[seat] for seat in members(seats)})
