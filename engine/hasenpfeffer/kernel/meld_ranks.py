"""How good each meld is against others, as one number: every word of the comparison has the room that it needs."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.contracts import trump_choices
from hasenpfeffer.kernel.program import refuse
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.melds import MeldFinder
from hasenpfeffer.ruleset.steps import Announcement, MeldStep, TricksStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hasenpfeffer.play.melds import Candidate
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.steps import Melding


class Way(NamedTuple):
    """One way to make a meld under one trump choice; what of it is compared, each a number from 0 on."""

    candidate: Candidate
    kind: str
    compared: Mapping[str, int]


class MeldRanks:
    """Every way to make a meld, and the weights of the words by which melds are compared.

    The formulas of melds must depend on nothing but the trump choice. Points are counted in parts of 1/`unit`.
    KernelRefusal where melds cannot be ranked by one number.
    """

    def __init__(self, rules: CompiledRules, unit: int) -> None:
        self._rules = rules
        self._unit = unit
        self._words = tuple(dict.fromkeys(rules.better))
        self._trumps = [rules.contract(trump).trumps for trump in trump_choices(rules)]
        self.ways = [self._ways(melding) for melding in rules.meldings]
        """By melding and contract, in the order of the file."""
        self.weights = self._weights()
        """By word. The first seat to meld has the highest `turn`: one less than there are seats."""

    @property
    def most_ways(self) -> int:
        """How many ways there are at most to make the melds that share cards."""
        return max((len(ways) for by_contract in self.ways for ways in by_contract), default=0)

    def rank(self, compared: Mapping[str, int]) -> int:
        """How good a meld is; more than 0."""
        return 1 + sum(compared.get(word, 0) * weight for word, weight in self.weights.items())

    def _ways(self, melding: Melding) -> list[list[Way]]:
        rules = self._rules
        finder, env = MeldFinder(rules, melding), Environment(rules, None)  # type: ignore[arg-type]
        return [
            [
                Way(one, maker.meld.kind, self._compared(one, contract))
                for maker in finder.makers
                for one in maker.candidates(env.with_trump(trump))
                if one.points > 0
            ]
            for contract, trump in enumerate(trump_choices(rules))
        ]

    def _compared(self, one: Candidate, contract: int) -> dict[str, int]:
        compared = {"points": int(one.points * self._unit), "length": sum(count for _, count in one.needs)}
        if "highest card" in self._words:
            compared["highest card"] = max(self._alike(one, self._height(one.meld)))
        if "trump" in self._words:
            trumps = self._trumps[contract]
            compared["trump"] = min(self._alike(one, [trumps >> card & 1 for card in self._cards]))
        return compared

    @property
    def _cards(self) -> range:
        return range(self._rules.pack.size)

    def _height(self, meld: int) -> list[int]:
        """By card, one more than how high it is in a meld, as `play.melds` counts."""
        pack, ranks = self._rules.pack, self._rules.ruleset.melds[meld].ranks
        of_cards = [pack.faces[pack.cards[card]].rank for card in self._cards]
        in_meld = {rank: at for at, rank in enumerate(ranks)} if len(ranks) > 1 else {}
        return [0 if rank is None else 1 + in_meld.get(rank, rank) for rank in of_cards]

    def _alike(self, one: Candidate, of_cards: list[int]) -> Iterator[int]:
        """A number for each card that a meld needs, which must not depend on which of several it is."""
        for copies, _ in one.needs:
            found = {of_cards[card] for card in members(copies)}
            if len(found) > 1:
                meld = self._rules.ruleset.melds[one.meld]
                raise refuse("melds of any of several cards, compared by which these are", meld.place)
            yield found.pop()

    def _weights(self) -> dict[str, int]:
        every = [way.compared for by_contract in self.ways for ways in by_contract for way in ways]
        ranges = [
            self._rules.seating.count
            if word == "turn"
            else 1 + max((compared[word] for compared in every), default=0)
            for word in self._words
        ]
        if 1 + prod(ranges) >= 1 << WORD:
            raise refuse(f"melds compared by numbers that together need more than {WORD} bits", self._place)
        return {word: prod(ranges[at + 1 :]) for at, word in enumerate(self._words)}

    @property
    def _place(self) -> Place:
        """Where it says how melds are compared; where it does not, the first meld."""
        for step in self._rules.ruleset.steps:
            for one in step.during if isinstance(step, TricksStep) else (step,):
                if isinstance(one, MeldStep | Announcement) and one.melding and one.melding.better:
                    return one.place
        return self._rules.ruleset.melds[0].place
