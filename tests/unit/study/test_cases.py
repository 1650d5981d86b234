"""Cases: what a failing one says, what a bad one says, and how what is given is understood."""

from __future__ import annotations

import pathlib
from collections.abc import Callable

import pytest

from hasenpfeffer.errors import CaseError, RulesetError, UnsupportedError
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.record.codec import encode_ruleset
from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.tree import Text
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.study.cases import CaseReport, run, run_file
from hasenpfeffer.study.cases.words import Words

Told = Callable[..., str]


@pytest.fixture
def report(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., CaseReport]:
    """Runs one case, written as its own lines, with a ruleset."""
    monkeypatch.chdir(tmp_path)

    def report(*lines: str, ruleset: str = "hasenpfeffer") -> CaseReport:
        head = ["language: 1", f"ruleset: {ruleset}", "cases:", "  one:"]
        body = "\n".join([*head, *(f"    {line}" for line in lines)])
        (tmp_path / "our.yaml").write_text(body + "\n", encoding="utf-8")
        return run_file("our.yaml")

    return report


@pytest.fixture
def told(report: Callable[..., CaseReport]) -> Told:
    """The message of the one case; empty where it passes."""

    def told(*lines: str, ruleset: str = "hasenpfeffer") -> str:
        (case,) = report(*lines, ruleset=ruleset).cases
        assert (case.outcome == "passed") == (case.message == "")
        return case.message

    return told


SPADES_LED = "given: {trump: spades, at: tricks, leader: west, hands: {west: 9S QS, north: JC AC 9H}}"

# --- failing cases


def test_a_wrong_score_shows_the_lines_that_paid(told: Told) -> None:
    message = told("given: {call: 4, tricks: {declarers: 3}}", "then: {scores: {declarers: -4}}")
    assert message.startswith(
        "our.yaml:6: the score of north-south is -3, and the case says -4: "
        "0 before the deal, and set -3 (rules/hasenpfeffer.yaml:"
    )


def test_a_case_that_leaves_out_what_its_rules_divide_by_fails_and_says_so(told: Told) -> None:
    given = "given: {declarer: anna, bid: 48, matadors: 2, points: {declarers: 60, defenders: 60}}"
    message = told(given, "then: {scores: {anna: -144}}", ruleset="skat")
    assert message == "our.yaml:4: with what is given, a formula of the rules divides by 0"


def test_what_a_case_misspells_is_not_kept_with_its_rules() -> None:
    ruleset = load_reference("hasenpfeffer").ruleset
    assert ruleset is not None
    before = encode_ruleset(ruleset)
    with pytest.raises(CaseError):
        Words(compile_rules(ruleset)).expression(Text("tricks of declarers + ghosts", whole_file("our.yaml")))
    assert encode_ruleset(ruleset) == before


def test_a_wrong_legal_set_shows_the_reasons_of_the_rules(told: Told) -> None:
    message = told(SPADES_LED, "script:", "  - west: 9S", "  - north: {legal: JC AC}")
    assert message.startswith("our.yaml:8: legal for north in `tricks` (rules/hasenpfeffer.yaml:")
    assert "`AC` is not legal: must follow spades: JC (rules/hasenpfeffer.yaml:" in message
    assert "JC is the left bower, so it belongs to spades" in message


def test_a_legal_set_that_leaves_something_out_names_it(told: Told) -> None:
    message = told("given: {dealer: south}", "script:", "  - west: {legal: pass 1 2 3 5 6}")
    assert message.endswith("the case leaves out 4")


def test_an_illegal_action_of_the_script_is_told_with_reasons(told: Told) -> None:
    message = told(SPADES_LED, "script:", "  - west: 9S", "  - north: AC")
    assert message.startswith("our.yaml:8: north cannot do `AC`: must follow spades: JC (rules/")


def test_a_script_out_of_turn_says_who_is_next(told: Told) -> None:
    message = told("given: {dealer: south}", "script:", "  - {west: pass, east: pass}")
    assert message.startswith("our.yaml:7: it is north's turn, not east's: `auction` (rules/")


def test_a_script_that_goes_on_after_the_deal_is_told(told: Told) -> None:
    passes = "{west: pass, north: pass, east: pass, south: pass}"
    message = told("given: {dealer: south}", "script:", f"  - {passes}", "  - west: pass")
    assert message == "our.yaml:8: the deal is thrown in, and nobody is asked any more"


def test_something_said_to_be_illegal_may_be_legal(told: Told) -> None:
    message = told("given: {dealer: south}", "script:", "  - west: {illegal: 3}")
    assert message.startswith("our.yaml:7: west may do `3` in `auction`")


def test_another_reason_than_the_stated_one_is_told(told: Told) -> None:
    script = ("script:", "  - west: 4", "  - north: {illegal: 3, because: too late}")
    message = told("given: {dealer: south}", *script)
    assert "is illegal, but not because `too late`: must go higher than 4" in message


def test_a_wrong_winner_shows_the_trick_and_the_trumps(told: Told) -> None:
    given = (
        "given: {trump: spades, at: tricks, leader: west, hands: {west: 9S, north: JC, east: 9H, south: 9D}}"
    )
    script = ("script:", "  - {west: 9S, north: JC, east: 9H, south: 9D}")
    message = told(given, *script, "then: {winner of trick 1: west}")
    assert message.startswith(
        "our.yaml:8: winner of trick 1 is north, and the case says west: "
        "west 9S, north JC, east 9H, south 9D, trump spades (rules/hasenpfeffer.yaml:"
    )


def test_every_line_of_then_that_does_not_hold_is_told(told: Told) -> None:
    message = told("given: {call: 4, tricks: {declarers: 4}}", "then:", "  bid: 5", "  made: no")
    assert message.startswith("our.yaml:7: bid is 4, and the case says 5; our.yaml:8: made is yes")


# --- bad cases


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ("given: {dealer: soth}", "script:", "  - west: pass"),
            "our.yaml:5: `soth` is no seat here. Did you mean `south`?",
        ),
        (
            ("given: {at: tricks, hands: {west: JC, north: JC}}", "script:", "  - west: JC"),
            "our.yaml:5: the J of clubs is there only once, and it is listed at our.yaml:5 already",
        ),
        (
            ("given: {at: tricks, hands: {west: 2C}}", "script:", "  - west: 2C"),
            "our.yaml:5: `2C` is not a card of this pack",
        ),
        (
            ("given: {declerer: west}", "then: {made: yes}"),
            "our.yaml:5: `declerer` is nothing that these rules know. Did you mean `declarer`?",
        ),
        (
            ("given: {call: 4}", "then: {stakez: 1}"),
            "our.yaml:6: Unknown name `stakez`. Did you mean `stakes`?",
        ),
        (
            ("given: {at: trick}", "then: {bid: 1}"),
            "our.yaml:5: `trick` is no step of a deal. Did you mean `tricks`?",
        ),
        (
            ("given: {call: 7}", "then: {bid: 7}"),
            "our.yaml:5: `7` is no call of these rules. Calls are 1, 2, 3, 4, 5, 6",
        ),
        (
            ("given: {call: 4, tricks: {declarers: 3, defenders: 4}}", "then: {made: no}"),
            "our.yaml:5: these are 7 tricks, and this deal has 6",
        ),
        (
            ("given: {call: 4, tricks: {north: 2, east: 1}}", "then: {scores: {declarers: 4}}"),
            "our.yaml:5: say how many of the other 3 south and west have",
        ),
        (
            ("given: {call: 4, tricks: 4}", "then: {made: yes}"),
            "our.yaml:5: `tricks` must say whose, such as `{declarers: 4}`",
        ),
        (
            ("given: {dealer: south}", "script:", "  - west: {illegal: pss}"),
            "our.yaml:7: `pss` is not understood. Did you mean `pass`?",
        ),
        (
            ("set: {target: 100000}", "given: {call: 4}", "then: {bid: 4}"),
            "our.yaml:4: `set` does not fit the ruleset: `target` must be from 1 to 1000, and 100000 is not",
        ),
        (
            ("given: {dealer: south}",),
            "our.yaml:4: the case checks nothing: it has neither `script` nor `then`",
        ),
    ],
)
def test_a_bad_case_fails_with_its_line(told: Told, lines: tuple[str, ...], message: str) -> None:
    assert told(*lines) == message


def test_scores_need_to_know_how_the_deal_goes_on(told: Told) -> None:
    message = told("given: {dealer: south}", "script:", "  - west: 4", "then: {scores: {east-west: 4}}")
    assert message.startswith("our.yaml:8: `scores` is known after the deal")


def test_tricks_of_a_side_that_there_is_not_are_told(told: Told) -> None:
    given = "given: {dealer: south, tricks: {declarers: 4}}"
    message = told(given, "script:", "  - west: pass", "then: {scores: {north-south: 4}}")
    assert message == "our.yaml:5: `tricks` is given for nobody: there is no such side yet"


def test_errors_of_the_ruleset_are_raised_with_their_findings(report: Callable[..., CaseReport]) -> None:
    with pytest.raises(RulesetError, match="No ruleset is called `bridg`") as caught:
        report("then: {bid: 1}", ruleset="bridg")
    assert caught.value.report.findings[0].code == "X302"  # type: ignore[attr-defined]


# --- what is given


@pytest.mark.parametrize(
    "lines",
    [
        ("given: {call: 5, tricks: {declarers: 5}}", "then: {tricks: {defenders: 1}}"),
        ("given: {call: 5, tricks: {north: 2, south: 1}}", "then: {tricks: {east-west: 3}}"),
        ("given: {call: 5, tricks: {declarers: 5}}", "then: {declarer: north}"),
        ("given: {dealer: west, call: 5, tricks: {declarers: 5}}", "then: {scores: {north-south: 5}}"),
        ("given: {dealer: north, call: 5, tricks: {declarers: 5}}", "then: {scores: {east-west: 5}}"),
        ("given: {call: 4, gain: 1/2, tricks: {declarers: 5}}", "then: {scores: {declarers: 1/2}}"),
        ("given: {call: 4, made: no, tricks: {declarers: 5}}", "then: {scores: {declarers: -5}}"),
        (
            "given: {scores: {north-south: 3}, call: 4, tricks: {declarers: 4}}",
            "then: {scores: {east-west: 0}}",
        ),
        ("given: {hands: {west: Jo JC}, at: tricks}", "then: {hand of west: [joker, J of clubs]}"),
        ("given: {hands: {west: [Jo, J of clubs]}, at: tricks}", "then: {count(hand of east): 2}"),
        (
            "given: {dealer: south}",
            "script:",
            "  - west: 3",
            "  - north: {illegal: 3}",
            "then: {turn: north}",
        ),
    ],
)
def test_what_is_given_holds(told: Told, lines: tuple[str, ...]) -> None:
    assert told(*lines) == ""


def test_a_played_deal_counts_and_not_the_given_tricks(told: Told) -> None:
    hands = "{north: AH, east: 9H, south: 10H, west: KH}"
    given = f"given: {{declarer: north, bid: 1, trump: spades, at: tricks, leader: north, hands: {hands}}}"
    script = ("script:", "  - {north: AH, east: 9H, south: 10H, west: KH}")
    assert told(given, *script, "then: {scores: {north-south: 1}, tricks: {north: 1}}") == ""


def test_rules_that_cannot_be_played_are_no_pass(
    report: Callable[..., CaseReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise UnsupportedError("melds cannot be played yet")

    monkeypatch.setattr(run, "compile_rules", refuse)
    found = report("given: {at: meld, trump: hearts}", "then: {made: yes}", ruleset="pinochle")
    assert (found.passed, found.failed, found.not_run) == (0, 0, 1)
    assert found.as_data()["cases"][0]["ok"] is None


def test_an_auction_can_be_tested_by_itself(told: Told) -> None:
    script = ("script:", "  - {north: 1 hearts, east: pass, south: pass, west: pass}")
    assert told("given: {dealer: north}", *script, "then: {declarer: north}", ruleset="bridge") == ""


def test_the_report_has_the_shape_that_others_rely_on(report: Callable[..., CaseReport]) -> None:
    data = report("given: {call: 4, tricks: {declarers: 4}}", "then: {made: no}").as_data()
    (case,) = data["cases"]
    assert (data["passed"], data["failed"], data["not_run"]) == (0, 1, 0)
    assert (case["name"], case["ok"], case["line"], case["file"]) == ("one", False, 4, "our.yaml")
    assert "made is yes" in case["message"]


def test_a_rule_file_runs_its_own_cases(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.yaml").write_text(
        "language: 1\ntitle: Ours\nextends: hasenpfeffer\nterms: {loss: bid}\n"
        "cases:\n  set:\n    given: {call: 5, tricks: {declarers: 1}}\n    then: {scores: {declarers: -5}}\n",
        encoding="utf-8",
    )
    assert run_file("house.yaml").passed == 1


def test_a_deal_that_is_played_out_is_not_said_to_have_gone_otherwise(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("both.yaml").write_text(
        "language: 1\nruleset: hasenpfeffer\ncases:\n  both:\n"
        "    given: {declarer: west, bid: 1, trump: spades, at: tricks, leader: west, tricks: {declarers: 6},\n"
        "      hands: {west: 9S, north: 10S, east: JD, south: QD}}\n"
        "    script: [{west: 9S, north: 10S, east: JD, south: QD}]\n"
        "    then: {scores: {declarers: 6}}\n",
        encoding="utf-8",
    )
    (result,) = run_file("both.yaml").cases
    assert result.outcome == "failed"
    assert "the script plays the deal out, so what `given` says of `tricks` does not count" in result.message
