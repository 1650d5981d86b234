"""The one place that asks the YAML library to read a text: as a stream of events, which builds nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*(?:\s+(?:#[^\r\n]*\s*)*|(?=[,\[\]{}])|\Z))*")

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A key or a value as YAML reads it. `style` is the sign that it begins with: a quote, `|`, `>` or none."""

    value: str
    start: int
    end: int
    style: str
    has_tag: bool


def events_of(text: str) -> Iterator[yaml.Event]:
    """What YAML finds in a text, one thing after the other; raises `yaml.YAMLError` where it cannot go on."""
    return iter(yaml.parse(text, Loader=LOADER))


def scalar_of(event: yaml.ScalarEvent, text: str) -> Scalar:
    """What an event says of a key or a value."""
    return Scalar(event.value, *span_of(event, text), event.style or "", bool(event.tag))


def span_of(event: yaml.Event, text: str) -> tuple[int, int]:
    """The offsets between which a part of a text stands, without the anchor and the tag before it."""
    start, end = min(index_of(event.start_mark), len(text)), min(index_of(event.end_mark), len(text))
    if text[start : start + 1] in ("&", "!") and (properties := _PROPERTIES.match(text, start)):
        start = min(properties.end(), end)
    return start, end


def index_of(mark: object) -> int:
    index: int = mark.index  # type: ignore[attr-defined]
    return index
