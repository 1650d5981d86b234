"""Documents for those who listen: line by line, with nothing drawn and nothing side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.report.document import (
    Bullets,
    Heading,
    Listing,
    Paragraph,
    Picture,
    Table,
    is_number,
    led,
    made_safe,
)
from hasenpfeffer.report.english import capital, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.report.document import Block


def as_lines(blocks: Sequence[Block], *, ascii_only: bool = False) -> list[str]:
    """The document for those who listen: a line for each heading, paragraph, point and row, nothing drawn."""
    lines: list[str] = []
    for block in made_safe(blocks, ascii_only):
        match block:
            case Heading(text):
                lines.append(f"{text}:")
            case Paragraph(text):
                lines.append(text)
            case Bullets(items):
                lines += map(led, items)
            case Table():
                lines += spoken_rows(block)
            case Picture(table=table):
                lines += spoken_rows(table)
            case Listing(text):
                lines += text.splitlines()
    return [line for line in lines if line.strip(":")]


def spoken_rows(table: Table) -> list[str]:
    """The caption, then each row in a line: `Call 2: 0 tricks 0, 1 trick −1`."""
    return [*([table.caption] if table.caption else []), *(_spoken(table, row) for row in table.rows)]


def _spoken(table: Table, row: Sequence[str]) -> str:
    first, *names = table.header
    subject, *cells = row
    if not names:
        return subject
    if len(names) == 1 and not is_number(names[0]):
        said = cells[0]
    elif table.unit and all(map(is_number, names)):
        units = (table.unit if name == "1" else plural(table.unit) for name in names)
        said = ", ".join(f"{n} {unit} {cell}" for n, unit, cell in zip(names, units, cells, strict=True))
    else:
        said = "; ".join(f"{name}: {cell}" for name, cell in zip(names, cells, strict=True) if cell)
    is_told = first.casefold() in subject.casefold().split()
    return f"{capital(subject if is_told else f'{first} {subject}'.strip())}: {said}"
