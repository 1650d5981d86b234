"""`new`: a small file that is in order, plays at once, and whose comments are settings that can be used."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from hasenpfeffer.shelf.differences import differences
from hasenpfeffer.shelf.family import Reader
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.load import load_reference

GAMES = [entry.name for entry in shelf_entries() if entry.kind == "game"]
READER = Reader()
SCHEMA = re.compile(r"# yaml-language-server: \$schema=(\S+)\Z")


def knobs(text):
    """Each commented setting, and the text in which it alone is none: with the headings that it stands under."""
    lines = text.splitlines()
    start = lines.index("language: 1")
    for number in range(start, len(lines)):
        setting = _setting(lines[number])
        if setting is None or setting.endswith(":"):
            continue
        used, depth = {number}, _depth(setting)
        for above in range(number - 1, start, -1):
            heading = _setting(lines[above])
            if heading is None:
                break
            if _depth(heading) < depth:
                used.add(above)
                depth = _depth(heading)
        changed = [line[2:] if index in used else line for index, line in enumerate(lines)]
        yield setting.strip(), "\n".join(changed) + "\n"


def schema_of(path):
    """The path of the schema that the first line of a file names."""
    found = SCHEMA.match(Path(path).read_text("utf-8").splitlines()[0])
    assert found is not None
    return found[1]


def _setting(line):
    return re.split(r"\s+# ", line[2:])[0] if line.startswith("# ") else None


def _depth(setting):
    return len(setting) - len(setting.lstrip())


def load(path):
    return load_reference(path, read=READER)


@pytest.mark.parametrize("game", GAMES)
def test_the_file_is_in_order_and_changes_nothing(run, folder, game):
    result = run("new", game, "mine.yaml")
    assert (result.code, result.err) == (0, "")
    found = load_reference("./mine.yaml")
    assert found.ruleset is not None and found.ruleset.playable
    assert found.findings.items == ()
    assert differences(load(game), found).settings == ()


def codes(loaded):
    return {finding.code for finding in loaded.findings.items}


@pytest.mark.parametrize("game", ["hasenpfeffer", "double-hasenpfeffer"])
def test_each_setting_can_be_used_alone(run, folder, game):
    run("new", game, "mine.yaml")
    found = dict(knobs(Path("mine.yaml").read_text("utf-8")))
    assert {"target: 10", "loss: tricks of declarers"} <= found.keys() or game != "hasenpfeffer"
    assert len(found) > 20
    for number, text in enumerate(found.values()):
        path = Path(f"knob{number}.yaml")
        path.write_text(text, "utf-8")
        assert codes(load(f"./{path}")) <= {"L904"}  # it says what the game says already


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_setting_of_every_game_can_be_used_alone(run, folder, game):
    run("new", game, "mine.yaml")
    for number, text in enumerate(dict(knobs(Path("mine.yaml").read_text("utf-8"))).values()):
        path = Path(f"knob{number}.yaml")
        path.write_text(text, "utf-8")
        assert codes(load(f"./{path}")) <= {"L904"}


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("target: 10", "target: 21"),
        ("loss: tricks of declarers", "loss: bid"),
        ("may equal: nobody", "may equal: dealer"),
        ("from: [suits]", "from: [suits, no trump]"),
        ("gets: defenders gain", "gets: tricks of defenders"),
        ("next dealer: left of dealer", "next dealer: dealer"),
        ("numbers: {bid: 1..6}", "numbers: {bid: 2..6}"),
    ],
)
def test_a_setting_with_another_value_makes_a_difference(run, folder, setting, value):
    run("new", "hasenpfeffer", "mine.yaml")
    text = dict(knobs(Path("mine.yaml").read_text("utf-8")))[setting]
    assert text.count(setting) == 1
    Path("mine.yaml").write_text(text.replace(setting, value), "utf-8")
    found = load_reference("./mine.yaml")
    assert found.ruleset is not None, found.findings.items
    assert len(differences(load("hasenpfeffer"), found).settings) == 1


def test_it_ends_with_two_commands_that_work(run, folder):
    result = run("new", "hasenpfeffer+set-by-bid", "house rules.yaml")
    commands = [line.split(maxsplit=2) for line in result.out.splitlines()[1:]]
    assert [words[1] for words in commands] == ["validate", "play"]
    assert all(words[2] == "'house rules.yaml'" for words in commands)
    assert run("validate", "house rules.yaml").code == 0
    assert run("play", "house rules.yaml", "--seat", "none", "--seed", "1", "--bots", "random").code == 0


def test_the_schema_of_its_base_lies_in_a_hidden_folder_beside_it(run, folder):
    Path("club").mkdir()
    run("new", "hasenpfeffer+no-trump", "club/house rules.yaml")
    assert schema_of("club/house rules.yaml") == ".hasenpfeffer/house-rules.schema.json"
    schema = Path("club/.hasenpfeffer/house-rules.schema.json").read_text("utf-8")
    assert "for a file that extends hasenpfeffer and no-trump" in json.loads(schema)["$comment"]


def test_the_file_says_how_its_schema_is_made_again(run, folder, monkeypatch):
    Path("club").mkdir()
    run("new", "hasenpfeffer", "club/house rules.yaml")
    monkeypatch.chdir("club")
    made = Path(schema_of("house rules.yaml")).read_text("utf-8")
    Path(schema_of("house rules.yaml")).unlink()
    told = Path("house rules.yaml").read_text("utf-8").splitlines()[2]
    assert run(*shlex.split(told.removeprefix("#"))[1:]).code == 0
    assert Path(schema_of("house rules.yaml")).read_text("utf-8") == made


def test_validate_does_not_look_into_the_hidden_folder(run, folder):
    run("new", "hasenpfeffer", "mine.yaml")
    Path(".hasenpfeffer/other.yaml").write_text("neither: good", "utf-8")
    result = run("validate", ".", "--trials", "0")
    assert result.code == 0 and result.out.count("OK ") == 1


def test_a_schema_that_somebody_else_made_is_not_written_over(run, write, folder):
    write(".hasenpfeffer/mine.schema.json", "{}")
    result = run("new", "hasenpfeffer", "mine.yaml")
    assert result.code == 2 and "was not made by this program" in result.err
    assert not Path("mine.yaml").exists()
    assert run("new", "hasenpfeffer", "mine.yaml", "--force").code == 0
    Path("mine.yaml").unlink()
    assert run("new", "hasenpfeffer", "mine.yaml").code == 0


def test_a_file_where_the_hidden_folder_would_be_is_told(run, write, folder):
    write(".hasenpfeffer", "")
    result = run("new", "hasenpfeffer", "mine.yaml")
    assert result.code == 2 and "`.hasenpfeffer` is in the way" in result.err
    assert not Path("mine.yaml").exists()


def test_a_file_is_never_written_over(run, folder):
    Path("mine.yaml").write_text("mine", "utf-8")
    result = run("new", "hasenpfeffer", "mine.yaml")
    assert result.code == 2 and "--force" in result.err
    assert Path("mine.yaml").read_text("utf-8") == "mine"
    assert run("new", "hasenpfeffer", "mine.yaml", "--force").code == 0
    assert Path("mine.yaml").read_text("utf-8").startswith("# yaml-language-server")
    assert sorted(path.name for path in folder.iterdir()) == [".hasenpfeffer", "mine.yaml"]


@pytest.mark.parametrize(
    ("target", "told"),
    [
        (".", "is a folder"),
        ("gone/mine.yaml", "no folder `gone`"),
        ("mine", "Try: mine.yaml"),
        ("mine.txt", "end in .yaml"),
    ],
)
def test_places_where_no_file_can_be_are_told(run, folder, target, told):
    result = run("new", "hasenpfeffer", target)
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert list(folder.iterdir()) == []


def test_a_base_with_errors_is_told_and_nothing_is_written(run, write, folder):
    write("broken.yaml", "language: 1\ntitle: One\nextends: hasenpfeffer\nterms: {loss: bidd}\n")
    result = run("new", "./broken.yaml", "mine.yaml")
    assert result.code == 2 and "`bidd`" in result.err
    assert not Path("mine.yaml").exists()
    assert "Did you mean `hasenpfeffer`?" in run("new", "hasenpfefer", "mine.yaml").err


def test_a_base_beside_it_is_extended_by_its_path(run, write, folder):
    write("house.yaml", "language: 1\ntitle: House\nextends: hasenpfeffer\nterms: {loss: bid}\n")
    Path("club").mkdir()
    assert run("new", "house+no-alone", "club/mine.yaml").code == 0
    assert 'extends: ["../house.yaml", no-alone]' in Path("club/mine.yaml").read_text("utf-8")
    assert "terms.loss: tricks of declarers → bid" in run("diff", "hasenpfeffer", "club/mine.yaml").out


def test_what_cannot_be_extended_together_is_refused(run, folder):
    result = run("new", "pepper+set-by-bid", "mine.yaml")
    assert result.code == 2 and not Path("mine.yaml").exists()
    assert "nothing is written: `terms.loss` is `bid` in set-by-bid and `6` in set-by-six" in result.err
    assert "Extend pepper, and lay the rest upon the new file: mine.yaml+set-by-bid" in result.err


def test_it_asks_for_parameters(process, folder):
    result = process("new", "hasenpfeffer", "mine.yaml", "--ask", stdin=b"21\n9\n\n")
    assert result.code == 0
    text = Path("mine.yaml").read_text("utf-8")
    assert "\nparameters:\n  target: 21\n#   lowest bid: 1 " in text
    assert "`lowest bid` must be from 1 to 6" in result.err
    assert "with target 21" in result.out


def test_an_end_while_it_asks_writes_nothing(process, folder):
    result = process("new", "hasenpfeffer", "mine.yaml", "--ask", stdin=b"21\n")
    assert result.code == 130
    assert list(folder.iterdir()) == []
