"""Melds: what is found is worth as much as a count that tries everything, and points that are not shown stay points."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import hasenpfeffer as hp
from hasenpfeffer.play import machine
from hasenpfeffer.play.melds import MeldFinder, as_known
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import Melded

Cards = dict[tuple[int, int], int]
"""Rank and suit, and how often."""


def ways(rules: CompiledRules, trump: int) -> Iterator[tuple[str, Cards, int]]:
    """Every way to make a meld, written out from the rule file by itself."""
    pack = rules.pack
    for meld in rules.ruleset.melds:
        points = int(str(meld.points.value))
        if meld.cards:
            faces = [pack.faces[face] for face in named(rules, meld.name, trump)]
            yield meld.kind, many([(one.rank, one.suit) for one in faces], meld.copies), points
        elif meld.where == "every suit":
            yield meld.kind, many([(meld.ranks[0], suit) for suit in range(4)], meld.copies), points
        else:
            lengths = meld.lengths or (len(meld.ranks), len(meld.ranks))
            for suit in [trump] if meld.suits else range(4):
                for length in range(lengths[0], min(lengths[1], len(meld.ranks)) + 1):
                    for start in range(len(meld.ranks) - length + 1):
                        ranks = meld.ranks[start : start + length]
                        yield meld.kind, many([(rank, suit) for rank in ranks], meld.copies), points


def named(rules: CompiledRules, meld: str, trump: int) -> list[int]:
    suit = "CDHS"[trump]
    cards = {"dix": [f"9{suit}"]}.get(meld, ["QS", "JD"])
    found = [rules.pack.face(card) for card in cards]
    return [face for face in found if face is not None]


def many(cards: list[tuple[int | None, int | None]], copies: int) -> Cards:
    return {(rank, suit): copies for rank, suit in cards if rank is not None and suit is not None}


def most(candidates: list[tuple[Cards, int]], held: Cards) -> int:
    """The most points, by trying each meld first."""
    best = 0
    for number, (cards, points) in enumerate(candidates):
        if all(held.get(card, 0) >= count for card, count in cards.items()):
            left = {card: count - cards.get(card, 0) for card, count in held.items()}
            best = max(best, points + most(candidates[number:], left))
    return best


@pytest.mark.parametrize(("game", "size"), [("pinochle", 12), ("auction-pinochle", 18), ("schieber", 9)])
def test_the_melds_that_are_found_are_worth_most(game: str, size: int) -> None:
    rules = hp.load(game)
    finder = MeldFinder(rules, rules.meldings[0])
    draw = random.Random(11)
    melded = 0
    for number in range(120):
        trump = number % 4
        hand = draw.sample(range(rules.pack.size), size)
        held: Cards = {}
        for card in hand:
            face = rules.pack.faces[rules.pack.cards[card]]
            assert face.rank is not None and face.suit is not None
            held[face.rank, face.suit] = held.get((face.rank, face.suit), 0) + 1
        by_kind: dict[str, list[tuple[Cards, int]]] = {}
        for kind, cards, points in ways(rules, trump):
            by_kind.setdefault(kind, []).append((cards, points))
        state = machine.fresh(rules, 0, tuple(range(rules.pack.size)))
        env = rules.environment(state, 0).with_trump(1 << trump)
        found = finder.find(env, sum(1 << card for card in hand))
        assert sum(one.points for one in found) == sum(most(list_, held) for list_ in by_kind.values())
        melded += bool(found)
    assert melded > 30


def test_melds_that_are_not_shown_are_points_to_others() -> None:
    melds = (Melded(0, 3, 0b111, 20, False), Melded(1, 4, 0b1000, 50, True), Melded(0, 5, 0b1110, 100, False))
    assert as_known(melds, 0) == melds
    assert as_known(melds, 2) == (Melded(0, -1, 0, 120, False), Melded(1, 4, 0b1000, 50, True))
