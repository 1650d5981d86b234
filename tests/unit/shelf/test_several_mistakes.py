"""One look at a file shows every mistake: those of several broken files together are those of each of them."""

from __future__ import annotations

import pathlib
import random
from functools import cache

import pytest
import yaml

import hasenpfeffer as hp
from hasenpfeffer.shelf.load import Loaded, load_reference

BROKEN = pathlib.Path(__file__).parents[2] / "corpus" / "broken"

APART = (
    "b510-one-seat-in-a-duel",
    "d402-rank-twice-in-a-meld",
    "l901-cards-and-ranks",
    "l901-lines-that-never-count",
    "l901-never-made",
    "l902-declared-and-meant",
    "l903-unread-field",
    "p707-loss-that-pays",
    "p711-end-out-of-reach",
    "p712-over-at-once",
    "p713-unread-counter",
    "s240-too-much-work",
    "t604-follow-by-another-hand",
    "t605-step-by-a-card",
    "t607-no-trick",
)
"""Broken files that change the same game in different places, and none of which hides what is wrong in another."""

FOUND = set[tuple[str, str]]


def findings(loaded: Loaded) -> FOUND:
    return {(item.code, item.message) for item in loaded.findings.items}


@cache
def alone(name: str) -> frozenset[tuple[str, str]]:
    return frozenset(findings(load_reference(f"./{name}.yaml", folder=BROKEN)))


def together(names: list[str]) -> str:
    """One file that changes what each of them changes."""
    whole, *others = (yaml.compose((BROKEN / f"{name}.yaml").read_text("utf-8")) for name in names)
    for other in others:
        lay_on(whole, other)
    text: str = yaml.serialize(whole, allow_unicode=True, width=1000)
    return text


def lay_on(whole: yaml.MappingNode, other: yaml.MappingNode) -> None:
    there = {key.value: value for key, value in whole.value}
    for key, value in other.value:
        below = there.get(key.value)
        if isinstance(below, yaml.MappingNode) and isinstance(value, yaml.MappingNode):
            below.flow_style = False
            lay_on(below, value)
        elif below is None:
            whole.value.append((key, value))


def check(names: list[str], folder: pathlib.Path) -> None:
    (folder / "fine-game.yaml").write_text((BROKEN / "fine-game.yaml").read_text("utf-8"), "utf-8")
    (folder / "all.yaml").write_text(together(names), "utf-8")
    assert findings(load_reference("./all.yaml", folder=folder)) == set().union(*map(alone, names))


@pytest.mark.parametrize("seed", range(20))
def test_mistakes_in_different_places_are_all_found_and_nothing_follows(
    tmp_path: pathlib.Path, seed: int
) -> None:
    check(random.Random(seed).sample(APART, 4), tmp_path)


def test_fifteen_broken_files_in_one(tmp_path: pathlib.Path) -> None:
    check(list(APART), tmp_path)


def test_checks_that_errors_kept_from_running_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    assert hp.check("d401-among-formulas.yaml", trials=0).checks_not_run > 2
    assert hp.check("l902-unread-term.yaml", trials=0).checks_not_run == 0


def test_nothing_faulty_is_ever_a_ruleset() -> None:
    loaded = load_reference("./s210-structure-all-over.yaml", folder=BROKEN)
    assert loaded.ruleset is None and loaded.merged is not None


def test_values_that_are_a_group_of_groups_are_told(tmp_path: pathlib.Path) -> None:
    text = "language: 1\ntitle: Odd\nextends: whist\nvalues:\n  cards: {hearts: 1, QS: 13}\n"
    (tmp_path / "odd.yaml").write_text(text, "utf-8")
    found = findings(load_reference("./odd.yaml", folder=tmp_path))
    assert ("S204", "`values.cards` must be text, and this is a group of settings") in found
