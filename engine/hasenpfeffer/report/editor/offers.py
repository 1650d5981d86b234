"""Names that an editor offers where a plain word is expected: seats, suits, steps and the like of one base.

They are offered and no more: a file may use names that only it knows, and formulas made from names. They stand
as `defaultSnippets`, which hovers do not list, unlike examples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.reading.tree import Group, find
from hasenpfeffer.shelf.find import shelf_entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hasenpfeffer.reading.tree import Node, Path
    from hasenpfeffer.shelf.base import Base
    from hasenpfeffer.shelf.keys import Schema

_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "seats": ("seats",),
    "a seat": ("seats",),
    "seats, or one of these words": ("seats",),
    "seats, or a group of shares": ("seats",),
    "a seat or a pile": ("seats", "piles"),
    "a pile": ("piles",),
    "a suit": ("suits",),
    "suits": ("suits",),
    "a suit, or a list of suits": ("suits",),
    "cards": ("card names", "extra cards", "suits", "ranks"),
    "a number or cards": ("card names", "extra cards", "suits", "ranks"),
    "the name of a step": ("steps",),
    "`after` and a step": ("after steps",),
    "`after first card`, or `after` and a step": ("after steps",),
    "the name of a call, or `all`": ("calls",),
    "the name of a field": ("fields",),
    "a name, a path or a list of them": ("rulesets",),
}
"""By what a key takes (`x-kind` in the schema): the names that are offered as its value."""

_ITEMS: Final[Mapping[str, tuple[str, ...]]] = {
    "a suit, or a list of suits": ("suits",),
    "a list of cards": ("extra cards", "cards"),
    "a list of ranks": ("ranks",),
    "a list of scoring lines": ("scoring lines",),
    "a list of melds": ("melds",),
    "a name, a path or a list of them": ("rulesets",),
}
"""The same for the items of a list."""

_KEYS: Final[Mapping[str, str]] = {"cards by seat": "seats"}
"""The names that are offered as keys of a group."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one base, by what they are names of."""

    by_kind: Mapping[str, tuple[str, ...]]

    def of(self, kinds: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for kind in kinds for name in self.by_kind.get(kind, ())))


def names_of(base: Base) -> Names:
    """All names of a base; those of seats and cards only where its ruleset could be built."""
    tree = base.merged.tree
    steps = tuple(_keys(tree, ("steps",)))
    calls = [call for step in steps for call in _entries(tree, ("steps", step, "calls"))]
    found: dict[str, tuple[str, ...]] = {
        "steps": steps,
        "after steps": tuple(f"after {step}" for step in steps),
        "piles": tuple(name for step in steps for name in _keys(tree, ("steps", step, "piles"))),
        "calls": tuple(name for name, _ in calls),
        "fields": tuple(key for _, call in calls for key in _keys(call, ()) if key not in _NO_FIELDS),
        "scoring lines": tuple(_keys(tree, ("scoring",))),
        "melds": tuple(_keys(tree, ("melds",))),
        "card names": tuple(_keys(tree, ("card names",))),
        "rulesets": (*base.words, *(entry.name for entry in shelf_entries())),
    }
    if base.ruleset is not None:
        pack = base.ruleset.pack
        found |= {
            "seats": base.ruleset.seating.names,
            "suits": tuple(suit.name for suit in pack.suits),
            "ranks": tuple(rank.name for rank in pack.ranks),
            "extra cards": tuple(face.name for face in pack.faces if face.suit is None),
            "cards": tuple(face.name for face in pack.faces if face.suit is not None),
        }
    return Names(found)


_NO_FIELDS: Final = ("if", "over", "name", "height")


def offer(definitions: dict[str, Schema], names: Names) -> None:
    """Writes the names into all definitions of a schema, wherever a key takes them."""
    kinds = _kinds_by_key(definitions)
    for definition, schema in definitions.items():
        for properties in _all_properties(schema):
            for key, child in properties.items():
                if isinstance(child, dict):
                    known = (child["x-kind"],) if "x-kind" in child else kinds.get(key, ())
                    properties[key] = _offering(child, known, names, definitions)
        if definition == "script-line":
            schema["properties"] = _by_seat(names, schema["additionalProperties"])


def snippets(words: Iterable[str]) -> list[dict[str, str]]:
    return [{"label": word, "body": word} for word in words]


def _offering(child: Schema, kinds: Iterable[str], names: Names, definitions: dict[str, Schema]) -> Schema:
    kinds = tuple(kinds)
    values = names.of(name for kind in kinds for name in _VALUES.get(kind, ()))
    items = names.of(name for kind in kinds for name in _ITEMS.get(kind, ()))
    keys = names.of(_KEYS[kind] for kind in kinds if kind in _KEYS)
    if items:
        child = _with_items(child, snippets(items), definitions)
    if values:
        child = {**child, "defaultSnippets": [*child.get("defaultSnippets", ()), *snippets(values)]}
    if keys:
        child = {**child, "properties": _by_seat(names, child.get("additionalProperties", {}))}
    return child


def _with_items(schema: Schema, offered: list[dict[str, str]], definitions: dict[str, Schema]) -> Schema:
    """A schema whose lists, however deep in its branches, offer these words as items."""
    if "$ref" in schema:
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        return _with_items({**definitions[schema["$ref"].rpartition("/")[2]], **rest}, offered, definitions)
    changed = dict(schema)
    if isinstance(schema.get("items"), dict):
        changed["items"] = {**schema["items"], "defaultSnippets": offered}
    for branch in ("then", "else"):
        if isinstance(schema.get(branch), dict) and "items" in str(schema[branch]):
            changed[branch] = _with_items(schema[branch], offered, definitions)
    return changed


def _by_seat(names: Names, schema: Schema) -> dict[str, Schema]:
    return {
        seat: {"title": f"Seat: {seat}", "description": f"What {seat} has or does.", **schema}
        for seat in names.of(("seats",))
    }


def _kinds_by_key(definitions: dict[str, Schema]) -> dict[str, tuple[str, ...]]:
    """What a key of a step takes, by any kind of step: for steps whose kind is not known."""
    found: dict[str, dict[str, None]] = {}
    for name, schema in definitions.items():
        if name.endswith("-step") and name != "any-step":
            for key, child in schema.get("properties", {}).items():
                if "x-kind" in child:
                    found.setdefault(key, {})[child["x-kind"]] = None
    return {key: tuple(kinds) for key, kinds in found.items()}


def _all_properties(schema: Any) -> Iterator[dict[str, Any]]:
    """Every `properties` of a schema, those of its branches and of single keys too."""
    if isinstance(schema, dict):
        for key, child in schema.items():
            if key == "properties":
                yield child
            yield from _all_properties(child)
    elif isinstance(schema, list):
        for item in schema:
            yield from _all_properties(item)


def _entries(node: Node, path: Path) -> list[tuple[str, Node]]:
    group = find(node, path)
    return [(entry.key.text, entry.value) for entry in group] if isinstance(group, Group) else []


def _keys(node: Node, path: Path) -> list[str]:
    return [key for key, _ in _entries(node, path)]
