"""What a bid would pay that names no tricks: the scoring lines, asked of a deal that goes as the hand promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.bots.imagined import auction_won, paid
from hasenpfeffer.bots.remembered import Remembered
from hasenpfeffer.ruleset.steps import ChooseStep, TakeStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.bots.hands import Hands
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

EACH_TAKEN: Final = 0.2
"""How many tricks each card is worth that a declarer takes up before others are put away."""


class Outcome(NamedTuple):
    """What a bid is likely to bring its maker, in the best trump; `tricks` are those it is likely to win with it."""

    points: float
    tricks: float
    trump: int


class Outcomes:
    """What bids would pay under one ruleset."""

    def __init__(self, rules: CompiledRules, hands: Hands) -> None:
        self._rules = rules
        self._hands = hands
        self._index = rules.ruleset.settings["trump"].index if "trump" in rules.ruleset.settings else None
        choices = [
            step for step in rules.ruleset.steps if isinstance(step, ChooseStep) and step.name == "trump"
        ]
        self._trumps = [rules.formula(step.values) for step in choices if step.values is not None]
        self._taken = sum(isinstance(step, TakeStep) for step in rules.ruleset.steps)
        self._known = Remembered(self._best)

    def of(self, dealer: int, seat: int, hand: int, call: int) -> Outcome:
        """The best that a seat with this hand can expect, if it wins the auction with this call."""
        return self._known[dealer, seat, hand, call]

    def _best(self, key: tuple[int, int, int, int]) -> Outcome:
        dealer, seat, hand, call = key
        state = self._won(dealer, seat, hand, call)
        return max(self._with(state, seat, hand, trump) for trump in self._to_choose(state, seat))

    def _won(self, dealer: int, seat: int, hand: int, call: int) -> State:
        """A deal whose auction a seat has won. The cards that it does not see are shared out among the others."""
        rules = self._rules
        hands = [0] * rules.seating.count
        others = [other for other in rules.seating.order[seat] if other != seat]
        for number, card in enumerate(rules.pack.members(rules.pack.everything & ~hand)):
            hands[others[number % len(others)]] |= 1 << card
        hands[seat] = hand
        held = tuple(hands)
        return auction_won(rules, dealer, seat, call)._replace(hands=held, dealt=held, owned=held)

    def _to_choose(self, state: State, seat: int) -> list[int]:
        """The trumps that the declarer may name after the auction; what the rules say where it names none."""
        env = self._rules.environment(state, seat)
        if env.trump or not self._trumps:
            return [env.trump]
        return [1 << trump for formula in self._trumps for trump in members(formula(env))]

    def _with(self, state: State, seat: int, hand: int, trump: int) -> Outcome:
        """What is paid when the hand wins the tricks that it is worth with a trump, and as large a share of points."""
        rules = self._rules
        if self._index is not None:
            settings = state.settings
            state = state._replace(settings=(*settings[: self._index], trump, *settings[self._index + 1 :]))
        size, values = hand.bit_count(), rules.contract(trump).values
        own = min(self._hands.tricks(trump, hand) + EACH_TAKEN * self._taken, float(size))
        tricks = self._hands.with_partner(own, size)
        taken, other = [0] * len(state.hands), rules.seating.next(seat)
        mine = whole = 0.0
        for card in sorted(rules.pack.members(rules.pack.everything), key=lambda card: (-values[card], card)):
            whole += float(values[card])
            is_mine = (mine + float(values[card])) * size <= tricks * whole
            mine += float(values[card]) * is_mine
            taken[seat if is_mine else other] |= 1 << card
        won = [0] * len(state.hands)
        won[seat] = round(tricks)
        won[other] = size - won[seat]
        state = state._replace(taken=tuple(taken), tricks_won=tuple(won), hands=(0,) * len(won))
        return Outcome(float(paid(rules, state, seat)), tricks, trump)
