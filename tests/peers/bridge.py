"""Contract bridge as open_spiel encodes it: cards are rank * 4 + suit, a bid is 55 + 5 * (level - 1) + its trump."""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING

from tests.peers.walk import Pairing, Series, at_random, card_of, cards_in_order, often, peer_text

from hasenpfeffer.play.actions import MakeCall, Pass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.peers.walk import Chooser

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

SEATS = ("north", "east", "south", "west")
PASS, BID = 52, 55
DOUBLES = {"double": 53, "redouble": 54}


def chance(rules: CompiledRules, state: State) -> Sequence[int]:
    return [rank * 4 + suit for suit, rank in cards_in_order(rules, state.hands)]


def code(rules: CompiledRules, state: State, action: Action) -> int:
    match action:
        case Pass():
            return PASS
        case MakeCall(call):
            text, fields = rules.calls[call].text, rules.fields[call]
            if text in DOUBLES:
                return DOUBLES[text]
            return BID + 5 * (int(fields["level"]) - 1) + int(fields["trump"]).bit_length() - 1
    suit, rank = card_of(rules, action)
    return rank * 4 + suit


def _pairing(dealer: int, ours: bool, theirs: bool, choose: Chooser) -> Pairing:
    """The dealer's side is vulnerable if `ours`, the others if `theirs`."""
    return Pairing(
        reference="bridge-openspiel",
        peer=peer_text(
            "bridge", use_double_dummy_result=False, dealer=dealer, dealer_vul=ours, non_dealer_vul=theirs
        ),
        translation=sys.modules[__name__],
        parameters={
            "dealer at first": SEATS[dealer],
            "dealer vulnerable": "yes" if ours else "no",
            "others vulnerable": "yes" if theirs else "no",
        },
        choose=choose,
    )


SERIES: Series = {
    name: tuple(
        _pairing(dealer, ours, theirs, choose)
        for ours, theirs, dealer in product((False, True), (False, True), range(4))
    )
    for name, choose in {
        "any call": at_random,
        "every other call a pass": often(PASS),
    }.items()
}
"""Where all calls are as likely, hardly an auction ends below seven; passes bring about every contract."""
