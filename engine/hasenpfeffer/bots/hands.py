"""What a hand is worth: how many tricks it is likely to win, by the ruleset's own tables of strength."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.bots.remembered import Remembered
from hasenpfeffer.play import machine
from hasenpfeffer.play.melds import MeldFinder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.rules import CompiledRules


class Count(NamedTuple):
    """How the tricks are counted that a hand is likely to win."""

    partner: float
    """How much of an even share of the other tricks a partner brings in."""
    next_trump: float
    """How much less likely a trump wins for each trump out that beats it."""
    next_plain: float
    """How much less likely another card wins for each card out that beats it."""
    ruffed: int
    """The best card of a plain suit is the likelier ruffed the fewer cards of it are out: surely with so many."""
    long: int
    """How many trumps count by their rank alone; more of them are worth something by themselves."""


COUNT: Final = Count(partner=1.15, next_trump=0.8, next_plain=0.35, ruffed=2, long=2)
"""As tricks fell in many deals: low trumps win too, for they can ruff or wait, and high cards are ruffed."""
LONG_TRUMP: Final = 0.45
"""What a trump is worth on top of its rank when the hand is long in them: it wins when the others have none."""


class Hands:
    """What hands are worth under one ruleset. A trump choice and a hand, both as sets, are asked for together."""

    def __init__(self, rules: CompiledRules) -> None:
        self._rules = rules
        self._suits = [1 << suit for suit in range(len(rules.pack.suits))]
        self._tricks = Remembered(self._worked_out)
        self._finder = next((MeldFinder(rules, melding) for melding in rules.meldings), None)
        self._melds = Remembered(self._melded)
        self._best = Remembered(self._best_of_all)
        self._totals = Remembered(self._added_up)
        self._nothing = machine.fresh(rules, 0, ())
        values = rules.ruleset.values
        self._for_tricks = [rules.optional(part) for part in (values.each_trick, values.last_trick)]

    def tricks(self, trump: int, hand: int) -> float:
        """How many tricks a hand is likely to win by itself under a trump choice."""
        return self._tricks[trump, hand]

    def against(self, trump: int, hand: int) -> float:
        """How many tricks a hand is likely to win against those who chose the trump: of its own trumps only those
        count that nothing beats."""
        contract = self._rules.contract(trump)
        out = self._rules.pack.everything & ~hand
        beaten = [
            card for card in self._rules.pack.members(hand & contract.trumps) if out & contract.above[card]
        ]
        return self.tricks(trump, hand & ~sum(1 << card for card in beaten))

    def best_trump(self, hand: int, trumps: Sequence[int] | None = None) -> tuple[float, int]:
        """The trump, of a list or of all suits, under which a hand is worth most, and how many tricks it is likely
        to win. Melds count as the tricks that would bring as many points."""
        return self._best[hand] if trumps is None else self._best_of(hand, trumps)

    def _best_of_all(self, hand: int) -> tuple[float, int]:
        return self._best_of(hand, self._suits)

    def _best_of(self, hand: int, trumps: Sequence[int]) -> tuple[float, int]:
        if self._finder is None:
            return max((self.tricks(trump, hand), trump) for trump in trumps)
        size = hand.bit_count()
        ranked = [
            (
                self.tricks(trump, hand) + self.melds(trump, hand) * size / max(self.total(trump, size), 1),
                trump,
            )
            for trump in trumps
        ]
        trump = max(ranked)[1]
        return self.tricks(trump, hand), trump

    def melds(self, trump: int, hand: int) -> float:
        """What a hand would meld under a trump choice."""
        return self._melds[trump, hand]

    def _melded(self, key: tuple[int, int]) -> float:
        trump, hand = key
        if self._finder is None:
            return 0.0
        state = self._nothing._replace(hands=(hand,) * self._rules.seating.count)
        env = self._rules.environment(state, 0).with_trump(trump)
        return float(sum(one.points for one in self._finder.find(env, hand)))

    def total(self, trump: int, size: int) -> float:
        """The card points of all tricks, if there are so many."""
        return self._totals[trump, size]

    def _added_up(self, key: tuple[int, int]) -> float:
        trump, size = key
        env = self._rules.environment(self._nothing).with_trump(trump)
        each, last = (0 if part is None else part(env) for part in self._for_tricks)
        return float(sum(env.contract.values) + each * size + last)

    def points(self, own: float, trump: int, hand: int) -> float:
        """The card points of a side, if one hand wins so many tricks by itself, in proportion to the tricks."""
        size = hand.bit_count()
        return self.with_partner(own, size) / max(size, 1) * self.total(trump, size)

    def with_partner(self, own: float, size: int) -> float:
        """The tricks of a side, if one hand wins so many of `size` by itself."""
        seats, teams = self._rules.seating.count, len(self._rules.seating.teams)
        partners = seats // max(teams, 1) - 1
        return own + max(size - own, 0) * partners / max(seats - 1, 1) * COUNT.partner

    def without_least(self, trump: int, hand: int, count: int) -> int:
        """The cards, so many, without which a hand is worth most: those that win least, short suits first."""
        gone = 0
        for _ in range(count):
            gone |= self._least(trump, hand & ~gone)
        return gone

    def _least(self, trump: int, hand: int) -> int:
        """The card without which a hand is worth most; a void in a plain suit is worth a ruff."""
        contract = self._rules.contract(trump)
        best, found = -1.0e9, 0
        suits = len(self._rules.pack.suits)
        for card in self._rules.pack.members(hand):
            rest = hand & ~(1 << card)
            kept = sum(1 for cards in contract.suit_sets.values() if cards & rest)
            value = self.tricks(trump, rest) - kept / suits / 2 - contract.power[card] / 1000
            if value > best:
                best, found = value, 1 << card
        return found

    def _worked_out(self, key: tuple[int, int]) -> float:
        trump, hand = key
        contract = self._rules.contract(trump)
        total, count = 0.0, COUNT
        trumps = contract.trumps
        out = self._rules.pack.everything & ~hand
        length = 0
        for card in self._rules.pack.members(hand):
            stronger = (out & contract.above[card]).bit_count()
            if trumps >> card & 1:
                length += 1
                chance = count.next_trump**stronger
                total += chance if length <= count.long else chance + LONG_TRUMP * (1 - chance)
            elif trumps:
                suit = (out & contract.suit_sets[contract.suit_of[card]]).bit_count()
                if suit > count.ruffed:
                    total += count.next_plain**stronger * (1 - count.ruffed / suit)
            else:
                total += count.next_plain**stronger
        return total
