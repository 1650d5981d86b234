"""`diff`: exit codes, formats, places, and what is said in plain English."""

from __future__ import annotations

import json
import re
import shlex


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


# --- what it changes in play


def test_impact_tells_how_often_something_else_was_legal_and_what_came_of_it(run):
    result = run("diff", "hasenpfeffer", "hasenpfeffer+dealer-may-equal", "--impact", "20", "--seed", "5")
    assert (result.code, result.err) == (1, "")
    _, _, told = result.out.partition("What it changes in play")
    assert "20 deals, seeds 5 to 24, careful players" in told
    for line in ("calls ", "something else was legal", "another side won the deal", "north-south"):
        assert f"\n{line}" in told
    assert re.search(r"\n- seed 5: at the step `auction` \w+ may also choose `\d`", told)


def test_an_example_of_the_impact_is_seen_again_with_play(run):
    words = ("diff", "hasenpfeffer", "hasenpfeffer+dealer-may-equal", "--set", "target=30")
    data = json.loads(run(*words, "--impact", "40", "--json").out)["impact"]
    example = next(one for one in data["examples"] if any(change["of"] == "end" for change in one["changes"]))
    ends = []
    for command in example["commands"]:
        program, *typed = shlex.split(command)
        played = run(*typed)
        assert (program, played.code) == ("hasenpfeffer", 0)
        first, _, _ = played.out.partition("\ndeal 2")
        ends.append(next(word for word in ("made", "set") if f"\n{word}: " in first))
    changed = next(change["text"] for change in example["changes"] if change["of"] == "end")
    assert ends == (["made", "set"] if changed == "failed instead of made" else ["set", "made"])


def test_impact_as_json_and_as_a_page(run):
    words = ("diff", "hasenpfeffer", "hasenpfeffer+set-by-bid", "--impact", "3", "--games")
    data = json.loads(run(*words, "--json").out)["impact"]
    assert (data["unit"], data["asked"], data["played"], data["compared"]) == ("games", 3, 3, 3)
    assert data["legal"]["card"]["others"] == 0 and data["parted"] == {"never": 3}
    assert set(data["difference"]["points"]) == {"north-south", "east-west"}
    page = run(*words, "--format", "markdown").out
    assert "## What it changes in play\n" in page and "| another side won the game |" in page


def test_rulesets_that_are_unlike_are_compared_on_the_whole(run):
    result = run("diff", "hasenpfeffer", "euchre", "--impact", "4", "--bots", "random")
    assert "They cannot be held against each other deal by deal" in result.out.replace("\n", " ")
    assert "the packs are others (25 and 24 cards)" in result.out.replace("\n", " ")
    assert "points a deal, after" in result.out and "instead of" not in result.out


def test_what_only_goes_with_impact_is_refused_alone(run):
    for option in (("--games",), ("--seed", "3"), ("--bots", "random"), ("--seconds", "3")):
        result = run("diff", "hasenpfeffer", "hasenpfeffer+set-by-bid", *option)
        assert (result.code, result.out) == (2, "") and f"{option[0]} goes with --impact" in result.err


def test_when_the_time_is_up_what_is_done_is_told(run):
    words = ("diff", "hasenpfeffer", "hasenpfeffer+set-by-bid", "--impact", "100000", "--seconds", "1")
    result = run(*words, "--json")
    data = json.loads(result.out)["impact"]
    assert result.code == 1 and 0 < data["played"] < data["asked"]
    assert f"stopped after {data['played']:,} of 100,000 deals: the time is up" in result.err


def test_ctrl_c_tells_what_is_done(run, monkeypatch):
    from hasenpfeffer.study import impact

    def interrupted(*words):
        found = real(*words)
        yield next(found)
        yield next(found)
        raise KeyboardInterrupt

    real = impact.pairs
    monkeypatch.setattr(impact, "pairs", interrupted)
    result = run("diff", "hasenpfeffer", "hasenpfeffer+set-by-bid", "--impact", "50")
    assert result.code == 130
    assert "2 deals of 50, seeds 0 to 1" in result.out
    assert "stopped after 2 of 50 deals: interrupted" in result.err
