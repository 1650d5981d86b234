"""Choosing cards one by one, in pack order: what discards, gifts and exchanges share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hasenpfeffer.play.actions import Action, Finish, PickCard
from hasenpfeffer.play.player import StepPlayer, put

if TYPE_CHECKING:
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import MoveCards


class Picking(NamedTuple):
    """A seat picks: `picked` so far, `last` the face of the latest, `queue` who picks after it."""

    queue: tuple[int, ...]
    picked: int
    last: int
    held: tuple[int, ...]
    """Cards that are under way, by the seat that gets them."""


class PickingPlayer(StepPlayer):
    """`chosen` says what happens with the cards that a seat has picked."""

    step: MoveCards
    asks_all = True

    def __init__(self, rules: CompiledRules, step: MoveCards) -> None:
        super().__init__(rules, step)
        self.count = rules.optional(step.count)
        self.barred = rules.optional(step.barred)
        self.which = [(rules.optional(duty.condition), rules.formula(duty.cards)) for duty in step.which]
        self.move_index = rules.move_index[step.name]

    def chosen(self, state: State, seat: int, cards: int, events: list[Event]) -> State:
        raise NotImplementedError

    def actor(self, state: State) -> int:
        return int(state.work.queue[0])

    def start(
        self, state: State, queue: tuple[int, ...], events: list[Event], held: tuple[int, ...] = ()
    ) -> State:
        """Asks the first of the queue; seats that have nothing to pick are passed over."""
        held = held or (0,) * self.rules.seating.count
        while queue:
            state = state._replace(work=Picking(queue, 0, -1, held))
            if max(self.numbers(state)) > 0:
                return state
            state = self.chosen(state, queue[0], 0, events)
            if state.work is None or state.work.queue != queue:
                return state
            queue, held = queue[1:], state.work.held
        return self.done(state)

    def numbers(self, state: State) -> tuple[int, ...]:
        """How many cards the seat may pick in all; never more than it could."""
        seat = self.actor(state)
        most = self.pool(state, seat).bit_count()
        if self.step.counts:
            return tuple(count for count in self.step.counts if count <= most) or (0,)
        if self.count is None:
            return (min(1, most),)
        found: Any = self.count(self.env(state, seat))
        numbers = found if isinstance(found, tuple) else (found,)
        return tuple(max(min(number, most), 0) for number in numbers) or (0,)

    def pool(self, state: State, seat: int) -> int:
        """The cards from which the seat picks, those already picked included."""
        hand = state.hands[seat]
        env = self.env(state, seat)
        if self.barred is not None:
            hand = hand & ~self.barred(env)
        if not self.which:
            return hand
        wanted = self._least(env)
        found = 0
        for condition, cards in self.which:
            if condition is None or condition(env):
                found |= hand & cards(env)
                if found.bit_count() >= max(wanted, 1):
                    break
        return found

    def _least(self, env: Any) -> int:
        if self.step.counts:
            return min(self.step.counts)
        found = self.count(env) if self.count is not None else 1
        return int(min(found, default=0)) if isinstance(found, tuple) else int(found)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Cards that come after the last picked one and leave enough to go on; `done` where it is free."""
        work: Picking = state.work
        seat, name = self.actor(state), self.step.name
        pack = self.rules.pack
        numbers = self.numbers(state)
        have = work.picked.bit_count()
        left = self.pool(state, seat) & ~work.picked
        rest = [card for card in pack.members(left) if pack.cards[card] >= work.last]
        found: list[Action] = []
        seen = -1
        needed = [number - have for number in numbers if number > have]
        if needed:
            for position, card in enumerate(rest):
                face = pack.cards[card]
                if face != seen and len(rest) - position >= min(needed):
                    found.append(PickCard(name, face))
                    seen = face
        if have in numbers:
            found.append(Finish(name))
        return tuple(found)

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        work: Picking = state.work
        seat = self.actor(state)
        numbers = self.numbers(state)
        picked = work.picked
        if isinstance(action, PickCard):
            free = self.pool(state, seat) & self.rules.pack.face_sets[action.face] & ~picked
            picked |= free & -free
            state = state._replace(work=work._replace(picked=picked, last=action.face))
            if picked.bit_count() < max(numbers):
                return state
        return self._finish(state, seat, picked, events)

    def _finish(self, state: State, seat: int, picked: int, events: list[Event]) -> State:
        state = state._replace(moved=put(state.moved, self.move_index, picked))
        return self.chosen(state, seat, picked, events)
