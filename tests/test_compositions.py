"""House rules that go together are played together. PAIR_DEALS=200 in the environment plays every pair so often."""

from __future__ import annotations

import os

import pytest
from tests.properties.pairs import friendly_pairs, play_out
from tests.properties.shelf import BASE, house_rules, quarrels

DEALS = int(os.environ.get("PAIR_DEALS", "0"))
PAIRS = list(friendly_pairs())
SOME = PAIRS if DEALS else PAIRS[::9]


@pytest.mark.parametrize("reference", SOME)
def test_two_house_rules_that_go_together_are_played(reference: str) -> None:
    deals = DEALS or 2
    assert play_out(reference, deals) <= deals


def test_nearly_all_pairs_go_together() -> None:
    assert len(PAIRS) > 900


def test_eighteen_house_rules_at_once_are_played() -> None:
    chosen: list[str] = []
    for name in house_rules():
        if not any(frozenset((name, other)) in quarrels() for other in chosen):
            chosen.append(name)
    assert len(chosen) >= 18
    assert play_out("+".join((BASE, *chosen[:18])), 20) > 0
    assert play_out("+".join((BASE, *reversed(chosen))), 20) > 0
