"""Every small change of meaning that can be made to a rule file, as a change of its text."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.reading.tree import Entry, Group, List, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.reading.tree import Node, Path


class Edit(NamedTuple):
    """One change: `text` instead of what stands between two offsets. `kind` is what was done, in two words."""

    kind: str
    path: Path
    start: int
    end: int
    text: str

    @property
    def section(self) -> str:
        return self.path[0]


NOT_RULES: Final = frozenset({"language", "title", "summary", "extends", "cases", "abstract"})
PROSE: Final = frozenset({"about", "words", "code", "sign", "colour", "do"})
ORDERED: Final = frozenset({"steps", "calls", "scoring"})
"""Groups in which the order of the entries means something."""
OF_CARDS: Final = frozenset({"ranking", "card names", "deck"})
"""Sections in which numbers are mostly ranks."""

_RESERVED = "and|or|not|if|then|else|of|is|are|has|among|where|unless|except|but|mod|by"
_WORD = rf"(?!(?:{_RESERVED})(?![\w'’]))"
_NAME = re.compile(
    rf"(?<![\w'’]){_WORD}[^\W\d_](?:[^\W_]|['’])*(?: +{_WORD}(?:[^\W_]|['’])+)*(?![\w'’])(?! *\()"
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w])")
_SIGN = re.compile(r"<=|>=|!=|=|<|>")
_CHAIN = re.compile(r"[^>]+")

SIGNS: Final = {
    ">=": ("<", ">", "<=", "="),
    "<=": (">", "<", ">=", "="),
    ">": ("<=", ">=", "<"),
    "<": (">=", "<=", ">"),
    "=": ("!=", ">", "<"),
    "!=": ("=",),
}

_PAIRS: Final = (
    *(("most", "fewest"), ("highest", "lowest"), ("all", "any"), ("at least", "at most")),
    *(("declarers", "defenders"), ("declarer", "dealer"), ("left", "right"), ("and", "or")),
    *(("is not", "is"), ("first wins", "last wins"), ("beats everything", "beats nothing")),
    *(("yes", "no"), ("trump", "plain"), ("team", "seat"), ("nobody", "seats"), ("me", "dealer")),
    *((" + ", " - "), (" * ", " + "), (" // ", " * ")),
    *(("clockwise", "anticlockwise"), ("opposite", "alternate"), ("share", "play on")),
    *(("in", "out"), ("up", "down"), ("tricks", "points"), ("score", "this deal")),
)
OPPOSITES: Final = tuple(
    (re.compile(re.escape(one) if one.startswith(" ") else rf"(?<![\w'’]){re.escape(one)}(?![\w'’])"), other)
    for pair in _PAIRS
    for one, other in (pair, pair[::-1])
)

_JOINING: Final = frozenset(["is", "is not", "and", "or", "all", "any", " + ", " - ", " * ", " // "])
"""Words that are no names."""

_KEYS: Final = (
    *(("gets", "loses"), ("wins", "loses"), ("before", "after"), ("above", "below"), ("lead", "follow")),
    *(("trump", "plain"), ("caller", "holder"), ("from", "to"), ("add", "set"), ("who", "from")),
)
KEYS: Final = tuple((one, other) for pair in _KEYS for one, other in (pair, pair[::-1]))


def edits(source: Source, tree: Group, kinds: Mapping[str, str]) -> list[Edit]:
    """All of them, in order of the file. `kinds` says of names of what kind they are."""
    by_kind: dict[str, list[str]] = {}
    for name, kind in kinds.items():
        by_kind.setdefault(kind, []).append(name)
    maker = _Maker(source, kinds, by_kind)
    found: list[Edit] = []
    for entry in tree:
        if entry.key.text not in NOT_RULES:
            found += maker.below(entry.value, (entry.key.text,))
    return found


class _Maker:
    def __init__(
        self, source: Source, kinds: Mapping[str, str], by_kind: Mapping[str, Sequence[str]]
    ) -> None:
        self._text = source.text
        self._source = source
        self._kinds = kinds
        self._by_kind = by_kind

    def below(self, node: Node, path: Path) -> Iterator[Edit]:
        match node:
            case Text():
                yield from self._in_text(node, path)
            case List():
                yield from self._in_list(node, path)
                for index, item in enumerate(node.items):
                    yield from self.below(item, (*path, str(index)))
            case Group():
                yield from self._in_group(node, path)
                for entry in node:
                    if entry.key.text not in PROSE:
                        yield from self.below(entry.value, (*path, entry.key.text))

    # ------------------------------------------------------------ formulas

    def _in_text(self, node: Text, path: Path) -> Iterator[Edit]:
        start = node.place.start.offset + node.quoted
        if self._text[start : start + len(node.text)] != node.text:
            return
        for kind, at, end, text in self._changes(node.text, path):
            if node.text[at:end] != text:
                yield Edit(kind, path, start + at, start + end, text)

    def _changes(self, text: str, path: Path) -> Iterator[tuple[str, int, int, str]]:
        if path[0] not in OF_CARDS:
            yield from _numbers(text)
        for match in _SIGN.finditer(text):
            if ">" not in match[0] or not self._is_chain(text):
                for sign in SIGNS[match[0]]:
                    yield "sign compared", *match.span(), sign
        names = {match.span() for match in _NAME.finditer(text)}
        for pattern, other in OPPOSITES if path[0] != "remove" else ():
            for match in pattern.finditer(text):
                if match.span() in names or match[0] in _JOINING:
                    yield "opposite word", *match.span(), other
        yield from self._names(text)
        if self._is_chain(text):
            yield from _chain(text)
        yield from _left_out(text)
        if path[-1] in ("if", "wins", "stop when", "allowed", "made"):
            whole = text.removeprefix("not ") if text.startswith("not ") else f"not ({text})"
            yield "condition turned", 0, len(text), whole

    def _is_chain(self, text: str) -> bool:
        return bool(re.search(r"(?:[AKQJ]|\d|joker|\w) > (?:[AKQJ0-9]|\w)", text)) and not re.search(
            r"\b(?:of declarers|score|tricks|number|points)\b", text
        )

    def _names(self, text: str) -> Iterator[tuple[str, int, int, str]]:
        found = [match for match in _NAME.finditer(text) if match[0] in self._kinds]
        for match in found:
            for other in self._by_kind[self._kinds[match[0]]]:
                if other != match[0]:
                    yield "another name", *match.span(), other
        for one, two in pairwise(found):
            if one[0] != two[0] and self._kinds[one[0]] == self._kinds[two[0]]:
                swapped = f"{two[0]}{text[one.end() : two.start()]}{one[0]}"
                yield "names swapped", one.start(), two.end(), swapped

    # ------------------------------------------------------------ lists and groups

    def _in_list(self, node: List, path: Path) -> Iterator[Edit]:
        spans = [_span(item) for item in node.items]
        for index, (start, end) in enumerate(spans):
            stretch = self._stretch(node, spans, index)
            if stretch is not None and len(spans) > 1:
                yield Edit("item dropped", path, *stretch, "")
            if self._is_flow(node):
                yield Edit("item doubled", path, end, end, f", {self._text[start:end]}")
        for (start, end), (other, last) in pairwise(spans):
            one, two = self._text[start:end], self._text[other:last]
            if one != two and "\n" not in one + two:
                yield Edit("items swapped", path, start, last, f"{two}{self._text[end:other]}{one}")

    def _in_group(self, node: Group, path: Path) -> Iterator[Edit]:
        spans = [_entry_span(entry) for entry in node]
        for index, entry in enumerate(node):
            stretch = self._stretch(node, spans, index)
            if stretch is not None and len(spans) > 1 and entry.key.text not in PROSE:
                kind = "condition dropped" if entry.key.text == "if" else "entry dropped"
                yield Edit(kind, (*path, entry.key.text), *stretch, "")
            for key, other in KEYS:
                if entry.key.text == key and other not in node.keys():
                    place = entry.key.place
                    yield Edit("other key", (*path, key), place.start.offset, place.end.offset, other)
        for one, two in pairwise(node):
            yield from self._swapped(one, two, path)

    def _swapped(self, one: Entry, two: Entry, path: Path) -> Iterator[Edit]:
        if isinstance(one.value, Text) and isinstance(two.value, Text):
            (start, end), (other, last) = _span(one.value), _span(two.value)
            text = f"{self._text[other:last]}{self._text[end:other]}{self._text[start:end]}"
            if text != self._text[start:last] and not {one.key.text, two.key.text} & PROSE:
                yield Edit("values swapped", (*path, one.key.text), start, last, text)
        if path[-1] in ORDERED:
            (start, end), (other, last) = _entry_span(one), _entry_span(two)
            text = f"{self._text[other:last]}{self._text[end:other]}{self._text[start:end]}"
            yield Edit("order swapped", (*path, one.key.text), start, last, text)

    def _is_flow(self, node: Group | List) -> bool:
        return self._text[node.place.start.offset : node.place.start.offset + 1] in ("{", "[")

    def _stretch(
        self, node: Group | List, spans: Sequence[tuple[int, int]], index: int
    ) -> tuple[int, int] | None:
        """What to cut so that one entry is gone; None where that would break the lines."""
        start, end = spans[index]
        if self._is_flow(node):
            if index + 1 < len(spans):
                return start, spans[index + 1][0]
            return (spans[index - 1][1], end) if index else (start, end)
        line = self._text.rfind("\n", 0, start) + 1
        lead = self._text[line:start]
        if lead.strip() not in (("-",) if isinstance(node, List) else ("",)):
            return None
        stop = self._text.find("\n", end)
        return line, len(self._text) if stop < 0 else stop + 1


def _span(node: Node) -> tuple[int, int]:
    return node.place.start.offset, node.place.end.offset


def _entry_span(entry: Entry) -> tuple[int, int]:
    return entry.key.place.start.offset, entry.value.place.end.offset


def _numbers(text: str) -> Iterator[tuple[str, int, int, str]]:
    for match in _NUMBER.finditer(text):
        number = int(match[0])
        for other in (number + 1, number - 1, number * 2, 0, -number):
            if other != number:
                yield "number", *match.span(), str(other)


def _chain(text: str) -> Iterator[tuple[str, int, int, str]]:
    """A ranking with two neighbours swapped, one left out, or one doubled."""
    links = list(_CHAIN.finditer(text))
    for index, link in enumerate(links):
        start = links[index - 1].end() if index else 0
        end = link.end() if index else links[1].start() if len(links) > 1 else link.end()
        yield "card dropped", start, end, ""
        yield "card doubled", link.end(), link.end(), f" > {link[0].strip()}"
    for one, two in pairwise(links):
        yield "cards swapped", one.start(), two.end(), f" {two[0].strip()} > {one[0].strip()} "


def _left_out(text: str) -> Iterator[tuple[str, int, int, str]]:
    """A formula without its `not`, its `else`, or one of its parts."""
    for match in re.finditer(r"\bnot ", text):
        yield "not dropped", *match.span(), ""
    for match in re.finditer(r" or else [^()]+?(?= or else |$)", text):
        yield "else dropped", *match.span(), ""
    for match in re.finditer(r"(?:^|(?<=\())[^()]+? or else ", text):
        yield "else dropped", *match.span(), ""
    if choice := re.fullmatch(r"if (.+?) then (.+?) else (.+)", text):
        yield "else dropped", 0, len(text), choice[2]
        yield "else dropped", 0, len(text), choice[3]
    for match in re.finditer(r" (?:and|or|but at least|but at most|except|where) [^()]+$", text):
        yield "part dropped", *match.span(), ""
    for match in re.finditer(r"^[^()]+? (?:and|or) (?!else)", text):
        yield "part dropped", *match.span(), ""
    for match in re.finditer(r" (?:\+|-|\*|//) [^()+*/-]+(?= [+*/-]|$)", text):
        yield "part dropped", *match.span(), ""
