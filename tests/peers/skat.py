"""Skat as open_spiel encodes it: cards are suit * 8 + rank, 32 is a pass, 33 to 38 name a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.peers.walk import Pairing, Series, card_of, cards_of, often

from hasenpfeffer.play.actions import MakeCall, Pass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

PASS, NAME = 32, 33
RANKS = ["7", "8", "9", "Q", "K", "10", "A", "J"]
"""The peer's ranks, by number."""


def chance(rules: CompiledRules, state: State) -> Sequence[int]:
    return [_card(rules, suit, rank) for suit, rank in cards_of(rules, state.pack)]


def code(rules: CompiledRules, state: State, action: Action) -> int:
    match action:
        case Pass():
            return PASS
        case MakeCall(call):
            return NAME + int(rules.fields[call]["trump"]).bit_length() - 1
    return _card(rules, *card_of(rules, action))


def _card(rules: CompiledRules, suit: int, rank: int) -> int:
    return suit * 8 + RANKS.index(rules.pack.ranks[rank].code)


SERIES: Series = {
    "any game": (Pairing("skat-openspiel", "skat", sys.modules[__name__]),),
    "every game as often": tuple(
        Pairing("skat-openspiel", "skat", sys.modules[__name__], choose=often(NAME + game))
        for game in range(6)
    ),
}
