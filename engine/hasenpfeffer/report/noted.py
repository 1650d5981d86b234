"""What the writer of a rule file noted in a comment behind a value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.tree import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Node

_COMMENT: Final = re.compile(r"\s+#\s*(.*)")
_ONLY_A_COMMENT: Final = re.compile(r"\s*#\s*(.*)\Z")


def noted(texts: Mapping[str, str], place: Place, value: Node) -> str:
    """The comment that stands behind a text at a place in its file, with the lines right below that go on with
    it; `texts` are the files as they are shown."""
    lines = texts.get(place.file, "").splitlines()
    if not isinstance(value, Text) or place.start.line > len(lines) or place.end.line != place.start.line:
        return ""
    line = lines[place.start.line - 1]
    match = _COMMENT.match(line, place.end.column - 1)
    if match is None:
        return ""
    column = line.index("#", match.start())
    return " ".join([match[1].strip(), *_going_on(lines[place.start.line :], column)])


def _going_on(lines: Sequence[str], column: int) -> Iterator[str]:
    """The comments of lines that hold nothing else, as long as they stand at this column."""
    for line in lines:
        match = _ONLY_A_COMMENT.match(line)
        if match is None or line.index("#") != column:
            return
        yield match[1].strip()
