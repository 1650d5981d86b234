"""Reports as documents: a few kinds of blocks, and two ways to write them down.

A document is a list of blocks. `as_text` lays it out for a terminal, `as_markdown` for a forge, and both may be told
to use only ASCII; `page.as_html` makes a page of it, and `spoken.as_lines` lines for those who listen.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from hasenpfeffer.report.findings.visible import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

NARROWEST: Final = 20
"""The least width that texts are laid out for."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Level 1 is the title of the document."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`aside`: it speaks of the document, not of what the document is about."""

    text: str
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One point of a list; `lead` names it."""

    text: str
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a header; a column in which every cell is a number stands at the right.

    `unit` is what the numbers in the header count.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines of a file or of a terminal, shown as they are; `language` is what they are written in."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A table, drawn. Pages show both, with the table's caption; where nothing can be drawn, the table stands alone.

    `svg` is one element without links, which says in words what it shows.
    """

    svg: str
    table: Table


Block: TypeAlias = Heading | Paragraph | Bullets | Table | Listing | Picture
Document: TypeAlias = "tuple[Block, ...]"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading with what stands under it; the first of a document stands before all headings."""

    heading: Heading | None
    body: tuple[Block, ...]

    @property
    def title(self) -> str:
        return self.heading.text if self.heading is not None else ""

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The chapter with its heading."""
        return self.body if self.heading is None else (self.heading, *self.body)


def chapters(blocks: Sequence[Block], deepest: int = 6) -> tuple[Chapter, ...]:
    """The document cut before each heading below its title, down to this level."""
    heading: Heading | None = None
    body: list[Block] = []
    found: list[Chapter] = []
    for block in blocks:
        if isinstance(block, Heading) and 1 < block.level <= deepest:
            found.append(Chapter(heading, tuple(body)))
            heading, body = block, []
        else:
            body.append(block)
    return (*found, Chapter(heading, tuple(body)))


def as_text(blocks: Sequence[Block], *, width: int = 80, ascii_only: bool = False) -> str:
    """The document in plain lines, none longer than `width` (at least 20)."""
    width = max(width, NARROWEST)
    parts: list[str] = []
    for block in made_safe(blocks, ascii_only):
        match block:
            case Heading(text, level) if text:
                lines = textwrap.wrap(text, width)
                rule = ("=" if level == 1 else "-") * max(len(line) for line in lines)
                parts.append("\n".join([*lines, rule]))
            case Paragraph(text):
                parts.append(_wrapped(text, width))
            case Bullets(items):
                parts.append("\n".join(_wrapped(led(item), width, "- ") for item in items))
            case Table():
                parts.append(_table_text(block, width))
            case Picture(table=table):
                parts.append(_table_text(table, width))
            case Listing(text):
                parts.append(textwrap.indent(text, "    "))
            case Heading():
                pass
    return "\n\n".join(part for part in parts if part) + "\n"


def as_markdown(blocks: Sequence[Block], *, ascii_only: bool = False) -> str:
    """The document as Markdown with pipe tables; what looks like markup in its texts is escaped."""
    parts: list[str] = []
    for block in made_safe(blocks, ascii_only):
        match block:
            case Heading(text, level):
                parts.append(f"{'#' * level} {_escaped(text)}")
            case Paragraph(text):
                parts.append(_escaped(text))
            case Bullets(items):
                parts.append("\n".join(_markdown_item(item) for item in items))
            case Table():
                parts.append(_table_markdown(block))
            case Picture(table=table):
                parts.append(_table_markdown(table))
            case Listing(text, language):
                parts.append(f"```{language}\n{text}\n```")
    return "\n\n".join(part for part in parts if part) + "\n"


# --- texts


def led(item: Item) -> str:
    """A point with its name before it."""
    return f"{item.lead}: {item.text}" if item.lead and item.text else item.lead or item.text


def _markdown_item(item: Item) -> str:
    if not item.lead:
        return f"- {_escaped(item.text)}"
    return f"- **{_escaped(item.lead)}:** {_escaped(item.text)}".rstrip()


def _wrapped(text: str, width: int, first: str = "") -> str:
    return textwrap.fill(
        text, width, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False
    )


_MARKUP = re.compile(r"([\\`*_\[\]<>|])")


def _escaped(text: str) -> str:
    """Text that Markdown shows as it is, also at the beginning of a line."""
    text = _MARKUP.sub(r"\\\1", text)
    return re.sub(r"\A(\s*)([#+-]|[0-9]+[.)])(?=\s|\Z)", lambda m: f"{m[1]}{m[2][:-1]}\\{m[2][-1]}", text)


def made_safe(blocks: Sequence[Block], ascii_only: bool) -> Iterator[Block]:
    """The blocks with nothing in them that a terminal might obey; letters only of ASCII where asked."""

    def safe(text: str) -> str:
        text = shown(" ".join(text.split()))
        return as_ascii(text) if ascii_only else text

    def safe_line(line: str) -> str:
        return shown(line.rstrip(), ascii_only=ascii_only)

    for block in blocks:
        if isinstance(block, Listing):
            yield replace(block, text="\n".join(map(safe_line, block.text.splitlines())))
        elif isinstance(block, Picture):
            yield replace(block, table=_table_with(block.table, safe))
        else:
            yield _each_text(block, safe)


def _each_text(block: Heading | Paragraph | Bullets | Table, change: Callable[[str], str]) -> Block:
    match block:
        case Heading(text) | Paragraph(text):
            return replace(block, text=change(text))
        case Bullets(items):
            return Bullets(tuple(Item(change(item.text), change(item.lead)) for item in items))
        case Table():
            return _table_with(block, change)


def _table_with(table: Table, change: Callable[[str], str]) -> Table:
    cells = tuple(tuple(map(change, row)) for row in table.rows)
    return replace(table, header=tuple(map(change, table.header)), rows=cells, caption=change(table.caption))


_SIGNS: Final = {"♠": ("S", "spades"), "♥": ("H", "hearts"), "♦": ("D", "diamonds"), "♣": ("C", "clubs")}
_LETTERS: Final = {
    "–": "-", "—": "-", "−": "-", "×": "x", "÷": "/", "…": "...", "·": "-", "→": "->", "≥": ">=", "≤": "<=",
    "‘": "'", "’": "'", "“": '"', "”": '"', "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4",
    "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "ø": "o", "ł": "l",
}  # fmt: skip


def as_ascii(text: str) -> str:
    """The text in ASCII: `J♠` becomes JS, a suit sign that stands alone its name, accents fall away."""

    def sign(match: re.Match[str]) -> str:
        code, name = _SIGNS[match[0]]
        before = text[: match.start()]
        return code if before[-1:].isalnum() else name

    text = re.sub("[♠♥♦♣]", sign, text)
    text = "".join(_LETTERS.get(letter, letter) for letter in text)
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return text.encode("ascii", "replace").decode("ascii")


# --- tables


_GAP: Final = "  "
_NUMBER: Final = re.compile(r"[-+−±]?[0-9]+([.,/ ][0-9]+)*[½⅓⅔¼¾]?|[-–−]?")


def is_number(cell: str) -> bool:
    """Whether a cell holds a number and nothing else, or a dash for none."""
    return _NUMBER.fullmatch(cell) is not None


def _table_markdown(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(_escaped(cell) for cell in cells) + " |"

    right = numeric_columns(table)
    rule = "|" + "|".join("---:" if at_right else "---" for at_right in right) + "|"
    lines = [line(table.header), rule, *(line(row) for row in table.rows)]
    caption = [_escaped(table.caption), ""] if table.caption else []
    return "\n".join([*caption, *lines])


def numeric_columns(table: Table) -> list[bool]:
    """Which columns hold numbers only."""
    columns = range(len(table.header))
    return [bool(table.rows) and all(is_number(row[column]) for row in table.rows) for column in columns]


def _table_text(table: Table, width: int) -> str:
    caption = [_wrapped(table.caption, width), ""] if table.caption else []
    return "\n".join(
        [*caption, *"\n\n".join(_laid_out(part, width) for part in _parts(table, width)).split("\n")]
    )


def _parts(table: Table, width: int) -> list[Table]:
    """The table, or several with some of the columns each where it is too wide; all have the first column."""
    least = _least_widths(table, width)
    parts: list[Table] = []
    chosen: list[int] = []
    room = width - least[0]
    for column in range(1, len(table.header)):
        if chosen and room < least[column] + len(_GAP):
            parts.append(_columns(table, chosen))
            chosen, room = [], width - least[0]
        chosen.append(column)
        room -= least[column] + len(_GAP)
    return [*parts, _columns(table, chosen)]


def _columns(table: Table, chosen: Sequence[int]) -> Table:
    def pick(cells: Sequence[str]) -> tuple[str, ...]:
        return (cells[0], *(cells[column] for column in chosen))

    return Table(pick(table.header), tuple(pick(row) for row in table.rows))


def _cells(table: Table, column: int) -> list[str]:
    return [table.header[column], *(row[column] for row in table.rows)]


def _least_widths(table: Table, width: int) -> list[int]:
    """The least width of each column: its longest word, within reason."""
    most = max(8, width // min(len(table.header), 3) - len(_GAP))
    return [
        min(most, max((len(word) for cell in _cells(table, column) for word in cell.split()), default=1))
        for column in range(len(table.header))
    ]


def _laid_out(table: Table, width: int) -> str:
    widths = _widths(table, width)
    right = numeric_columns(table)
    lines: list[str] = []
    rows = [table.header, *table.rows]
    wrapped = [[textwrap.wrap(cell, w) or [""] for cell, w in zip(row, widths, strict=True)] for row in rows]
    airy = any(len(cell) > 1 for row in wrapped[1:] for cell in row[1:]) and len(wrapped) < 12
    for number, row in enumerate(wrapped):
        if airy and number > 1:
            lines.append("")
        for index in range(max(len(cell) for cell in row)):
            cells = [cell[index] if index < len(cell) else "" for cell in row]
            placed = [
                text.rjust(w) if at_right else text.ljust(w)
                for text, w, at_right in zip(cells, widths, right, strict=True)
            ]
            lines.append(_GAP.join(placed).rstrip())
        if number == 0:
            lines.append(_GAP.join("-" * w for w in widths))
    return "\n".join(lines)


def _widths(table: Table, width: int) -> list[int]:
    """Each column as wide as its longest cell; the widest ones give way until all fit."""
    widths = [
        max((len(cell) for cell in _cells(table, column)), default=1) or 1
        for column in range(len(table.header))
    ]
    least = _least_widths(table, width)
    room = width - len(_GAP) * (len(widths) - 1)
    while sum(widths) > room:
        slack = [w - low for w, low in zip(widths, least, strict=True)]
        if max(slack) <= 0:
            column = widths.index(max(widths))
        else:
            column = max((w, c) for c, w in enumerate(widths) if slack[c] > 0)[1]
        if widths[column] <= 1:
            break
        widths[column] -= 1
    return widths
