"""Editors that know nothing of us: hover, completion and diagnostics through yaml-language-server.

The server is fetched once with npm into pytest's cache. Documents for every key are made from the schema
itself, the rest comes from the shipped rule files.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from tests.editor.client import Editor

from hasenpfeffer.library import folder
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.source import load_source
from hasenpfeffer.reading.tree import Group, List, Node
from hasenpfeffer.reading.yaml_file import read
from hasenpfeffer.shelf.keys import describe, schema_data

SCHEMA = folder("grammar") / "ruleset.schema.json"
RULES = folder("rules")
_MODELINE = f"# yaml-language-server: $schema={SCHEMA.as_uri()}"

pytestmark = pytest.mark.editor


# ── documents made from the schema ──


@dataclass(frozen=True)
class Spot:
    """Where in a document a schema applies: the way down to it, and what must stand beside it."""

    way: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = ()
    """Keys from the top (`-` for an item of a list), each with the settings that stand before it."""
    beside: tuple[tuple[str, Any], ...] = ()
    without: frozenset[str] = field(default_factory=frozenset)

    def below(self, key: str) -> Spot:
        beside = tuple((name, value) for name, value in self.beside if name != key)
        return Spot(way=(*self.way, (key, beside)))

    def having(self, *settings: tuple[str, Any]) -> Spot:
        return replace(self, beside=(*self.beside, *settings))

    def lacking(self, keys: frozenset[str]) -> Spot:
        return replace(self, without=self.without | keys)


@dataclass(frozen=True)
class SchemaKey:
    spot: Spot
    key: str
    title: str
    sample: Any
    offers: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join([*(key for key, _ in self.spot.way), self.key])


def schema_keys() -> list[SchemaKey]:
    """Every key of the schema that a file as written can hold, once, at the shortest way to it."""
    found: dict[int, SchemaKey] = {}
    visited: set[int] = set()
    ahead: deque[tuple[dict[str, Any], Spot]] = deque([(schema_data(), Spot())])
    while ahead:
        schema, spot = ahead.popleft()
        if id(schema) in visited:
            continue
        visited.add(id(schema))
        if "$ref" in schema:
            ahead.append((_definition(schema["$ref"]), spot))
        for rule in [schema, *schema.get("allOf", ())]:
            ahead.extend(_branches(rule, spot))
        for key, child in schema.get("properties", {}).items():
            if not isinstance(child, dict):
                continue
            if "title" in child and key not in spot.without:
                found.setdefault(
                    id(child), SchemaKey(spot, key, child["title"], _sample(child), _words(child))
                )
            ahead.append((child, spot.below(key)))
        if isinstance(schema.get("additionalProperties"), dict):
            ahead.append((schema["additionalProperties"], spot.below("thing")))
        if isinstance(schema.get("items"), dict):
            ahead.append((schema["items"], spot.below("-")))
    return list(found.values())


def _branches(schema: dict[str, Any], spot: Spot) -> list[tuple[dict[str, Any], Spot]]:
    """The branches of an `if`, each with what must stand there for it to be taken."""
    if "if" not in schema:
        return []
    condition = schema["if"]
    branches = []
    if "then" in schema:
        needed = [(key, _NEEDED.get(key, "x")) for key in _needed(condition)]
        constants = condition.get("properties", {})
        needed = [(key, constants.get(key, {}).get("const", value)) for key, value in needed]
        branches.append((schema["then"], spot.having(*needed)))
    if "else" in schema:
        branches.append((schema["else"], spot.lacking(frozenset(condition.get("required", ())))))
    return branches


def _needed(condition: dict[str, Any]) -> list[str]:
    if "anyOf" in condition:
        return list(condition["anyOf"][0]["required"])
    return list(condition.get("required", ()))


_NEEDED: dict[str, Any] = {
    "ruleset": "hasenpfeffer",
    "by": "trump",
    "by deal": ["left", "right"],
    "also": ["low"],
    "then": {"A": 11},
    "do": "take",
}


def _definition(reference: str) -> dict[str, Any]:
    definition: dict[str, Any] = schema_data()["$defs"][reference.rpartition("/")[2]]
    return definition


def _sample(schema: dict[str, Any]) -> Any:
    """A value that the key accepts."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("examples"):
        return schema["examples"][0]
    if "defaultSnippets" in schema:
        return schema["defaultSnippets"][0]["body"]
    if "default" in schema:
        return schema["default"]
    if "$ref" in schema:
        return _sample(_definition(schema["$ref"]))
    if schema.get("type") == "array":
        return [_sample(schema["items"])]
    if schema.get("type") == "object":
        return {"thing": 1}
    return "word"


def _words(schema: dict[str, Any]) -> tuple[str, ...]:
    """The words that an editor should offer as values of the key."""
    words = [*schema.get("enum", ()), *schema.get("else", {}).get("enum", ()), *schema.get("examples", ())]
    return tuple(word for word in words if isinstance(word, str))


@dataclass(frozen=True)
class Written:
    text: str
    line: int
    column: int


def write(key: SchemaKey, *, typed: str) -> Written:
    """A document that leads to the key. `typed` stands in its place, and the position is at its end."""
    lines = [_MODELINE]
    indent, pending = 0, ""

    def add(text: str) -> None:
        nonlocal pending
        lines.append(" " * (indent - len(pending)) + pending + text)
        pending = ""

    for name, beside in key.spot.way:
        for other, value in beside:
            add(f"{other}: {_flow(value)}")
        if name == "-":
            pending += "- "
        else:
            add(f"{name}:")
        indent += 2
    for other, value in key.spot.beside:
        if other != key.key:
            add(f"{other}: {_flow(value)}")
    add(typed)
    column = len(lines[-1])
    return Written("\n".join(lines) + "\n", len(lines) - 1, column)


def _flow(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value)


# ── claims ──


def test_every_key_of_the_schema_can_be_reached() -> None:
    """Guards the generator: it finds each key that has a title, but for those of refinements."""
    reached = {(key.key, key.title) for key in schema_keys()}
    assert reached == set(_titled(schema_data()))


def test_hover_answers_for_every_key(editor: Editor) -> None:
    wrong = []
    for number, key in enumerate(schema_keys()):
        written = write(key, typed=f"{key.key}: {_flow(key.sample)}")
        uri = f"file:///hover/{number}.yaml"
        editor.open(uri, written.text)
        start = written.text.splitlines()[written.line].index(key.key)
        shown = editor.hover(uri, written.line, start + 1)
        if not shown.startswith(f"#### {key.title}\n"):
            wrong.append(f"{key}: {shown[:60]!r} instead of {key.title!r} in\n{written.text}")
    assert not wrong, "\n".join(wrong[:10])


def test_completion_offers_every_key(editor: Editor) -> None:
    wrong = []
    for number, key in enumerate(schema_keys()):
        written = write(key, typed="")
        uri = f"file:///completion/{number}.yaml"
        editor.open(uri, written.text)
        offered = editor.completions(uri, written.line, written.column)
        if key.key not in offered:
            wrong.append(f"{key}: {offered[:8]} in\n{written.text}")
    assert not wrong, f"{len(wrong)} keys\n" + "\n".join(wrong[:10])


def test_completion_offers_words_for_values(editor: Editor) -> None:
    wrong = []
    for number, key in enumerate(key for key in schema_keys() if key.offers):
        written = write(key, typed=f"{key.key}: ")
        uri = f"file:///words/{number}.yaml"
        editor.open(uri, written.text)
        offered = editor.completions(uri, written.line, written.column)
        missing = [word for word in key.offers if word not in {label.strip("\"'") for label in offered}]
        if missing:
            wrong.append(f"{key}: {missing} not among {offered[:8]} in\n{written.text}")
    assert not wrong, f"{len(wrong)} keys\n" + "\n".join(wrong[:10])


def _titled(schema: Any) -> Any:
    if isinstance(schema, list):
        for item in schema:
            yield from _titled(item)
    if isinstance(schema, dict):
        for key, child in schema.get("properties", {}).items():
            if isinstance(child, dict) and "title" in child:
                yield key, child["title"]
        for child in schema.values():
            yield from _titled(child)


# ── shipped files ──


def rule_files() -> list[Path]:
    return sorted(RULES.rglob("*.yaml"))


def test_hover_answers_in_shipped_files(editor: Editor) -> None:
    """Every key of the language that a shipped file uses, at the first place where it is used."""
    seen: set[tuple[str, str]] = set()
    wrong = []
    for path in rule_files():
        tree = _tree(path)
        asked = [entry for way, entry in _entries(tree, ()) if _is_new(way, seen)]
        if not asked:
            continue
        uri = f"file:///shipped/{path.name}"
        editor.open(uri, _with_schema(path))
        for entry in asked:
            place = entry.key.place.start
            if not editor.hover(uri, place.line, place.column - 1):
                wrong.append(f"{entry.key.place}: no hover on `{entry.key.text}`")
    assert len(seen) > 80
    assert not wrong, "\n".join(wrong)


def test_shipped_files_have_no_defects_in_an_editor(editor: Editor) -> None:
    files = {f"file:///clean/{path.name}": path for path in rule_files()}
    for uri, path in files.items():
        editor.open(uri, _with_schema(path))
    wrong = [
        f"{path}: {found['message']}" for uri, path in files.items() for found in editor.diagnostics(uri)
    ]
    assert not wrong, "\n".join(wrong)


def test_an_editor_shows_a_defect_once(editor: Editor) -> None:
    defects = [
        "steps: {deal: {pockets: 3}}",
        "steps: {auction: {after a pass: gone}}",
        "steps: {pick up: {do: tike}}",
        "steps: {deal: {packets: 3}}",
        "steps: {deal: 3}",
        "steps: {pick up: 3}",
        "scoring: {defence: {gest: 3}}",
    ]
    for number, defect in enumerate(defects):
        uri = f"file:///broken/{number}.yaml"
        editor.open(uri, f"{_MODELINE}\nlanguage: 1\ntitle: T\n{defect}\n")
        lines = [found["range"]["start"]["line"] for found in editor.diagnostics(uri)]
        assert lines == [3], (defect, editor.diagnostics(uri))


def _tree(path: Path) -> Group:
    findings = Findings()
    source = load_source(path, path.name, findings)
    assert source is not None
    tree = read(source, findings)
    assert tree is not None
    return tree


def _with_schema(path: Path) -> str:
    return f"{_MODELINE}\n{path.read_text(encoding='utf-8')}"


def _entries(node: Node, way: tuple[str, ...]) -> Any:
    match node:
        case Group():
            for entry in node:
                here = (*way, entry.key.text)
                yield here, entry
                yield from _entries(entry.value, here)
        case List():
            for item in node.items:
                yield from _entries(item, way)


def _is_new(way: tuple[str, ...], seen: set[tuple[str, str]]) -> bool:
    text = describe(way)
    known = (way[-1], text.title) if text else None
    if known is None or known in seen:
        return False
    seen.add(known)
    return True
