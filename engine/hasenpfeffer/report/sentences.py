"""Sentences of two leaflets held against each other, chapter by chapter."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.document import Bullets, Heading, Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.report.document import Block

_ENDS: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z“‘(])")


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence that only one of the leaflets has; `is_gone`: the first one."""

    chapter: str
    text: str
    is_gone: bool


def changes(before: Sequence[Block], after: Sequence[Block]) -> tuple[Change, ...]:
    """What the leaflets say differently: of each chapter what is gone, then what is new."""
    was, now = _chapters(before), _chapters(after)
    found: list[Change] = []
    for chapter in dict.fromkeys([*was, *now]):
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


def _chapters(blocks: Sequence[Block]) -> dict[str, list[str]]:
    """The sentences of each chapter; what stands before the first is about the leaflet, not about the game."""
    found: dict[str, list[str]] = {}
    chapter = ""
    for block in blocks:
        match block:
            case Heading(text, level):
                chapter = text if level > 1 else ""
            case Paragraph(text) if chapter:
                found.setdefault(chapter, []).extend(_ENDS.split(text))
            case Bullets(items) if chapter:
                told = (f"{item.lead}: {item.text}" if item.lead else item.text for item in items)
                found.setdefault(chapter, []).extend(told)
            case _:
                pass
    return found
