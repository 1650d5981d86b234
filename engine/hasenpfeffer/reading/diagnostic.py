"""Findings about an author's file, as data: the model that text, JSON and editors render."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Unpack

    from hasenpfeffer.reading.place import Place

Severity = Literal["error", "warning", "hint"]


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a finding, perhaps in a base file."""

    message: str
    place: Place


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a file's text and what is written there instead; an empty stretch inserts."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to mend a finding. `title` is an imperative sentence.

    A safe one can only say what the author meant already; an unsafe one is a guess, or changes the rules.
    """

    title: str
    edits: tuple[Edit, ...]
    is_safe: bool = True


@dataclass(frozen=True, slots=True)
class Origin:
    """A value that a finding counts with and that stands elsewhere: inherited, or by default.

    `value` is as it is written; `place` where that is.
    """

    path: str
    value: str
    place: Place


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `message` is one sentence in the present tense that names the key and the value, without advice and
    without a full stop; `help` is one imperative sentence; `label` stands beside the caret.
    `path` is the dotted path of the setting, `facts` the numbers that were used, `origin` the inherited
    values among them, `fixes` the ways to mend it, the likeliest first.
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
    fixes: tuple[Fix, ...] = ()
    origin: tuple[Origin, ...] = ()


class Parts(TypedDict, total=False):
    """What a finding may have beside its code, message and place."""

    label: str
    related: Iterable[Related]
    path: str
    help: str
    facts: Mapping[str, object]
    fixes: Iterable[Fix]
    origin: Iterable[Origin]


_CROWD: Final = 200
_MOST: Final = 1000
"""Findings of one file that are kept; a tenth of them is shown."""


class Findings:
    """Collects diagnostics while a file is read and checked; the one mutable thing on that way.

    `not_run` counts what could not be checked because of what was found before.
    """

    def __init__(self) -> None:
        self.not_run = 0
        self._items: dict[tuple[str, Place, str], Diagnostic] = {}

    def add(self, finding: Diagnostic) -> None:
        """Keep a finding, unless the same is known of the same place, or there are far too many."""
        if len(self._items) >= _MOST and (finding.severity != "error" or self.has_errors):
            return
        self._items.setdefault((finding.code, finding.place, finding.message), finding)

    def add_all(self, others: Findings) -> None:
        for finding in others.items:
            self.add(finding)

    def error(self, code: str, message: str, place: Place, **parts: Unpack[Parts]) -> None:
        self.add(_made(code, "error", message, place, parts))

    def warning(self, code: str, message: str, place: Place, **parts: Unpack[Parts]) -> None:
        self.add(_made(code, "warning", message, place, parts))

    def hint(self, code: str, message: str, place: Place, **parts: Unpack[Parts]) -> None:
        self.add(_made(code, "hint", message, place, parts))

    @property
    def is_crowded(self) -> bool:
        """Whether there are more findings than anybody is shown: further ones need no guess what was meant."""
        return len(self._items) > _CROWD

    @property
    def items(self) -> tuple[Diagnostic, ...]:
        """Every finding, sorted by file, line, column and code."""
        return tuple(sorted(self._items.values(), key=_order))

    @property
    def has_errors(self) -> bool:
        return any(item.severity == "error" for item in self._items.values())


def _made(code: str, severity: Severity, message: str, place: Place, parts: Parts) -> Diagnostic:
    return Diagnostic(
        code,
        severity,
        message,
        place,
        label=parts.get("label", ""),
        related=tuple(parts.get("related", ())),
        path=parts.get("path", ""),
        help=parts.get("help", ""),
        facts=parts.get("facts") or {},
        fixes=tuple(parts.get("fixes", ())),
        origin=tuple(parts.get("origin", ())),
    )


def _order(finding: Diagnostic) -> tuple[str, int, str, str]:
    return finding.place.file, finding.place.start.offset, finding.code, finding.message
