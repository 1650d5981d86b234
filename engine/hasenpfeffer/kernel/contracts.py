"""Tables by contract: suits, strengths and values of the cards for every trump choice that there can be."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from hasenpfeffer.errors import KernelRefusal
from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.values import Bits, Number, known_bits, split

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.denominators import Denominators
    from hasenpfeffer.kernel.layout import Tables
    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.rules import CompiledRules

LEADS = {"": 0, "its own suit": 0, "no suit": 1, "names a suit": 2, "one suit's best": 2}
"""What leading a card does: nothing odd, it asks for no suit, its player names one."""


def trump_choices(rules: CompiledRules) -> tuple[int, ...]:
    """Every trump choice that there can be, by the number of its contract."""
    return 0, *(1 << index for index in range(rules.own_suit.bit_length() - 1))


class Contracts:
    """Reads tables by the number of a contract: 0 without a trump, else one more than the trump's bit."""

    def __init__(self, rules: CompiledRules, tables: Tables, denominators: Denominators, width: int) -> None:
        self._rules = rules
        self._tables = tables
        self._width = width
        """Words of a set of cards."""
        self._unit = denominators.of_points
        self.suits = rules.own_suit.bit_length()
        """How many suits a card can belong to: those of the pack, named trumps, and that of loose cards."""
        if self.suits > WORD:
            raise KernelRefusal(f"more than {WORD - 1} suits and named trumps", rules.ruleset.ranking.place)
        self._cards = rules.pack.size
        self._rows: dict[str, list[list[int]]] = {}

    @cached_property
    def all(self) -> tuple[Contract, ...]:
        return tuple(self._rules.contract(trump) for trump in trump_choices(self._rules))

    @property
    def _each_suit(self) -> tuple[int, ...]:
        """No suit, and each suit as a set of one."""
        return 0, *(1 << number for number in range(self.suits))

    @property
    def has_loose(self) -> bool:
        return any(any(contract.loose) for contract in self.all)

    @property
    def has_leads(self) -> bool:
        return any(any(contract.leads) for contract in self.all)

    def trumps(self, contract: Code) -> Bits:
        return self._set("TRUMPS", contract, lambda one: one.trumps)

    def loose(self, contract: Code, following: str) -> Bits:
        """The loose cards that follow in this way."""

        def cards(one: Contract) -> int:
            return sum(
                1 << card for card, rule in enumerate(one.loose) if rule and rule.following == following
            )

        return self._set(f"LOOSE_{following.replace(' ', '_').upper()}", contract, cards)

    def cards_of_suit(self, contract: Code, suit: Code) -> Bits:
        """The cards that belong to a suit, by one more than its number; 0 stands for no suit."""

        def row(one: Contract) -> list[int]:
            return [
                word for suits in self._each_suit for word in split(one.suit_sets.get(suits, 0), self._width)
            ]

        return self._read_set("CARDS_OF_SUIT", contract, suit, row)

    def suit_of(self, contract: Code, card: Code) -> Code:
        """The suit that a card belongs to, as a set of one."""
        return self._read("SUIT_OF", contract, card, lambda one: list(one.suit_of))

    def cards_following(self, contract: Code, led: Code) -> Bits:
        """The cards of the suit that a card asks for which is led."""

        def row(one: Contract) -> list[int]:
            return [word for suit in one.suit_of for word in split(one.suit_sets.get(suit, 0), self._width)]

        return self._read_set("FOLLOWING", contract, led, row)

    def strength_after(self, contract: Code, led: Code, card: Code) -> Code:
        """How strong a card is in a trick to which that card was led."""
        by_card = codes.add(codes.multiply(contract, self._cards), led)
        at = self._tables.look_up("STRENGTH_ROW", self._rows_of_strengths, by_card)
        return self._tables.look_up("STRENGTHS", self._all_strengths, codes.add(at, card))

    @cached_property
    def _rows_of_strengths(self) -> tuple[int, ...]:
        """For each contract and card led, where the strengths of that trick begin."""
        return tuple(
            (index * (self.suits + 1) + suit.bit_length()) * self._cards
            for index, one in enumerate(self.all)
            for suit in one.suit_of
        )

    @cached_property
    def _all_strengths(self) -> tuple[int, ...]:
        return tuple(number for one in self.all for number in self._strengths(one))

    def _strengths(self, one: Contract) -> list[int]:
        return [one.strength(card, suit) for suit in self._each_suit for card in range(self._cards)]

    def suit_row(self, contract: Code, card: Code) -> Code:
        """One more than the number of the suit that a card belongs to."""
        return self._read("SUIT", contract, card, lambda one: [suit.bit_length() for suit in one.suit_of])

    def strength(self, contract: Code, led: Code, card: Code) -> Code:
        """How strong a card is where this suit was led; `led` is one more than its number, 0 for none."""
        at = codes.add(codes.multiply(led, self._cards), card)
        return self._read("STRENGTH", contract, at, self._strengths)

    def own_strength(self, contract: Code, card: Code) -> Code:
        """How strong a card is in its own suit."""

        def row(one: Contract) -> list[int]:
            return [one.strength(card, one.suit_of[card]) for card in range(self._cards)]

        return self._read("OWN_STRENGTH", contract, card, row)

    @cached_property
    def can_be_won_by_leading(self) -> bool:
        """Whether every card that is led takes the trick if no other beats it."""
        return all(one.strength(card, suit) >= 0 for one in self.all for card, suit in enumerate(one.suit_of))

    def stronger(self, contract: Code, led: Code, card: Code) -> Bits:
        """The cards that beat this one where that suit was led."""

        def row(one: Contract) -> list[int]:
            found: list[int] = []
            for suit in self._each_suit:
                strengths = [one.strength(card, suit) for card in range(self._cards)]
                for mine in strengths:
                    better = sum(1 << other for other, theirs in enumerate(strengths) if theirs > mine)
                    found += split(better, self._width)
            return found

        at = codes.add(codes.multiply(led, self._cards), card)
        return self._read_set("STRONGER", contract, at, row)

    def value(self, contract: Code, card: Code) -> Number:
        """The points of a card."""

        def row(one: Contract) -> list[int]:
            return [int(value * self._unit) for value in one.values]

        return Number(self._read("VALUE", contract, card, row), self._unit)

    def worth(self, contract: Code) -> list[tuple[int, Bits]]:
        """The values that cards can have, without 0, as `value` counts them; with each the cards worth so much."""

        def cards(one: Contract, worth: int | Fraction) -> int:
            return sum(1 << card for card, value in enumerate(one.values) if value == worth)

        values = sorted({value for one in self.all for value in one.values if value})
        return [
            (int(value * self._unit), self._set(f"WORTH_{at}", contract, partial(cards, worth=value)))
            for at, value in enumerate(values)
        ]

    def has_values(self) -> bool:
        return any(any(one.values) for one in self.all)

    def lead(self, contract: Code, card: Code) -> Code:
        return self._read("LEAD", contract, card, lambda one: [LEADS[lead] for lead in one.leads])

    def loose_rule(self, contract: Code, card: Code) -> Code:
        """Which of the loose cards' rules a card follows, by its place in the ranking; -1 for none."""
        rules = self._rules.ruleset.ranking.loose

        def row(one: Contract) -> list[int]:
            return [-1 if rule is None else rules.index(rule) for rule in one.loose]

        return self._read("LOOSE_RULE", contract, card, row)

    def top(self, contract: Code, place: Code) -> Code:
        """The trump that stands at a place from the top, -1 beyond the last."""

        def row(one: Contract) -> list[int]:
            members = self._rules.pack.members(one.trumps)
            ranked = sorted(members, key=lambda card: -one.power[card])
            return [*ranked, *(-1 for _ in range(self._cards + 1 - len(ranked)))]

        return self._read("TOP", contract, place, row)

    def _set(self, name: str, contract: Code, cards: Callable[[Contract], int]) -> Bits:
        if len({cards(one) for one in self.all}) == 1:
            return known_bits(cards(self.all[0]), self._width)
        words = (
            self._read(name, contract, word, lambda one: list(split(cards(one), self._width)))
            for word in range(self._width)
        )
        return Bits(tuple(words))

    def _read_set(self, name: str, contract: Code, at: Code, row: Callable[[Contract], list[int]]) -> Bits:
        """A set of cards of a table with one row for each contract."""
        first = codes.multiply(at, self._width)
        return Bits(
            tuple(self._read(name, contract, codes.add(first, word), row) for word in range(self._width))
        )

    def _read(self, name: str, contract: Code, at: Code, row: Callable[[Contract], list[int]]) -> Code:
        """A number of a table with one row for each contract."""
        rows = self._rows.get(name)
        if rows is None:
            rows = self._rows[name] = [row(one) for one in self.all]
        if all(one == rows[0] for one in rows):
            return self._tables.look_up(name, rows[0], at)
        whole = [number for one in rows for number in one]
        return self._tables.look_up(name, whole, codes.add(codes.multiply(contract, len(rows[0])), at))
