"""Documents for those who listen: everything is said, nothing is drawn."""

from __future__ import annotations

import pytest

from hasenpfeffer.report.document import Block, Bullets, Heading, Item, Paragraph, Table
from hasenpfeffer.report.explain.leaflet import blocks
from hasenpfeffer.report.spoken import as_lines
from hasenpfeffer.shelf.load import load_reference


@pytest.mark.parametrize(
    ("block", "lines"),
    [
        (Heading("The auction"), ["The auction:"]),
        (Heading(""), []),
        (Bullets((Item("It counts.", "Made"), Item("Nobody."))), ["Made: It counts.", "Nobody."]),
        (
            Table(("Call", "0", "1", "2"), (("2", "0", "−1", "2"),), "By tricks:", "trick"),
            ["By tricks:", "Call 2: 0 tricks 0, 1 trick −1, 2 tricks 2"],
        ),
        (Table(("Call", "0"), (("any call", "6"),), unit="trick"), ["Any call: 0 tricks 6"]),
        (Table(("Call", "What it says"), (("2", "two tricks"),)), ["Call 2: two tricks"]),
        (
            Table(("Meld", "Cards", "Points"), (("run", "A 10 K", "150"),)),
            ["Meld run: Cards: A 10 K; Points: 150"],
        ),
        (Table(("", "was dealt"), (("north", "J♥"),)), ["North: J♥"]),
        (Table(("Name",), (("north",),)), ["north"]),
    ],
)
def test_each_block_in_lines(block: Block, lines: list[str]) -> None:
    assert as_lines((block,)) == lines


def test_the_spoken_leaflet_has_no_rulers_and_no_columns() -> None:
    ruleset = load_reference("euchre").ruleset
    assert ruleset is not None
    lines = as_lines(blocks(ruleset))
    assert all(line.strip() for line in lines)
    assert not any("--" in line or "==" in line or "  " in line for line in lines)
    assert (
        "Case the declarer alone: 0 tricks 0, 1 trick 0, 2 tricks 0, 3 tricks 1, 4 tricks 1, 5 tricks 4"
        in lines
    )


def test_in_ascii_lines_have_only_ascii() -> None:
    assert as_lines((Paragraph("J♥ × ½"),), ascii_only=True) == ["JH x 1/2"]
