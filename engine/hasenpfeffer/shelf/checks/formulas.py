"""Every formula of a ruleset, and what the names in it lead to."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.ruleset.unknown import UNKNOWN, Partial, PartialMap, UnknownError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.ruleset.model import Ruleset

_PARTS = (
    "terms",
    "counters",
    "sides",
    "ranking",
    "values",
    "melds",
    "steps",
    "scoring",
    "game_end",
    "promises",
)


def formulas(ruleset: Ruleset) -> Iterator[tuple[str, Typed]]:
    """All formulas, each with the path of what it belongs to. If some have a finding, an UnknownError at the end."""
    unknown: list[str] = []
    for part in _PARTS:
        yield from _known_below(getattr(ruleset, part), part.replace("game_end", "game"), unknown)
    if unknown:
        raise UnknownError


def below(value: object, path: str) -> Iterator[tuple[str, Typed]]:
    """The formulas of one part: a step, a line, a group of them. If some have a finding, an UnknownError at the end."""
    unknown: list[str] = []
    yield from _known_below(value, path, unknown)
    if unknown:
        raise UnknownError


def _known_below(value: object, path: str, unknown: list[str]) -> Iterator[tuple[str, Typed]]:
    if value is UNKNOWN:
        unknown.append(path)
        return
    match value:
        case Typed():
            yield path, value
        case tuple():
            if isinstance(value, Partial):
                unknown.append(path)
            for item in tuple.__iter__(value):
                name = None if item is UNKNOWN else getattr(item, "name", None)
                yield from _known_below(item, f"{path}.{name}" if name else path, unknown)
        case dict():
            if isinstance(value, PartialMap):
                unknown.append(path)
            for key, item in dict.items(value):
                yield from _known_below(item, f"{path}.{key}", unknown)
        case _ if is_dataclass(value) and not isinstance(value, type):
            for field in fields(value):
                if field.name not in ("place", "name"):
                    part = getattr(value, field.name)
                    yield from _known_below(part, f"{path}.{field.name.replace('_', ' ')}", unknown)
