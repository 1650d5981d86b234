"""A document as one HTML page: nothing is fetched, it fits a phone, and it prints on any paper."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.document import (
    Bullets,
    Heading,
    Listing,
    Paragraph,
    Picture,
    Table,
    chapters,
    made_safe,
    numeric_columns,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.report.document import Block, Chapter, Item

_SUITS: Final = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
_AS_TEXT: Final = "\ufe0e"
"""Follows a sign that is to be drawn as a letter, not as a picture."""


def as_html(blocks: Sequence[Block], *, ascii_only: bool = False) -> str:
    """The document as a page. With `ascii_only` letters outside ASCII are written as character references."""
    safe = tuple(made_safe(blocks, ascii_only=False))
    title = next((block.text for block in safe if isinstance(block, Heading)), "")
    first, *others = chapters(safe, deepest=2)
    anchored = _anchored(others)
    page = "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style()}</style>",
            "</head>",
            "<body>",
            *_head(first),
            *_contents(anchored),
            "<main>",
            *(line for anchor, chapter in anchored for line in _chapter(anchor, chapter)),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii") if ascii_only else page


def style() -> str:
    """The style sheet of every page."""
    return (files("hasenpfeffer.report") / "page.css").read_text("utf-8")


# --- chapters


def _anchored(found: Sequence[Chapter]) -> list[tuple[str, Chapter]]:
    """Each chapter with a name for links."""
    taken: set[str] = set()
    return [(_anchor(chapter.title, taken), chapter) for chapter in found]


def _anchor(text: str, taken: set[str]) -> str:
    """A name for links that no other chapter has."""
    words = re.sub(r"\W+", "-", text.casefold()).strip("-") or "chapter"
    anchor, number = words, 1
    while anchor in taken:
        number += 1
        anchor = f"{words}-{number}"
    taken.add(anchor)
    return anchor


def _head(chapter: Chapter) -> Iterator[str]:
    if chapter.body:
        yield "<header>"
        yield from _lines(chapter.body)
        yield "</header>"


def _contents(anchored: Sequence[tuple[str, Chapter]]) -> Iterator[str]:
    if len(anchored) < 2:
        return
    yield '<nav aria-label="Contents">\n<ul>'
    for anchor, chapter in anchored:
        yield f'<li><a href="#{anchor}">{_text(chapter.title)}</a></li>'
    yield "</ul>\n</nav>"


def _chapter(anchor: str, chapter: Chapter) -> Iterator[str]:
    yield f'<section id="{anchor}">'
    yield f"<h2>{_text(chapter.title)}</h2>"
    yield from _lines(chapter.body)
    yield "</section>"


# --- blocks


def _lines(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"<h{level}>{_text(text)}</h{level}>"
        case Paragraph(text):
            yield f"<p>{_text(text)}</p>"
        case Bullets(items):
            yield "<ul>"
            yield from (f"<li>{_item(item)}</li>" for item in items)
            yield "</ul>"
        case Table():
            yield from _table(block)
        case Picture(svg, table):
            yield from _picture(svg, table)
        case Listing(text, language):
            yield f"<pre{_classes(typed=language == 'sh')}>{escape(text)}</pre>"


def _item(item: Item) -> str:
    lead = f"<strong>{_text(item.lead)}:</strong> " if item.lead else ""
    return f"{lead}{_text(item.text)}".rstrip()


_FEW_LETTERS: Final = 16
_MANY_COLUMNS: Final = 9
_MANY_ROWS: Final = 30


def _table(table: Table) -> Iterator[str]:
    yield "<figure>"
    if table.caption:
        yield f"<figcaption>{_text(table.caption)}</figcaption>"
    yield from _frame(table)
    yield "</figure>"


def _picture(svg: str, table: Table) -> Iterator[str]:
    """A drawing and its table, side by side where there is room."""
    yield f'<figure class="plot">\n<figcaption>{_text(table.caption)}</figcaption>\n<div class="beside">'
    yield f'<div class="drawn">{svg}</div>'
    yield from _frame(table)
    yield "</div>\n</figure>"


def _frame(table: Table) -> Iterator[str]:
    """The table itself, which scrolls sideways in its frame where the page is too narrow."""
    numbers = numeric_columns(table)
    named = escape(table.caption or ", ".join(table.header))
    yield f'<div class="wide" role="region" tabindex="0" aria-label="{named}">'
    yield f"<table{_classes(many=len(table.header) > _MANY_COLUMNS, long=len(table.rows) > _MANY_ROWS)}>"
    header = (_cell("th", cell, "col", number=n) for cell, n in zip(table.header, numbers, strict=True))
    yield f"<thead>\n<tr>{''.join(header)}</tr>\n</thead>\n<tbody>"
    for first, *rest in table.rows:
        cells = (_cell("td", cell, number=n) for cell, n in zip(rest, numbers[1:], strict=True))
        yield f"<tr>{_cell('th', first, 'row', number=numbers[0])}{''.join(cells)}</tr>"
    yield "</tbody>\n</table>\n</div>"


def _cell(tag: str, text: str, scope: str = "", *, number: bool) -> str:
    whose = f' scope="{scope}"' if scope else ""
    return f"<{tag}{whose}{_classes(number=number, short=len(text) <= _FEW_LETTERS)}>{_text(text)}</{tag}>"


def _classes(**kinds: bool) -> str:
    held = " ".join(kind for kind, holds in kinds.items() if holds)
    return f' class="{held}"' if held else ""


# --- texts


def _text(text: str) -> str:
    """The text with its suit signs in their colours, each with its name for those who cannot see it.

    What stands between backticks is shown as it is typed.
    """
    return re.sub("[♣♦♥♠]", _sign, re.sub("`([^`]+)`", r"<code>\1</code>", escape(text)))


def _sign(match: re.Match[str]) -> str:
    name = _SUITS[match[0]]
    return f'<span class="{name}" role="img" aria-label="{name}">{match[0]}{_AS_TEXT}</span>'
