"""The shipped files merge, house rules combine in any order, and the list of pairs that quarrel is exact."""

from __future__ import annotations

import pathlib
from itertools import combinations

import pytest
import yaml

from hasenpfeffer.reading.diagnostic import Diagnostic, Findings
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.shelf.merge import Merged, Reader, merge

BASE = "hasenpfeffer"
CONFLICTS = pathlib.Path(__file__).parents[2] / "corpus" / "conflicts.yaml"
READER = Reader()


def house_rules() -> list[str]:
    return [entry.name for entry in shelf_entries() if entry.shown.startswith("rules/variants/")]


def listed() -> dict[tuple[str, ...], str]:
    data = yaml.safe_load(CONFLICTS.read_text(encoding="utf-8"))
    return {tuple(item["pair"]): item["reason"] for item in data["conflicts"]}


def merged(*names: str) -> tuple[Merged | None, tuple[Diagnostic, ...]]:
    findings = Findings()
    return merge("+".join(names), findings, read=READER), findings.items


def compatible() -> list[str]:
    """As many house rules as go together, taken in order of their names."""
    quarrels = {frozenset(pair) for pair in listed()}
    chosen: list[str] = []
    for name in house_rules():
        if not any(frozenset((name, other)) in quarrels for other in chosen):
            chosen.append(name)
    return chosen


@pytest.mark.parametrize("name", [entry.name for entry in shelf_entries()])
def test_every_shipped_file_merges(name: str) -> None:
    tree, findings = merged(name)
    assert tree and not findings


def test_pairs_quarrel_as_listed_and_their_order_never_matters() -> None:
    quarrels: dict[tuple[str, ...], list[str]] = {}
    for one, other in combinations(house_rules(), 2):
        tree, findings = merged(BASE, one, other)
        turned, the_same = merged(BASE, other, one)
        assert (tree and tree.tree, findings) == (turned and turned.tree, the_same), (one, other)
        if tree and any(written.tree.get("promises") for written in tree.files):
            findings = load_reference(f"{BASE}+{one}+{other}", schema=False).findings.items
            findings = tuple(finding for finding in findings if finding.severity == "error")
        if findings:
            quarrels[one, other] = [finding.message for finding in findings]
    expected = listed()
    assert quarrels.keys() - expected.keys() == set(), "pairs that quarrel and are not listed"
    assert expected.keys() - quarrels.keys() == set(), "pairs that are listed and merge"


def test_every_reason_is_a_sentence() -> None:
    for pair, reason in listed().items():
        assert list(pair) == sorted(pair)
        assert reason.endswith(".") and 20 < len(reason) < 110


def test_eighteen_and_more_compose_at_once() -> None:
    names = compatible()
    assert len(names) >= 18
    tree, findings = merged(BASE, *names)
    turned, _ = merged(BASE, *reversed(names))
    assert tree and turned and not findings
    assert tree.tree == turned.tree
    assert tree.origins == turned.origins
