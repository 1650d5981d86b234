"""Rulesets to hold laws against: every shipped file, and house rules put together by lot."""

from __future__ import annotations

import pathlib
from functools import cache

import yaml

from hasenpfeffer import chance
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.load import load_reference

BASE = "hasenpfeffer"
CONFLICTS = pathlib.Path(__file__).parents[1] / "corpus" / "conflicts.yaml"


def shipped() -> list[str]:
    """The names of all shipped files."""
    return [entry.name for entry in shelf_entries()]


def house_rules() -> list[str]:
    """The names of all patches on the base game."""
    return [entry.name for entry in shelf_entries() if entry.shown.startswith("rules/variants/")]


@cache
def quarrels() -> frozenset[frozenset[str]]:
    """Pairs of house rules that do not go together."""
    data = yaml.safe_load(CONFLICTS.read_text(encoding="utf-8"))
    return frozenset(frozenset(item["pair"]) for item in data["conflicts"])


def compositions(count: int, pool: list[str], seed: int) -> list[list[str]]:
    """House rules of a pool, drawn by lot, that go together."""
    found = []
    for number in range(count):
        draw = chance.Stream(seed, number, 0, 9)
        left = list(pool)
        chosen: list[str] = []
        for _ in range(2 + draw.below(9)):
            name = left.pop(draw.below(len(left)))
            if not any(frozenset((name, other)) in quarrels() for other in chosen):
                chosen.append(name)
        found.append(sorted(chosen))
    return found


@cache
def compiled(reference: str) -> CompiledRules:
    """A ruleset ready to play."""
    loaded = load_reference(reference)
    assert loaded.ruleset and not loaded.findings.has_errors, (reference, loaded.findings.items)
    return compile_rules(loaded.ruleset)
