"""What the schema says of the keys of rule files: their texts and examples, the kinds of steps, other names."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from hasenpfeffer.library import folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Schema: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class KeyText:
    """What the schema says about a key: for hovers, reference pages and findings."""

    title: str
    description: str
    examples: tuple[object, ...] = ()
    groups: tuple[str, ...] = ()
    """Groups of settings that it can have, on one line each."""


@cache
def schema_data() -> Schema:
    """The schema as shipped."""
    data: Schema = json.loads(schema_text())
    return data


@cache
def schema_text() -> str:
    """The schema as it is written."""
    return (folder("grammar") / "ruleset.schema.json").read_text(encoding="utf-8")


def describe(path: Iterable[str], kind: str | None = None) -> KeyText | None:
    """Title and description of the key at `path`, or None for a key that is the author's own.

    `kind` is the kind of the step that the path leads through, where the step's name is not its kind.
    """
    parts = tuple(path)
    if kind is None and len(parts) > 1 and parts[0] == "steps" and parts[1] in step_kinds():
        kind = parts[1]
    for schema in _at(parts, kind):
        if "title" in schema:
            labels = [snippet["label"] for snippet in schema.get("defaultSnippets", ())]
            groups = tuple(label for label in labels if label.startswith("{"))
            return KeyText(schema["title"], schema["description"], tuple(schema.get("examples", ())), groups)
    return None


@cache
def other_names(path: tuple[str, ...], kind: str | None = None) -> dict[str, str]:
    """Names that people have elsewhere for keys of the group at `path`, each with the key.

    Empty where the group's keys are the author's own.
    """
    shapes = [branch for schema in _at(path, kind) for branch in branches(schema, kind)]
    if any(isinstance(shape.get("additionalProperties"), dict) for shape in shapes):
        return {}
    return {
        other: key
        for shape in shapes
        for key, child in shape.get("properties", {}).items()
        if isinstance(child, dict)
        for other in child.get("x-also", ())
    }


@cache
def all_other_names() -> frozenset[str]:
    """Every name that some key has elsewhere."""
    lists = re.findall(r'"x-also": (\[[^\]]*\])', schema_text())
    return frozenset(name for names in lists for name in json.loads(names))


@cache
def step_kinds() -> tuple[str, ...]:
    """The kinds of steps that there are."""
    kinds: list[str] = schema_data()["$defs"]["step"]["properties"]["do"]["enum"]
    return tuple(kinds)


def branches(schema: Schema, kind: str | None = None) -> Iterator[Schema]:
    """The schema itself and all that it refers to or chooses between, of the steps only those of `kind`."""
    yield schema
    if "$ref" in schema:
        yield from branches(schema_data()["$defs"][schema["$ref"].rpartition("/")[2]], kind)
    for rule in schema.get("allOf", ()):
        if kind is not None and rule["if"].get("properties", {}).get("do", {}).get("const") == kind:
            yield from branches(rule["then"], kind)
    for part in ("then", "else", "items"):
        if isinstance(schema.get(part), dict):
            yield from branches(schema[part], kind)


def _at(path: Iterable[str], kind: str | None) -> list[Schema]:
    """What the schema says in different places of the value at a path."""
    here = [schema_data()]
    for part in path:
        here = [child for schema in here for child in _children(schema, part, kind)]
    return here


def _children(schema: Schema, key: str, kind: str | None) -> Iterator[Schema]:
    for branch in branches(schema, kind):
        properties: dict[str, object] = branch.get("properties", {})
        child = properties.get(key, branch.get("additionalProperties"))
        if isinstance(child, dict):
            yield child
