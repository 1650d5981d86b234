"""Strength by contract: for one trump choice, the suit, power and value of every card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.state import Number
    from hasenpfeffer.ruleset.model import LooseCard, Ruleset

    Formula = Callable[[Any], Any]
    Compile = Callable[[Typed], Formula]
    Tier = tuple[int | None, int]
    """A bare rank, or None and a set of cards."""

BEATS_EVERYTHING = 1 << 20
TRUMP = 1 << 10


@dataclass(frozen=True, slots=True)
class Contract:
    """What the cards are under one trump choice.

    `suit_of[card]` is the card's suit as a set of one; trumps belong to the trump choice, loose cards to a
    suit of their own. `power[card]` orders cards of one suit; equal cards have equal power.
    """

    trump: int
    trumps: int
    suit_of: tuple[int, ...]
    power: tuple[int, ...]
    values: tuple[Number, ...]
    loose: tuple[LooseCard | None, ...]
    loose_set: int
    suit_sets: dict[int, int]
    leads: tuple[str, ...]
    """For loose cards, what leading them does."""
    order: tuple[int, ...]
    """All cards, trumps first, each suit high to low: how a hand is sorted."""
    above: tuple[int, ...]
    """For each card, the cards of its suit that are stronger."""

    def cards_of(self, suits: int) -> int:
        """All cards that belong to any of these suits."""
        found = self.suit_sets.get(suits)
        if found is None:
            found = 0
            for suit, cards in self.suit_sets.items():
                if suit & suits:
                    found |= cards
        return found

    def strength(self, card: int, led: int) -> int:
        """How strong a card is in a trick: only trumps, the suit led and some loose cards can win."""
        loose = self.loose[card]
        if loose is not None and loose.strength == "beats everything":
            return BEATS_EVERYTHING
        if loose is not None and loose.strength == "beats nothing":
            return 0
        if self.trumps >> card & 1:
            return TRUMP + self.power[card]
        return self.power[card] if self.suit_of[card] & led else 0


class ContractMaker:
    """Works out contracts from a ranking; `compile_formula` turns typed expressions into functions."""

    def __init__(self, ruleset: Ruleset, compile_formula: Compile) -> None:
        self.ruleset = ruleset
        self.pack = ruleset.pack
        self._compile = compile_formula
        suits = len(self.pack.suits)
        self.own_suit = 1 << (suits + len(ruleset.names.strains))
        self._face_sets = self.pack.face_sets

    def make(self, trump: int, env: Any) -> Contract:
        """The contract for a trump choice; `env` is an environment in which `trump` has that value."""
        trump_chain = self._trump_chain(trump, env)
        trumps = 0
        for tier in trump_chain:
            trumps |= tier
        size = self.pack.size
        suit_of, power = [0] * size, [0] * size
        self._rank(trump_chain, trump, suit_of, power, self.pack.everything)
        for suit in range(len(self.pack.suits)):
            chain = self._plain_chain(suit, trumps, env)
            self._rank(chain, 1 << suit, suit_of, power, ~trumps)
        loose: list[LooseCard | None] = [None] * size
        leads = [""] * size
        for entry in self.ruleset.ranking.loose:
            cards = self._compile(entry.cards)(env)
            lead = entry.leading if isinstance(entry.leading, str) else self._word(entry.leading, env)
            for card in self.pack.members(cards):
                if suit_of[card] == 0:
                    loose[card], leads[card] = entry, lead
        loose_set = 0
        for card in range(size):
            if suit_of[card] == 0:
                suit_of[card] = self.own_suit
                loose_set |= 1 << card
        suit_sets: dict[int, int] = {}
        for card, suit in enumerate(suit_of):
            suit_sets[suit] = suit_sets.get(suit, 0) | 1 << card
        order = sorted(range(size), key=lambda card: self._place(card, trumps, suit_of, power))
        contract = Contract(
            trump,
            trumps,
            tuple(suit_of),
            tuple(power),
            (),
            tuple(loose),
            loose_set,
            suit_sets,
            tuple(leads),
            tuple(order),
            _above(suit_of, power),
        )
        env.use(contract)  # values may ask which suit a card belongs to
        return replace(contract, values=self._values(trumps, env))

    @staticmethod
    def _place(card: int, trumps: int, suit_of: list[int], power: list[int]) -> tuple[bool, int, int, int]:
        return not trumps >> card & 1, -suit_of[card], -power[card], card

    @staticmethod
    def _rank(chain: list[int], suit: int, suit_of: list[int], power: list[int], among: int) -> None:
        """Gives each card its suit and power; a card named twice counts where it stands first."""
        for position, tier in enumerate(chain):
            cards = tier & among
            while cards:
                low = cards & -cards
                cards ^= low
                card = low.bit_length() - 1
                if suit_of[card] == 0:
                    suit_of[card] = suit
                    power[card] = len(chain) - position

    def _trump_chain(self, trump: int, env: Any) -> list[int]:
        """The trumps, high to low. A chain with bare ranks is about a suit: without one it holds nothing."""
        node = self.ruleset.ranking.trump
        if node is None or trump == 0:
            return []
        tiers = self._tiers(node, env)
        is_suit = trump.bit_length() <= len(self.pack.suits)
        if not is_suit and any(rank is not None for rank, _ in tiers):
            return []
        return [cards if rank is None else self._cards(rank, trump) for rank, cards in tiers]

    def _plain_chain(self, suit: int, trumps: int, env: Any) -> list[int]:
        ranking = self.ruleset.ranking
        node = ranking.plain_by_suit.get(suit, ranking.plain)
        if node is None:
            return []
        printed = sum(
            self._face_sets[index] for index, face in enumerate(self.pack.faces) if face.suit == suit
        )
        tiers = self._tiers(node, env)
        return [
            (cards & printed if rank is None else self._cards(rank, 1 << suit)) & ~trumps
            for rank, cards in tiers
        ]

    def _cards(self, rank: int, suits: int) -> int:
        found = 0
        for index, face in enumerate(self.pack.faces):
            if face.rank == rank and face.suit is not None and suits >> face.suit & 1:
                found |= self._face_sets[index]
        return found

    def _tiers(self, node: Typed, env: Any) -> list[Tier]:
        """A ranking as its places from high to low."""
        match node.op:
            case "chain" | "cards_of_chain":  # alternatives of which one is no ranking are all made cards
                return [tier for part in node.args for tier in self._tiers(part, env)]
            case "rank":
                assert isinstance(node.value, int)
                return [(node.value, 0)]
            case "first_that_is" if node.type.kind is Kind.CHAIN or node.type.kind is Kind.CARDS:
                for test, value in zip(node.args[::2], node.args[1::2], strict=True):
                    if test.op == "always" or self._compile(test)(env):
                        return self._tiers(value, env)
                return []
            case "if" if node.type.kind is Kind.CHAIN:
                test, then, otherwise = node.args
                return self._tiers(then if self._compile(test)(env) else otherwise, env)
            case "constant" if not node.value:
                return []
            case _:
                return [(None, self._compile(node)(env))]

    def _values(self, trumps: int, env: Any) -> tuple[Number, ...]:
        """The points of each card: the most exact line counts; of equally exact ones the first."""
        found: list[Number] = [0] * self.pack.size
        best = [-1] * self.pack.size
        for value in self.ruleset.values.cards:
            if value.condition is not None and not self._compile(value.condition)(env):
                continue
            cards = self._compile(value.cards)(env)
            if value.block == "trump":
                cards &= trumps
            elif value.block == "plain":
                cards &= ~trumps
            points = self._compile(value.points)(env)
            for card in self.pack.members(cards):
                if value.specificity > best[card]:
                    found[card], best[card] = points, value.specificity
        return tuple(found)

    def _word(self, node: Typed, env: Any) -> str:
        value = self._compile(node)(env)
        return next((word for word, index in self.ruleset.names.words.items() if value == 1 << index), "")


def _above(suit_of: list[int], power: list[int]) -> tuple[int, ...]:
    return tuple(
        sum(1 << other for other, rival in enumerate(suit_of) if rival == suit and power[other] > power[card])
        for card, suit in enumerate(suit_of)
    )
