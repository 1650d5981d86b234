"""YAML's events → a tree with places. Nothing is constructed: every plain text stays text."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import yaml

from hasenpfeffer.reading.anchors import MOST_PARTS, Anchors
from hasenpfeffer.reading.commas import Commas
from hasenpfeffer.reading.diagnostic import Edit, Findings, Fix
from hasenpfeffer.reading.duplicates import removal, tell_duplicate, with_more
from hasenpfeffer.reading.events import events_of, index_of, span_of
from hasenpfeffer.reading.place import Place, whole_file
from hasenpfeffer.reading.slips.colons import two_colons
from hasenpfeffer.reading.slips.indentation import below_its_key, item_in_a_text
from hasenpfeffer.reading.slips.plain import (
    colon_slips,
    comment_slip,
    dash_slip,
    odd_blanks,
    typographic_quotes,
    unopened,
)
from hasenpfeffer.reading.slips.tabs import TAB_INDENT, tab_slip
from hasenpfeffer.reading.slips.whole import list_at_the_top, second_document
from hasenpfeffer.reading.source import YAML_LINE_END
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Entry, Group, Home, List, Text
from hasenpfeffer.reading.yaml_words import PROSE, check_plain_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hasenpfeffer.reading.marks import Marks
    from hasenpfeffer.reading.readable import Readable
    from hasenpfeffer.reading.slips.slip import Slip
    from hasenpfeffer.reading.tree import Node, Path

DEEPEST: Final = 32
"""Groups and lists inside each other."""

_MOST_DUPLICATES = 500
"""Settings written twice that are told one by one; more than a report ever shows."""
_PRESENTATION = re.compile("[\ufe0e\ufe0f]")
_BLOCK_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n|\n|\r)?(?:[ \t]*(?:\r\n|\n|\r))*[ \t]*")
_COLON = re.compile(r"\s*:")
_BLANK = re.compile(r"(?::|[ \t\r\n]|#[^\r\n]*)*")


class StopReading(Exception):
    """Raised after a finding that leaves no tree to go on with."""


class Composer:
    """Builds the tree of one text, once.

    `findings` are what it finds on the way, `slips` what has to be mended in the text before it is worth
    building again.
    """

    def __init__(self, text: Readable, marks: Marks) -> None:
        self.findings = Findings()
        self.slips: list[Slip] = []
        self.home = Home(text.source)
        self._source = text
        self._text = text.text
        self._marks = marks
        self._events: Iterator[yaml.Event] = events_of(text.text)
        self._parts = 0
        self._in_brackets = 0
        self._duplicates = 0
        self._text_spans: list[tuple[int, int]] = []
        self._commas = Commas(text.source)
        self._anchors = Anchors(text)

    def compose(self) -> Group | None:
        """The tree; raises `yaml.YAMLError` where YAML gives up, `StopReading` where a limit is reached."""
        try:
            tree = self._document()
        finally:
            self._anchors.tell(self.findings)
        if tree is not None:
            self._check_tabs()
        return tree

    # ── documents ──

    def _document(self) -> Group | None:
        self._next()  # the stream starts
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return None
        tree = self._top(self._next())
        self._next()  # the document ends
        event = self._next()
        if isinstance(event, yaml.DocumentStartEvent):
            return self._second(tree, self._index(event.start_mark))
        return tree

    def _second(self, tree: Group | None, start: int) -> Group | None:
        """The first of two documents; a second one that sets other keys is a part of it."""
        first, self.findings = self.findings, Findings()
        more = self._top(self._next())
        is_part = tree is not None and more is not None and not {*tree.keys()} & {*more.keys()}
        self.findings = first
        slip = second_document(self._source, start, is_part=is_part)
        if is_part:
            self.slips.append(slip)
        else:
            self.findings.add(slip.with_fix(self._source, slip.ways[0]))
        return tree

    def _top(self, event: yaml.Event) -> Group | None:
        if isinstance(event, yaml.ScalarEvent) and event.value == "" and not event.style:
            self.findings.error("Y101", "The file holds no settings", whole_file(self._source.source.file),
                        help="Start with `language: 1`, `title` and `extends: hasenpfeffer`")  # fmt: skip
            return None
        start = self._index(event.start_mark)
        slips = len(self.slips)
        tree = self._node(event, (), depth=0, prose=isinstance(event, yaml.ScalarEvent))
        if isinstance(tree, Group):
            return tree
        if isinstance(tree, Text):
            self.slips += colon_slips(self._source, *self._span(event))
        if len(self.slips) > slips:
            return None
        slip = list_at_the_top(self._source, start, tree)
        if slip.ways:
            self.slips.append(slip)
        elif not self._marks.doubts:
            self.findings.add(slip.finding)
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
        self._in_brackets += in_brackets
        node: Node
        if isinstance(event, yaml.SequenceStartEvent):
            node = self._list(event, path, depth + 1, prose=prose)
        else:
            node = self._group(event, path, depth + 1)
        self._in_brackets -= in_brackets
        self._anchors.note_size(event.anchor, self._anchors.expanded - expanded_before)
        return node

    def _alias(self, event: yaml.AliasEvent) -> Text:
        start, end = self._span(event)
        self._anchors.note_alias(start, event.anchor)
        place = self._source.place(start, end)
        return Text(self._text[start:end], place, quoted=True, exact=False, doubtful=True)

    def _list(self, event: yaml.SequenceStartEvent, path: Path, depth: int, *, prose: bool) -> List:
        items: list[Node] = []
        incomplete = False
        while not isinstance(inner := self._next(), yaml.SequenceEndEvent):
            here = (*path, str(len(items)))
            item = self._node(inner, here, depth=depth, prose=prose)
            if _is_missing(item):
                incomplete = True
                self._empty_item(self._index(inner.start_mark), here)
                continue
            items.append(item)
        if event.flow_style:
            items = self._commas.joined_items(items, path, self.findings)
        return List(tuple(items), self._collection_place(event, inner, items), incomplete)

    def _empty_item(self, at: int, path: Path) -> None:
        if self._is_left_out(at, -1):
            return
        self._error(
            "Y116",
            f"An item of the list {_named(path[:-1])} is empty",
            self._source.place(max(at - 1, 0), at),
            path=path,
            help="Write its value, or remove the line",
        )

    def _group(self, event: yaml.CollectionStartEvent, path: Path, depth: int) -> Group:
        entries: dict[str, Entry] = {}
        values: list[Node] = []
        cut: set[str] = set()
        incomplete = False
        while not isinstance(inner := self._next(), yaml.MappingEndEvent):
            key = self._key(inner, path, depth)
            value = self._node(self._next(), (*path, key.text), depth=depth, prose=key.text in PROSE)
            values.append(value)
            entry = Entry(key, value)
            if _is_missing(value):
                last = next(reversed(entries.values()), None)
                if event.flow_style and last is not None and self._commas.was_cut(key, last):
                    entries[last.key.text] = self._commas.joined_again(last, key)
                    cut.add(last.key.text)
                    continue
                entry = self._without_value(key, inner, path, in_brackets=bool(event.flow_style))
                incomplete |= entry.key.doubtful
            if not key.quoted and key.text == "<<":
                self._anchors.note_merge_key(self._index(inner.start_mark))
                incomplete = True
            elif key.text in entries:
                first = entries[key.text]
                self._duplicates += 1
                if not _is_missing(value) and self._duplicates <= _MOST_DUPLICATES:
                    tell_duplicate(self._source.source, first, entry, path, self.findings)
                entries[key.text] = with_more(first, entry)
            else:
                entries[key.text] = entry
        for name in cut:
            self._commas.tell(entries[name], path, self.findings)
        if path and not event.flow_style:
            self._note_lines_beside(list(entries.values()))
        place = self._collection_place(event, inner, values)
        return Group(tuple(entries.values()), place, incomplete)

    def _note_lines_beside(self, entries: list[Entry]) -> None:
        """Short lines right after a key without a value, in a group of groups: they belong below it."""
        if not any(_is_block(entry) for entry in entries):
            return
        opener: Entry | None = None
        beside: list[int] = []
        for entry in [*entries, None]:
            line = entry.key.place.start.line if entry else 0
            expected = (beside or [opener.key.place.start.line])[-1] + 1 if opener else 0
            if entry and opener and line == expected and _is_short(entry):
                beside.append(line)
                continue
            if opener and beside:
                first = opener.key.place.start.line
                self.slips.append(below_its_key(self._source, first, beside[0], beside[-1]))
            is_empty = entry is not None and isinstance(entry.value, Text) and entry.value.home is None
            opener = entry if entry and is_empty and entry.value.place == entry.key.place else None
            beside = []

    def _key(self, event: yaml.Event, path: Path, depth: int) -> Text:
        if isinstance(event, yaml.ScalarEvent):
            self._count_part(event)
            self._anchors.note(self._index(event.start_mark), event.anchor, event.tag)
            key = self._text_of(event)
            if not key.quoted:
                self.slips += filter(None, [two_colons(self._source, *self._span(event))])
                self._note_odd_signs(*self._span(event))
            return key
        node = self._node(event, path, depth=depth, prose=False)
        self._error(
            "Y117", f"A key of {_named(path) or 'the file'} is not a text", node.place,
            help="Write a name before the colon",
        )  # fmt: skip
        return Text("", node.place, quoted=True, exact=False, doubtful=True)

    # ── texts ──

    def _scalar(self, event: yaml.ScalarEvent, path: Path, *, prose: bool) -> Text:
        text = self._text_of(event)
        start, end = self._span(event)
        if prose and not text.quoted and text.text[-1:] == '"':
            self.slips += filter(None, [unopened(self._source, start, end)])
        if event.tag and not prose:
            return replace(text, doubtful=True)
        if prose or text.quoted or not text.text:
            return text
        slips = len(self.slips)
        dash = None if self._in_brackets else dash_slip(self._source, start)
        self.slips += [dash] if dash else colon_slips(self._source, start, end)
        if len(self.slips) == slips:
            self.slips += filter(None, [comment_slip(self._source, start, end)])
        if len(self.slips) == slips:
            self._note_odd_signs(start, end)
        if len(self.slips) > slips:
            return replace(text, doubtful=True)
        if YAML_LINE_END.search(self._text, start, end):
            return self._over_lines(text, start, end, path)
        return check_plain_word(text, path, self.findings)

    def _over_lines(self, text: Text, start: int, end: int, path: Path) -> Text:
        slip = None if self._in_brackets else item_in_a_text(self._source, start, end)
        if slip is not None:
            self.slips.append(slip)
        else:
            lines = text.place.end.line - text.place.start.line + 1
            self._error(
                "Y117",
                f"The text of {_named(path)} goes on over {lines} lines",
                text.place,
                path=path,
                help="Write it on one line, or put `>-` before it",
                fixes=self._on_one_line(text),
            )
        return replace(text, doubtful=True)

    def _on_one_line(self, text: Text) -> tuple[Fix, ...]:
        if text.home is None:
            return ()
        return (Fix("Write it on one line", (Edit(text.place, text.text),), is_safe=False),)

    def _note_odd_signs(self, start: int, end: int) -> None:
        """Slips of a plain text in which a sign only looks like the one that is meant."""
        for find in (odd_blanks, typographic_quotes, unopened):
            if slip := find(self._source, start, end):
                self.slips.append(slip)
                return

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
            if self._source.line(start) != self._source.line(end):
                self._text_spans.append((start, end))
        value = _PRESENTATION.sub("", unicodedata.normalize("NFC", event.value))
        exact = event.style not in ("|", ">") and self._text[start + inside : end - inside] == value
        home = self.home if self._source.is_exact(start, end) else None
        exact = exact and home is not None
        return Text(value, self._source.place(start, end), quoted=quoted_text, exact=exact, home=home)

    # ── findings ──

    def _error(
        self, code: str, message: str, place: Place, *, path: Path = (), help: str = "",
        fixes: tuple[Fix, ...] = (),
    ) -> None:  # fmt: skip
        self.findings.error(code, message, place, path=".".join(path), help=help, fixes=fixes)

    def _without_value(self, key: Text, event: yaml.Event, path: Path, *, in_brackets: bool) -> Entry:
        """A key alone: told once, unless something that was left out was its value."""
        start, end = self._span(event)
        empty = Text("", key.place, quoted=True, exact=False, doubtful=True)
        if self._is_left_out(end, self._source.column(start)):
            return Entry(key, empty)
        slips = [] if key.quoted else colon_slips(self._source, start, end)
        self.slips += slips
        if slips:
            return Entry(replace(key, doubtful=True), empty)
        if in_brackets and not key.quoted and not _COLON.match(self._text, end):
            self._error(
                "Y116",
                f"{quoted(key.text)} has no colon and no value",
                key.place,
                path=(*path, key.text),
                help="Write a setting as `key: value`",
            )
            return Entry(replace(key, doubtful=True), empty)
        self._error(
            "Y116",
            f"{quoted(key.text)} has no value",
            key.place,
            path=(*path, key.text),
            help="Write a value after the colon, or remove the line",
            fixes=removal(self._source.source, Entry(key, empty), f"Remove {quoted(key.text)}"),
        )
        return Entry(key, empty)

    def _is_left_out(self, end: int, column: int) -> bool:
        """Whether something deeper than a column was left out between an offset and what follows."""
        blank = _BLANK.match(self._text, end)
        assert blank is not None
        return self._marks.has_hole(
            self._source.written(end, as_end=True),
            self._source.written(blank.end()),
            column,
            self._source.source,
        )

    def _too_deep(self, start: int) -> None:
        depth = _bracket_depth(self._text)
        levels = f"{depth} levels" if depth > DEEPEST else f"more than {DEEPEST} levels"
        what = "Brackets are" if self._in_brackets else "Settings are"
        self._error(
            "Y106",
            f"{what} nested {levels} deep; the limit is {DEEPEST}",
            self._source.place(start, start + 1),
            help="Take them apart: nothing in a rule file needs more than 8",
        )
        raise StopReading

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
            raise StopReading

    def _check_tabs(self) -> None:
        """Tabs that this YAML reader lets pass, inside brackets, and others do not."""
        found = [m.start(1) for m in TAB_INDENT.finditer(self._text) if not self._inside_text(m.start(1))]
        if found:
            self.slips.append(tab_slip(self._source, [self._source.line(at) for at in found]))

    def _inside_text(self, offset: int) -> bool:
        index = bisect_right(self._text_spans, (offset, -1)) - 1
        return index >= 0 and offset < self._text_spans[index][1]

    # ── marks ──

    def _next(self) -> yaml.Event:
        return next(self._events)

    def _index(self, mark: object) -> int:
        return min(index_of(mark), len(self._text))

    def _span(self, event: yaml.Event) -> tuple[int, int]:
        return span_of(event, self._text)

    def _collection_place(self, event: yaml.Event, last: yaml.Event, parts: list[Node]) -> Place:
        """From bracket to bracket, or from the first part of an indented collection to its last."""
        start, end = self._index(event.start_mark), self._index(last.end_mark)
        place = self._source.place(start, max(start, end))
        if parts and not getattr(event, "flow_style", False):
            return Place(place.file, place.start, max(place.start, parts[-1].place.end))
        return place


def _is_missing(node: Node) -> bool:
    return isinstance(node, Text) and not node.quoted and node.text == ""


def _is_block(entry: Entry) -> bool:
    """Whether a value stands below its key."""
    return not isinstance(entry.value, Text) and entry.value.place.start.line > entry.key.place.start.line


def _is_short(entry: Entry) -> bool:
    """Whether a setting stands on one line with its value."""
    has_value = entry.value.place != entry.key.place
    return has_value and entry.key.place.start.line == entry.value.place.end.line


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
