"""A setting that is written twice in one group."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Edit, Fix, Related
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Entry, Group

if TYPE_CHECKING:
    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.reading.tree import Path

_LONGEST_VALUE = 40
_MOST_JOINED = 200
"""Settings of a group to which those of another with its name are still added."""


def tell_duplicate(source: Source, first: Entry, second: Entry, path: Path, findings: Findings) -> None:
    """The finding for the second of two, with the values of both where they are short."""
    name, where = quoted(second.key.text), f" in {quoted('.'.join(path))}" if path else ""
    line = first.key.place.start.line
    values = ""
    old, new = _value(source, first), _value(source, second)
    if old and new:
        here = "here too" if old == new else f"{quoted(new)} here"
        values = f": {quoted(old)} on line {line} and {here}"
    findings.error(
        "Y111",
        f"{name} is set twice{where}{values}",
        second.key.place,
        path=".".join((*path, second.key.text)),
        related=(Related("set here first", first.key.place),),
        help="Keep one; many YAML readers silently take the last",
        fixes=_removals(source, first, second),
    )


def with_more(first: Entry, second: Entry) -> Entry:
    """The first of two, and what only the second one holds if both are groups."""
    if not isinstance(first.value, Group) or not isinstance(second.value, Group):
        return first
    if len(first.value.entries) > _MOST_JOINED:
        return first
    known = set(first.value.keys())
    more = tuple(entry for entry in second.value if entry.key.text not in known)
    return Entry(first.key, replace(first.value, entries=(*first.value.entries, *more)))


def _value(source: Source, entry: Entry) -> str:
    """A value as it is written, if it is short and stands on one line."""
    place = entry.value.place
    written = source.written_at(place)
    is_short = place.start.line == place.end.line and len(written) <= _LONGEST_VALUE
    return written if is_short and place != entry.key.place else ""


def _removals(source: Source, first: Entry, second: Entry) -> tuple[Fix, ...]:
    """To remove the second, or the first, where each has its lines for itself."""
    return (
        *removal(source, second, f"Remove the second {quoted(second.key.text)}"),
        *removal(source, first, f"Remove the first {quoted(first.key.text)}"),
    )


def removal(source: Source, entry: Entry, title: str) -> tuple[Fix, ...]:
    """To take out the lines of an entry, with the comments behind them, if nothing else stands on them."""
    place, value = entry.key.place, entry.value.place
    last = max(place.end, value.end)
    start = source.line_starts[place.start.line - 1]
    end = source.line_starts[last.line] if last.line < len(source.line_starts) else len(source.text)
    after = source.text[last.offset : end].strip().removeprefix(":").strip()
    if source.text[start : place.start.offset].strip(" ") or after[:1] not in ("", "#"):
        return ()
    return (Fix(title, (Edit(source.place(start, end), ""),), is_safe=False),)
