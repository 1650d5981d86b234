"""Did you mean: near enough to be useful, never a wild guess."""

from __future__ import annotations

import pytest

from hasenpfeffer.reading.suggest import choices_text, did_you_mean, nearest, quoted

KEYS = ["players", "partners", "deck", "steps", "terms", "scoring", "game", "all pass", "if", "A", "B"]


@pytest.mark.parametrize(
    ("word", "choice"),
    [
        ("plyers", "players"),
        ("palyers", "players"),
        ("scorign", "scoring"),
        ("trems", "terms"),
        ("Deck", "deck"),
        ("all_pass", "all pass"),
        ("all-pas", "all pass"),
        ("gmae", "game"),
        ("all", "all pass"),
        ("deal", None),
        ("of", None),
        ("C", None),
        ("", None),
        ("scoringlines", None),
        ("x" * 10_000, None),
    ],
)
def test_nearest(word: str, choice: str | None) -> None:
    assert nearest(word, KEYS) == choice


def test_a_word_is_not_suggested_for_itself() -> None:
    assert nearest("steps", ["steps"]) is None


def test_the_order_of_the_choices_does_not_matter() -> None:
    assert nearest("bidder", ["midder", "bidden"]) == nearest("bidder", ["bidden", "midder"]) == "bidden"


def test_choices_nearest_first_and_cut_off() -> None:
    names = [f"name {letter}" for letter in "abcdefgh"]
    assert choices_text(["redeal", "stick", "dealer"], "re-deal") == "redeal, stick, dealer"
    assert choices_text(names, "name h").startswith("name h, name a, ")
    assert choices_text(names, "?").endswith("name f, … and 2 more")
    assert choices_text(["a", "a", "b"], "x") == "a, b"


def test_words_in_messages() -> None:
    assert did_you_mean("plyers", KEYS) == " Did you mean `players`?"
    assert did_you_mean("zzz", KEYS) == ""
    assert quoted("a\n  b") == "`a b`"
    assert quoted("x" * 50) == f"`{'x' * 39}…`"
