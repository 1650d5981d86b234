"""Contracts and results in the words of a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.ruleset.outcomes.spans import Span
    from hasenpfeffer.ruleset.outcomes.table import Case

_MOST_CALLS = 4


def tricks_text(tricks: Sequence[int]) -> str:
    """`3 tricks`, `0 to 2 tricks`, `1, 4 or 6 tricks`."""
    if len(tricks) > 2 and list(tricks) == list(range(tricks[0], tricks[-1] + 1)):
        return f"{tricks[0]} to {tricks[-1]} tricks"
    if len(tricks) == 1:
        return f"{tricks[0]} trick{'' if tricks[0] == 1 else 's'}"
    return f"{', '.join(map(str, tricks[:-1]))} or {tricks[-1]} tricks"


def calls_text(cases: Sequence[Case]) -> str:
    """The calls that were made: the first few, and how many more."""
    texts = list(dict.fromkeys(f"`{case.contract.text}`" for case in cases))
    if len(texts) > _MOST_CALLS:
        return f"{', '.join(texts[: _MOST_CALLS - 1])} and {len(texts) - _MOST_CALLS + 1} other calls"
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def points_text(span: Span) -> str:
    """How many points, whether they are won or lost: `3`, `2 to 4`."""
    low, high = (span.low, span.high) if span.low >= 0 else (-span.high, -span.low)
    return f"{low}" if low == high else f"{low} to {high}"
