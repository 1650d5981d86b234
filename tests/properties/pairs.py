"""Every two house rules that go together: do they load, and can they be played?"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING
from zlib import crc32

from tests.properties.shelf import BASE, house_rules, quarrels

from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.study.driver import play_deal
from hasenpfeffer.study.loading import load_sound

if TYPE_CHECKING:
    from collections.abc import Iterator


def friendly_pairs() -> Iterator[str]:
    """Every pair of house rules that is not on the list of those that quarrel, as a reference."""
    for pair in combinations(house_rules(), 2):
        if frozenset(pair) not in quarrels():
            yield "+".join((BASE, *pair))


def play_out(reference: str, deals: int) -> int:
    """Loads a composition and plays random deals of its own; how many were scored, the others being thrown in."""
    seed = crc32(reference.encode())
    loaded = load_sound(reference)
    assert loaded.ruleset is not None, (reference, loaded.findings.items)
    assert not any(finding.severity == "error" for finding in loaded.findings.items), reference
    rules = compile_rules(loaded.ruleset)
    scored = 0
    for deal in range(1, deals + 1):
        state = play_deal(rules, seed, 0, deal, deal % rules.seating.count)
        assert state.over
        scored += not state.thrown_in
    return scored
