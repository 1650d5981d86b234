"""What is kept for speed changes nothing but the speed."""

from __future__ import annotations

import pytest

from hasenpfeffer import kept
from hasenpfeffer.kept import Marks
from hasenpfeffer.shelf.load import load_reference


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hasenpfeffer"


def test_a_mark_is_known_to_the_next_program(cache):
    Marks("seen").add("abc")
    assert "abc" in Marks("seen") and "abd" not in Marks("seen")


def test_a_long_list_keeps_the_newer_half(cache, monkeypatch):
    monkeypatch.setattr(kept, "MOST_MARKS", 10)
    marks = Marks("seen")
    for number in range(11):
        marks.add(str(number))
    assert (cache / "seen").read_text().split() == ["6", "7", "8", "9", "10"]
    assert "10" in Marks("seen") and "5" not in Marks("seen")


@pytest.mark.parametrize("home", ["/dev/null/nowhere", "relative"])
def test_without_a_place_to_keep_it_a_mark_is_known_to_this_program(monkeypatch, home):
    monkeypatch.setenv("XDG_CACHE_HOME", home)
    marks = Marks("seen")
    marks.add("abc")
    assert "abc" in marks


def test_a_list_that_was_damaged_is_as_good_as_none(cache):
    cache.mkdir()
    (cache / "seen").write_bytes(b"\xff\xfe\x00")
    assert "abc" not in Marks("seen")


def test_a_file_that_was_in_order_is_looked_at_again_when_it_has_changed(cache, tmp_path):
    house = tmp_path / "house.yaml"
    text = "language: 1\ntitle: Ours\nextends: hasenpfeffer\nparameters: {target: 20}\n"
    for _ in range(2):
        house.write_text(text, "utf-8")
        assert not load_reference(str(house), {}).findings.items
        house.write_text(text + "plyers: 4\n", "utf-8")
        assert [finding.code for finding in load_reference(str(house), {}).findings.items] == ["S201"]
