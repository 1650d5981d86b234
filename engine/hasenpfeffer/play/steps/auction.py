"""`auction`: calls in turn, each higher than the last, until it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.play.actions import PASS, Action, MakeCall
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import StepPlayer, first_of, with_settings
from hasenpfeffer.play.sides import partners_of

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import AuctionStep

NO_CALL = -1


class Bidding(NamedTuple):
    """An auction in progress. `history` holds (seat, call) with NO_CALL for a pass; `before` the settings as they
    were before the standing call; `equalled`: somebody has taken the standing call at its own height."""

    turn: int
    history: tuple[tuple[int, int], ...]
    spoken: int
    passed: int
    bidder: int
    standing: int
    passes: int
    equalled: bool
    before: tuple[Any, ...]
    forced: bool = False


class AuctionPlayer(StepPlayer):
    step: AuctionStep

    def __init__(self, rules: CompiledRules, step: AuctionStep) -> None:
        super().__init__(rules, step)
        if step.ends.how == "duels":
            raise UnsupportedError(f"auctions in `duels` cannot be played yet ({step.ends.place.line})")
        lowest = step.calls[0] if step.calls else None
        self.first = next((index for index, call in enumerate(rules.calls) if call is lowest), 0)
        self.opens = rules.formula(step.opens)
        self.may_equal = rules.optional(step.may_equal)
        self.conditions_of = [rules.optional(call.condition) for call in step.calls]
        self.alone = [rules.optional(call.alone) for call in step.calls]
        self.bids = [index for index, call in enumerate(step.calls) if call.height is not None]
        self.overs = [index for index, call in enumerate(step.calls) if call.height is None]
        self.allowed, self.always_allowed = self._allowed()
        self.passes = rules.optional(step.ends.passes)
        self.forced = rules.optional(step.all_pass.forced)
        self.to_bid = rules.optional(step.all_pass.to_bid)

    def _allowed(self) -> tuple[Any, frozenset[int]]:
        """What `allowed` says: settled here for calls where it reads nothing but their own fields."""
        everything = frozenset(range(len(self.step.calls)))
        if self.step.allowed is None:
            return None, everything
        formula = self.rules.formula(self.step.allowed)
        fields = self.rules.fields
        if not all(_reads_only(self.step.allowed, fields[self.first + index]) for index in self.bids):
            return formula, frozenset()
        env = Environment(self.rules, None)  # type: ignore[arg-type]
        found = set(self.overs)
        for index in self.bids:
            env.call = self.first + index
            if formula(env):
                found.add(index)
        return None, frozenset(found)

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
        work = Bidding(first, (), 0, 0, NO_CALL, NO_CALL, 0, False, state.settings)
        return state._replace(work=work)

    def actor(self, state: State) -> int:
        return int(state.work.turn)

    def legal(self, state: State) -> tuple[Action, ...]:
        work: Bidding = state.work
        calls = self.open_calls(state, work.turn)
        if work.forced:
            return tuple(MakeCall(self.first + index) for index in self._forced_choice(state, calls))
        return (PASS, *(MakeCall(self.first + index) for index in calls))

    def open_calls(self, state: State, seat: int) -> list[int]:
        """The calls that a seat may make, as indices into the step's calls."""
        work: Bidding = state.work
        env = self.env(state, seat)
        found = []
        heights = self.step.calls
        standing = heights[work.standing].height if work.standing >= 0 else None
        equal = standing is not None and self._may_equal(env, work, seat)
        may_bid = seat != work.bidder or self._is_doubled(work)
        for index in self.bids if may_bid else ():
            height = heights[index].height
            assert height is not None
            if standing is not None and not (height > standing or (equal and height == standing)):
                continue
            if self._is_open(index, env):
                found.append(index)
        if self.overs and work.standing >= 0:
            for index in self.overs:
                if self._may_double(index, work, seat) and self._is_open(index, env):
                    found.append(index)
        return found

    def _may_equal(self, env: Environment, work: Bidding, seat: int) -> bool:
        if self.may_equal is None or work.equalled or seat == work.bidder:
            return False
        return bool(self.may_equal(env) >> seat & 1)

    def _may_double(self, index: int, work: Bidding, seat: int) -> bool:
        seating = self.rules.seating
        own_side = bool(seating.teams[seating.team_of[work.bidder]] >> seat & 1)
        return own_side == (self.step.calls[index].over == "own side")

    def _is_doubled(self, work: Bidding) -> bool:
        """Whether somebody else has doubled the standing bid: its bidder may then go on to a higher one."""
        for seat, index in reversed(work.history):
            if index != NO_CALL and self.step.calls[index].height is not None:
                return False
            if index != NO_CALL and seat != work.bidder:
                return True
        return False

    def _is_open(self, index: int, env: Environment) -> bool:
        condition = self.conditions_of[index]
        if condition is not None and not condition(env):
            return False
        if self.allowed is None or index in self.overs:
            return index in self.always_allowed or index in self.overs
        env.call = self.first + index
        answer = bool(self.allowed(env))
        env.call = -1
        return answer

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        work: Bidding = state.work
        seat = work.turn
        if isinstance(action, MakeCall):
            index = action.call - self.first
            state = self._called(state, seat, index)
            call = self.step.calls[index]
            events.append(
                Event("called", seat, text=call.text, seen_by=self.rules.seating.everybody, place=call.place)
            )
        else:
            passed = work.passed | 1 << seat
            state = state._replace(
                work=work._replace(
                    history=(*work.history, (seat, NO_CALL)),
                    spoken=work.spoken | 1 << seat,
                    passed=passed if self.step.pass_is_final else work.passed,
                    passes=work.passes + 1,
                )
            )
            events.append(Event("passed", seat, seen_by=self.rules.seating.everybody))
        work = state.work
        if work.forced:
            return self._won(state, events)
        return self._go_on(state, events)

    def _called(self, state: State, seat: int, index: int) -> State:
        """A bid stands until a higher one; a double sets its fields upon it."""
        work: Bidding = state.work
        call = self.step.calls[index]
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
            return self._won(state, events) if work.standing >= 0 else self._nobody_bid(state, events)
        if work.standing >= 0 and self.step.ends.cut_short and not self._anybody_can_call(state):
            return self._won(state, events)
        following = self._next(state)
        if following is None:
            return self._won(state, events) if work.standing >= 0 else self._nobody_bid(state, events)
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
            self._takes_part(state, seat) and self.open_calls(state, seat)
            for seat in range(self.rules.seating.count)
        )

    def _next(self, state: State) -> int | None:
        """The next seat that is still in; whoever holds the standing bid only if it could redouble it, or leave a
        bid that was doubled, or if all passes are said."""
        work: Bidding = state.work
        for seat in (*self.rules.seating.order[work.turn][1:], work.turn):
            if not self._takes_part(state, seat):
                continue
            if seat == work.bidder and self.step.ends.cut_short and not self.open_calls(state, seat):
                continue
            return seat
        return None

    # --- how it ends

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
        choice = self._forced_choice(state, self.open_calls(state, seat))
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


def _reads_only(expression: Typed, fields: dict[str, Any]) -> bool:
    """Whether a formula reads nothing but constants and these fields."""
    return all(
        part.op not in ("lookup", "pile", "moved", "counter", "bound", "family")
        and (part.op not in ("term", "setting") or part.value in fields)
        for part in expression.walk()
    )
