"""Every parameter is turned to its ends, and what goes wrong only there is told at its `type`."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

import hasenpfeffer as hp
from hasenpfeffer.library import folder

if TYPE_CHECKING:
    from pathlib import Path

GAME = folder("rules") / "hasenpfeffer.yaml"


def found(file: Path) -> list[tuple[str, str, int]]:
    report = hp.check(file.name, trials=4)
    return [(finding.code, finding.message, finding.place.start.line) for finding in report.findings]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "house.yaml"


def test_a_bound_at_which_nobody_can_bid_is_told_at_the_type(house: Path) -> None:
    house.write_text(GAME.read_text("utf-8").replace("    type: 1..6\n", "    type: 1..7\n", 1), "utf-8")
    ((code, message, line),) = found(house)
    assert code == "B504"
    assert message.startswith("With `lowest bid` 7, which its `type` allows, `allowed` holds for no call")
    assert "type: 1..7" in house.read_text("utf-8").splitlines()[line - 1]


def test_a_whole_range_that_works_gives_no_finding(house: Path) -> None:
    shutil.copy(GAME, house)
    assert found(house) == []


def test_each_end_of_a_range_is_tried(house: Path) -> None:
    house.write_text(
        "language: 1\ntitle: A choice\nextends: hasenpfeffer\nremove: [steps.deal.packets]\n"
        "parameters:\n  cards each: {default: 6, type: 5..7, about: cards dealt to each}\n"
        "steps:\n  deal: {cards: cards each, piles: {aside: rest}}\n",
        "utf-8",
    )
    assert [(code, line) for code, _, line in found(house)] == [("B501", 6), ("D401", 6)]


def test_what_a_base_allows_is_not_tried_again_for_a_patch(house: Path) -> None:
    house.write_text(
        "language: 1\ntitle: Up to five\nextends: hasenpfeffer\n"
        "steps:\n  auction: {calls: {numbers: {bid: 1..5}}}\n",
        "utf-8",
    )
    assert found(house) == []
