"""A state of `play` as the numbers of a program's state, so that a program goes on where the interpreter stands."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hasenpfeffer.kernel.denominators import Denominators
from hasenpfeffer.kernel.packed_melds import MeldPacker
from hasenpfeffer.kernel.packed_settings import SettingPacker
from hasenpfeffer.kernel.packed_work import WorkPacker
from hasenpfeffer.kernel.values import split
from hasenpfeffer.play.tricks import best_play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.kernel.emitted import Emitted
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State


class Packer:
    """Packs the states of one ruleset. What the contract is has to be worked out by the program: call `settle`."""

    def __init__(self, rules: CompiledRules, emitted: Emitted) -> None:
        self.rules = rules
        self.emitted = emitted
        self.denominators = Denominators(rules.ruleset)
        self.width = -(-rules.pack.size // 62)
        self._settings = SettingPacker(rules, self.denominators)
        self._melds = MeldPacker(rules, self.denominators)
        self._work = WorkPacker(rules, self._settings)

    def packed(self, state: State) -> array[int]:
        """The numbers. ValueError for a deal that is over: a program goes on with the next, or starts anew."""
        if state.over:
            raise ValueError("the deal is over")
        target = Target(self.emitted, self.width)
        self._game(state, target)
        self._cards(state, target)
        self._standing(state, target)
        self._tricks(state, target)
        self._settings.put(state.settings, target)
        if state.melds:
            self._melds.put(state, target)
        self._work.put(state, target)
        return target.numbers

    def _game(self, state: State, target: Target) -> None:
        unit = self.emitted.columns.unit
        target.put("DEAL_NUMBER", state.deal_number)
        target.put("REDEALS", state.redeals)
        target.put("DEALER", state.dealer)
        target.row("SCORES", (_whole(score, unit) for score in state.scores))
        target.row("DEALS_BY", state.deals_by)
        for name, index in self.rules.counter_index.items():
            parts = self.denominators.counter(name)
            target.row(f"COUNTER_{index}", (_whole(value, parts) for value in state.counters[index]))
        target.row("PACK", state.pack)

    def _cards(self, state: State, target: Target) -> None:
        target.put("DEALT_FROM", state.dealt_from)
        target.sets("HANDS", state.hands)
        target.sets("DEALT", state.dealt)
        target.sets("OWNED", state.owned)
        target.put("HAS_OWNED", int(bool(state.owned)))
        target.sets("PILES", state.piles)
        target.sets("PILES_DEALT", state.piles_dealt)
        target.sets("TAKEN", state.taken)
        target.sets("ASIDE", state.aside)
        target.sets("MOVED", state.moved)

    def _standing(self, state: State, target: Target) -> None:
        target.put("STEP", state.step)
        target.put("WAIT", int(state.work is not None))
        target.put("SITTING", state.sitting)
        target.put("ABSENT", state.absent)
        target.put("DECLARER", state.declarer)
        target.put("CALL", state.call)
        target.put("FORCED", int(state.forced))

    def _tricks(self, state: State, target: Target) -> None:
        target.row("TRICKS_WON", state.tricks_won)
        target.row("SHOWN_OUT", state.shown_out)
        target.put("TRICK_COUNT", len(state.tricks))
        target.row("TRICK_WINNER", (trick.winner for trick in state.tricks))
        target.sets("TRICK_CARDS", (trick.card_set for trick in state.tricks))
        plays = [play for trick in state.tricks for play in trick.cards] + list(state.table)
        target.put("PLAYED_COUNT", len(plays))
        target.row("PLAYED_CARD", (card for _, card in plays))
        target.row("PLAYED_BY", (seat for seat, _ in plays))
        target.sets("PLAYED", (sum(1 << card for _, card in plays),))
        target.put("FIRST_CARD", plays[0][1] if plays else -1)
        last = state.table or (state.tricks[-1].cards if state.tricks else ())
        target.put("CARD_LED", last[0][1] if last else 0)
        target.put("LED", state.led_suit.bit_length())
        target.put("TABLE_COUNT", len(state.table))
        target.put("TABLE_SEATS", sum(1 << seat for seat, _ in state.table))
        target.sets("TABLE_CARDS", (sum(1 << card for _, card in state.table),))
        target.put("BEST_STRENGTH", -1)
        if state.table:
            env = self.rules.environment(state)
            seat, card = best_play(env)
            target.put("BEST_SEAT", seat)
            target.put("BEST_CARD", card)
            target.put("BEST_STRENGTH", env.contract.strength(card, state.led_suit))


class Target:
    """The numbers of a state, by the names of the program. What the program has no name for, it does not need."""

    def __init__(self, emitted: Emitted, width: int) -> None:
        self.numbers = array("q", bytes(8 * emitted.state_size))
        self.width = width
        """Words of a set of cards."""
        self._places = emitted.places

    def put(self, name: str, number: int, at: int = 0) -> None:
        place = self._places.get(name)
        if place is not None:
            self.numbers[place + at] = number

    def row(self, name: str, values: Iterable[int]) -> None:
        """Numbers one after the other."""
        for at, number in enumerate(values):
            self.put(name, number, at)

    def sets(self, name: str, sets: Iterable[int]) -> None:
        """Sets of cards one after the other."""
        self.row(name, (word for cards in sets for word in split(cards, self.width)))

    def add(self, name: str, members: int, at: int = 0) -> None:
        """Adds members to a set."""
        place = self._places.get(name)
        if place is not None:
            self.numbers[place + at] |= members


def _whole(amount: Number, parts: int) -> int:
    return amount.numerator * (parts // amount.denominator)
