"""Bots know what their seat knows, whatever the ruleset; and they can play every one of them."""

from __future__ import annotations

import pytest
from tests.properties.shelf import compiled
from tests.properties.worlds import decision, played, positions, sample

from hasenpfeffer import chance
from hasenpfeffer.bots.careful import Careful
from hasenpfeffer.bots.sampling import Sampling
from hasenpfeffer.bots.worlds import Worlds
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.study.driver import one_deal
from hasenpfeffer.study.players import Player

GAMES = [
    "hasenpfeffer",  # a widow, a discard, going alone
    "hoyle",
    "hasenpfeffer+alone-exchange+no-trump",  # cards between partners
    "hearts",  # cards passed on, all at once
    "sheepshead",  # cards put on the declarer's own tricks
    "briscola",  # cards drawn after each trick, and nobody has to follow
    "euchre+euchre-going-under",  # cards exchanged with a pile
    "whist",  # the last card shown
    "bridge",  # a hand laid open and played by another seat
    "belote",  # more cards dealt in the middle, and one turned up
    "pinochle",  # melds shown, and two of each card
    "schieber",  # melds of which only the points are told
    "spades",  # hands that are not looked at until later
    "oh-hell",  # hands of another size in each deal
    "ninety-nine",  # cards laid aside by everybody, and some of them turned up
]
"""One for each way in which cards get out of sight."""
OTHER_GAMES = [
    *(
        "bid-euchre",
        "double-hasenpfeffer",
        "euchre",
        "five-hundred",
        "pepper",
        "pitch",
        "three-handed-euchre",
    ),
    *("twenty-five", "two-handed-euchre", "whist"),
]


@pytest.mark.parametrize("game", GAMES)
def test_sampled_worlds_are_reached_by_legal_play(game: str) -> None:
    found = sample(rules_of(game), 30, seed=11, each=2, every=3)
    assert found.worlds >= 30
    assert found.broken == []
    assert found.missed <= found.positions / 20
    assert found.other_cards > found.worlds / 2


@pytest.mark.parametrize(
    "kind", [Careful, lambda rules: Sampling(rules, samples=2)], ids=["careful", "sampling"]
)
@pytest.mark.parametrize("game", GAMES[:5])
def test_a_decision_is_the_same_when_cards_it_cannot_see_are_exchanged(game: str, kind) -> None:
    rules = rules_of(game)
    player: Player = kind(rules)
    exchanged = 0
    for number, position in enumerate(positions(rules, 4, games=1, deals=1, every=4)):
        world = Worlds(rules, position.view(rules), position.seen).draw(chance.Stream(4, 0, number, 9))
        if world is None:
            continue
        exchanged += world.state.hands != position.state.hands
        turns = played(rules, position, world)
        own = decision(rules, player, position.seat, position.turns, 5)
        assert decision(rules, player, position.seat, turns, 5) == own
    assert exchanged > 2


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_bots_play_a_deal_of_any_game(game: str) -> None:
    rules = rules_of(game)
    players = dict.fromkeys(range(1, rules.seating.count), Careful(rules)) | {0: Sampling(rules, samples=1)}
    kinds = [event.kind for turn in one_deal(rules, 2, 0, 1, 0, players) for event in turn.events]
    assert "replaced" not in kinds
    assert kinds[-1] in ("deal over", "thrown in", "game over")


def rules_of(game: str) -> CompiledRules:
    rules = compiled(game)
    assert rules is not None
    return rules
