"""What is kept for speed changes nothing but the speed."""

from __future__ import annotations

import os

import pytest

from hasenpfeffer import kept
from hasenpfeffer.kept import Marks
from hasenpfeffer.ruleset.outcomes.table import score_table
from hasenpfeffer.shelf.checks import scoring
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


def test_our_modules_are_known_by_size_and_date(tmp_path, monkeypatch):
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "a.py").write_text("1")
    (tmp_path / "chance.py").write_text("1")
    monkeypatch.setattr(kept, "PACKAGE", tmp_path)

    def tell():
        return kept.of_modules.__wrapped__("play", "chance.py")

    before = tell()
    assert tell() == before
    (tmp_path / "play" / "a.py").write_text("12")
    after = tell()
    assert after != before
    os.utime(tmp_path / "play" / "a.py", (1, 1))
    assert tell() != after
    (tmp_path / "chance.py").unlink()
    assert tell() is None


def test_a_score_table_in_order_is_worked_out_once(cache, monkeypatch):
    monkeypatch.setattr(scoring, "_IN_ORDER", Marks("score-tables"))
    made = []
    whole = score_table

    def noted(ruleset, **options):
        made.append(ruleset.name)
        return whole(ruleset, **options)

    monkeypatch.setattr(scoring, "score_table", noted)
    load_reference("hasenpfeffer")
    load_reference("hasenpfeffer")
    assert made == ["hasenpfeffer"]
    load_reference("hasenpfeffer", {"target": "12"})
    assert len(made) == 2


def test_what_a_score_table_shows_is_told_every_time(cache, monkeypatch, tmp_path):
    monkeypatch.setattr(scoring, "_IN_ORDER", Marks("score-tables"))
    path = tmp_path / "house.yaml"
    path.write_text(
        "language: 1\ntitle: A house rule\nextends: hasenpfeffer\nterms: {gain: 0}\n", encoding="utf-8"
    )
    first = load_reference(str(path)).findings.items
    assert first
    assert load_reference(str(path)).findings.items == first
