"""Deal strings: seats of several words, and piles and last cards whose order counts."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from hasenpfeffer import chance
from hasenpfeffer.errors import NotationError
from hasenpfeffer.play import machine
from hasenpfeffer.play.deals import read_deal, write_deal
from hasenpfeffer.play.rules import CompiledRules

Patched = Callable[..., CompiledRules]


@pytest.mark.parametrize("game", ["twenty-five", "whist", "hasenpfeffer", "five-hundred-six"])
def test_a_deal_string_repeats_the_deal(patched: Patched, game: str) -> None:
    rules = patched(game)
    pack = chance.shuffled(rules.pack.size, 1, 0, 1)
    state = machine.start(rules, dealer=1, pack=pack).state
    text = write_deal(rules, state)
    again = read_deal(rules, text)
    assert again.dealer == 1
    assert write_deal(rules, machine.start(rules, dealer=1, pack=again.pack).state) == text


def test_seats_of_several_words_are_written_with_hyphens_and_read_either_way(patched: Patched) -> None:
    rules = patched("five-hundred-five")
    state = machine.start(rules, dealer=1, pack=chance.shuffled(rules.pack.size, 1, 0, 1)).state
    text = write_deal(rules, state)
    assert text.startswith("dealer=north-east north=")
    assert read_deal(rules, text.replace("-", " ")) == read_deal(rules, text)


def test_the_last_card_dealt_is_kept_in_its_place(patched: Patched) -> None:
    rules = patched("whist")
    for number in range(1, 6):
        pack = chance.shuffled(rules.pack.size, 1, 0, number)
        state = machine.start(rules, dealer=2, pack=pack).state
        again = read_deal(rules, write_deal(rules, state))
        assert again.pack[-1] == pack[-1]


def test_a_deal_string_is_of_the_hands_of_its_own_deal(patched: Patched) -> None:
    """In the ninth deal hands are smaller than in the first."""
    rules = patched("oh-hell")
    pack = chance.shuffled(rules.pack.size, 1, 0, 1)
    state = machine.start(rules, dealer=2, pack=pack, deal_number=9).state
    text = write_deal(rules, state)
    assert [hand.bit_count() for hand in state.hands] == [2, 2, 2, 2]
    again = read_deal(rules, text, machine.standing(rules, 2, deal_number=9))
    assert machine.start(rules, dealer=2, pack=again.pack, deal_number=9).state.hands == state.hands


def test_an_unknown_dealer_is_said(patched: Patched) -> None:
    with pytest.raises(NotationError, match=r"`nroth` is neither a seat nor a pile\. Did you mean `north`"):
        read_deal(patched("hasenpfeffer"), "dealer=nroth north=JoJHAHASKS9D")


def test_a_long_text_that_is_no_card_is_refused_at_once(patched: Patched) -> None:
    rules = patched("hasenpfeffer")
    before = time.process_time()
    for text in ("9" * 5000, "JC" * 1000, "x" * 100_000):
        with pytest.raises(NotationError):
            read_deal(rules, f"dealer=south north={text}")
    assert time.process_time() - before < 1
