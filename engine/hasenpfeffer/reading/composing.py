"""YAML's events → a tree with places. Nothing is constructed: every plain text stays text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import yaml

from hasenpfeffer.reading.anchors import MOST_PARTS, Anchors
from hasenpfeffer.reading.commas import Commas
from hasenpfeffer.reading.diagnostic import Findings, Fix
from hasenpfeffer.reading.duplicates import removal, tell_duplicate, with_more
from hasenpfeffer.reading.events import events_of, index_of, scalar_of, span_of
from hasenpfeffer.reading.place import Place, whole_file
from hasenpfeffer.reading.slips.indentation import lines_beside
from hasenpfeffer.reading.slips.plain import colon_slips
from hasenpfeffer.reading.slips.whole import list_at_the_top, second_document
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.texts import Texts
from hasenpfeffer.reading.tree import Entry, Group, Home, List, Text, hole
from hasenpfeffer.reading.yaml_words import LISTS, PROSE

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
        self._texts = Texts(text, self.home, self.slips)
        self._commas = Commas(text.source)
        self._anchors = Anchors(text)

    def compose(self) -> Group | None:
        """The tree; raises `yaml.YAMLError` where YAML gives up, `StopReading` where a limit is reached."""
        try:
            tree = self._document()
        finally:
            self._anchors.tell(self.findings)
        if tree is not None:
            self.slips += self._texts.tabs()
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
                scalar = scalar_of(event, self._text)
                if prose:
                    return self._texts.prose(scalar)
                return self._texts.value(scalar, path, self.findings, in_brackets=self._in_brackets > 0)
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
        cut: dict[str, tuple[Entry, list[Text]]] = {}
        loose: dict[str, list[tuple[Text, yaml.Event]]] = {}
        incomplete = False
        while not isinstance(inner := self._next(), yaml.MappingEndEvent):
            key = self._key(inner, path, depth)
            value = self._node(self._next(), (*path, key.text), depth=depth, prose=key.text in PROSE)
            values.append(value)
            entry = Entry(key, value)
            if _is_missing(value):
                last = next(reversed(entries.values()), None)
                if event.flow_style and last is not None:
                    if self._commas.was_cut(key, last):
                        entries[last.key.text] = self._commas.joined_again(last, key)
                        cut.setdefault(last.key.text, (last, []))[1].append(key)
                        continue
                    if self._has_no_colon(key, inner) and self._commas.is_loose(key, last):
                        loose.setdefault(last.key.text, []).append((key, inner))
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
        incomplete |= self._behind_commas(entries, cut, loose, path)
        if path and not event.flow_style:
            self.slips += lines_beside(self._source, list(entries.values()))
        place = self._collection_place(event, inner, values)
        return Group(tuple(entries.values()), place, incomplete)

    def _behind_commas(
        self,
        entries: dict[str, Entry],
        cut: dict[str, tuple[Entry, list[Text]]],
        loose: dict[str, list[tuple[Text, yaml.Event]]],
        path: Path,
    ) -> bool:
        """Finds a place for what stands behind commas and has no colon. Whether any of it has none."""
        rests = [*cut.get("if", (None, []))[1], *(key for key, _ in loose.get("if", ()))]
        if list(entries) == ["if"] and len(rests) == 1:
            entries["if"], _ = cut.get("if", (entries["if"], []))
            entries["then"] = self._commas.then_at_last(entries["if"], rests[0], path, self.findings)
            return False
        for name in cut:
            self._commas.tell(entries[name], path, self.findings)
        incomplete = False
        for name, found in loose.items():
            if len(found) > 1 or name in LISTS:
                more = [key for key, _ in found]
                entries[name] = self._commas.as_list(entries[name], more, path, self.findings)
                continue
            for key, event in found:
                entry = self._without_value(key, event, path, in_brackets=True)
                entries.setdefault(key.text, entry)
                incomplete |= entry.key.doubtful
        return incomplete

    def _has_no_colon(self, key: Text, event: yaml.Event) -> bool:
        """Whether a key in brackets is a word by itself, and nothing else explains that it has no value."""
        start, end = self._span(event)
        return not (
            key.quoted
            or _COLON.match(self._text, end)
            or self._is_left_out(end, self._source.column(start))
            or colon_slips(self._source, start, end)
        )

    def _key(self, event: yaml.Event, path: Path, depth: int) -> Text:
        if isinstance(event, yaml.ScalarEvent):
            self._count_part(event)
            self._anchors.note(self._index(event.start_mark), event.anchor, event.tag)
            return self._texts.key(scalar_of(event, self._text))
        node = self._node(event, path, depth=depth, prose=False)
        self._error(
            "Y117", f"A key of {_named(path) or 'the file'} is not a text", node.place,
            help="Write a name before the colon",
        )  # fmt: skip
        return hole(node.place)

    # ── findings ──

    def _error(
        self, code: str, message: str, place: Place, *, path: Path = (), help: str = "",
        fixes: tuple[Fix, ...] = (),
    ) -> None:  # fmt: skip
        self.findings.error(code, message, place, path=".".join(path), help=help, fixes=fixes)

    def _without_value(self, key: Text, event: yaml.Event, path: Path, *, in_brackets: bool) -> Entry:
        """A key alone: told once, unless something that was left out was its value."""
        start, end = self._span(event)
        empty = hole(key.place)
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
        return self._marks.has_gap(
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
