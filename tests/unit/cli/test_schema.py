"""`schema`: of all rule files, and of what one of them may say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hasenpfeffer.library import folder as shipped

PLAIN = (shipped("grammar") / "ruleset.schema.json").read_text("utf-8")


def test_without_a_file_it_is_that_of_all_rule_files(run):
    result = run("schema")
    assert (result.code, result.out, result.err) == (0, PLAIN, "")


def test_a_file_that_extends_nothing_has_that_of_all_rule_files(run, write):
    write("game.yaml", "language: 1\ntitle: Game\n")
    assert run("schema", "--for", "game.yaml").out == PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "language: 1\ntitle: House\nextends: hasenpfeffer\n",
        "extends: hasenpfeffer\n",
        "extends: [hasenpfeffer, no-such-thing]\nterms: {loss: }\nsteps:\n  ",
        "extends:\n  - hasenpfeffer   # the base\nterms: }{\n\tloss: 1\n",
        "terms: [\nextends: 'hasenpfeffer'\n",
    ],
)
def test_a_half_written_file_has_the_schema_of_its_base(run, write, text):
    write("house.yaml", text)
    result = run("schema", "--for", "house.yaml")
    schema = json.loads(result.out)
    assert (result.code, schema["title"]) == (0, "House rules on hasenpfeffer")
    assert "loss" in schema["properties"]["terms"]["allOf"][0]["properties"]


def test_bases_that_a_file_has_yet_to_reconcile_are_taken_together(run, write):
    write("house.yaml", "extends: [hasenpfeffer, set-by-bid, set-by-six, no-alone]\n")
    schema = json.loads(run("schema", "--for", "house.yaml").out)
    [steps] = schema["properties"]["steps"]["allOf"]
    assert "trump" in steps["properties"] and "alone" not in steps["properties"]


def test_it_is_written_under_the_name_of_the_file(run, write):
    write("house.yaml", "extends: hasenpfeffer\n")
    result = run("schema", "--for", "house.yaml", "--write", "schemas")
    assert (result.code, result.out) == (0, "schemas/house.schema.json\n")
    assert json.loads(Path("schemas/house.schema.json").read_text("utf-8"))["type"] == "object"


@pytest.mark.parametrize(("file", "told"), [("gone.yaml", "There is no file"), (".", "is a folder")])
def test_a_file_that_cannot_be_read_is_told(run, folder, file, told):
    result = run("schema", "--for", file, "--write", "schemas")
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert not Path("schemas").exists()


@pytest.mark.parametrize(
    "text",
    [
        f"extends: {' ' * 200_000}'hasenpfeffer\nterms: }}{{\n",
        f"extends: [{', '.join(f'base{number}' for number in range(20_000))}]\n",
        "extends:\n  - no-alone\n" + "  - x\n" * 20_000 + "terms: }{\n",
    ],
)
def test_a_file_that_is_meant_to_take_long_does_not(process, write, text):
    write("house.yaml", text)
    result = process("schema", "--for", "house.yaml")
    assert result.code == 0 and result.seconds < 2


def test_the_name_of_a_written_schema_is_safe_for_a_terminal(run) -> None:
    result = run("schema", "--write", "a\x1b[31m")
    assert (result.code, result.out) == (0, "a<U+001B>[31m/ruleset.schema.json\n")
