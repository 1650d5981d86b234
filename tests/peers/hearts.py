"""Hearts as open_spiel encodes it: cards are rank * 4 + suit; the first draw is the direction of passing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.peers.walk import Pairing, Series, at_random, card_of, cards_of, peer_text, well_shuffled

from hasenpfeffer.play import machine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer import chance as draws
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

HIGH = 8
"""The place of the ten in the list of ranks."""
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
    direction = DIRECTIONS.index(str(rules.ruleset.options.get("pass to", "left")))
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


def moon(reference: str = "hearts-openspiel", **flags: bool) -> Pairing:
    """North has the cards to shoot the moon, and plays for it."""
    parameters = {FLAGS[flag][0]: "yes" if value else "no" for flag, value in flags.items()}
    return Pairing(
        reference=reference,
        peer=peer_text("hearts", pass_cards=False, **flags),
        translation=sys.modules[__name__],
        parameters={"pass to": "nobody", **parameters},
        pack=_high_cards_to_north,
        choose=_north_plays_high,
    )


def _high_cards_to_north(rules: CompiledRules, stream: draws.Stream) -> Sequence[int]:
    """Thirteen of the twenty highest cards at every fourth place of the pack, which is north's."""
    order = well_shuffled(rules, stream)
    high = [card for card in order if (rules.pack.faces[rules.pack.cards[card]].rank or 0) >= HIGH][:13]
    others = iter([card for card in order if card not in high])
    return [next(others) if place % 4 else high[place // 4] for place in range(52)]


def _north_plays_high(rules: CompiledRules, state: State, codes: Sequence[int], stream: draws.Stream) -> int:
    return codes[-1] if machine.actor(rules, state) == 0 else at_random(rules, state, codes, stream)


SERIES: Series = {
    "passing": tuple(pairing(direction) for direction in DIRECTIONS[1:]),
    "no passing": (pairing("nobody"),),
    "moon": (moon(), moon(jd_bonus=True), moon(avoid_all_tricks_bonus=True)),
    "house rules": (
        *(pairing(DIRECTIONS[place % 4], flag) for place, flag in enumerate(FLAGS)),
        pairing("left", *FLAGS),
    ),
}
