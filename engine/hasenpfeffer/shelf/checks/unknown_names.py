"""Names that nothing explains and that are like none that there is: one finding for each and file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Related

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hasenpfeffer.reading.diagnostic import Diagnostic

_MOST_SHOWN = 3


def told_once(items: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings, where a name that is unknown in several places of a file is told at the first.

    One that is nearly like a known name is a slip of each place, which can be mended there.
    """
    by_name: dict[tuple[str, object], list[Diagnostic]] = {}
    for item in items:
        if item.code == "S230" and "unknown" in item.facts and not item.fixes:
            by_name.setdefault((item.place.file, item.facts["unknown"]), []).append(item)
        else:
            yield item
    for found in by_name.values():
        first, *others = sorted(found, key=lambda item: item.place.start.offset)
        yield replace(first, related=(*first.related, *_further(others)))


def _further(others: list[Diagnostic]) -> Iterator[Related]:
    more = len(others) - _MOST_SHOWN
    for number, item in enumerate(others[:_MOST_SHOWN], start=1):
        is_last = number == _MOST_SHOWN and more > 0
        yield Related(f"here too, and {more} more" if is_last else "here too", item.place)
