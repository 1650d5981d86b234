"""`diff`: exit codes, formats, places, and what is said in plain English."""

from __future__ import annotations

import json


def test_equal_rulesets_end_with_0(run):
    result = run("diff", "hasenpfeffer", "hasenpfeffer")
    assert (result.code, result.err) == (0, "")
    assert result.out == "No setting differs in meaning.\n"


def test_a_difference_says_both_values_and_both_places(run, write):
    write("house.yaml", "language: 1\ntitle: House\nextends: hasenpfeffer\nterms:\n  loss: bid\n")
    result = run("diff", "hasenpfeffer", "./house.yaml")
    assert result.code == 1
    line = result.out.splitlines()[0]
    assert line.startswith(
        "terms.loss: tricks of declarers → bid  (house.yaml:5; was rules/hasenpfeffer.yaml:"
    )
    assert "\n1 setting differs in meaning.\n" in result.out


def test_the_leaflets_say_it_in_plain_english(run):
    result = run("diff", "hasenpfeffer", "hasenpfeffer+set-by-bid")
    _, _, english = result.out.partition("In plain English:\n")
    gone, new = english.splitlines()
    assert gone.startswith("- Scoring: ") and "a point for each of its tricks" in gone
    assert new.startswith("+ Scoring: ") and "as many points as were bid" in new


def test_added_and_removed_settings_are_told(run):
    result = run("diff", "hasenpfeffer", "hasenpfeffer+alone-as-bid")
    assert "steps.auction.calls.alone: added {bid: 6, alone: yes, lone stakes: 2}" in result.out
    assert "steps.alone: removed (it was {do: go alone, who: declarer})" in result.out


def test_json_holds_the_same(run):
    result = run("diff", "hasenpfeffer", "hasenpfeffer+set-by-bid", "--json")
    data = json.loads(result.out)
    assert result.code == 1
    assert data["format"] == "hasenpfeffer-differences/1" and data["same"] is False
    [one] = data["differences"]
    assert (one["path"], one["change"], one["before"], one["after"]) == (
        "terms.loss",
        "changed",
        "tricks of declarers",
        "bid",
    )
    assert one["after_at"] == "rules/variants/set-by-bid.yaml:5"
    assert {sentence["in"] for sentence in data["sentences"]} == {"before", "after"}


def test_markdown_is_a_table(run):
    result = run("diff", "hasenpfeffer", "hasenpfeffer+set-by-bid", "--format", "markdown")
    assert result.out.startswith("# hasenpfeffer and hasenpfeffer+set-by-bid\n")
    assert "| terms.loss | tricks of declarers | bid | rules/variants/set-by-bid.yaml:5; was" in result.out


def test_parameters_are_set_where_they_are_known(run):
    result = run("diff", "hasenpfeffer", "whist", "--set", "lowest-bid=2", "--set", "target=5")
    assert result.code == 1
    assert "parameters.target: " not in result.out
    assert run("diff", "hasenpfeffer", "hasenpfeffer+settled", "--set", "target=5").code == 1


def test_a_parameter_that_nobody_has_is_refused(run):
    result = run("diff", "hasenpfeffer", "whist", "--set", "tagret=5")
    assert (result.code, result.out) == (2, "")
    assert "Did you mean `target`?" in result.err


def test_errors_of_both_rulesets_are_told_at_once(run, write):
    write("one.yaml", "language: 1\ntitle: One\nextends: hasenpfeffer\nterms: {loss: bidd}\n")
    write("two.yaml", "language: 1\ntitle: Two\nextends: hasenpfeffer\nterms: {gain: trickz}\n")
    result = run("diff", "./one.yaml", "./two.yaml")
    assert (result.code, result.out) == (2, "")
    assert "`bidd`" in result.err and "`trickz`" in result.err


def test_a_misspelt_ruleset_gets_a_hint(run):
    result = run("diff", "hasenpfeffer", "hasenpfefer")
    assert result.code == 2 and "Did you mean `hasenpfeffer`?" in result.err


def test_ascii_terminals_get_ascii(process):
    result = process("diff", "hasenpfeffer", "hasenpfeffer+set-by-bid", PYTHONIOENCODING="ascii")
    assert result.code == 1 and result.out.isascii()
    assert "tricks of declarers -> bid" in result.out


def test_changed_calls_are_told_in_plain_english_and_settings_are_not_told_twice(run):
    result = run("diff", "hasenpfeffer", "hasenpfeffer+big-pepper+target-30")
    told = result.out.partition("In plain English:")[2]
    assert "+ The auction: Call big pepper: six tricks, counts double" in told
    assert "- The auction: Call 6: six tricks" in told
    assert "What a table may agree on" not in told
    assert "explained below" not in told
