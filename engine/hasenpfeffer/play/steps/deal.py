"""`deal`: packets to seats and piles, and hands that are thrown in at once."""

from __future__ import annotations

from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.play.actions import Action, ThrowIn
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.player import StepPlayer

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.steps import DealStep


class Claims(NamedTuple):
    """Who may still throw a hand in, and by what right."""

    queue: tuple[tuple[int, int], ...]


class DealPlayer(StepPlayer):
    step: DealStep

    def __init__(self, rules: CompiledRules, step: DealStep) -> None:
        super().__init__(rules, step)
        self.cards = rules.optional(step.cards)
        self.up_to = rules.optional(step.up_to)
        by_packet = {packet.pile for packet in step.packets}
        self.pile_counts = [
            (rules.pile_index[pile.name], rules.optional(pile.cards))
            for pile in step.piles
            if pile.name not in by_packet or pile.cards is not None
        ]
        self.throw_ins = [rules.formula(throw_in.condition) for throw_in in step.thrown_in]

    def begin(self, state: State, events: list[Event]) -> State:
        if not self.holds(state):
            return self.done(state)
        state = self.deal_cards(state, events)
        queue = []
        in_deal = self.rules.seating.everybody & ~state.absent
        for index, throw_in in enumerate(self.step.thrown_in):
            for seat in self.rules.seating.turns_after(state.dealer, in_deal):
                env = self.env(state, seat)
                env.receive(1 << seat)
                if self.throw_ins[index](env):
                    if not throw_in.asked:
                        return self._throw_in(state, seat, index, events)
                    queue.append((seat, index))
        if queue:
            return state._replace(work=Claims(tuple(queue)))
        return self.done(state)

    def actor(self, state: State) -> int:
        return int(state.work.queue[0][0])

    def legal(self, state: State) -> tuple[Action, ...]:
        return (ThrowIn(self.step.thrown_in[state.work.queue[0][1]].name), ThrowIn(""))

    def apply(self, state: State, action: Action, events: list[Event]) -> State:
        assert isinstance(action, ThrowIn)
        seat, index = state.work.queue[0]
        if action.name:
            return self._throw_in(state, seat, index, events)
        rest = state.work.queue[1:]
        return state._replace(work=Claims(rest)) if rest else self.done(state)

    def _throw_in(self, state: State, seat: int, index: int, events: list[Event]) -> State:
        throw_in = self.step.thrown_in[index]
        events.append(Event("thrown in", seat, text=throw_in.name, place=throw_in.place))
        return state._replace(over=True, thrown_in=True, work=None)

    def deal_cards(self, state: State, events: list[Event]) -> State:
        """Cards go from the top of the pack, to each seat in turn."""
        order = self._dealt_to(state)
        pack, at = state.pack, state.dealt_from
        hands, piles = list(state.hands), list(state.piles)

        def deal(count: int) -> int:
            nonlocal at
            count = max(count, 0)
            cards = sum(1 << card for card in pack[at : at + count])
            at += min(count, len(pack) - at)
            return cards

        for packet in self.step.packets:
            if packet.pile is not None:
                piles[self.rules.pile_index[packet.pile]] |= deal(packet.cards)
            else:
                for seat in order:
                    hands[seat] |= deal(packet.cards)
        left = -(-(len(pack) - at) // max(len(order), 1))
        singly = {seat: self._singly(state, seat, hands[seat], left) for seat in order}
        for number in range(min(max(singly.values(), default=0), len(pack))):
            for seat in order:
                if number < singly[seat]:
                    hands[seat] |= deal(1)
        env = self.env(state)
        for index, count in self.pile_counts:
            piles[index] |= deal(len(pack) - at if count is None else count(env))
        dealt = tuple(
            new & ~old | before for new, old, before in zip(hands, state.hands, state.dealt, strict=True)
        )
        after = state._replace(
            hands=tuple(hands),
            piles=tuple(piles),
            piles_dealt=tuple(map(or_, state.piles_dealt, piles)),
            dealt=dealt,
            dealt_from=at,
        )
        if any(hands):
            without = sum(1 << seat for seat, hand in enumerate(hands) if not hand)
            after = after._replace(sitting=state.sitting & ~state.absent | without, absent=without)
        self._tell(state, after, events)
        return after

    def _dealt_to(self, state: State) -> tuple[int, ...]:
        """The seats that get cards, in the order in which they are dealt to."""
        everybody = self.rules.seating.everybody
        return self.in_turn(state, everybody if self.who is None else self.who(self.env(state)))

    def _singly(self, state: State, seat: int, held: int, left: int) -> int:
        """How many cards a seat gets one by one after the packets; `left` where that is as many as there are."""
        env = self.env(state, seat)
        if self.cards is not None:
            left = self.cards(env)
        elif self.up_to is None:
            left = left if self.step.all_cards else 0
        if self.up_to is None:
            return left
        wanted: int = self.up_to(env) - held.bit_count()
        return wanted if self.cards is None else min(left, wanted)

    def _tell(self, before: State, after: State, events: list[Event]) -> None:
        """What each hand and pile got, and the last card where it lies open."""
        everybody, dealer = self.rules.seating.everybody, before.dealer
        for seat in self._dealt_to(before):
            got = after.hands[seat] & ~before.hands[seat]
            seen = self.seen_by(before, 1 << seat) if self.step.seen_after is None else 0
            events.append(Event("dealt", to=seat, cards=got, count=got.bit_count(), seen_by=seen))
        for pile in self.step.piles:
            index = self.rules.pile_index[pile.name]
            got = after.piles[index] & ~before.piles[index]
            seen = everybody if pile.face_up else 0
            events.append(
                Event(
                    "dealt", cards=got, count=got.bit_count(), seen_by=seen, text=pile.name, place=pile.place
                )
            )
        new = after.hands[dealer] & ~before.hands[dealer]
        last = next((1 << card for card in reversed(after.pack[: after.dealt_from]) if new >> card & 1), 0)
        if self.step.last_card_up and last:
            events.append(Event("dealt", to=dealer, cards=last, count=0, seen_by=everybody, text="last card"))
