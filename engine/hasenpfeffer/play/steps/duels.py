"""`auction` by duels: of two seats one names values, the other holds each or passes; the survivor goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.actions import HOLD, PASS, Action, Hold, MakeCall
from hasenpfeffer.play.bidding import NO_CALL, NOBODY, Bidding, Duelling
from hasenpfeffer.play.player import first_of
from hasenpfeffer.play.steps.auction import AuctionPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import AuctionStep, Duel


class DuelsPlayer(AuctionPlayer):
    """An auction in which two seats at a time are asked."""

    def __init__(self, rules: CompiledRules, step: AuctionStep) -> None:
        super().__init__(rules, step)
        self.duels = [
            (rules.optional(duel.condition), rules.formula(duel.caller), rules.formula(duel.holder))
            for duel in step.ends.duels
        ]

    def begin(self, state: State, events: list[Event]) -> State:
        if not self.holds(state):
            return self.done(state)
        work = Bidding(NOBODY, (), 0, 0, NOBODY, NO_CALL, 0, False, state.settings, duel=Duelling())
        return self._next_duel(state._replace(work=work), events)

    def legal(self, state: State) -> tuple[Action, ...]:
        work: Bidding = state.work
        if not work.is_asked_to_hold:
            return super().legal(state)
        return (PASS, HOLD) if self.calls.is_open(work.standing, self.env(state, work.turn)) else (PASS,)

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        work: Bidding = state.work
        duel = _duel_of(state)
        seat, caller, holder = work.turn, duel.caller, duel.holder
        if work.forced:
            return super().apply(state, action, events)
        match action:
            case MakeCall(call):
                state = self._called(state, seat, call - self.first, events)
                return _asked(state, holder) if holder != NOBODY else self._survived(state, caller, events)
            case Hold():
                state = self._called(state, seat, work.standing, events, "held")
                if self.calls.of(state, caller):
                    return _asked(state, caller)
                return self._survived(state, seat, events)
            case _:
                state = self._passed(state, seat, events)
                return self._survived(state, holder if seat == caller else caller, events)

    def duel(self, state: State) -> Duel:
        """The line of the file that the duel in progress follows."""
        return self.step.ends.duels[_duel_of(state).number]

    def _survived(self, state: State, survivor: int, events: list[Event]) -> State:
        return self._next_duel(_with_duel(state, _duel_of(state)._replace(survivor=survivor)), events)

    def _next_duel(self, state: State, events: list[Event]) -> State:
        """The next duel that takes place, or the end. A caller whose own bid stands does not name it again."""
        before = _duel_of(state)
        for number in range(before.number + 1, len(self.duels)):
            caller, holder = self._pair(state, number)
            if caller == NOBODY:
                continue
            duel = before._replace(number=number, caller=caller, holder=holder)
            following = _with_duel(state, duel)
            if caller == state.work.bidder and holder != NOBODY:
                return _asked(following, holder)
            if self.calls.of(state, caller):
                return _asked(following, caller)
            if holder != NOBODY:
                return self._survived(following, holder, events)
        return self._ended(state, events)

    def _pair(self, state: State, number: int) -> tuple[int, int]:
        """Who calls in a duel and who holds. It takes no part in it who sits out or has passed for good."""
        condition, *formulas = self.duels[number]
        env = self.env(state)
        if condition is not None and not condition(env):
            return NOBODY, NOBODY
        left = self._bidders(state) & ~state.work.passed
        caller, holder = (
            NOBODY if seat is None or not left >> seat & 1 else seat
            for seat in (first_of(formula, env) for formula in formulas)
        )
        return caller, NOBODY if holder == caller else holder


def _duel_of(state: State) -> Duelling:
    work: Bidding = state.work
    assert work.duel is not None
    return work.duel


def _with_duel(state: State, duel: Duelling) -> State:
    return state._replace(work=state.work._replace(duel=duel))


def _asked(state: State, seat: int) -> State:
    return state._replace(work=state.work._replace(turn=seat))
