"""Without what can never come: a step, a duty or an option whose condition a parameter has switched off."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.ruleset.steps import ThrowIn

if TYPE_CHECKING:
    from hasenpfeffer.report.explain.simplify import Simplifier
    from hasenpfeffer.ruleset.model import Ruleset


def pruned(ruleset: Ruleset, simplifier: Simplifier) -> Ruleset:
    """The ruleset without parts that never come; conditions that always hold are gone too."""
    return replace(ruleset, steps=_parts(ruleset.steps, simplifier))


def _parts(parts: tuple[Any, ...], simplifier: Simplifier) -> tuple[Any, ...]:
    return tuple(_part(part, simplifier) for part in parts if not _never(part, simplifier))


def _part(part: Any, simplifier: Simplifier) -> Any:
    if not is_dataclass(part) or isinstance(part, (type, Typed, ThrowIn)):
        return part
    changes: dict[str, Any] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name == "condition" and value is not None and _is(value, True, simplifier):
            changes["condition"] = None
        elif field.name == "conditions":
            changes["conditions"] = tuple(one for one in value if not _is(one, True, simplifier))
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            changes[field.name] = _parts(value, simplifier)
    return replace(part, **changes) if changes else part


def _never(part: Any, simplifier: Simplifier) -> bool:
    if not is_dataclass(part):
        return False
    conditions = (*getattr(part, "conditions", ()), getattr(part, "condition", None))
    return any(one is not None and _is(one, False, simplifier) for one in conditions)


def _is(condition: Typed, answer: bool, simplifier: Simplifier) -> bool:
    found = simplifier.simple(condition)
    return found.is_constant and found.value is answer
