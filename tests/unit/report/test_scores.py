"""`explain --scores`: each call with each result, and what it pays."""

from __future__ import annotations

import json
from typing import Literal

import pytest

import hasenpfeffer as hp
from hasenpfeffer.report.explain.scores import score_data, scores

Format = Literal["text", "markdown", "html", "json"]
GAMES = [
    "hasenpfeffer",
    "euchre",
    "belote",
    "doppelkopf",
    "hearts",
    "knock-out-whist",
    "skat",
    "spades",
    "tarot",
]


def test_the_base_game_is_told_in_twelve_rows() -> None:
    lines = scores(hp.load("hasenpfeffer").ruleset).splitlines()
    assert lines[3:9] == [
        "Call  Tricks  The declarer's side  The other side  Line",
        "----  ------  -------------------  --------------  ----",
        "   1  0       0                                 0  set",
        "   1  1 to 6  1 a trick                         0  made",
        "   2  0 to 1  −1 a trick                        0  set",
        "   2  2 to 6  1 a trick                         0  made",
    ]
    assert len([line for line in lines if line.endswith(("made", "set"))]) == 12


def test_what_decides_an_amount_is_told_where_it_matters() -> None:
    text = scores(hp.load("euchre").ruleset, width=120)
    assert "any   5       the declarer plays alone" in text
    assert "any   3 to 4" in text


def test_each_result_of_each_call_has_its_row() -> None:
    data = score_data(hp.load("hasenpfeffer+defenders-get-bid").ruleset)
    told = {
        (call, tricks)
        for row in data["rows"]
        for call in row["calls"]
        for tricks in range(row["tricks"]["least"], row["tricks"]["most"] + 1)
    }
    assert told == {(str(bid), tricks) for bid in range(1, 7) for tricks in range(7)}
    assert not data["left out"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("format", ["text", "markdown", "html", "json"])
def test_every_game_has_a_table_in_every_format(game: str, format: Format) -> None:
    text = scores(hp.load(game).ruleset, format=format, width=60)
    assert text.endswith("\n")
    if format == "json":
        assert json.loads(text)["format"] == "hasenpfeffer-scores/1"
    elif format == "text":
        assert max(map(len, text.splitlines())) <= 60


def test_lines_that_more_decides_are_told_in_words() -> None:
    assert score_data(hp.load("hearts").ruleset)["left out"] == ["cards taken", "moon"]
    assert "- Cards taken: Each player scores their card points." in scores(hp.load("hearts").ruleset)
