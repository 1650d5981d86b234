"""Where the YAML reader gave up: the slip that led there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from hasenpfeffer.reading.events import events_of, span_of
from hasenpfeffer.reading.slips.brackets import bracket, closed_twice, no_content
from hasenpfeffer.reading.slips.colons import dash_after_key, joined, lone_colon, no_colon, second_colon
from hasenpfeffer.reading.slips.indentation import misplaced
from hasenpfeffer.reading.slips.quotes import after_quote, escape, unclosed_quote
from hasenpfeffer.reading.slips.signs import (
    block_header,
    forbidden_start,
    half_a_sign,
    line_that_ends_all,
    nesting,
)
from hasenpfeffer.reading.slips.slip import Trouble
from hasenpfeffer.reading.slips.tabs import tab

if TYPE_CHECKING:
    from hasenpfeffer.reading.readable import Readable
    from hasenpfeffer.reading.slips.slip import Slip


def first_trouble(source: Readable, start: int, end: int) -> Trouble | None:
    """Where the YAML reader gives up on a stretch of a text, or None if it reads all of it."""
    text = source.text[start:end]
    is_open: list[bool] = []
    open_brackets: list[int] = []
    last_text: tuple[int, int] | None = None
    try:
        for event in events_of(text):
            first, last = span_of(event, text)
            match event:
                case yaml.ScalarEvent() | yaml.AliasEvent():
                    last_text = (start + first, start + last)
                case yaml.CollectionStartEvent():
                    is_open.append(text[first : first + 1] in ("[", "{"))
                    if is_open[-1]:
                        open_brackets.append(start + first)
                case yaml.CollectionEndEvent() if is_open.pop():
                    open_brackets.pop()
    except yaml.MarkedYAMLError as error:
        size = len(text)
        at = start + min(error.problem_mark.index, size) if error.problem_mark else start
        context_at = start + min(error.context_mark.index, size) if error.context_mark else at
        return Trouble(
            source, error.problem or "", at, error.context or "", context_at, open_brackets, last_text
        )
    return None


def explained(trouble: Trouble) -> Slip:
    """The slip that led to a trouble."""
    for explain in _EXPLANATIONS:
        if slip := explain(trouble):
            return slip
    return trouble.slip(
        "Y117",
        f"YAML cannot read line {trouble.line} from here on",
        trouble.at,
        trouble.at + 1,
        "Compare it with the lines around it: indentation, colons, quotes and brackets",
    )


_EXPLANATIONS = (
    tab, nesting, line_that_ends_all, unclosed_quote, after_quote, half_a_sign, escape, bracket, no_content,
    closed_twice,
    block_header, joined, no_colon, second_colon, dash_after_key, misplaced, forbidden_start, lone_colon,
)  # fmt: skip
"""One cause each, tried in this order."""
