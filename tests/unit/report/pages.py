"""A page taken apart, for tests of what it says and of whether it is sound."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

VOID = {"meta"}
BREAKS = {"h1", "h2", "h3", "p", "li", "th", "td", "figcaption", "a"}
UNSEEN = {"style", "title", ""}


class Page(HTMLParser):
    """A page taken apart; `faults` lists tags that are not closed in order, and what is written twice."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self._open]
        ids = [given["id"] for _, given in self.tags if "id" in given]
        self.faults += [f"id {name} twice" for name in ids if ids.count(name) > 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in BREAKS:
            self.texts.append((tag, " "))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")

    def handle_data(self, data: str) -> None:
        self.texts.append((self._open[-1] if self._open else "", data))

    @property
    def text(self) -> str:
        """What a reader sees, with single spaces; signs without the mark that they are letters."""
        seen = "".join(text for tag, text in self.texts if tag not in UNSEEN)
        return " ".join(seen.replace("\ufe0e", "").split())


def plotted(page: str) -> dict[str, list[list[str]]]:
    """The tables beside plots, by caption: their rows, the header first. Captions that come again are numbered."""
    found: dict[str, list[list[str]]] = {}
    for caption, table in re.findall(
        r'<figure class="plot">\s*<figcaption>(.*?)</figcaption>.*?<table[^>]*>(.*?)</table>', page, re.DOTALL
    ):
        rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
        cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
        name = unescape(caption)
        while name in found:
            name += " again"
        found[name] = [[unescape(cell) for cell in row] for row in cells]
    return found
