"""What would be changed in a file, as the unified diff that other programs can apply."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from hasenpfeffer.reading.source import LINE_END
from hasenpfeffer.report.findings.paint import Paint
from hasenpfeffer.report.findings.visible import shown

if TYPE_CHECKING:
    from collections.abc import Iterator


def text_diff(name: str, before: str, after: str, *, colour: bool = False, visible: bool = False) -> str:
    """The diff of one file, every line with its own end; empty if nothing is different.

    `visible` is for a terminal: what it would act on is spelled out, and line ends are its own.
    """
    paint = Paint(colour)
    lines = unified_diff(list(_lines(before)), list(_lines(after)), name, name)
    return "".join(_line(line, paint, visible) for line in lines)


def _line(line: str, paint: Paint, visible: bool) -> str:
    text = line.rstrip("\r\n")
    end = line[len(text) :]
    tail = end or "\n\\ No newline at end of file\n"
    if visible:
        text, tail = shown(text), tail.lstrip("\r") if end != "\r" else "\n"
    if line.startswith(("---", "+++")):
        return paint.message(text) + tail
    if line.startswith("@@"):
        return paint.frame(text) + tail
    if line.startswith("+"):
        return paint.added(text) + tail
    return (paint.removed(text) if line.startswith("-") else text) + tail


def _lines(text: str) -> Iterator[str]:
    at = 0
    for end in LINE_END.finditer(text):
        yield text[at : end.end()]
        at = end.end()
    if at < len(text):
        yield text[at:]
