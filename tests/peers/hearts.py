"""Hearts as open_spiel encodes it: cards are rank * 4 + suit; the first draw is the direction of passing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.peers.walk import Pairing, Series, card_of, cards_of, peer_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

DIRECTIONS = ("nobody", "left", "across", "right")
FLAGS = {
    "no_pts_on_first_trick": ("clean first trick", True),
    "can_lead_any_club": ("any club leads", False),
    "qs_breaks_hearts": ("queen breaks", True),
    "must_break_hearts": ("must break", True),
    "can_lead_hearts_instead_of_qs": ("heart when stuck", False),
    "jd_bonus": ("jack counts", False),
    "avoid_all_tricks_bonus": ("no trick counts", False),
}
"""The peer's switches, our parameters and what both are set to."""


def chance(rules: CompiledRules, state: State) -> Sequence[int]:
    direction = DIRECTIONS.index(str(rules.ruleset.options["pass to"]))
    return [direction, *(rank * 4 + suit for suit, rank in cards_of(rules, state.pack))]


def code(rules: CompiledRules, state: State, action: Action) -> int:
    suit, rank = card_of(rules, action)
    return rank * 4 + suit


def pairing(direction: str, *turned: str) -> Pairing:
    """Cards pass in this direction, and these of the peer's switches are turned to the other side."""
    parameters = {FLAGS[flag][0]: "no" if FLAGS[flag][1] else "yes" for flag in turned}
    flags = {flag: not FLAGS[flag][1] for flag in turned}
    return Pairing(
        reference="hearts-openspiel",
        peer=peer_text("hearts", pass_cards=direction != "nobody", **flags),
        translation=sys.modules[__name__],
        parameters={"pass to": direction, **parameters},
    )


SERIES: Series = {
    "passing": tuple(pairing(direction) for direction in DIRECTIONS[1:]),
    "no passing": (pairing("nobody"),),
    "house rules": (
        *(pairing(DIRECTIONS[place % 4], flag) for place, flag in enumerate(FLAGS)),
        pairing("left", *FLAGS),
    ),
}
