"""How a step is played: what every kind has in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.state import Deferred, is_by_seat, kept

if TYPE_CHECKING:
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.environment import Formula
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import Assignment, StepBase


class StepPlayer:
    """One step of a compiled ruleset. `begin` sets the step's `work`, or finishes at once; while there is
    work, `actor` must act, `legal` says what it may do, and `apply` does it."""

    asks_all: ClassVar[bool] = False
    """Whether a seat that sits out takes part where the step names it: cards change hands before the play, and a
    partner who lays the hand down may still have to give one."""

    def __init__(self, rules: CompiledRules, step: StepBase) -> None:
        self.rules = rules
        self.step = step
        self.conditions = [rules.formula(condition) for condition in step.conditions]
        self.who = rules.optional(step.who)
        self.opens = rules.optional(getattr(step, "opens", None))

    def begin(self, state: State, events: list[Event]) -> State:
        raise NotImplementedError

    def actor(self, state: State) -> int:
        raise NotImplementedError

    def hand_to_play(self, state: State) -> int:
        """The seat whose cards are asked for: a dummy's are played by another."""
        return self.actor(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        raise NotImplementedError

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        raise NotImplementedError

    # --- what the kinds share

    def seen_by(self, state: State, seats: int) -> int:
        """Who sees cards that these seats move: all, or the declarer too, where the step says so."""
        match self.step.shown.mode:
            case "yes":
                return self.rules.seating.everybody
            case "to declarer" if state.declarer >= 0:
                return seats | 1 << state.declarer
        return seats

    def env(self, state: State, me: int = -1) -> Environment:
        return Environment(self.rules, state, me)

    def holds(self, state: State, me: int = -1) -> bool:
        """Whether every condition of the step holds, asked for this seat."""
        if not self.conditions:
            return True
        env = self.env(state, me)
        return all(condition(env) for condition in self.conditions)

    def asked(self, state: State, *, closing: bool = False) -> tuple[int, ...]:
        """The seats of `who`, in turn, for which the conditions hold. Seats that sit out have nothing to say."""
        seats = self.who(self.env(state)) if self.who is not None else 0
        seats &= ~(state.absent if self.asks_all else state.sitting)
        return tuple(seat for seat in self.in_turn(state, seats, closing=closing) if self.holds(state, seat))

    def in_turn(self, state: State, seats: int, *, closing: bool = False) -> tuple[int, ...]:
        """The seats of a set in turn, from who opens; from the dealer's next on, if nothing else is said."""
        seating = self.rules.seating
        first = first_of(self.opens, Environment(self.rules, state, closing=closing))
        if first is None:
            return seating.turns_after(state.dealer, seats)
        return tuple(seat for seat in seating.order[first] if seats >> seat & 1)

    def done(self, state: State) -> State:
        """The state with this step finished."""
        return state._replace(step=state.step + 1, work=None)

    def assign(
        self, state: State, sets: tuple[Assignment, ...], me: int = -1, *, closing: bool = False
    ) -> State:
        """Gives settings and counters their new values, all worked out before any changes."""
        if not sets:
            return state
        env = Environment(self.rules, state, me, closing=closing)
        rules = self.rules
        settings = list(state.settings)
        for one in sets:
            value = rules.formula(one.value)(env)
            seats = rules.formula(one.seat)(env) if one.seat is not None else 0
            setting = rules.ruleset.settings[one.name]
            if setting.type.kind is Kind.NUMBER:
                value = kept(value)
            settings[setting.index] = self.stored(settings[setting.index], value, seats)
        return state._replace(settings=tuple(settings))

    def stored(self, before: Any, value: Any, seats: int) -> Any:
        """A setting's new value: its own for these seats, or one for all."""
        if not seats:
            return value
        n = self.rules.seating.count
        own = list(before) if is_by_seat(before) else [None] * n
        for seat in range(n):
            if seats >> seat & 1:
                own[seat] = value
        return tuple(own)


def with_settings(state: State, values: tuple[tuple[int, Any], ...], me: int) -> State:
    """The state with the fields of a call or option in force; formulas remember who made it."""
    if not values:
        return state
    settings = list(state.settings)
    for index, value in values:
        settings[index] = Deferred(value.formula, me) if isinstance(value, Deferred) else value
    return state._replace(settings=tuple(settings))


def move_out(state: State, cards: int) -> State:
    """The state with these cards taken from wherever they lie."""
    keep = ~cards
    return state._replace(
        hands=tuple(hand & keep for hand in state.hands),
        piles=tuple(pile & keep for pile in state.piles),
        taken=tuple(taken & keep for taken in state.taken),
        aside=tuple(aside & keep for aside in state.aside),
    )


def first_of(seats: Formula | None, env: Environment) -> int | None:
    """The first seat, in turn after the dealer, that a formula names; None where it names nobody or is none."""
    return None if seats is None else env.rules.seating.first_after(env.state.dealer, seats(env))


def top_cards(state: State, cards: int, count: int) -> int:
    """So many of these cards, those dealt first."""
    found = [card for card in state.pack if cards >> card & 1]
    return sum(1 << card for card in found[: max(count, 0)])


def in_reach(state: State, cards: int) -> int:
    """Those of the cards that can be moved: not those still to be dealt, nor those of the trick in progress."""
    there = 0
    for place in (*state.hands, *state.piles, *state.taken, *state.aside):
        there |= place
    return cards & there


def lay_open(rules: CompiledRules, state: State, cards: int) -> bool:
    """Whether all could see the cards where they lie: in piles that are dealt face up."""
    open_piles = 0
    for name in rules.open_piles:
        open_piles |= state.piles[rules.pile_index[name]]
    return not cards & ~open_piles


def put(by_seat: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    """Sets by seat (or by moving step), with these cards added for one."""
    return (*by_seat[:seat], by_seat[seat] | cards, *by_seat[seat + 1 :])


def drop(by_seat: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    """Sets by seat, with these cards gone from one."""
    return (*by_seat[:seat], by_seat[seat] & ~cards, *by_seat[seat + 1 :])
