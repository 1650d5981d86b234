"""`explain`: a leaflet on standard output, or what a code means."""

from __future__ import annotations

from hasenpfeffer.kernel import program


def test_a_ruleset_is_explained(run) -> None:
    result = run("explain", "hasenpfeffer")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Hasenpfeffer\n============\n")


def test_patches_and_parameters_count(run) -> None:
    result = run("explain", "hasenpfeffer+big-pepper", "--set", "target=32")
    assert "big pepper" in result.out
    assert "32 points or more" in result.out


def test_markdown(run) -> None:
    assert run("explain", "euchre", "--format", "markdown").out.startswith("# Euchre\n")


def test_a_page(run) -> None:
    assert run("explain", "euchre", "--format", "html").out.startswith("<!DOCTYPE html>\n")


def test_a_code_is_explained(run) -> None:
    result = run("explain", "y111")
    assert result.code == 0
    assert result.out.startswith("Y111: A setting is written twice\n")


def test_a_code_that_is_not_there(run) -> None:
    result = run("explain", "D999")
    assert (result.code, result.out, result.err) == (2, "", "hasenpfeffer: There is no finding `D999`.\n")


def test_the_program_of_the_rules_is_shown(run) -> None:
    result = run("explain", "euchre", "--code")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith('"""euchre, as a plain program over whole numbers."""\n')
    found: dict[str, object] = {}
    exec(result.out, found)
    assert callable(found["play_deals"]) and callable(found["play_games"])


def test_rules_that_no_program_can_be_made_of_say_where(run, monkeypatch) -> None:
    monkeypatch.setattr(program, "MOST_WORDS", 0)
    result = run("explain", "euchre", "--code", "--set", "target=12")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("hasenpfeffer: No program can be made of these rules: more than 0 cards")
    assert "euchre.yaml:" in result.err


def test_a_program_has_one_form(run) -> None:
    result = run("explain", "euchre", "--code", "--format", "html")
    assert (result.code, result.out) == (2, "")
    assert "`--code`" in result.err


def test_house_rules_are_named(run) -> None:
    assert "\nWith the house rule no-alone.\n" in run("explain", "hasenpfeffer+no-alone").out
    two = run("explain", "hasenpfeffer+no-alone+no-trump").out
    assert "\nWith the house rules no-alone and no-trump.\n" in two
    assert "house rule" not in run("explain", "hasenpfeffer").out


def test_the_trick_of_a_scoring_line_is_the_last_one(run, write) -> None:
    lines = (
        "  a: {who: team of winner of trick, gets: 1}\n  b: {who: opponents of winner of trick 2, gets: 1}\n"
    )
    write("ours.yaml", f"language: 1\ntitle: Ours\nextends: hasenpfeffer\nscoring:\n{lines}")
    text = run("explain", "./ours.yaml").out
    assert "- A: The side of the winner of the last trick scores 1 point.\n" in text
    assert "- B: The opponents of the winner of the second trick score 1 point.\n" in text


def test_a_ruleset_that_is_not_there(run) -> None:
    result = run("explain", "hasenpfefer")
    assert result.code == 2
    assert result.out == ""
    assert "hasenpfeffer" in result.err


def test_a_file_with_errors_is_told_on_standard_error(run, write) -> None:
    write("bad.yaml", "language: 1\ntitle: Bad\nextends: hasenpfeffer\nterms: {loss: bidd}\n")
    result = run("explain", "bad.yaml")
    assert (result.code, result.out) == (2, "")
    assert "bidd" in result.err


def test_the_score_table_alone_is_shown(run) -> None:
    assert run("explain", "hasenpfeffer", "--scores").out.startswith("Hasenpfeffer: the scores\n")
    refused = run("explain", "hasenpfeffer", "--format", "json")
    assert refused.code == 2
    assert "goes with `--scores`" in refused.err
