"""Spades as open_spiel encodes it: cards are suit * 13 + rank, a bid of n is 52 + n."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tests.peers.walk import Pairing, Series, card_of, cards_of, peer_text

from hasenpfeffer.play.actions import Predict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

BID = 52


def chance(rules: CompiledRules, state: State) -> Sequence[int]:
    return [suit * 13 + rank for suit, rank in cards_of(rules, state.pack)]


def code(rules: CompiledRules, state: State, action: Action) -> int:
    if isinstance(action, Predict):
        return BID + action.number
    suit, rank = card_of(rules, action)
    return suit * 13 + rank


def pairing(ours: int = 0, theirs: int = 0, **parameters: int) -> Pairing:
    """A deal with the scores that both sides bring along; `parameters` by their names at the peer, of which it
    reads but these three."""

    def prepare(state: Any) -> None:
        state.set_current_scores([ours, theirs])

    names = {"win_threshold": "target", "mercy_threshold": "mercy", "win_or_loss_bonus": "bonus"}
    return Pairing(
        reference="spades-openspiel",
        peer=peer_text("spades", **parameters),
        translation=sys.modules[__name__],
        parameters={
            "north south before": str(ours),
            "east west before": str(theirs),
            **{names[name]: str(value) for name, value in parameters.items() if name in names},
        },
        prepare=prepare,
    )


SERIES: Series = {
    "one deal": (pairing(),),
    "scores brought along, bonus and mercy": (
        pairing(5, 0),
        pairing(9, 8),
        pairing(137, 246),
        pairing(-34, -8),
        pairing(490, -199),
        pairing(win_threshold=50, mercy_threshold=-50, win_or_loss_bonus=100),
        pairing(3, 7, win_threshold=10, mercy_threshold=0),
        pairing(win_threshold=100, mercy_threshold=-30, win_or_loss_bonus=500),
        pairing(mercy_threshold=-30, use_mercy_rule=False),
    ),
}
