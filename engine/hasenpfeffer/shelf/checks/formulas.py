"""Every formula of a ruleset, and what the names in it lead to."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.ruleset.unknown import UNKNOWN, known, known_of

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
    """All formulas, each with the path of what it belongs to."""
    for part in _PARTS:
        yield from below(getattr(ruleset, part), part.replace("game_end", "game"))


def below(value: object, path: str) -> Iterator[tuple[str, Typed]]:
    """The formulas of one part: a step, a line, a group of them; those of which there is no finding."""
    if value is UNKNOWN:
        return
    match value:
        case Typed():
            yield path, value
        case tuple():
            for item in known(value):
                yield from below(item, f"{path}.{name}" if (name := getattr(item, "name", None)) else path)
        case dict():
            for key, item in known_of(value):
                yield from below(item, f"{path}.{key}")
        case _ if is_dataclass(value) and not isinstance(value, type):
            for field in fields(value):
                if field.name not in ("place", "name"):
                    yield from below(getattr(value, field.name), f"{path}.{field.name.replace('_', ' ')}")


def parts(expression: Typed, ruleset: Ruleset) -> Iterator[Typed]:
    """A formula and every part of it, the bodies of the terms it reads included, each once."""
    seen: set[str] = set()
    waiting = [expression]
    while waiting:
        for part in waiting.pop().walk():
            yield part
            name = str(part.value)
            if part.op == "term" and name not in seen and name in ruleset.terms:
                seen.add(name)
                waiting.append(ruleset.terms[name].body)
