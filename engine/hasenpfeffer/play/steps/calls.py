"""Which calls of an auction are open to a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.play.bidding import NO_CALL
from hasenpfeffer.play.environment import Environment

if TYPE_CHECKING:
    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.bidding import Bidding
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import AuctionStep


class OpenCalls:
    """The calls of one auction, as indices into the step's; `first` is the index of the first in all the rules'."""

    def __init__(self, rules: CompiledRules, step: AuctionStep) -> None:
        self.rules = rules
        self.step = step
        lowest = step.calls[0] if step.calls else None
        self.first = next((index for index, call in enumerate(rules.calls) if call is lowest), 0)
        self.may_equal = rules.optional(step.may_equal)
        self.conditions_of = [rules.optional(call.condition) for call in step.calls]
        self.bids = [index for index, call in enumerate(step.calls) if call.height is not None]
        self.overs = [index for index, call in enumerate(step.calls) if call.height is None]
        self.allowed, self.always_allowed = self._allowed()

    def _allowed(self) -> tuple[Any, frozenset[int]]:
        """What `allowed` says: settled here for calls where it reads nothing but their own fields."""
        everything = frozenset(range(len(self.step.calls)))
        if self.step.allowed is None:
            return None, everything
        formula = self.rules.formula(self.step.allowed)
        fields = self.rules.fields
        if not all(_reads_only(self.step.allowed, fields[self.first + index]) for index in self.bids):
            return formula, frozenset(self.overs)
        env = Environment(self.rules, None)  # type: ignore[arg-type]
        found = set(self.overs)
        for index in self.bids:
            env.call = self.first + index
            if formula(env):
                found.add(index)
        return None, frozenset(found)

    def of(self, state: State, seat: int) -> list[int]:
        """The calls that a seat may make now."""
        work: Bidding = state.work
        env = Environment(self.rules, state, seat)
        found = []
        calls = self.step.calls
        standing = calls[work.standing].height if work.standing >= 0 else None
        equal = standing is not None and self._may_equal(env, work, seat)
        may_bid = seat != work.bidder or self._is_doubled(work)
        for index in self.bids if may_bid else ():
            height = calls[index].height
            assert height is not None
            if standing is not None and not (height > standing or (equal and height == standing)):
                continue
            if self.is_open(index, env):
                found.append(index)
        if self.overs and work.standing >= 0:
            for index in self.overs:
                if self._may_double(index, work, seat) and self.is_open(index, env):
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

    def is_open(self, index: int, env: Environment) -> bool:
        """Whether a call's own condition and `allowed` let a seat make it."""
        condition = self.conditions_of[index]
        if condition is not None and not condition(env):
            return False
        if self.allowed is None or index in self.always_allowed:
            return index in self.always_allowed
        env.call = self.first + index
        answer = bool(self.allowed(env))
        env.call = -1
        return answer


def _reads_only(expression: Typed, fields: dict[str, Any]) -> bool:
    """Whether a formula reads nothing but constants and these fields."""
    return all(
        part.op not in ("lookup", "pile", "moved", "counter", "bound", "family")
        and (part.op not in ("term", "setting") or part.value in fields)
        for part in expression.walk()
    )
