"""What people type for ranks that are words."""

from __future__ import annotations

import pytest

from hasenpfeffer.shelf.build.short_forms import with_codes


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        (("9", "J", "jack", "queen"), "9 J Ja Q"),
        (("north", "north east", "north west"), "North Northe Northw"),
        (("knave", "knight", "kn"), "Kna Kni kn"),
        (("abc", "ABC", "Abc"), "A Ab Abc"),
        (("a=b", "a, b"), "Ab Ab2"),
    ],
)
def test_each_word_has_a_short_form_of_its_own(names: tuple[str, ...], codes: str) -> None:
    assert " ".join(rank.code for rank in with_codes(names)) == codes
