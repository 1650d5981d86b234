"""What is written in a file and could not be read: names may be read there that nothing else reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.comments import comments
from hasenpfeffer.reading.tree import Group, List, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.tree import Node
    from hasenpfeffer.shelf.family import Written


class Gaps:
    """What of one file is not in its tree, comments left out."""

    def __init__(self, written: Written) -> None:
        text = written.source.text
        for comment in reversed(list(comments(written.source, written.tree))):
            text = text[: comment.place.start.offset] + text[comment.place.end.offset :]
        self._text = text
        self._read = "\n".join(_texts(written.tree))

    def may_name(self, name: str) -> bool:
        """Whether a name is written more often than it stands in the tree."""
        words = r"\s+".join(map(re.escape, name.split()))
        pattern = re.compile(rf"(?<!\w){words}(?!\w)")
        return len(pattern.findall(self._text)) > len(pattern.findall(self._read))


def _texts(node: Node) -> Iterator[str]:
    match node:
        case Text():
            yield node.text
        case List():
            for item in node.items:
                yield from _texts(item)
        case Group():
            for entry in node:
                yield entry.key.text
                yield from _texts(entry.value)
