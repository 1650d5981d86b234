"""Trick-taking card games as rule files: read, checked, explained and played.

The names below are all that a program needs; each is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    from hasenpfeffer.api import (
        CompiledRules,
        Deal,
        Moved,
        Report,
        Table,
        View,
        actor,
        apply,
        check,
        deal,
        legal,
        load,
        next_deal,
        start,
        text,
        view,
    )
    from hasenpfeffer.errors import (
        CaseError,
        HasenpfefferError,
        IllegalActionError,
        NotationError,
        RecordError,
        RecordFormatError,
        RulesetError,
        StuckError,
        UnsupportedError,
        UsageError,
    )

__all__ = [
    "CaseError",
    "CompiledRules",
    "Deal",
    "HasenpfefferError",
    "IllegalActionError",
    "Moved",
    "NotationError",
    "RecordError",
    "RecordFormatError",
    "Report",
    "RulesetError",
    "StuckError",
    "Table",
    "UnsupportedError",
    "UsageError",
    "View",
    "__version__",
    "actor",
    "apply",
    "check",
    "deal",
    "legal",
    "load",
    "next_deal",
    "start",
    "text",
    "view",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "hasenpfeffer.errors" if name.endswith("Error") else "hasenpfeffer.api"
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
