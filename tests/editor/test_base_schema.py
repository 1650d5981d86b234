"""The schema of one file's base in an editor: what is offered, shown and underlined in a patch.

`|` marks where the cursor stands. The files are written to disk, since the schema lies beside them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.editor.client import Editor

from hasenpfeffer.cli.main import main
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.report.editor import path_for, schema_of
from hasenpfeffer.shelf.base import base_of
from hasenpfeffer.shelf.family import Reader
from hasenpfeffer.shelf.find import shelf_entries

pytestmark = pytest.mark.editor

HEAD = f"# yaml-language-server: $schema={path_for('house.yaml')}\nlanguage: 1\ntitle: House\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a schema each for house rules on three games, made by the command."""
    folder = tmp_path_factory.mktemp("house")
    for game in ("hasenpfeffer", "skat", "pinochle"):
        here = folder / game
        here.mkdir()
        (here / "house.yaml").write_text(f"{HEAD}extends: {game}\n", "utf-8")
        words = ["--for", str(here / "house.yaml"), "--write", str(here / path_for("house.yaml").parent)]
        assert main(["schema", *words]) == 0
    return folder


class Desk:
    """Opens texts that extend a game, each as a file of its own, and asks about them."""

    def __init__(self, editor: Editor, folder: Path) -> None:
        self.editor = editor
        self.folder = folder
        self.opened = 0

    def open(self, text: str, game: str) -> tuple[str, int, int]:
        self.opened += 1
        uri = (self.folder / game / f"text{self.opened}.yaml").as_uri()
        before, _, after = f"{HEAD}extends: {game}\n{text}".partition("|")
        self.editor.open(uri, before + after)
        return uri, before.count("\n"), len(before) - before.rfind("\n") - 1

    def offered(self, text: str, game: str = "hasenpfeffer") -> list[str]:
        return self.editor.completions(*self.open(text, game))

    def shown(self, text: str, game: str = "hasenpfeffer") -> str:
        return self.editor.hover(*self.open(text, game))

    def underlined(self, text: str, game: str = "hasenpfeffer") -> list[str]:
        """What each diagnostic stands under."""
        uri, _, _ = self.open(text, game)
        lines = f"{HEAD}extends: {game}\n{text}".splitlines()
        found = []
        for one in self.editor.diagnostics(uri):
            start, end = one["range"]["start"], one["range"]["end"]
            assert start["line"] == end["line"]
            found.append(lines[start["line"]][start["character"] : end["character"]])
        return found


@pytest.fixture(scope="module")
def desk(editor: Editor, folder: Path) -> Desk:
    return Desk(editor, folder)


# ── what is offered ──


@pytest.mark.parametrize(
    ("game", "text", "names"),
    [
        ("hasenpfeffer", "steps:\n  |\n", ["deal", "auction", "pick up", "defend alone", "predict"]),
        ("hasenpfeffer", "steps:\n  auction:\n    calls:\n      |\n", ["numbers"]),
        ("hasenpfeffer", "terms:\n  |\n", ["loss", "defenders gain"]),
        ("hasenpfeffer", "scoring:\n  |\n", ["made", "set", "defence"]),
        ("hasenpfeffer", "parameters:\n  |\n", ["target", "lowest bid"]),
        ("hasenpfeffer", "card names:\n  |\n", ["right bower", "bowers"]),
        ("hasenpfeffer", "cases:\n  one:\n    script:\n      - |\n", ["north", "east", "south", "west"]),
        ("pinochle", "melds:\n  |\n", ["royal marriage", "dix"]),
        ("skat", "steps:\n  choice:\n    from:\n      |\n", ["take the skat", "play from the hand"]),
    ],
)
def test_names_of_the_base_are_offered_as_keys(desk: Desk, game: str, text: str, names: list[str]) -> None:
    offered = desk.offered(text, game)
    assert set(names) <= set(offered), offered


def test_a_step_offers_the_keys_of_the_kind_that_it_has_in_the_base(desk: Desk) -> None:
    offered = desk.offered("steps:\n  pick up:\n    |\n")
    assert {"do", "who", "from", "if"} <= set(offered)
    assert not {"packets", "calls", "follow", "which"} & set(offered)


def test_a_step_of_another_kind_offers_the_keys_of_that(desk: Desk) -> None:
    offered = desk.offered("steps:\n  pick up:\n    do: choose\n    |\n")
    assert "secret until" in offered


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("terms:\n  loss: |\n", ["tricks of declarers"]),
        ("parameters:\n  target: |\n", ["10"]),
        ("steps:\n  pick up:\n    who: |\n", ["declarer", "north", "west"]),
        ("steps:\n  auction:\n    may equal: |\n", ["nobody", "dealer", "east"]),
        ("steps:\n  auction:\n    after a pass: |\n", ["out", "may bid again"]),
        ("steps:\n  auction:\n    calls:\n      numbers: {trump: |}\n", ["hearts", "clubs"]),
        ("steps:\n  trump:\n    before: |\n", ["pick up", "tricks"]),
        (
            "steps:\n  new one:\n    do: discard\n    who: declarer\n    which: |\n",
            ["joker", "bowers", "spades"],
        ),
        ("remove:\n  - |\n", ["steps.alone", "scoring.defence", "terms.loss"]),
    ],
)
def test_words_of_the_base_are_offered_as_values(desk: Desk, text: str, words: list[str]) -> None:
    offered = [word.strip("\"'") for word in desk.offered(text)]
    assert set(words) <= set(offered), offered


def test_what_a_key_has_in_the_base_comes_first(desk: Desk) -> None:
    assert desk.offered("steps:\n  pick up:\n    who: |\n")[0] == "declarer"
    assert desk.offered("steps:\n  |\n")[:3] == ["deal", "auction", "pick up"]


def test_rulesets_are_offered_for_extends(editor: Editor, folder: Path) -> None:
    uri = (folder / "hasenpfeffer" / "extends.yaml").as_uri()
    editor.open(uri, f"{HEAD}extends: \n")
    assert {"hasenpfeffer", "pepper", "no-alone"} <= set(editor.completions(uri, 3, 9))


# ── what is shown ──


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("terms:\n  lo|ss: bid\n", ["#### Terms: loss", "What a failed bid costs", "hasenpfeffer.yaml:80)"]),
        ("parameters:\n  tar|get: 5\n", ["Points that win the game", "default: 10, type: 1..1000"]),
        ("steps:\n  pick| up: {who: dealer}\n", ["takes cards from a pile", "who: declarer, from: widow"]),
        ("steps:\n  pick up:\n    wh|o: dealer\n", ["#### Who\n", "Inherited: declarer ("]),
        ("steps:\n  auction:\n    calls:\n      numbers: {bi|d: 1..5}\n", ["#### Bid\n", "Inherited: 1..6 ("]),
        ("game:\n  wi|ns: made\n", ["#### Who wins\n", "Inherited: score of team >= target ("]),
    ],
)  # fmt: skip
def test_hover_has_what_is_inherited_and_where_from(desk: Desk, text: str, told: list[str]) -> None:
    shown = desk.shown(text)
    for words in told:
        assert words in shown, shown


# ── what is underlined ──


@pytest.mark.parametrize(
    ("text", "under"),
    [
        ("steps:\n  pick up:\n    whoo: declarer\n", "whoo"),
        ("steps:\n  pick up: {packets: [3]}\n", "packets"),
        ("steps:\n  pick up: {do: tike}\n", "tike"),
        ("steps:\n  pick up: 3\n", "3"),
        ("steps: {auction: {calls: {numbers: {over: anybody}}}}\n", "anybody"),
        ("scoring: {made: {gest: 3}}\n", "gest"),
        ("scoring: {new line: {who: declarers, gest: 3}}\n", "gest"),
        ("parameters: {target: {defualt: 3}}\n", "defualt"),
        ("remove: [steps.alone, steps.alne]\n", "steps.alne"),
        ("remove:\n  - steps.trump.whoo\n", "steps.trump.whoo"),
    ],
)
def test_a_mistake_is_underlined_once_where_validate_finds_it(
    desk: Desk, folder: Path, capsys: pytest.CaptureFixture[str], text: str, under: str
) -> None:
    assert desk.underlined(text) == [under]
    file = folder / "hasenpfeffer" / "checked.yaml"
    file.write_text(f"{HEAD}extends: hasenpfeffer\n{text}", "utf-8")
    capsys.readouterr()
    assert main(["validate", str(file), "--trials", "0", "--format", "json"]) == 1
    [found] = json.loads(capsys.readouterr().out)["diagnostics"]
    line = file.read_text("utf-8").splitlines()[found["location"]["start"]["line"] - 1]
    assert under in line


@pytest.mark.parametrize(
    "text",
    [
        "steps: {pick up: {do: move, from: widow, to: dealer}}\n",
        "steps: {look: {do: choose, who: dealer, from: [suits], before: tricks}}\nterms: {odd: 3}\n",
        "parameters: {target: 12, odd: {default: 1, type: 1..3, about: a knob}}\n",
        "steps: {trump: {from: {also: [no trump]}}, auction: {calls: {misere: {bid: 6}}}}\n",
        "card names: {left bower: nothing}\nscoring: {odd: {who: declarers, gets: 1}}\n",
    ],
)
def test_new_names_and_other_forms_are_still_allowed(desk: Desk, text: str) -> None:
    assert desk.underlined(text) == []


def test_shipped_patches_are_clean_under_the_schema_of_their_own_base(editor: Editor, folder: Path) -> None:
    schemas: dict[tuple[str, ...], Path] = {}
    opened: dict[str, str] = {}
    read = Reader()
    for entry in shelf_entries():
        written = read(entry.path, entry.name, Findings())
        if written is None or not written.bases:
            continue
        if written.bases not in schemas:
            schemas[written.bases] = _schema(entry.path, folder / f"base{len(schemas)}.json")
        schema = schemas[written.bases]
        uri = (folder / "shipped" / entry.path.name).as_uri()
        text = entry.path.read_text("utf-8")
        editor.open(uri, f"# yaml-language-server: $schema={schema.as_uri()}\n{text}")
        opened[uri] = entry.name
    assert len(opened) > 100
    wrong = [
        f"{name}: {found['message']}" for uri, name in opened.items() for found in editor.diagnostics(uri)
    ]
    assert not wrong, "\n".join(wrong)


def _schema(file: Path, schema: Path) -> Path:
    base = base_of(str(file), Findings())
    assert base is not None
    schema.write_text(json.dumps(schema_of(base)), "utf-8")
    return schema
