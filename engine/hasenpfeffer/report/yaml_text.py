"""A tree as the text of a rule file, which reads back to the same tree."""

from __future__ import annotations

import json
import re
import textwrap
from typing import TYPE_CHECKING, Final

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.tree import Group, List, Text
from hasenpfeffer.reading.yaml_words import PROSE, check_plain_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.reading.tree import Node, Path

WIDEST: Final = 100
"""Columns of a line; only a long text or list inside a list goes beyond."""

_STEP: Final = "  "
_SMALL: Final = 72
"""Columns of a line that holds a whole group."""
_COMMENTS_AT: Final = 56
_SHORT: Final = 12
"""Characters of an item in a list that fills several lines."""

_PLAIN = re.compile(
    r"(?:[^\W_]|-(?=[\w(])|[(+]|[^\s\x00-\x7f])[^:#\x00-\x1f\x7f-\xa0\ufeff\u2028\u2029\ud800-\udfff]*\Z"
)
_FLOW_SIGN = re.compile(r"[,\[\]{}]")
_MUST_ESCAPE = re.compile("[\x7f-\x9f\ufeff\u2028\u2029\ud800-\udfff]")


def as_yaml(tree: Group, comment: Callable[[Path], str] | None = None) -> str:
    """The text of a rule file, its keys in the tree's order.

    `comment` gives what to write behind the value at a path, perhaps nothing; with it, a group stands on one
    line only if the comment is about the whole of it.
    """
    return "\n".join(_Writer(comment).group(tree, (), "")) + "\n"


def on_one_line(node: Node) -> str:
    """A value as it would stand on one line, a group or list between brackets."""
    return _scalar(node) if isinstance(node, Text) else _flow(node)


class _Writer:
    """Lines of YAML: groups in blocks, lists and small groups on one line."""

    def __init__(self, comment: Callable[[Path], str] | None) -> None:
        self._comment = comment

    def group(self, group: Group, path: Path, indent: str) -> Iterator[str]:
        for number, entry in enumerate(group):
            if number and not path and not isinstance(entry.value, Text):
                yield ""
            head = f"{indent}{_scalar(entry.key, in_flow=True)}:"
            yield from self._value(head, entry.value, (*path, entry.key.text), indent)

    def _value(self, head: str, node: Node, path: Path, indent: str) -> Iterator[str]:
        line = f"{head} {on_one_line(node)}"
        if self._fits(line, node, path):
            yield self._with_comment(line, path)
            return
        match node:
            case Text():
                yield self._with_comment(f"{head} >-", path)
                width = WIDEST - len(indent) - len(_STEP)
                for part in textwrap.wrap(node.text, width, break_long_words=False, break_on_hyphens=False):
                    yield f"{indent}{_STEP}{part}"
            case List(items=items) if all(map(_is_short, items)):
                first, *others = textwrap.wrap(_flow(node), WIDEST - len(head) - 1, break_on_hyphens=False)
                yield self._with_comment(f"{head} {first}", path)
                yield from (f"{' ' * (len(head) + 2)}{line}" for line in others)
            case List():
                yield self._with_comment(head, path)
                for number, item in enumerate(node.items):
                    yield from self._item(item, (*path, str(number)), indent + _STEP)
            case Group():
                yield self._with_comment(head, path)
                yield from self.group(node, path, indent + _STEP)

    def _item(self, item: Node, path: Path, indent: str) -> Iterator[str]:
        line = f"{indent}- {on_one_line(item)}"
        if len(line) <= WIDEST or not isinstance(item, Group):
            yield line
            return
        lines = "\n".join(self.group(item, path, indent + _STEP))
        yield f"{indent}- {lines.removeprefix(indent + _STEP)}"

    def _fits(self, line: str, node: Node, path: Path) -> bool:
        """Whether a value stands on the line of its key."""
        match node:
            case Text(text=text):
                return len(line) <= WIDEST or path[-1] not in PROSE or text != " ".join(text.split())
            case List(items=items):
                return not items or len(line) <= WIDEST
            case Group(entries=entries):
                is_one = self._comment is None or bool(self._comment(path))
                small = len(line) <= _SMALL and all(isinstance(entry.value, Text) for entry in entries)
                return not entries or (small and is_one and len(path) > 1)

    def _with_comment(self, line: str, path: Path) -> str:
        about = self._comment(path) if self._comment is not None else ""
        return f"{line:<{_COMMENTS_AT}}  # {about}" if about else line


def _is_short(item: Node) -> bool:
    return isinstance(item, Text) and len(item.text) <= _SHORT


def _flow(node: Node) -> str:
    """A value on one line, between brackets."""
    match node:
        case Text():
            return _scalar(node, in_flow=True)
        case List():
            return f"[{', '.join(map(_flow, node.items))}]"
        case Group():
            entries = (f"{_scalar(entry.key, in_flow=True)}: {_flow(entry.value)}" for entry in node)
            return "{" + ", ".join(entries) + "}"


def _scalar(text: Text, *, in_flow: bool = False) -> str:
    """A text as it was written, in quotes where it would else be read as something else."""
    word = text.text
    if _is_plain(word, in_flow) and not (text.quoted and _means_more(text)):
        return word
    escaped = json.dumps(word, ensure_ascii=False)
    return _MUST_ESCAPE.sub(lambda match: f"\\u{ord(match.group()):04x}", escaped)


def _is_plain(word: str, in_flow: bool) -> bool:
    if not _PLAIN.match(word) or word != word.strip():
        return False
    return not (in_flow and _FLOW_SIGN.search(word))


def _means_more(text: Text) -> bool:
    """Whether a text would be a number, an answer or a finding without its quotes."""
    plain = Text(text.text, text.place)
    findings = Findings()
    return plain.is_number or check_plain_word(plain, (), findings) != plain or bool(findings.items)
