"""Two leaflets held against each other, chapter by chapter: sentences, points and rows of tables."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.document import Bullets, Paragraph, Table, chapters, numeric_columns
from hasenpfeffer.report.explain.leaflet import AGREEMENTS
from hasenpfeffer.report.spoken import spoken_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.report.document import Block

_ENDS: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z“‘(])")


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence or a row that only one of the leaflets has; `is_gone`: the first one."""

    chapter: str
    text: str
    is_gone: bool


def changes(before: Sequence[Block], after: Sequence[Block]) -> tuple[Change, ...]:
    """What the leaflets say differently: of each chapter what is gone, then what is new."""
    was, now = _sentences(before), _sentences(after)
    found: list[Change] = []
    for chapter in dict.fromkeys([*now, *was]):
        old, new = was.get(chapter, []), now.get(chapter, [])
        found += [Change(chapter, text, True) for text in _without(old, new)]
        found += [Change(chapter, text, False) for text in _without(new, old)]
    return tuple(found)


def _without(texts: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    """The texts that others do not have, each as often as it is missing."""
    left = Counter(others)
    for text in texts:
        if left[text]:
            left[text] -= 1
        else:
            yield text


def _sentences(blocks: Sequence[Block]) -> dict[str, list[str]]:
    """What each chapter says but for the settings; the first one is about the leaflet, not about the game."""
    return {
        chapter.title: [text for block in chapter.body for text in _told(block)]
        for chapter in chapters(blocks)[1:]
        if chapter.title != AGREEMENTS
    }


def _told(block: Block) -> list[str]:
    """The sentences, points or rows of a block."""
    match block:
        case Paragraph(text, aside):
            return [] if aside else _ENDS.split(text)
        case Bullets(items):
            return [f"{item.lead}: {item.text}" if item.lead else item.text for item in items]
        case Table() if not _is_worked_out(block):
            return spoken_rows(replace(block, caption=""))
    return []


def _is_worked_out(table: Table) -> bool:
    """Whether a table has nothing but numbers: they follow from what the sentences say."""
    return all(numeric_columns(table)[1:])
