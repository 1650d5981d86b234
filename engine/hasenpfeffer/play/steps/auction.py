"""`auction`: calls in turn, each higher than the last, until it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.actions import PASS, Action, MakeCall
from hasenpfeffer.play.bidding import NO_CALL, NOBODY, Bidding
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import StepPlayer, first_of, with_settings
from hasenpfeffer.play.sides import partners_of
from hasenpfeffer.play.steps.calls import OpenCalls

if TYPE_CHECKING:
    from hasenpfeffer.play.events import EventKind
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import AuctionStep


class AuctionPlayer(StepPlayer):
    step: AuctionStep

    def __init__(self, rules: CompiledRules, step: AuctionStep) -> None:
        super().__init__(rules, step)
        self.calls = OpenCalls(rules, step)
        self.first = self.calls.first
        self.opens = rules.formula(step.opens)
        self.alone = [rules.optional(call.alone) for call in step.calls]
        self.passes = rules.optional(step.ends.passes)
        self.forced = rules.optional(step.all_pass.forced)
        self.to_bid = rules.optional(step.all_pass.to_bid)

    # --- how it goes

    def begin(self, state: State, events: list[Event]) -> State:
        if not self.holds(state):
            return self.done(state)
        bidders = self._bidders(state)
        if not bidders:
            return self.done(state)
        opener = first_of(self.opens, self.env(state))
        opener = state.dealer if opener is None else opener
        first = next(seat for seat in self.rules.seating.order[opener] if bidders >> seat & 1)
        work = Bidding(first, (), 0, 0, NOBODY, NO_CALL, 0, False, state.settings)
        return state._replace(work=work)

    def actor(self, state: State) -> int:
        return int(state.work.turn)

    def legal(self, state: State) -> tuple[Action, ...]:
        work: Bidding = state.work
        calls = self.calls.of(state, work.turn)
        if work.forced:
            return tuple(MakeCall(self.first + index) for index in self._forced_choice(state, calls))
        return (PASS, *(MakeCall(self.first + index) for index in calls))

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        work: Bidding = state.work
        seat = work.turn
        if isinstance(action, MakeCall):
            state = self._called(state, seat, action.call - self.first, events)
        else:
            state = self._passed(state, seat, events)
        if work.forced:
            return self._won(state, events)
        return self._go_on(state, events)

    def _passed(self, state: State, seat: int, events: list[Event]) -> State:
        work: Bidding = state.work
        events.append(Event("passed", seat, seen_by=self.rules.seating.everybody))
        work = work._replace(
            history=(*work.history, (seat, NO_CALL)),
            spoken=work.spoken | 1 << seat,
            passed=work.passed | 1 << seat if self.step.pass_is_final else work.passed,
            passes=work.passes + 1,
        )
        return state._replace(work=work)

    def _called(
        self, state: State, seat: int, index: int, events: list[Event], kind: EventKind = "called"
    ) -> State:
        """A bid stands until a higher one; a double sets its fields upon it."""
        work: Bidding = state.work
        call = self.step.calls[index]
        everybody = self.rules.seating.everybody
        events.append(Event(kind, seat, text=call.text, seen_by=everybody, place=call.place))
        history = (*work.history, (seat, index))
        if call.height is None:
            work = work._replace(history=history, spoken=work.spoken | 1 << seat, passes=0)
            return with_settings(state._replace(work=work), self.rules.supplies[self.first + index], seat)
        standing = self.step.calls[work.standing].height if work.standing >= 0 else None
        work = work._replace(
            history=history,
            spoken=work.spoken | 1 << seat,
            bidder=seat,
            standing=index,
            passes=0,
            equalled=call.height == standing,
        )
        state = state._replace(work=work, settings=work.before, call=self.first + index)
        return with_settings(state, self.rules.supplies[self.first + index], seat)

    def _go_on(self, state: State, events: list[Event]) -> State:
        """The next turn, or the end. Everybody has a turn before the auction can end."""
        work: Bidding = state.work
        everybody = self._bidders(state)
        if work.standing >= 0 and self.step.ends.how == "first bid":
            return self._won(state, events)
        if not work.spoken & everybody ^ everybody and self._is_over(state):
            return self._ended(state, events)
        if work.standing >= 0 and self.step.ends.cut_short and not self._anybody_can_call(state):
            return self._won(state, events)
        following = self._next(state)
        if following is None:
            return self._ended(state, events)
        state = state._replace(work=work._replace(turn=following))
        return self._force(state, events) if self._could_only_be_forced(state) else state

    def _could_only_be_forced(self, state: State) -> bool:
        """Whether a pass would come straight back to the seat at turn, the last to speak, with the same calls to
        choose from: then it is not asked twice."""
        work: Bidding = state.work
        if self.forced is None or self.to_bid is not None or work.standing >= 0:
            return False
        if work.spoken != self._bidders(state) & ~(1 << work.turn):
            return False
        return first_of(self.forced, self.env(state)) == work.turn

    def _is_over(self, state: State) -> bool:
        work: Bidding = state.work
        everybody = self._bidders(state)
        if work.standing < 0:
            return work.passes >= everybody.bit_count()
        match self.step.ends.how:
            case "one bidder left":
                return (everybody & ~work.passed) == 1 << work.bidder
            case "passes in a row":
                assert self.passes is not None
                return bool(work.passes >= self.passes(self.env(state)))
            case _:  # one turn each
                return True

    def _takes_part(self, state: State, seat: int) -> bool:
        work: Bidding = state.work
        if work.passed >> seat & 1 or not self._bidders(state) >> seat & 1:
            return False
        return not (self.step.ends.how == "one turn each" and work.spoken >> seat & 1)

    def _bidders(self, state: State) -> int:
        """The seats that take part, as a set."""
        seats = self.rules.seating.everybody if self.who is None else self.who(self.env(state))
        return int(seats & ~state.sitting)

    def _anybody_can_call(self, state: State) -> bool:
        return any(
            self._takes_part(state, seat) and self.calls.of(state, seat)
            for seat in range(self.rules.seating.count)
        )

    def _next(self, state: State) -> int | None:
        """The next seat that is still in; whoever holds the standing bid only if it could redouble it, or leave a
        bid that was doubled, or if all passes are said."""
        work: Bidding = state.work
        for seat in (*self.rules.seating.order[work.turn][1:], work.turn):
            if not self._takes_part(state, seat):
                continue
            if seat == work.bidder and self.step.ends.cut_short and not self.calls.of(state, seat):
                continue
            return seat
        return None

    # --- how it ends

    def _ended(self, state: State, events: list[Event]) -> State:
        if state.work.standing >= 0:
            return self._won(state, events)
        return self._nobody_bid(state, events)

    def _won(self, state: State, events: list[Event]) -> State:
        work: Bidding = state.work
        declarer = self._declarer(state)
        call = self.step.calls[work.standing]
        state = state._replace(declarer=declarer, forced=work.forced)
        events.append(
            Event(
                "auction won",
                declarer,
                text=call.text,
                seen_by=self.rules.seating.everybody,
                place=call.place,
            )
        )
        alone = self.alone[work.standing]
        if alone is not None:
            env = self.env(state, work.bidder)
            if alone(env):
                events.append(Event("alone", declarer, place=call.place))
                state = state._replace(sitting=state.sitting | partners_of(env, declarer))
        return self.done(state)

    def _declarer(self, state: State) -> int:
        """Who won the auction, or the first of that side who named the same."""
        work: Bidding = state.work
        name = self.step.first_of_side
        if name is None:
            return work.bidder
        seating = self.rules.seating
        side = seating.teams[seating.team_of[work.bidder]]
        wanted = self.rules.fields[self.first + work.standing].get(name)
        for seat, index in work.history:
            if index != NO_CALL and side >> seat & 1:
                if self.rules.fields[self.first + index].get(name) == wanted:
                    return seat
        return work.bidder

    def _nobody_bid(self, state: State, events: list[Event]) -> State:
        rule = self.step.all_pass
        events.append(Event("nobody bid", place=rule.place))
        match rule.how:
            case "go on":
                return self.done(state._replace(settings=state.work.before))
            case "set":
                state = self.assign(state, rule.sets)
                if rule.at is None:
                    return self.done(state)
                return state._replace(step=self.rules.step_index(rule.at), work=None)
            case "forced":
                return self._force(state, events)
            case _:
                return self._thrown_in(state, events)

    def _thrown_in(self, state: State, events: list[Event]) -> State:
        events.append(Event("thrown in", place=self.step.all_pass.place))
        return state._replace(over=True, thrown_in=True, work=None)

    def _force(self, state: State, events: list[Event]) -> State:
        """The forced seat must bid; where only one call stands, it is made for the seat. Nobody: thrown in."""
        assert self.forced is not None
        env = self.env(state)
        seat = first_of(self.forced, env)
        if seat is None:
            return self._thrown_in(state, events)
        everybody = self.rules.seating.everybody
        events.append(Event("forced", seat, seen_by=everybody, place=self.step.all_pass.place))
        state = state._replace(work=state.work._replace(turn=seat, forced=True))
        choice = self._forced_choice(state, self.calls.of(state, seat))
        if not choice:
            return self._thrown_in(state, events)
        if len(choice) == 1 and self.to_bid is not None:
            return self.apply(state, MakeCall(self.first + choice[0]), events)
        return state

    def _forced_choice(self, state: State, calls: list[int]) -> list[int]:
        """The calls at the lowest height that is high enough; every call where no number is asked for."""
        if self.to_bid is None:
            return calls
        wanted = self.to_bid(self.env(state, state.work.turn))
        fields = self.rules.fields
        enough = [index for index in calls if fields[self.first + index].get("bid", 0) >= wanted]
        heights = [self.step.calls[index].height for index in enough]
        lowest = min((height for height in heights if height is not None), default=None)
        return [index for index, height in zip(enough, heights, strict=True) if height == lowest]
