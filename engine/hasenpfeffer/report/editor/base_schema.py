"""The schema of one file's base: the language's schema with all names and values that the base has.

Both are gone through at once. At each key that the base has, the language's own schema is kept and is given
what is inherited there. So whatever the language allows stays allowed, new names too. Only two things become
stricter: the keys of a step are those of the kind that it has in the base, and `remove` takes away what is there.
"""

from __future__ import annotations

import json
import textwrap
from copy import deepcopy
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.tree import Group, List, Text, as_data
from hasenpfeffer.report.editor.kept import MARK
from hasenpfeffer.report.editor.offers import names_of, offer
from hasenpfeffer.report.english import listed
from hasenpfeffer.report.noted import noted
from hasenpfeffer.report.yaml_text import on_one_line
from hasenpfeffer.shelf.keys import schema_data
from hasenpfeffer.shelf.one_value import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.tree import Entry, Node, Path
    from hasenpfeffer.shelf.base import Base
    from hasenpfeffer.shelf.keys import Schema

_LONGEST: Final = 300
"""Characters of an inherited value in a hover."""
_OF_EACH_FILE: Final = ("language", "title", "summary", "abstract", "promises")
"""Keys that nobody inherits."""
_DEFINITIONS: Final = "#/$defs/"
_OF_NAMES: Final = ("properties", "$defs")
"""Keywords of a schema under which keys are names."""


def text_of(base: Base) -> str:
    """The schema as the text of a file."""
    return json.dumps(schema_of(base), ensure_ascii=False) + "\n"


def schema_of(base: Base) -> Schema:
    """A schema for files that extend this base, with the definitions that it needs."""
    definitions = deepcopy(schema_data()["$defs"])
    offer(definitions, names_of(base))
    writer = _Writer(base, definitions)
    names = listed(base.words)
    root = {
        "$schema": schema_data()["$schema"],
        "$comment": f"{MARK}, for a file that extends {names}. Make it again when that changes.",
        "title": f"House rules on {names}",
        "description": "What a file that extends this base may say, with all that it inherits.",
        "type": "object",
        "properties": writer.top(),
        "additionalProperties": False,
        "required": definitions["file"]["required"],
    }
    return _bare({**root, "$defs": _needed(root, definitions)})


class _Writer:
    """Writes what a base has into the schema of the language."""

    def __init__(self, base: Base, definitions: dict[str, Schema]) -> None:
        self._base = base
        self._definitions = definitions

    def top(self) -> dict[str, Schema]:
        """The keys of a file."""
        keys = {**self._definitions["file"]["properties"], **self._definitions["written"]["properties"]}
        keys["remove"] = {
            **keys["remove"],
            "items": {"type": "string", "enum": [".".join(path) for path in self._removable()]},
        }
        tree = self._base.merged.tree
        had = {
            entry.key.text: self._known(keys[entry.key.text], "", (entry.key.text,), entry)
            for entry in tree
            if entry.key.text in keys and entry.key.text not in _OF_EACH_FILE
        }
        return {**keys, **had}

    def _known(self, schema: Schema, parent: str, path: Path, entry: Entry) -> Schema:
        """The schema of a key that the base has. `parent` is the title of the group that it stands in."""
        title = schema.get("title") or f"{parent}: {path[-1]}"
        node = entry.value
        told = {"title": title, "description": self._description(schema, path, entry)}
        if kind_of(path, node) != "group" or not isinstance(node, Group):
            default = {"default": as_data(node)} if _is_plain(node) else {}
            return {**schema, **told, **default}
        if path[0] == "steps" and path[-2:-1] in (("steps",), ("after each",)):
            inner = self._step(title, path, node) or schema
        else:
            inner = self._inside({**schema, "title": title}, path, node)
        if path[0] == "parameters" and (default_value := node.get("default")) is not None:
            told["default"] = as_data(default_value)
        inner = {key: value for key, value in inner.items() if key not in ("title", "description", "default")}
        return {**told, "allOf": [inner]}

    def _inside(self, schema: Schema, path: Path, group: Group) -> Schema:
        """A schema, with what the base's group has written into its branch for such groups."""
        if "$ref" in schema:
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            named = self._definitions[schema["$ref"].removeprefix(_DEFINITIONS)]
            return self._inside({**named, **rest}, path, group)
        own, other = schema.get("properties"), schema.get("additionalProperties")
        if own is None and not isinstance(other, dict):
            branch = _branch(schema, group)
            if branch is None or not isinstance(schema.get(branch), dict):
                return schema
            title = {"title": schema["title"]}
            return {**schema, branch: self._inside({**schema[branch], **title}, path, group)}
        had = {}
        for entry in group:
            child = (own or {}).get(entry.key.text, other)
            if isinstance(child, dict):
                had[entry.key.text] = self._known(child, schema["title"], (*path, entry.key.text), entry)
        rest = {key: value for key, value in (own or {}).items() if key not in had}
        return {**schema, "properties": {**had, **rest}}

    def _step(self, title: str, path: Path, step: Group) -> Schema | None:
        """The schema of a step of the base: its keys are those of its kind, unless a file says another."""
        kind = step.get("do")
        shape = isinstance(kind, Text) and self._definitions.get(f"{kind.text.replace(' ', '-')}-step")
        if not isinstance(kind, Text) or not shape:
            return None
        kinds = self._definitions["step"]["properties"]["do"]["enum"]
        others = [other for other in kinds if other != kind.text]
        return {
            "if": {"type": "object", "properties": {"do": {"enum": others}}, "required": ["do"]},
            "then": {"$ref": f"{_DEFINITIONS}step"},
            "else": self._inside({**shape, "title": title}, path, step),
        }

    # --- what is told of a key

    def _description(self, schema: Schema, path: Path, entry: Entry) -> str:
        """What the language says of the key, what the base's writer says, and the value with its place."""
        origins = self._base.merged.origins.get(path, ())
        place = origins[0] if origins else entry.key.place
        about = entry.value.get("about") if isinstance(entry.value, Group) else None
        lines = [
            schema.get("description", ""),
            about.text if isinstance(about, Text) else noted(self._base.texts, place, entry.value),
            self._kind_of_step(path, entry.value),
            f"Inherited: {_shown(entry.value)} ({place.line})" if len(path) > 1 else "",
        ]
        return "\n".join(line[:1].upper() + line[1:] for line in lines if line)

    def _kind_of_step(self, path: Path, node: Node) -> str:
        kind = node.get("do") if isinstance(node, Group) and path[0] == "steps" else None
        kinds = self._definitions["written-steps"]["properties"]
        if not isinstance(kind, Text) or kind.text not in kinds:
            return ""
        return f"A step of the kind `{kind.text}`. {kinds[kind.text]['description']}"

    # --- what can be removed

    def _removable(self) -> Iterator[Path]:
        yield from self._below((), self._base.merged.tree)

    def _below(self, path: Path, group: Group) -> Iterator[Path]:
        for entry in group:
            here = (*path, entry.key.text)
            if here[0] in _OF_EACH_FILE or _is_implied(here, entry):
                continue
            yield here
            if isinstance(entry.value, Group) and kind_of(here, entry.value) == "group":
                yield from self._below(here, entry.value)


def _is_implied(path: Path, entry: Entry) -> bool:
    """Whether nobody wrote a setting: the kind of a step that is called like it."""
    return path[-1] == "do" and not entry.key.exact


def _is_plain(node: Node) -> bool:
    """Whether a value is a text, or a list of texts."""
    return isinstance(node, Text) or (
        isinstance(node, List) and all(isinstance(item, Text) for item in node.items)
    )


def _shown(node: Node) -> str:
    """A value on one line; of a group all but what is said `about` it."""
    if isinstance(node, Group):
        told = tuple(entry for entry in node if entry.key.text != "about")
        node = Group(told, node.place)
    return textwrap.shorten(on_one_line(node), _LONGEST, placeholder=" …")


def _branch(schema: Schema, group: Group) -> str | None:
    """The branch of an `if` that a group takes."""
    if "if" not in schema:
        return None
    return "then" if _holds(schema["if"], group) else "else"


def _holds(condition: Schema, group: Group) -> bool:
    if "anyOf" in condition:
        return any(_holds(one, group) for one in condition["anyOf"])
    if condition.get("type", "object") != "object":
        return False
    return all(group.get(key) is not None for key in condition.get("required", ()))


def _needed(schema: Schema, definitions: dict[str, Schema]) -> dict[str, Schema]:
    """The definitions that a schema refers to, itself or through others, in their order."""
    needed: set[str] = set()
    waiting = [*_references(schema)]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += _references(definitions[name])
    return {name: definition for name, definition in definitions.items() if name in needed}


def _bare(schema: Schema, *, are_names: bool = False) -> Schema:
    """A schema without the marks that only the program reads (`x-…`); the keys may be names of a file's own."""
    return {
        key: _bare_value(value, are_names=key in _OF_NAMES and not are_names)
        for key, value in schema.items()
        if are_names or not key.startswith("x-")
    }


def _bare_value(value: object, *, are_names: bool = False) -> object:
    if isinstance(value, list):
        return [_bare_value(item) for item in value]
    return _bare(value, are_names=are_names) if isinstance(value, dict) else value


def _references(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.removeprefix(_DEFINITIONS)
            else:
                yield from _references(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _references(item)
