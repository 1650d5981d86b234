"""Chance, written once for every backend: splitmix64 in counter mode. `docs/chance.md` states it in full.

A stream is named by a seed, a game, a deal and a purpose; draw i of a stream does not depend on the others.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15

DEALING, PLAYERS, FIRST_DEALER, BOTS = 1, 2, 3, 4
"""Purposes of streams; bots that think have one for each seat, from `BOTS` on."""


def mix(value: int) -> int:
    """The finalizer of splitmix64: a permutation of 64-bit words."""
    value &= MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


class Stream:
    """Draws of one purpose in one deal."""

    __slots__ = ("count", "key")

    def __init__(self, seed: int, game: int, deal: int, purpose: int) -> None:
        self.key = stream_key(seed, game, deal, purpose)
        self.count = 0

    def below(self, bound: int) -> int:
        """The next whole number from 0 up to, not including, `bound`."""
        self.count += 1
        return (mix(self.key + self.count * GOLDEN) * bound) >> 64


def stream_key(seed: int, game: int, deal: int, purpose: int) -> int:
    """`mix(mix(seed, game, deal), purpose)`; a long seed's high word goes into the dealing streams only."""
    key = mix((seed & MASK) + GOLDEN)
    if purpose in (DEALING, FIRST_DEALER) and seed >> 64:
        key = mix(key ^ mix((seed >> 64) + GOLDEN))
    key = mix(key ^ mix(game + GOLDEN))
    key = mix(key ^ mix(deal + GOLDEN))
    return mix(key ^ mix(purpose + GOLDEN))


def shuffled(size: int, seed: int, game: int, deal: int) -> tuple[int, ...]:
    """A pack of `size` cards in random order: Fisher–Yates from the last index down."""
    stream = Stream(seed, game, deal, DEALING)
    cards = list(range(size))
    for last in range(size - 1, 0, -1):
        other = stream.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def first_dealer(seats: int, seed: int, game: int) -> int:
    """Who deals first, where the rules leave it to chance."""
    return Stream(seed, game, 0, FIRST_DEALER).below(seats)
