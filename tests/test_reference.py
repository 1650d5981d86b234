"""The reference is true: every key and word has an entry with a type, a default and an example that runs."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from docs.writing import games as games_of
from docs.writing.examples import WHOLE, Use, best, flow, uses
from docs.writing.formulas import (
    examples_of_words,
    files_of_words,
    formulas,
    row,
    words,
)
from docs.writing.keys import (
    SECTIONS,
    SHOWN_ELSEWHERE,
    KeyEntry,
    entries,
    keys_of,
)
from docs.writing.places import EXAMPLES, ROOT

from hasenpfeffer.lang import ast
from hasenpfeffer.lang.parse import parse
from hasenpfeffer.lang.vocabulary import WORDS
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.place import Place, whole_file
from hasenpfeffer.reading.tree import Text
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.shelf.keys import schema_data
from hasenpfeffer.shelf.load import Loaded, load_reference
from hasenpfeffer.study.cases import Runner
from hasenpfeffer.study.driver import game_turns
from hasenpfeffer.study.trials import run_trials

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENTRIES = [entry for section in SECTIONS for shape in section.shapes for entry in entries(shape)]


def each(found: list[KeyEntry]) -> list[Any]:
    return [pytest.param(entry, id=f"{entry.shape}: {entry.name}") for entry in found]


# --- every key


def test_every_key_of_the_schema_has_a_section() -> None:
    shapes = schema_data()["$defs"]
    with_keys = {name for name, shape in shapes.items() if list(keys_of(shape))}
    shown = {shape for section in SECTIONS for shape in section.shapes}
    assert with_keys - SHOWN_ELSEWHERE == shown & with_keys
    assert all(shape in shapes for shape in shown)


def test_every_key_says_what_it_takes() -> None:
    assert [(one.shape, one.name) for one in ENTRIES if not one.body.get("x-kind")] == []


def test_every_key_says_what_holds_without_it() -> None:
    assert [(one.shape, one.name) for one in ENTRIES if not one.default or not one.says] == []


def test_every_key_has_an_example() -> None:
    assert [(one.shape, one.name) for one in ENTRIES if best((one.shape, one.name)) is None] == []


def test_a_default_is_what_the_description_says() -> None:
    told = [(one, re.search(r"The default is `([^`]+)`", one.body["description"])) for one in ENTRIES]
    wrong = [
        (one.shape, one.name, found[1], one.body.get("default"))
        for one, found in told
        if found and found[1] != str(one.body.get("default"))
    ]
    assert wrong == []


# --- what a key takes

EXPECTED = {
    "a number": "a number",
    "a condition": "yes or no",
    "seats": "seats",
    "cards": "cards",
    "a ranking": "a ranking",
    "a suit": "a suit",
    "suits": "a suit",
    "a word": "a word",
}
TYPED = [
    one
    for one in ENTRIES
    if one.body["x-kind"] in EXPECTED and one.shape not in ("given", "then", "case", "meld", "meld-step")
]


@pytest.mark.parametrize("entry", each(TYPED))
def test_a_key_takes_what_the_reference_says(entry: KeyEntry, tmp_path: Path) -> None:
    """A standing call is nothing that any key takes: the finding says what is expected instead."""
    kind = EXPECTED[entry.body["x-kind"]]
    wanted = f"and {kind} is expected here"
    meant = f"is {kind} in one place, and a call here"
    found = [(use, part) for use in uses()[entry.shape, entry.name] for part in _single_values(use.node)]
    assert found
    for use, part in islice(sorted(found, key=lambda one: one[0].rank), 4):
        loaded = load_with(use, part.start_mark.index, part.end_mark.index, "call", tmp_path)
        if any(text in finding.message for finding in loaded.findings.items for text in (wanted, meant)):
            return
    pytest.fail(f"nothing says {wanted}: {[one.message for one in loaded.findings.items]}")


@cache
def load_as_it_is(file: Path) -> Loaded:
    return load_reference(f"./{file.name}", folder=file.parent, schema=False)


def _single_values(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    """The value itself, or the first of a list of alternatives that is plain."""
    if isinstance(node, yaml.ScalarNode):
        yield node
    if isinstance(node, yaml.SequenceNode):
        yield from (item for item in node.value[:1] if isinstance(item, yaml.ScalarNode))


def load_with(use: Use, start: int, end: int, text: str, folder: Path, *, schema: bool = False) -> Loaded:
    """The file of an example with a stretch of it written anew; held against the schema only where that matters."""
    source = use.file.read_text("utf-8")
    (folder / "changed.yaml").write_text(source[:start] + text + source[end:], "utf-8")
    return load_reference("./changed.yaml", folder=folder, schema=schema)


# --- defaults

WITH_DEFAULT = [one for one in ENTRIES if "default" in one.body and one.name != "language"]


@pytest.mark.parametrize("entry", each(WITH_DEFAULT))
def test_a_default_that_is_written_changes_nothing(entry: KeyEntry, tmp_path: Path) -> None:
    """The ruleset is the same, or its games are: also those who may know of each event."""
    for use in _groups_without(entry):
        written = f"{entry.name}: {entry.body['default']}"
        mark = use.node.start_mark
        start = mark.index + 1 if use.node.flow_style else mark.index  # type: ignore[attr-defined]
        after = ", " if use.node.flow_style else "\n" + " " * mark.column  # type: ignore[attr-defined]
        silent = load_as_it_is(use.file)
        spoken = load_with(use, start, start, written + after, tmp_path)
        if silent.ruleset is None:
            continue
        assert spoken.ruleset is not None, [one.message for one in spoken.findings.items]
        if bare(spoken.ruleset) == bare(silent.ruleset):
            return
        if silent.ruleset.playable:
            assert played(spoken) == played(silent), use.file
            return
    pytest.fail("no file shows it")


def _groups_without(entry: KeyEntry) -> Iterator[Use]:
    """Groups in which the key could stand and does not: of whole games, where nobody else can have written it."""
    for use in uses()[entry.shape, WHOLE]:
        source = use.file.read_text("utf-8")
        assert isinstance(use.node, yaml.MappingNode)
        if entry.name not in {key.value for key, _ in use.node.value} and _is_game(source, entry):
            yield use


def _is_game(source: str, entry: KeyEntry) -> bool:
    return "\nruleset:" not in source and ("\nextends:" not in source or entry.shape in IN_PATCHES)


IN_PATCHES = ("counter", "file", "meld-step", "pile", "tally-line")
"""What no whole game on the shelf leaves open, but patches do, by adding the group."""


def bare(value: object) -> object:
    """A value without the places in it."""
    if isinstance(value, Place):
        return None
    if dataclasses.is_dataclass(value):
        return tuple(bare(getattr(value, one.name)) for one in dataclasses.fields(value))
    if isinstance(value, dict):
        return [(key, bare(inner)) for key, inner in value.items()]
    return [bare(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def played(loaded: Loaded) -> list[object]:
    """What happens in some of the choices of a game, with who may know it."""
    assert loaded.ruleset is not None
    rules = compile_rules(loaded.ruleset)
    return [bare(turn.events) for turn in islice(game_turns(rules, seed=7), 150)]


# --- examples in the schema, which editors show

SHOWN_BY_EDITORS = [one for one in ENTRIES if one.body.get("examples")]


@pytest.mark.parametrize("entry", each(SHOWN_BY_EDITORS))
def test_an_example_of_the_schema_can_be_written(entry: KeyEntry, tmp_path: Path) -> None:
    """It stands so in a file of the shelf, or can be written into one in place of what stands there."""
    found = sorted(uses()[entry.shape, entry.name], key=lambda use: (use.rank, len(use.text)))
    standing = {flow(use.node) for use in found}
    for example in entry.body["examples"]:
        text = _written(example)
        by_default = text == str(entry.body.get("default"))
        fits = text in standing or by_default or any(_loads(use, text, tmp_path) for use in found[:12])
        assert fits, f"`{entry.name}: {text}` fits nowhere"


def _written(example: object) -> str:
    return f"[{', '.join(map(str, example))}]" if isinstance(example, list) else str(example)


def _loads(use: Use, text: str, folder: Path) -> bool:
    if not isinstance(use.node, yaml.ScalarNode) and not use.node.flow_style:  # type: ignore[attr-defined]
        return False
    loaded = load_with(use, use.node.start_mark.index, use.node.end_mark.index, text, folder, schema=True)
    return loaded.ruleset is not None


# --- the games that use it

GAMES = {entry.name: entry for entry in shelf_entries()}


def _cells_of_games() -> list[tuple[str, str]]:
    """Every row of a table with games: what it is about, and the games."""
    rows, told = [], False
    for line in (ROOT / "docs" / "language.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        told = cells[-1] == "games" or (told and bool(cells)) if cells else False
        if told and cells[-1] not in ("games", "---"):
            rows.append((cells[0], cells[-1]))
    return rows


def _names(cell: str) -> list[str]:
    return re.findall(r"[a-z][a-z-]*", re.sub(r" and \d+ more", "", cell)) if cell != "every game" else []


def test_every_table_names_its_games() -> None:
    told = [what for what, games in _cells_of_games() if games]
    assert len(told) > 250
    assert {"`tricks`", "`predict`", "`follow`", "`sum(…)`", "`holder of cards`"} <= set(told)


def test_at_most_a_handful_of_games_is_named() -> None:
    cells = [games for _, games in _cells_of_games()]
    assert max(len(_names(games)) for games in cells) == games_of.MOST
    assert {name for games in cells for name in _names(games)} <= GAMES.keys()


def test_a_game_that_is_named_says_the_key() -> None:
    """Asked of the texts of the files, not of the schema."""
    wrong = []
    for entry in ENTRIES:
        for name in _names(games_of.of_key((entry.shape, entry.name))):
            key = entry.name.rpartition(": ")[2]
            if not any(re.search(rf"\b{key}:", path.read_text("utf-8")) for path in _with_bases(name)):
                wrong.append((entry.shape, entry.name, name))
    assert wrong == []


@cache
def _with_bases(name: str) -> list[Path]:
    named = yaml.safe_load(GAMES[name].path.read_text("utf-8")).get("extends", [])
    bases = [named] if isinstance(named, str) else named
    return [GAMES[name].path, *(path for base in bases for path in _with_bases(base))]


@pytest.mark.parametrize(
    ("games", "wanted"),
    [
        (games_of.of_key(("predict-step", "barred")), "oh-hell"),
        (games_of.of_key(("players", "partners")), "every game"),
        (games_of.of_form("sum"), "oh-hell"),
        (games_of.of_text(r"\bor else\b"), "more"),
        (games_of.named(["a", "b", "c", "d"]), "a, b, c, d"),
        (games_of.named("abcdefg"), "b, d, f and 4 more"),
        (games_of.named((), ["x"]), "+x"),
        (games_of.named(()), ""),
    ],
)
def test_games_are_found_by_what_their_files_say(games: str, wanted: str) -> None:
    assert wanted in games


# --- the files of examples

RULES = [path for path in sorted(EXAMPLES.glob("*.yaml")) if "\nruleset:" not in path.read_text("utf-8")]
CASES = [path for path in sorted(EXAMPLES.glob("*.yaml")) if "\ncases:" in path.read_text("utf-8")]


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_an_example_is_a_rule_file_without_a_finding_that_plays(path: Path) -> None:
    loaded = load_reference(f"./{path.name}", folder=EXAMPLES)
    assert [one for one in loaded.findings.items if one.severity != "hint"] == []
    assert loaded.ruleset is not None
    findings = Findings()
    dealt = run_trials(loaded.ruleset, 2, 1, findings)
    assert findings.items == ()
    assert dealt or not loaded.ruleset.playable


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_cases_of_an_example_pass(path: Path) -> None:
    report = Runner().run(str(path))
    assert report.cases and report.passed == len(report.cases), [case.message for case in report.cases]


# --- words and formulas


def test_every_word_is_shown() -> None:
    assert [word.name for word in WORDS if row(word) not in words()] == []


def test_every_word_has_an_example_that_gives_something() -> None:
    shown = examples_of_words()
    assert [(word.name, word.argument) for word in WORDS if not shown.get((word.name, word.argument))] == []


OPERATORS = {
    *("+", "-", "*", "/", "//", "mod", "except", "but at least", "but at most"),
    *(
        "and",
        "or",
        "unless",
        "or else",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "is",
        "is not",
        "has",
        "not",
        "negative",
    ),
    *("of", "if", *ast.AGGREGATES, "among", "where"),
}


def test_every_operator_has_an_example_with_what_it_gives() -> None:
    used = {name for text in _formulas() for name in _operators(_parsed(text))}
    assert OPERATORS - used == set()


def test_every_keyword_has_an_example() -> None:
    said = {word for text in (*_formulas(), *_ranges()) for word in text.replace("(", " ").split()}
    assert {*ast.KEYWORDS, *ast.AGGREGATES} - said == set()


def test_every_operator_of_the_grammar_is_listed_here() -> None:
    grammar = (ROOT / "grammar" / "rules.lark").read_text("utf-8")
    signs = set(re.findall(r'"(<=|>=|!=|=|<|>|\+|-|\*|//|/)"', grammar))
    assert signs <= OPERATORS
    (functions,) = re.findall(r"AGGREGATE.*/\(([a-z|]+)\) ", grammar)
    assert set(functions.split("|")) == set(ast.AGGREGATES)


def _formulas() -> list[str]:
    files = [EXAMPLES / "expressions.yaml", EXAMPLES / "cards.yaml", *files_of_words()]
    return [formula.text for file in files for formula in formulas(file)]


def _ranges() -> list[str]:
    return [use.text for use in uses()["call", "bid"]]


def _parsed(text: str) -> ast.Expr:
    findings = Findings()
    tree = parse(Text(text, whole_file("example"), exact=False), findings)
    assert tree is not None, (text, findings.items)
    return tree


def _operators(node: object) -> Iterator[str]:
    match node:
        case ast.Binary():
            yield node.op
        case ast.Compare():
            yield from (op for op, _ in node.rest)
        case ast.Is():
            yield "is not" if node.negated else "is"
        case ast.Has():
            yield "has"
        case ast.Not():
            yield "not"
        case ast.Negative():
            yield "negative"
        case ast.Of():
            yield "of"
        case ast.IfElse():
            yield "if"
        case ast.Where():
            yield "where"
        case ast.Aggregate():
            yield node.kind
            yield from (name for name, part in (("among", node.source), ("where", node.condition)) if part)
    if dataclasses.is_dataclass(node) and not isinstance(node, Place):
        for field in dataclasses.fields(node):
            value = getattr(node, field.name)
            for part in value if isinstance(value, tuple) else (value,):
                for inner in part if isinstance(part, tuple) else (part,):
                    yield from _operators(inner)
