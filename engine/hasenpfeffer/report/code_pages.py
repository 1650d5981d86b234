"""The page of a finding's code: why it matters, a file that gets it, and the same file mended.

A page is Markdown in `grammar/findings/`, with two chapters of examples:

    # D401: The deal needs more cards than the deck has
    A paragraph or several.
    ## Wrong
    ```yaml house.yaml
    ```
    ## Right
    ```yaml house.yaml
    ```

An example is one file or several, each in a fence with its name behind the language; what is checked is the last
of them, or what a fence of `console` says after `$ hasenpfeffer validate`. Behind a name may stand in which
`encoding=` the file is kept, how often its last line is `repeated=`, up to how many bytes it is `padded=` with blank
lines, and `escaped` where the text shows bytes as `\\x00`.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hasenpfeffer.library import folder
from hasenpfeffer.reading.codes import CODES
from hasenpfeffer.report.document import Heading, Listing, Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.report.document import Block

COMMAND: Final = "$ hasenpfeffer validate "
USUAL_NAME: Final = "house.yaml"
"""The name of an example's file that needs no saying."""

_FENCE: Final = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class ExampleFile:
    """A file of an example, as the page shows it; `options` say how its bytes come from the text."""

    name: str
    text: str
    options: tuple[str, ...] = ()

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        encoding, text = self._option("encoding") or "utf-8", self.text
        if "escaped" in self.options:
            return text.encode("ascii").decode("unicode_escape").encode("latin-1")
        last = text.rpartition("\n")[0].rpartition("\n")[2] + "\n"
        data = (text + last * int(self._option("repeated") or 0)).encode(encoding)
        return data.ljust(int(self._option("padded") or 0), b"\n")

    def _option(self, name: str) -> str:
        found = [option.partition("=")[2] for option in self.options if option.startswith(f"{name}=")]
        return found[0] if found else ""


@dataclass(frozen=True, slots=True)
class Example:
    """Files, and the words after `hasenpfeffer validate` that look at them."""

    files: tuple[ExampleFile, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CodePage:
    """What is written about one code; `source` is the whole page in Markdown."""

    code: str
    source: str

    @property
    def wrong(self) -> Example:
        return _example(self._chapter("Wrong"))

    @property
    def right(self) -> Example:
        return _example(self._chapter("Right"))

    def _chapter(self, title: str) -> str:
        _, _, rest = self.source.partition(f"\n## {title}\n")
        return rest.partition("\n## ")[0]


def code_page(code: str) -> CodePage:
    """The page of a registered code."""
    source = (folder("grammar") / "findings" / f"{code}.md").read_text(encoding="utf-8")
    return CodePage(code, source)


def document(page: CodePage) -> tuple[Block, ...]:
    """The page as blocks, with the name of the code under its title."""
    title, _, body = page.source.partition("\n")
    known = CODES[page.code]
    return (
        Heading(title.removeprefix("# "), level=1),
        Paragraph(f"{known.code} is also called `{known.name}`.", aside=True),
        *_blocks(body),
    )


def _blocks(body: str) -> Iterator[Block]:
    before = 0
    for fence in _FENCE.finditer(body):
        yield from _prose(body[before : fence.start()])
        language, info, text = fence.groups()
        name = info.partition(" ")[0]
        if name and name != USUAL_NAME:
            yield Paragraph(f"`{name}`:")
        yield Listing(text.rstrip("\n"), language)
        before = fence.end()
    yield from _prose(body[before:])


def _prose(text: str) -> Iterator[Block]:
    for part in re.split(r"\n\s*\n", text.strip()):
        if part.startswith("## "):
            heading, _, rest = part.partition("\n")
            yield Heading(heading.removeprefix("## "))
            part = rest
        if part.strip():
            yield Paragraph(part)


def _example(chapter: str) -> Example:
    files: list[ExampleFile] = []
    words: tuple[str, ...] = ()
    for language, info, text in _FENCE.findall(chapter):
        if language == "console":
            words = tuple(shlex.split(text.strip().removeprefix(COMMAND)))
            continue
        name, *options = info.split()
        files.append(ExampleFile(name, text, tuple(options)))
    return Example(tuple(files), words or (files[-1].name,))
