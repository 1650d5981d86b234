"""Trial deals find what only shows in play, and say how to see it again."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hasenpfeffer.cli.main import main
from hasenpfeffer.reading.diagnostic import Diagnostic, Findings
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.study import trials
from hasenpfeffer.study.trials import run_trials

BROKEN = Path(__file__).parents[2] / "corpus" / "broken"

Tried = Callable[..., tuple[int, tuple[Diagnostic, ...]]]


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tried:
    """Plays trial deals by a patch on the base game: how many, and what was found."""
    monkeypatch.chdir(tmp_path)

    def play(text: str, deals: int = 24, seed: int = 1) -> tuple[int, tuple[Diagnostic, ...]]:
        head = "language: 1\ntitle: A house rule\nextends: hasenpfeffer\n"
        Path("house.yaml").write_text(head + text, encoding="utf-8")
        loaded = load_reference("house.yaml")
        assert loaded.ruleset is not None, loaded.findings.items
        findings = Findings()
        return run_trials(loaded.ruleset, deals, seed, findings), findings.items

    return play


def test_a_sound_game_has_no_findings() -> None:
    ruleset = load_reference("hasenpfeffer").ruleset
    assert ruleset is not None
    findings = Findings()
    before = time.process_time()
    assert run_trials(ruleset, 24, 1, findings) == 24
    assert findings.items == ()
    assert time.process_time() - before < 2


def test_nothing_to_choose_from(tried: Tried) -> None:
    _, (finding,) = tried("steps: {trump: {allowed: count(hand of declarer among trumps) >= 4}}\n")
    assert finding.code == "G801"
    assert finding.message.startswith("A player can be left with nothing to choose from in `trump` (")
    assert finding.place.file == "house.yaml"
    assert "hasenpfeffer play house.yaml --seat none --bots random --seed 1" in finding.help
    assert re.search(r": east holds (\w+ ){6}\w+, and `allowed` rules out clubs, diamonds,", finding.message)
    assert 0 < int(str(finding.facts["failed"])) < 24


def test_the_replay_shows_the_deal_in_which_there_is_nothing_to_choose_from(
    tried: Tried, capsys: pytest.CaptureFixture[str]
) -> None:
    _, (finding,) = tried("steps: {trump: {allowed: count(hand of declarer among trumps) >= 4}}\n")
    command = finding.help.partition("`hasenpfeffer ")[2].rstrip("`").split()
    assert main(command) != 0
    seed, deal = finding.facts["seed"], finding.facts["deal"]
    assert f"deal {deal} of seed {seed}: east has nothing to choose from" in capsys.readouterr().err


def test_the_seed_of_a_finding_repeats_it(tried: Tried) -> None:
    rule = "steps: {trump: {allowed: count(hand of declarer among trumps) >= 4}}\n"
    _, (finding,) = tried(rule, seed=50)
    seed, deal = int(str(finding.facts["seed"])), int(str(finding.facts["deal"]))
    _, (again,) = tried(rule, deals=deal, seed=seed)
    assert (again.code, again.facts["seed"], again.facts["deal"]) == (finding.code, seed, deal)


def test_a_fault_of_the_program_in_a_deal_is_no_finding_but_a_bug_with_its_seed(
    tried: Tried, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def floor(self: Any, node: Any) -> Any:
        """As `//` would be if the program let it divide by 0."""
        a, b = self.each(node)
        return lambda env: a(env) // (b(env) - 1)

    monkeypatch.setattr("hasenpfeffer.lang.evaluate._Compiler.op_floor", floor)
    rule = "terms: {gain: 6 // (tricks of declarers - bid + 1 but at least 1)}\n"
    with pytest.raises(ZeroDivisionError) as caught:
        tried(rule, seed=50)
    (note,) = caught.value.__notes__
    assert re.fullmatch(r"in deal \d+ of seed 5\d of house\.yaml", note)
    assert main(["validate", "house.yaml", "--seed", "50"]) == 3
    said = capsys.readouterr().err
    assert "a bug in the program: ZeroDivisionError" in said
    assert f"), {note}; to see it: hasenpfeffer validate house.yaml --seed 50 --debug" in said


def test_a_deal_without_end(tried: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "MOST_ACTIONS", 500)
    _, (finding,) = tried(
        "steps:\n  again: {after: pick up, do: choose, who: declarer, from: {so be it: {go on at: pick up}}}\n",
        deals=2,
    )
    assert finding.code == "G802"
    assert finding.message.startswith("A deal can go on without end: `again` is not over after 500 actions (")


def test_every_deal_thrown_in(tried: Tried) -> None:
    _, (finding,) = tried("steps: {deal: {thrown in: {any: {if: count(hand of seat) > 2, when: at once}}}}\n")
    assert finding.code == "G802"
    assert "1,000 deals in a row are thrown in" in finding.message


def test_a_game_without_points(tried: Tried) -> None:
    dealt, (finding,) = tried("terms: {gain: count(hand of declarer), loss: 0}\n")
    assert dealt == 200
    assert finding.code == "G803"
    assert finding.message == "Nobody scored a point in 200 trial deals, so the game never ends"


def test_melds_that_share_out_a_hand_in_too_many_ways_are_found_and_not_waited_for() -> None:
    ruleset = load_reference("./slow-melds.yaml", folder=BROKEN).ruleset
    assert ruleset is not None
    findings = Findings()
    run_trials(ruleset, 1, 1, findings)
    [finding] = findings.items
    assert finding.code == "G802"
    assert finding.path == "melds.row"
    assert finding.message.startswith(
        "A hand can be shared out among melds of the kind `one` in too many ways"
    )
