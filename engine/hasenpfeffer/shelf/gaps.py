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


def stands_in_a_gap(name: str, written: Written) -> bool:
    """Whether a name is written more often than it stands in the tree, comments left out."""
    text = written.source.text
    for comment in reversed(list(comments(written.source, written.tree))):
        text = text[: comment.place.start.offset] + text[comment.place.end.offset :]
    words = r"\s+".join(map(re.escape, name.split()))
    pattern = re.compile(rf"(?<!\w){words}(?!\w)")
    in_tree = sum(len(pattern.findall(part)) for part in _texts(written.tree))
    return len(pattern.findall(text)) > in_tree


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
