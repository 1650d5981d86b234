"""Euchre as open_spiel encodes it: cards are rank * 4 + suit; it draws the dealer, the hands from the dealer on,
and the card turned up. The rest is never drawn."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.peers.walk import Pairing, Series, at_random, card_of, cards_of, often, peer_text, suit_of

from hasenpfeffer.play.actions import GoAlone, MakeCall, Pass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

PASS, NAME, ALONE, PARTNER = 24, 25, 29, 30


def chance(rules: CompiledRules, state: State) -> Sequence[int]:
    return [state.dealer, *(rank * 4 + suit for suit, rank in cards_of(rules, state.pack[:21]))]


def code(rules: CompiledRules, state: State, action: Action) -> int:
    match action:
        case Pass():
            return PASS
        case GoAlone():
            return ALONE if action.alone else PARTNER
        case MakeCall():
            named = rules.fields[action.call].get("trump")
            return NAME + (suit_of(rules, _upcard(rules, state)) if named is None else named.bit_length() - 1)
    suit, rank = card_of(rules, action)
    return rank * 4 + suit


def _upcard(rules: CompiledRules, state: State) -> int:
    """The card turned up, as a set of one."""
    return state.piles_dealt[rules.pile_index["upcard"]]


def _pairing(stuck: bool, lone: bool) -> Pairing:
    return Pairing(
        reference="euchre-openspiel" + ("+euchre-stick-the-dealer" if stuck else ""),
        peer=peer_text("euchre", stick_the_dealer=stuck, allow_lone_defender=lone),
        translation=sys.modules[__name__],
        parameters={"lone_defender": "yes" if lone else "no"},
        choose=often(PASS) if stuck else at_random,
    )


SERIES: Series = {
    "no lone defender": (_pairing(stuck=False, lone=False), _pairing(stuck=True, lone=False)),
    "lone defender": (_pairing(stuck=False, lone=True), _pairing(stuck=True, lone=True)),
}
"""In every other game a dealer is stuck when all pass, and passes are many."""
