"""Differences between two rulesets as lines, as a page, or as data."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.reading.tree import List, Text, as_data
from hasenpfeffer.report.document import Heading, Paragraph, Table, as_ascii, as_markdown, as_text
from hasenpfeffer.report.english import counted, listed
from hasenpfeffer.report.findings.visible import shown
from hasenpfeffer.report.yaml_text import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.reading.tree import Node
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.leaflet_changes import Change
    from hasenpfeffer.shelf.differences import Difference, Differences, Side

FORMAT: Final = "hasenpfeffer-differences/1"

_WIDE: Final = 120
"""Columns of tables where nobody says how wide a line may be."""
_OUTSIDE: Final = "--set"
"""The place of a value that no file gives."""


def as_lines(
    found: Differences,
    sentences: Sequence[Change] = (),
    more: Sequence[Block] = (),
    *,
    width: int | None = None,
    ascii_only: bool = False,
) -> str:
    """A line a setting, wrapped where there is a width; then what the leaflets say of it, and what is `more`."""
    lines: list[str] = []
    for one in found.settings:
        lines += _wrapped(f"{'.'.join(one.path)}: {_told(one)}{_bracketed(one)}", width)
    lines.append(_summary(found))
    lines += _wrapped(_not_counted(found), width) if found.unplayed else []
    if sentences:
        lines += ["", "In plain English:"]
        for change in sentences:
            lines += _wrapped(f"{'-' if change.is_gone else '+'} {change.chapter}: {change.text}", width)
    safe = (as_ascii(shown(line)) if ascii_only else shown(line) for line in lines)
    text = "\n".join(safe) + "\n"
    return f"{text}\n{as_text(more, width=width or _WIDE, ascii_only=ascii_only)}" if more else text


def as_page(
    found: Differences,
    before: str,
    after: str,
    sentences: Sequence[Change] = (),
    more: Sequence[Block] = (),
    *,
    ascii_only: bool = False,
) -> str:
    """A page in Markdown: a table of settings, then the sentences of the leaflets, and what is `more`."""
    blocks: list[Any] = [Heading(f"{before} and {after}", 1)]
    if found.settings:
        rows = tuple(
            (".".join(one.path), _value(one, one.before), _value(one, one.after), _places(one))
            for one in found.settings
        )
        blocks.append(Table(("Setting", before, after, "Where"), rows))
    blocks.append(Paragraph(_summary(found)))
    if found.unplayed:
        blocks.append(Paragraph(_not_counted(found)))
    if sentences:
        blocks.append(Heading("In plain English"))
        told = tuple(
            (change.chapter, *((change.text, "") if change.is_gone else ("", change.text)))
            for change in sentences
        )
        blocks.append(Table(("Chapter", before, after), told))
    return as_markdown([*blocks, *more], ascii_only=ascii_only)


def as_json_data(
    found: Differences, before: str, after: str, sentences: Sequence[Change] = ()
) -> dict[str, Any]:
    """Plain data for programs. Values are as the files write them; formulas are texts."""
    return {
        "format": FORMAT,
        "before": before,
        "after": after,
        "same": not found.settings,
        "differences": [
            {
                "path": ".".join(one.path),
                "change": one.change,
                "before": _data(one.before.value),
                "after": _data(one.after.value),
                "before_at": _at(one.before),
                "after_at": _at(one.after),
            }
            for one in found.settings
        ],
        "not_counted": list(found.unplayed),
        "sentences": [
            {"chapter": change.chapter, "in": "before" if change.is_gone else "after", "text": change.text}
            for change in sentences
        ],
    }


def _told(one: Difference) -> str:
    match one.change:
        case "added":
            return f"added {_value(one, one.after)}"
        case "removed":
            return f"removed (it was {_value(one, one.before)})"
        case "order":
            return f"in another order, {_value(one, one.before)} → {_value(one, one.after)}"
        case _:
            return f"{_value(one, one.before)} → {_value(one, one.after)}"


def _value(one: Difference, side: Side) -> str:
    if side.value is None:
        return "–"
    if one.change == "order" and isinstance(side.value, List):
        return ", ".join(item.text for item in side.value.items if isinstance(item, Text))
    return on_one_line(side.value)


def _bracketed(one: Difference) -> str:
    places = _places(one)
    return f"  ({places})" if places else ""


def _places(one: Difference) -> str:
    """`house.yaml:24; was rules.yaml:61`"""
    after, before = _at(one.after), _at(one.before)
    return "; ".join([*([after] if after else []), *([f"was {before}"] if before else [])])


def _at(side: Side) -> str | None:
    if side.place is not None:
        return side.place.line
    return _OUTSIDE if isinstance(side.value, Text) else None


def _data(node: Node | None) -> object:
    return None if node is None else as_data(node)


def _summary(found: Differences) -> str:
    if not found.settings:
        return "No setting differs in meaning."
    number = len(found.settings)
    return f"{counted(number, 'setting')} {'differs' if number == 1 else 'differ'} in meaning."


def _not_counted(found: Differences) -> str:
    return f"Also different, but of no meaning for a deal: {listed(found.unplayed)}."


def _wrapped(line: str, width: int | None) -> Iterator[str]:
    if width is None:
        yield line
        return
    yield from textwrap.wrap(
        line, max(width, 20), subsequent_indent="    ", break_on_hyphens=False, break_long_words=False
    )
