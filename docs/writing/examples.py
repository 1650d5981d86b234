"""Where each key of the language is used: rule files walked through with the schema, nothing written twice.

The files are those under `docs/examples`, the shipped rules and the corpus of cases. All of them are loaded and
played by tests, so what the reference cites cannot go stale.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml
from docs.writing.places import EXAMPLES, ROOT
from jsonschema import Draft202012Validator

from hasenpfeffer.shelf.keys import schema_data

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Key: TypeAlias = "tuple[str, str]"
"""A definition of the schema and a key in it; `dummy: hand` is a key of a group inside."""


WHOLE = ""
"""Stands for a group itself, where a key is asked for."""


@dataclass(frozen=True, slots=True)
class Use:
    """One place at which a key is used."""

    file: Path
    key: str
    node: yaml.Node
    rank: int
    """How near to the reader the file is: examples come before the base game, that before its patches …"""

    @property
    def text(self) -> str:
        """Key and value in one line, as they could stand in a file."""
        return f"{self.key.rpartition(': ')[2]}: {flow(self.node, outermost=True)}"


@cache
def uses() -> dict[Key, list[Use]]:
    """Every use of every key."""
    found: dict[Key, list[Use]] = {}
    for rank, folder in enumerate(_folders()):
        for file in folder:
            tree = yaml.compose(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
            assert tree is not None, file
            for key, node in _walk(schema_data(), tree, "", ""):
                found.setdefault(key, []).append(Use(file, key[1], node, rank))
    for one, other in _SAME:
        found.setdefault(one, []).extend(found.get(other, ()))
    for name in OF_EVERY_STEP:
        of_steps = [
            use for (shape, key), all_of in found.items() for use in all_of if _is_step(shape, key, name)
        ]
        found["any-step", name] = of_steps
    return found


OF_EVERY_STEP = ("do", "if", "before", "after")
"""Keys that steps of all kinds share."""


def _is_step(shape: str, key: str, name: str) -> bool:
    return key == name and (shape == "step" or shape.endswith("-step"))


LONGEST = 90
"""Letters of an example that fit into a table."""


def best(key: Key, default: object = None) -> Use | None:
    """The use that shows most in little room: not the default, and from the nearest file."""
    return min(
        uses().get(key, ()),
        key=lambda use: (
            len(use.text) > LONGEST,
            default is not None and flow(use.node) == str(default),
            use.rank,
            len(use.text),
            use.file,
        ),
        default=None,
    )


def _folders() -> Iterator[list[Path]]:
    rules = ROOT / "rules"
    yield sorted(EXAMPLES.glob("*.yaml"))
    yield [rules / "hasenpfeffer.yaml"]
    yield sorted((rules / "variants").glob("*.yaml"))
    yield sorted((rules / "games").glob("*.yaml"))
    yield sorted((rules / "games" / "variants").glob("*.yaml"))
    yield sorted((ROOT / "tests" / "corpus").glob("*.yaml"))


_SAME = (
    (("additions", "also"), ("options", "also")),
    (("file", "steps"), ("written", "steps")),
)
"""Keys that the schema defines twice for its own ends."""


# --- a file and the schema, walked through together


def _walk(schema: Any, node: yaml.Node, shape: str, inside: str) -> Iterator[tuple[Key, yaml.Node]]:
    """Each key of the file with the definition that it comes under."""
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if isinstance(node, yaml.MappingNode):
            yield (name, WHOLE), node
        yield from _walk(schema_data()["$defs"][name], node, name, "")
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            body = schema.get("properties", {}).get(key.value, schema.get("additionalProperties"))
            if isinstance(body, dict) and "title" in body:
                yield (shape, f"{inside}{key.value}"), value
            yield from _walk(body, value, shape, f"{inside}{key.value}: ")
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _walk(schema.get("items"), item, shape, inside)
    if "if" in schema:
        branch = "then" if _holds(schema["if"], node) else "else"
        yield from _walk(schema.get(branch), node, shape, inside)
    for part in schema.get("allOf", ()):
        yield from _walk(part, node, shape, inside)


def _holds(schema: Any, node: yaml.Node) -> bool:
    return Draft202012Validator({**schema, "$defs": schema_data()["$defs"]}).is_valid(_data(node))


def _data(node: yaml.Node) -> object:
    if isinstance(node, yaml.MappingNode):
        return {key.value: _data(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_data(item) for item in node.value]
    return int(node.value) if re.fullmatch(r"0|-?[1-9][0-9]*", node.value) else node.value


# --- written in one line


def flow(node: yaml.Node, *, outermost: bool = False) -> str:
    """A value in one line, as it could stand in a file."""
    if isinstance(node, yaml.MappingNode):
        return "{" + ", ".join(f"{key.value}: {flow(value)}" for key, value in node.value) + "}"
    if isinstance(node, yaml.SequenceNode):
        return "[" + ", ".join(flow(item) for item in node.value) + "]"
    text = " ".join(node.value.split())
    needs_quotes = bool(re.search(r"[,\[\]{}]", text)) and not outermost
    return f'"{text}"' if needs_quotes else text
