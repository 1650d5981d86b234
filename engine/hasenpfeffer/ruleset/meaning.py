"""What a ruleset says as a fingerprint, so that what was worked out of the same rules before need not be again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING

from hasenpfeffer.reading.place import Place

if TYPE_CHECKING:
    from hasenpfeffer.ruleset.model import Ruleset


def meaning(ruleset: Ruleset) -> str:
    """A fingerprint of everything that a ruleset says; where it says so makes no difference."""
    parts: list[str] = []
    _tell(ruleset, parts, {})
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _tell(value: object, parts: list[str], known: dict[int, int]) -> None:
    """Adds what a value says, in an order that is the same in every run; a value that comes again by its number."""
    match value:
        case None | bool() | int() | str():
            parts.append(repr(value))
        case Place():
            pass
        case Enum():
            parts.append(value.name)
        case Mapping():
            parts.append(f"{{{len(value)}")
            for key, one in value.items():
                parts.append(repr(key))
                _tell(one, parts, known)
        case AbstractSet():
            parts.append(f"<{sorted(map(repr, value))}")
        case _ if is_dataclass(value):
            if id(value) in known:
                parts.append(f"#{known[id(value)]}")
                return
            known[id(value)] = len(known)
            parts.append(type(value).__name__)
            for field in fields(value):
                _tell(getattr(value, field.name), parts, known)
        case Iterable():
            items = tuple(value)
            parts.append(f"({len(items)}")
            for one in items:
                _tell(one, parts, known)
        case _ if callable(value):
            pass
        case _:
            parts.append(repr(value))
