"""What a ruleset's formulas speak of, so that the program keeps nothing that nobody asks for."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.typed import Typed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.ruleset.model import Ruleset


def words_of(ruleset: Ruleset) -> frozenset[str]:
    """The words of the vocabulary in all formulas."""
    return frozenset(
        str(part.value) for whole in formulas(ruleset) for part in whole.walk() if part.op == "lookup"
    )


def formulas(ruleset: Ruleset) -> Iterator[Typed]:
    """Every formula of a ruleset, each once."""
    seen: set[int] = set()
    for one in fields(ruleset):
        if one.name not in ("names", "pack", "seating"):
            yield from _within(getattr(ruleset, one.name), seen)


def _within(value: Any, seen: set[int]) -> Iterator[Typed]:
    if isinstance(value, Typed):
        if id(value) not in seen:
            seen.add(id(value))
            yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from _within(getattr(value, one.name), seen)
    elif isinstance(value, tuple):
        for one in value:
            yield from _within(one, seen)
    elif hasattr(value, "values"):
        for one in value.values():
            yield from _within(one, seen)
