"""A rule file's YAML → a tree with places. Nothing is constructed: every plain text stays text.

YAML is read as a stream of events, so that size, depth and forbidden parts are judged before
anything is built from them.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

import yaml

from hasenpfeffer.reading.anchors import MOST_PARTS, Anchors
from hasenpfeffer.reading.commas import Commas
from hasenpfeffer.reading.diagnostic import Diagnostic, Findings, Related
from hasenpfeffer.reading.place import Place, whole_file
from hasenpfeffer.reading.raw_text import is_readable, without_directives
from hasenpfeffer.reading.source import LONGEST_FILE, YAML_LINE_END, too_big
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Entry, Group, Home, List, Text
from hasenpfeffer.reading.yaml_errors import at_syntax_error, missing_space, split_at_colon, tab_finding
from hasenpfeffer.reading.yaml_words import PROSE, check_plain_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.reading.tree import Node, Path

DEEPEST: Final = 32
"""Groups and lists inside each other."""

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_TAB_INDENT = re.compile(r"(?:^|(?<=[\r\n]))([ ]*\t)[ \t]*[^ \t\r\n#]")
_PRESENTATION = re.compile("[\ufe0e\ufe0f]")
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*(?:\s+|(?=[,\[\]{}])|\Z))*")
_ODD_INDENT = re.compile(r"[ \t]*:[ \t]*[\r\n]+[ \t\r\n]*[^\S \t\r\n]")
_BLOCK_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n|\n|\r)?(?:[ \t]*(?:\r\n|\n|\r))*[ \t]*")


def read(source: Source, findings: Findings) -> Group | None:
    """The tree of a rule file. None if it has no tree to go on with; `findings` say why."""
    if source.size > LONGEST_FILE:
        too_big(source.size, source.file, findings)
        return None
    if not is_readable(source, findings):
        return None
    text = without_directives(source, findings)
    return _Reader(source, text, findings).read()


class _StopReading(Exception):
    """Raised after a finding that leaves no tree to go on with."""


class _Reader:
    """Builds the tree from YAML's events, collecting findings on the way."""

    def __init__(self, source: Source, text: str, findings: Findings) -> None:
        self._source = source
        self._text = text
        self._all_findings = findings
        self._findings = Findings()
        self._events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=LOADER))
        self._parts = 0
        self._open_brackets: list[int] = []
        self._last_text: tuple[int, int] | None = None
        self._text_spans: list[tuple[int, int]] = []
        self._commas = Commas(source)
        self._anchors = Anchors(source)
        self._home = Home(source)

    def read(self) -> Group | None:
        tree: Node | None = None
        try:
            tree = self._document()
        except yaml.MarkedYAMLError as error:
            self._stop_at(at_syntax_error(self._source, error, self._open_brackets, self._last_text))
        except yaml.YAMLError as error:
            self._findings.error("Y117", f"YAML cannot read the file: {error}", whole_file(self._source.file))
        except _StopReading:
            pass
        if tree is not None:
            self._check_tabs()
        self._anchors.tell(self._findings)
        for finding in self._findings.items:
            self._all_findings.add(finding)
        self._home.tree = tree if isinstance(tree, Group) else None
        return self._home.tree

    def _stop_at(self, finding: Diagnostic) -> None:
        """Keep what was found before a YAML error, drop what followed from it."""
        cut = finding.place.start.offset
        if self._last_text is not None:
            cut = min(cut, self._last_text[0])
        kept = Findings()
        for earlier in self._findings.items:
            if earlier.place.end.offset <= cut:
                kept.add(earlier)
        kept.add(finding)
        self._findings = kept

    # ── documents ──

    def _document(self) -> Node | None:
        self._next()  # the stream starts
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return None
        tree = self._top(self._next())
        self._next()  # the document ends
        event = self._next()
        if isinstance(event, yaml.DocumentStartEvent):
            start = self._index(event.start_mark)
            self._findings.error(
                "Y112",
                "A second document starts here, and a rule file holds one",
                self._source.place(start, min(start + 3, len(self._text))),
                help="Move it to a file of its own, or delete the `---` line",
            )
        return tree

    def _top(self, event: yaml.Event) -> Node | None:
        if isinstance(event, yaml.ScalarEvent) and event.value == "" and not event.style:
            self._error("Y101", "The file holds no settings", whole_file(self._source.file),
                        help="Start with `language: 1`, `title` and `extends: hasenpfeffer`")  # fmt: skip
            return None
        start = self._index(event.start_mark)
        tree = self._node(event, (), depth=0, prose=True)
        if isinstance(tree, Group):
            return tree
        joined = missing_space(self._source, start, tree.text) if isinstance(tree, Text) else None
        if joined is not None:
            self._findings.add(joined)
            return None
        at = self._source.place(start, min(start + 1, len(self._text)))
        if isinstance(tree, List):
            self._error(
                "S200",
                "A rule file is a group of `key: value` lines, and this one starts with a list",
                at,
                help="Remove the leading `- `" if self._text[start] == "-" else "Write `key: value` lines",
            )
        else:
            self._error(
                "S200",
                f"A rule file is a group of `key: value` lines, and this one is the text {quoted(tree.text)}",
                tree.place,
                help="Write `key: value` lines",
            )
        return None

    # ── nodes ──

    def _node(self, event: yaml.Event, path: Path, *, depth: int, prose: bool) -> Node:
        self._count_part(event)
        match event:
            case yaml.AliasEvent():
                return self._alias(event)
            case yaml.ScalarEvent():
                self._anchors.note(self._index(event.start_mark), event.anchor, event.tag)
                return self._scalar(event, path, prose=prose)
        assert isinstance(event, yaml.CollectionStartEvent)
        self._anchors.note(self._index(event.start_mark), event.anchor, event.tag)
        start, _ = self._span(event)
        if depth >= DEEPEST:
            self._too_deep(start)
        expanded_before = self._anchors.expanded
        in_brackets = self._text[start : start + 1] in ("[", "{")
        if in_brackets:
            self._open_brackets.append(start)
        node: Node
        if isinstance(event, yaml.SequenceStartEvent):
            node = self._list(event, path, depth + 1, prose=prose)
        else:
            node = self._group(event, path, depth + 1)
        if in_brackets:
            self._open_brackets.pop()
        self._anchors.note_size(event.anchor, self._anchors.expanded - expanded_before)
        return node

    def _alias(self, event: yaml.AliasEvent) -> Text:
        start, end = self._span(event)
        self._anchors.note_alias(start, event.anchor)
        self._last_text = (start, end)
        return Text(
            self._text[start:end], self._source.place(start, end), quoted=True, exact=False, doubtful=True
        )

    def _list(self, event: yaml.SequenceStartEvent, path: Path, depth: int, *, prose: bool) -> List:
        items: list[Node] = []
        while not isinstance(inner := self._next(), yaml.SequenceEndEvent):
            here = (*path, str(len(items)))
            item = self._node(inner, here, depth=depth, prose=prose)
            if _is_missing(item):
                at = self._index(inner.start_mark)
                self._error(
                    "Y116",
                    f"An item of the list {_named(path)} is empty",
                    self._source.place(max(at - 1, 0), at),
                    path=here,
                    help="Write its value, or remove the line",
                )
            items.append(item)
        if event.flow_style:
            items = self._commas.joined_items(items, path, self._findings)
        return List(tuple(items), self._collection_place(event, inner, items))

    def _group(self, event: yaml.CollectionStartEvent, path: Path, depth: int) -> Group:
        entries: list[Entry] = []
        first: dict[str, Entry] = {}
        cut: set[str] = set()
        while not isinstance(inner := self._next(), yaml.MappingEndEvent):
            key = self._key(inner, path, depth)
            value = self._node(self._next(), (*path, key.text), depth=depth, prose=key.text in PROSE)
            entry = Entry(key, value)
            has_value = not _is_missing(value)
            if not has_value:
                if event.flow_style and self._commas.was_cut(key, entries):
                    entries[-1] = self._commas.joined_again(entries[-1], key)
                    cut.add(entries[-1].key.text)
                    continue
                entry = self._without_value(key, path)
            if not key.quoted and key.text == "<<":
                self._anchors.note_merge_key(key.place.start.offset)
            elif entry.key.text in first:
                if has_value:
                    self._duplicate(first[entry.key.text], entry, path)
            else:
                first[entry.key.text] = entry
                entries.append(entry)
        for entry in entries:
            if entry.key.text in cut:
                self._commas.tell(entry, path, self._findings)
        place = self._collection_place(event, inner, [entry.value for entry in entries])
        return Group(tuple(entries), place)

    def _key(self, event: yaml.Event, path: Path, depth: int) -> Text:
        if isinstance(event, yaml.ScalarEvent):
            self._count_part(event)
            self._anchors.note(self._index(event.start_mark), event.anchor, event.tag)
            key = self._text_of(event)
            if not key.quoted and key.text[:1].isspace():
                self._error(
                    "Y110",
                    f"Line {key.place.start.line} is indented with a blank that is not a space"
                    f" (U+{ord(key.text[0]):04X})",
                    self._source.place(key.place.start.offset, key.place.start.offset + 1),
                    help="Use ordinary spaces, like the lines around it",
                )
            return key
        node = self._node(event, path, depth=depth, prose=False)
        self._error(
            "Y117", f"A key of {_named(path) or 'the file'} is not a text", node.place,
            help="Write a name before the colon",
        )  # fmt: skip
        return Text("", node.place, quoted=True, exact=False, doubtful=True)

    # ── texts ──

    def _scalar(self, event: yaml.ScalarEvent, path: Path, *, prose: bool) -> Text | Group:
        text = self._text_of(event)
        if text.quoted or prose or not text.text:
            return text
        start, end = text.place.start.offset, text.place.end.offset
        written = self._text[start:end]
        joined = missing_space(self._source, start, written)
        if joined is not None:
            self._findings.add(joined)
            split = split_at_colon(text, self._source)
            return text if split is None else Group((split,), text.place)
        if YAML_LINE_END.search(written):
            lines = text.place.end.line - text.place.start.line + 1
            self._error(
                "Y117",
                f"The text of {_named(path)} goes on over {lines} lines",
                text.place,
                path=path,
                help="Write it on one line, or put `>-` before it",
            )
            return text
        return check_plain_word(text, path, self._findings)

    def _text_of(self, event: yaml.ScalarEvent) -> Text:
        start, end = self._span(event)
        quoted_text = bool(event.style or event.tag)
        inside = 0
        if event.style in ("|", ">"):
            header = _BLOCK_HEADER.match(self._text, start)
            assert header is not None
            self._text_spans.append((start, end))
            end = max(header.end(), start + len(self._text[start:end].rstrip()))
            start = header.end() if header.end() < end else start
        else:
            inside = 1 if event.style else 0
            if self._source.position(start).line != self._source.position(end).line:
                self._text_spans.append((start, end))
        value = _PRESENTATION.sub("", unicodedata.normalize("NFC", event.value))
        exact = event.style not in ("|", ">") and self._text[start + inside : end - inside] == value
        self._last_text = (start, end)
        return Text(value, self._source.place(start, end), quoted=quoted_text, exact=exact, home=self._home)

    # ── findings ──

    def _error(
        self, code: str, message: str, place: Place, *, path: Path = (), label: str = "", help: str = "",
        related: tuple[Related, ...] = (),
    ) -> None:  # fmt: skip
        self._findings.error(
            code, message, place, path=".".join(path), label=label, help=help, related=related
        )

    def _without_value(self, key: Text, path: Path) -> Entry:
        """A key alone: told once, and put right where it is plain what was meant."""
        joined = None if key.quoted else missing_space(self._source, key.place.start.offset, key.text)
        if joined is not None:
            self._findings.add(joined)
            split = split_at_colon(key, self._source)
            if split is not None:
                return split
        elif not _ODD_INDENT.match(self._text, key.place.end.offset):
            self._error(
                "Y116",
                f"{quoted(key.text)} has no value",
                key.place,
                path=(*path, key.text),
                help="Write a value after the colon, or remove the line",
            )
        return Entry(key, Text("", key.place, quoted=True, exact=False, doubtful=True))

    def _duplicate(self, first: Entry, second: Entry, path: Path) -> None:
        name, where = quoted(second.key.text), f" in {_named(path)}" if path else ""
        line = first.key.place.start.line
        values = ""
        if isinstance(first.value, Text) and isinstance(second.value, Text):
            values = f": {quoted(first.value.text)} on line {line} and {quoted(second.value.text)} here"
        self._error(
            "Y111",
            f"{name} is set twice{where}{values}",
            second.key.place,
            path=(*path, second.key.text),
            related=(Related("set here first", first.key.place),),
            help="Keep one; many YAML readers silently take the last",
        )

    def _too_deep(self, start: int) -> None:
        depth = _bracket_depth(self._text)
        levels = f"{depth} levels" if depth > DEEPEST else f"more than {DEEPEST} levels"
        what = "Brackets are" if self._open_brackets else "Settings are"
        self._error(
            "Y106",
            f"{what} nested {levels} deep; the limit is {DEEPEST}",
            self._source.place(start, start + 1),
            help="Take them apart: nothing in a rule file needs more than 8",
        )
        raise _StopReading

    def _count_part(self, event: yaml.Event) -> None:
        self._parts += 1
        self._anchors.grow(1)
        if self._parts > MOST_PARTS:
            start = self._index(event.start_mark)
            self._error(
                "Y107",
                f"The file has more than {MOST_PARTS} settings and values",
                self._source.place(start, start),
                help="Check that this is the right file: a large game has about 1000",
            )
            raise _StopReading

    def _check_tabs(self) -> None:
        """Tabs that this YAML reader lets pass, inside brackets, and others do not."""
        found = [m for m in _TAB_INDENT.finditer(self._text) if not self._inside_text(m.start(1))]
        if found:
            self._findings.add(tab_finding(self._source, found[0].end(1) - 1, len(found) - 1))

    def _inside_text(self, offset: int) -> bool:
        index = bisect_right(self._text_spans, (offset, -1)) - 1
        return index >= 0 and offset < self._text_spans[index][1]

    # ── marks ──

    def _next(self) -> yaml.Event:
        return next(self._events)

    def _index(self, mark: object) -> int:
        index: int = mark.index  # type: ignore[attr-defined]
        return min(index, len(self._text))

    def _span(self, event: yaml.Event) -> tuple[int, int]:
        start, end = self._index(event.start_mark), self._index(event.end_mark)
        if self._text[start : start + 1] not in ("&", "!"):
            return start, end
        properties = _PROPERTIES.match(self._text, start)
        return (min(properties.end(), end) if properties else start), end

    def _collection_place(self, event: yaml.Event, last: yaml.Event, parts: list[Node]) -> Place:
        """From bracket to bracket, or from the first part of an indented collection to its last."""
        start, end = self._index(event.start_mark), self._index(last.end_mark)
        if parts and not getattr(event, "flow_style", False):
            end = parts[-1].place.end.offset
        return self._source.place(start, max(start, end))


def _is_missing(node: Node) -> bool:
    return isinstance(node, Text) and not node.quoted and node.text == ""


def _named(path: Path) -> str:
    return quoted(".".join(path)) if path else ""


def _bracket_depth(text: str) -> int:
    deepest = depth = 0
    for character in text:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest
