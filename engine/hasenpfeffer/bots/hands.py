"""What a hand is worth: how many tricks it is likely to win, by the ruleset's own tables of strength."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.rules import CompiledRules

PARTNER_SHARE: Final = 0.55
"""How much of an even share of the other tricks a partner brings in: less than all, for his trumps fall on ours."""
SECOND_BEST: Final = 0.5
"""How much less likely a card wins for each card out that beats it: half of them are with the other side."""
PLAIN_WINNER: Final = 0.75
"""How likely the best card of a plain suit wins where there are trumps: it may be ruffed."""
LONG_TRUMP: Final = 0.45
"""What a trump beyond the third is worth on top of its rank: when the others have none left, it wins."""
LONG_SUIT: Final = 3
_CHANCES: Final = tuple(SECOND_BEST**stronger for stronger in range(12))


def tricks_worth(rules: CompiledRules, contract: Contract, hand: int) -> float:
    """How many tricks a hand is likely to win by itself under a contract."""
    total = 0.0
    above, trumps = contract.above, contract.trumps
    out = rules.pack.everything & ~hand
    plain = PLAIN_WINNER if trumps else 1.0
    length = 0
    left = hand
    while left:
        low = left & -left
        left ^= low
        stronger = (out & above[low.bit_length() - 1]).bit_count()
        chance = _CHANCES[stronger] if stronger < len(_CHANCES) else 0.0
        if low & trumps:
            length += 1
            total += chance if length <= LONG_SUIT else chance + LONG_TRUMP * (1 - chance)
        else:
            total += chance * plain
    return total


def best_trump(rules: CompiledRules, hand: int, trumps: Sequence[int]) -> tuple[float, int]:
    """The trump of a list under which a hand is worth most, and how many tricks it is worth."""
    return max((tricks_worth(rules, rules.contract(trump), hand), trump) for trump in trumps)


def every_suit(rules: CompiledRules) -> list[int]:
    """Every suit of the pack as a trump choice."""
    return [1 << suit for suit in range(len(rules.pack.suits))]


def with_partner(rules: CompiledRules, own: float, size: int) -> float:
    """The tricks of a side, if one hand wins so many of `size` by itself."""
    seats, teams = rules.seating.count, len(rules.seating.teams)
    partners = seats // max(teams, 1) - 1
    return own + max(size - own, 0) * partners / max(seats - 1, 1) * PARTNER_SHARE


def without_least(rules: CompiledRules, contract: Contract, hand: int, count: int) -> int:
    """The cards, so many, without which a hand is worth most: those that win least, short suits first."""
    gone = 0
    for _ in range(count):
        gone |= _least(rules, contract, hand & ~gone)
    return gone


def _least(rules: CompiledRules, contract: Contract, hand: int) -> int:
    """The card without which a hand is worth most; a void in a plain suit is worth a ruff."""
    best, found = -1.0e9, 0
    suits = len(rules.pack.suits)
    for card in rules.pack.members(hand):
        rest = hand & ~(1 << card)
        kept = sum(1 for cards in contract.suit_sets.values() if cards & rest)
        value = tricks_worth(rules, contract, rest) - kept / suits / 2 - contract.power[card] / 1000
        if value > best:
            best, found = value, 1 << card
    return found
