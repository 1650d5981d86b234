"""Findings about an author's file, as data: the model that text, JSON and editors render."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hasenpfeffer.reading.place import Place

Severity = Literal["error", "warning", "hint"]


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a finding, perhaps in a base file."""

    message: str
    place: Place


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `message` is one sentence in the present tense that names the key and the value, without advice and
    without a full stop; `help` is one imperative sentence; `label` stands beside the caret.
    `path` is the dotted path of the setting, `facts` the numbers that were used.
    """

    code: str
    severity: Severity
    message: str
    place: Place
    label: str = ""
    related: tuple[Related, ...] = ()
    path: str = ""
    help: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)


class Findings:
    """Collects diagnostics while a file is read and checked; the one mutable thing on that way."""

    def __init__(self) -> None:
        self._items: dict[tuple[str, Place, str], Diagnostic] = {}

    def add(self, finding: Diagnostic) -> None:
        """Keep a finding, unless the same is known of the same place."""
        self._items.setdefault((finding.code, finding.place, finding.message), finding)

    def error(
        self,
        code: str,
        message: str,
        place: Place,
        *,
        label: str = "",
        related: Iterable[Related] = (),
        path: str = "",
        help: str = "",
        facts: Mapping[str, object] | None = None,
    ) -> None:
        self.add(Diagnostic(code, "error", message, place, label, tuple(related), path, help, facts or {}))

    def warning(
        self,
        code: str,
        message: str,
        place: Place,
        *,
        label: str = "",
        related: Iterable[Related] = (),
        path: str = "",
        help: str = "",
        facts: Mapping[str, object] | None = None,
    ) -> None:
        self.add(Diagnostic(code, "warning", message, place, label, tuple(related), path, help, facts or {}))

    @property
    def items(self) -> tuple[Diagnostic, ...]:
        """Every finding, sorted by file, line, column and code."""
        return tuple(sorted(self._items.values(), key=_order))

    @property
    def has_errors(self) -> bool:
        return any(item.severity == "error" for item in self._items.values())


def _order(finding: Diagnostic) -> tuple[str, int, str, str]:
    return finding.place.file, finding.place.start.offset, finding.code, finding.message
