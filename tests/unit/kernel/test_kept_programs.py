"""A program is kept, and lowered anew whenever something that it depends on has changed."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import hasenpfeffer as hp
from hasenpfeffer.kernel import kept_programs, lower
from hasenpfeffer.kernel.kept_programs import program_of
from hasenpfeffer.ruleset.meaning import meaning

ENGINE = Path(__file__).parents[3] / "engine"
HOUSE = hp.load("hasenpfeffer").ruleset
TEXT = (
    "language: 1\ntitle: A house rule\nextends: hasenpfeffer\nparameters: {target: 13}\nterms: {loss: bid}\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hasenpfeffer" / "programs"


@pytest.fixture
def lowered(monkeypatch):
    """The names of the rulesets that are lowered."""
    found = []
    whole = lower.lower

    def noted(rules):
        found.append(rules.ruleset.name)
        return whole(rules)

    monkeypatch.setattr(lower, "lower", noted)
    return found


def loaded(tmp_path, text):
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    return hp.load(path).ruleset


def test_the_second_time_it_is_there(folder, lowered):
    first = program_of(HOUSE)
    again = program_of(hp.load("hasenpfeffer").ruleset)
    assert again == first
    assert lowered == ["hasenpfeffer"] and len(list(folder.iterdir())) == 1


def test_what_the_rules_say_counts_and_not_where(tmp_path):
    one = loaded(tmp_path, TEXT)
    moved = loaded(tmp_path, TEXT.replace("title", "# a comment\n\ntitle"))
    assert moved != one
    assert meaning(moved) == meaning(one)
    assert meaning(loaded(tmp_path, TEXT.replace("13", "14"))) != meaning(one)
    assert meaning(replace(one, scoring=one.scoring[::-1])) != meaning(one)


def test_it_means_the_same_in_every_run():
    code = (
        "import hasenpfeffer as hp; from hasenpfeffer.ruleset.meaning import meaning;"
        "print(meaning(hp.load('skat').ruleset))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ENGINE)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda patch: patch.setattr(kept_programs, "__version__", "99"),
        lambda patch: patch.setattr(platform, "python_version", lambda: "3.99.0"),
        lambda patch: patch.setattr(kept_programs, "of_modules", lambda *names: "others"),
    ],
    ids=["our version", "Python", "our modules"],
)
def test_it_is_lowered_anew_after_a_change_of(change, lowered, monkeypatch):
    program_of(HOUSE)
    change(monkeypatch)
    program_of(HOUSE)
    assert len(lowered) == 2


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"", lambda data: data[::-1]])
def test_a_file_that_is_not_whole_is_made_anew(damage, folder, lowered):
    first = program_of(HOUSE)
    (path,) = folder.iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert program_of(HOUSE) == first
    assert program_of(HOUSE) == first
    assert len(lowered) == 2


def test_without_a_place_to_keep_it_it_is_lowered_each_time(monkeypatch, lowered):
    monkeypatch.setattr(kept_programs, "cache_folder", lambda: None)
    assert program_of(HOUSE) == program_of(HOUSE)
    assert len(lowered) == 2
