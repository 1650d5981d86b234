"""Changed files are the same each time, the judge rejects what is broken and lets other games pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.mutants.edits import Edit
from tests.mutants.judge import judge
from tests.mutants.mutants import Mutant, mutants

from hasenpfeffer.shelf.find import shelf_entries

PATHS = {entry.name: entry.path for entry in shelf_entries()}


def changed(folder: Path, name: str, old: str, new: str) -> tuple[Mutant, Path]:
    """A shipped file with one stretch of text replaced."""
    text = PATHS[name].read_text("utf-8")
    assert text.count(old) == 1
    path = folder / f"{name}.yaml"
    path.write_text(text.replace(old, new), "utf-8")
    section = [line for line in text[: text.index(old)].split("\n") if line[:1].isalpha()][-1].partition(":")[
        0
    ]
    return Mutant(0, name, Edit("by hand", (section,), 0, 0, ""), 1, text, old, new), path


def test_changes_are_the_same_each_time_and_spread_over_files_and_sections() -> None:
    made = mutants(20, 3)
    assert made == mutants(20, 3)
    assert len({one.text for one in made}) == 20
    assert len({one.name for one in made}) == 20
    assert len({one.edit.section for one in made}) >= 5
    assert len({one.edit.kind for one in made}) >= 8


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("if: made, who", "if: not made, who", "a contract that is made is not scored"),
        ("loses: stakes", "gets: stakes", "a contract that fails pays its side"),
        ("gets: stakes", "loses: stakes", "a contract that is made costs its side"),
        (
            "made: tricks of declarers >= bid",
            "made: tricks of declarers > 6",
            "the contract 6 cannot be made",
        ),
        ("packets: [3, 3] ", "packets: [3, 2] ", "cards that nobody gets"),
        ("wins: score of team >= target", "wins: score of team <= target", "over after its first deal"),
    ],
)
def test_the_judge_rejects_what_an_expert_calls_broken(old: str, new: str, why: str, tmp_path: Path) -> None:
    verdict = judge(*changed(tmp_path, "hasenpfeffer", old, new), 12)
    assert verdict.outcome == "rejected"
    assert any(why in reason for reason in verdict.why)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("gain: tricks of declarers", "gain: bid"),
        ("defenders gain: 0", "defenders gain: 1"),
        ("may equal: nobody", "may equal: dealer"),
    ],
)
def test_the_judge_lets_another_game_pass_and_the_counter_tells_it(
    old: str, new: str, tmp_path: Path
) -> None:
    verdict = judge(*changed(tmp_path, "hasenpfeffer", old, new), 12)
    assert (verdict.outcome, verdict.why, verdict.naive) == ("another game", (), True)


def test_the_judge_lets_the_game_itself_pass(tmp_path: Path) -> None:
    verdict = judge(*changed(tmp_path, "hasenpfeffer", "# clockwise", "# in turn"), 12)
    assert (verdict.outcome, verdict.naive) == ("the same game", False)


def test_a_house_rule_without_effect_is_rejected(tmp_path: Path) -> None:
    verdict = judge(*changed(tmp_path, "set-by-bid", "loss: bid", "loss: gain"), 12)
    assert (verdict.outcome, verdict.why) == ("rejected", ("the house rule changes nothing",))
