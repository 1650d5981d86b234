"""The laws, held against every shipped game and random compositions of house rules.

`LAW_DEALS=200 pytest tests/properties` goes further than a commit needs, `benchmarks/laws.py` further still.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from tests.properties import laws, likeness
from tests.properties.code_of_laws import Judge
from tests.properties.shelf import compiled, compositions, house_rules, shipped

from hasenpfeffer.play import machine, view
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import State

DEALS = int(os.environ.get("LAW_DEALS", "4"))
COMPOSITIONS = ["+".join(["hasenpfeffer", *names]) for names in compositions(12, house_rules(), 11)]


@pytest.mark.parametrize("reference", [*shipped(), *COMPOSITIONS])
def test_every_law_holds(reference: str) -> None:
    rules = compiled(reference)
    if rules is None:
        pytest.skip("has steps that cannot be played yet")
    judge = Judge(rules)
    judge.deals(1, range(1, DEALS + 1))
    judge.game(1, longest=4)


def test_the_base_game_reaches_its_bound() -> None:
    assert laws.games_end(base(), 1) == 200


def test_the_base_game_can_be_renamed() -> None:
    assert [renaming.what for renaming in likeness.renamings(base())] == [
        "turned by 1",
        "turned by 2",
        "turned by 3",
        "hearts and diamonds swapped",
        "spades and clubs swapped",
    ]


# ---------------------------------------------------------------- the laws themselves find what they look for


def test_a_card_in_two_places_is_found() -> None:
    deal = laws.course(base(), 1, 1)
    state = deal.turns[0].after
    twice = state._replace(hands=(state.hands[0] | 1 << state.pack[-1], *state.hands[1:]))
    broken = replace(deal, turns=(deal.turns[0]._replace(after=twice), *deal.turns[1:]))
    with pytest.raises(laws.BrokenLawError, match="a card is in two places"):
        laws.cards_are_conserved(broken)


def test_a_view_of_another_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view.view

    def telling(rules: CompiledRules, state: State, seat: int) -> view.View:
        return replace(honest(rules, state, seat), hands=state.hands)

    monkeypatch.setattr(likeness, "view", telling)
    with pytest.raises(laws.BrokenLawError, match="a view depends on hidden cards"):
        likeness.hidden_cards_make_no_difference(laws.course(base(), 1, 1))


def test_a_seat_at_a_disadvantage_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = laws.course(base(), 1, 1)
    honest = machine.legal
    monkeypatch.setattr(
        machine, "legal", lambda rules, state: honest(rules, state)[: 1 if state.dealer == 1 else 99]
    )
    turned = [renaming for renaming in likeness.renamings(base()) if renaming.seats[deal.dealer] == 1]
    with pytest.raises(laws.BrokenLawError, match="other actions are legal"):
        likeness.goes_the_same_way(deal, turned[0])


def base() -> CompiledRules:
    rules = compiled("hasenpfeffer")
    assert rules is not None
    return rules
