"""The usual fixes, each from one line of a check: write a word otherwise, take something out, put something in.

Whatever cannot be placed exactly in the file as it is written gets no fix.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from hasenpfeffer.reading.diagnostic import Edit, Fix
from hasenpfeffer.reading.place import Place, Position
from hasenpfeffer.reading.source import LINE_END
from hasenpfeffer.reading.suggest import is_sure, nearest, quoted
from hasenpfeffer.reading.tree import Entry, Group, List, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hasenpfeffer.reading.source import Source
    from hasenpfeffer.reading.tree import Node

Fixes: TypeAlias = tuple[Fix, ...]
"""One fix or none: what a helper of this module gives."""

_PLAIN: Final = re.compile(r"[^\W_](?:[\w '’.+<>=/*()-]*[\w'’)])?\Z")
"""Words that need no quotes, wherever they stand."""
_COMMENT: Final = re.compile(r"[ ]*#")
_FOR_TOOLS: Final = re.compile(r"#\s*(yaml-language-server:|!|hasenpfeffer:\s*ignore-file)")
_FOR_A_LINE: Final = re.compile(r"#\s*hasenpfeffer:\s*ignore\[")


# --- a word written otherwise


def respell(place: Place, old: str, new: str | None, *, safe: bool = False, whole: bool = False) -> Fixes:
    """`new` for the word `old` at a place, if `old` is what is written there: by itself, or as a `whole` value,
    which may stand in quotes."""
    if not new or new == old:
        return ()
    length = place.end.offset - place.start.offset
    if whole and length == len(old) + 2:
        place = Place(place.file, _later(place.start, 1), _later(place.end, -1))
    elif length != len(old):
        return ()
    return (Fix(f"Write {quoted(new)}", (Edit(place, new),), safe),)


def _later(position: Position, by: int) -> Position:
    return Position(position.line, position.column + by, position.offset + by)


def instead(place: Place, other: Place | None, new: str, *, safe: bool = False) -> Fixes:
    """`new` for a part of a formula. That the formula has another part, around it or in it, with a place of its
    own shows that places in it are exact."""
    if other is None or place == other or not (_holds(place, other) or _holds(other, place)):
        return ()
    return (Fix(f"Write {quoted(new)}", (Edit(place, new),), safe),)


def _holds(whole: Place, part: Place) -> bool:
    return whole.file == part.file and whole.start <= part.start <= part.end <= whole.end


def meant(place: Place, word: str, choices: Iterable[str], *, whole: bool = False) -> Fixes:
    """The choice that a word was probably meant to be; safe if it can only have been that."""
    choices = tuple(choices)
    return respell(place, word, nearest(word, choices), safe=is_sure(word, choices), whole=whole)


def rewrite(text: Text, new: str | None, *, safe: bool = False) -> Fixes:
    """`new` for the whole of a key or a value, in the quotes that it has or needs."""
    if new is None or text.home is None or _is_block_text(text):
        return ()
    if _PLAIN.match(new):
        sign = _written(text)[:1] if text.quoted and text.exact else ""
        edit = Edit(text.place, f"{sign}{new}{sign}")
        return (Fix(f"Write {quoted(new)}", (edit,), safe),) if edit.text != _written(text) else ()
    if '"' in new or "\\" in new or not new.isprintable():
        return ()
    return (Fix(f"Write {quoted(new)}", (Edit(text.place, f'"{new}"'),), safe),)


def meant_text(text: Text, choices: Iterable[str]) -> Fixes:
    """Like `meant`, for the whole of a key or a value."""
    choices = tuple(choices)
    return rewrite(text, nearest(text.text, choices), safe=is_sure(text.text, choices))


def unquote(text: Text) -> Fixes:
    """A value without its quotes."""
    if not (text.quoted and text.exact) or text.home is None:
        return ()
    return (Fix(f"Write {quoted(text.text)} without quotes", (Edit(text.place, text.text),)),)


def as_list(text: Text) -> Fixes:
    """A value in the brackets of a list that has only this."""
    if text.home is None or _is_block_text(text) or not (text.quoted or _PLAIN.match(text.text)):
        return ()
    return (Fix(f"Write {quoted(f'[{_written(text)}]')}", (Edit(text.place, f"[{_written(text)}]"),)),)


# --- something taken out


def remove(node: Node, *, safe: bool = False, title: str = "") -> Fixes:
    """Takes an entry out of its group (give its key) or an item out of its list, with its whole lines.

    A list or group that would be empty goes with it. Comments of its own go too: those that stand directly
    above it, as far in as it does, unless the next line is a part of its own that they may head as well.
    """
    first = _first_text(node)
    if first is None or first.home is None or first.home.tree is None:
        return ()
    way = _way_to(first.home.tree, node.place)
    edit = _cut(way, first.home.source) if way else None
    if edit is None:
        return ()
    part = way[-1]
    named = part.entry.key.text if part.entry is not None else first.text
    return (Fix(title or f"Remove {quoted(named)}", (edit,), safe),)


def remove_at(trees: Iterable[Group], place: Place, *, safe: bool = False, title: str = "") -> Fixes:
    """Like `remove`, for whatever stands at a place in one of several files: a key, its value, or an item."""
    tree = next((tree for tree in trees if tree.place.file == place.file), None)
    way = _way_to(tree, place) if tree is not None else []
    if not way:
        return ()
    part = way[-1]
    return remove(part.entry.key if part.entry is not None else part.node, safe=safe, title=title)


# --- something put in


def insert(beside: Node, key: str, value: str, *, safe: bool = False) -> Fixes:
    """Writes `key: value` as the last line of the group in which the key `beside` stands."""
    first = _first_text(beside)
    if first is None or first.home is None or first.home.tree is None:
        return ()
    way = _way_to(first.home.tree, beside.place)
    if not way or not isinstance(way[-1].within, Group):
        return ()
    return insert_into(way[-1].within, key, value, safe=safe)


def insert_into(group: Group, key: str, value: str, *, safe: bool = False) -> Fixes:
    """Writes `key: value` as the last line of a group that stands in one file."""
    if not group.entries:
        return ()
    last = group.entries[-1]
    if (home := last.key.home) is None or any(entry.key.home is not home for entry in group):
        return ()
    source, at = home.source, last.value.place.end.offset
    line = f"{key}: {value}"
    if _is_flow(group, source):
        if isinstance(last.value, Text) and not last.value.text and not last.value.quoted:
            return ()
        edit = Edit(source.place(at, at), f", {line}")
    else:
        if _is_flow_around(first := group.entries[0].key, source):
            return ()
        at = _line_end(source.text, max(at, last.key.place.end.offset))
        edit = Edit(source.place(at, at), f"\n{' ' * (first.place.start.column - 1)}{line}")
    return (Fix(f"Add {quoted(line)}", (edit,), safe),)


# --- where things stand


@dataclass(frozen=True, slots=True)
class _Part:
    """An entry or an item, with what it stands in; `node` is the value of the entry."""

    within: Group | List
    index: int
    node: Node
    entry: Entry | None = None

    @property
    def start(self) -> int:
        return (self.entry.key if self.entry is not None else self.node).place.start.offset

    @property
    def end(self) -> int:
        end = self.node.place.end.offset
        return max(end, self.entry.key.place.end.offset) if self.entry is not None else end


def _part(node: Group | List, index: int) -> _Part:
    if isinstance(node, List):
        return _Part(node, index, node.items[index])
    entry = node.entries[index]
    return _Part(node, index, entry.value, entry)


def _count(node: Group | List) -> int:
    return len(node.items if isinstance(node, List) else node.entries)


def _begins_at(part: Node | Entry) -> int:
    return (part.key if isinstance(part, Entry) else part).place.start.offset


def _way_to(tree: Node, place: Place) -> list[_Part]:
    """The parts from the top down to the one whose key, value or item stands at a place; empty if none does."""
    if isinstance(tree, Text):
        return []
    parts = tree.items if isinstance(tree, List) else tree.entries
    found = bisect_right(parts, place.start.offset, key=_begins_at) - 1
    if found >= 0:
        part = _part(tree, found)
        if place.start.offset > part.end:
            return []
        if place == part.node.place or (part.entry is not None and place == part.entry.key.place):
            deeper = _way_to(part.node, place) if part.entry is None else []
            return [part, *deeper]
        if below := _way_to(part.node, place):
            return [part, *below]
    return []


def _first_text(node: Node) -> Text | None:
    match node:
        case Text():
            return node
        case List(items=items):
            return _first_text(items[0]) if items else None
        case Group(entries=entries):
            return entries[0].key if entries else None


def _cut(way: Sequence[_Part], source: Source) -> Edit | None:
    """The stretch to take out, or None where it cannot be told."""
    part = way[-1]
    count = _count(part.within)
    if count == 1:
        return _cut(way[:-1], source) if len(way) > 1 else None
    if _is_flow(part.within, source):
        start, end = _in_brackets(part, source.text)
        return Edit(source.place(start, end), "")
    dash = _dash_before(source.text, part.start) if isinstance(part.within, List) else part.start
    if dash is None:
        return None
    line = source.line_starts[source.position(dash).line - 1]
    if source.text[line:dash].strip():  # it shares its line with the dash of what it stands in
        if part.index + 1 == count:
            return None
        after: int | None = _part(part.within, part.index + 1).start
        if isinstance(part.within, List):
            after = _dash_before(source.text, _part(part.within, part.index + 1).start)
        return None if after is None else Edit(source.place(dash, after), "")
    later = _part(part.within, part.index + 1) if part.index + 1 < count else None
    start, end = _whole_lines(line, part.end, later, source)
    return Edit(source.place(start, end), "")


def _in_brackets(part: _Part, text: str) -> tuple[int, int]:
    """An item between commas, with one of them."""
    if part.index + 1 == _count(part.within):
        return _part(part.within, part.index - 1).end, part.end
    after = _part(part.within, part.index + 1).start
    between = text[part.end : after]
    if "#" in between:
        comma = part.end + between.index(",") + 1
        return part.start, comma
    return part.start, after


def _whole_lines(line: int, end: int, later: _Part | None, source: Source) -> tuple[int, int]:
    """From the first of an entry's own comments to the end of its last line."""
    text = source.text
    stop = _line_end(text, end)
    after = LINE_END.match(text, stop)
    stop = after.end() if after else stop
    start = _with_comments(line, stop, later, source)
    if after is None and start > 0:  # the file's last line has no end, and its new last line has none
        start = _line_end(text, source.line_starts[source.position(start).line - 2])
    elif _is_blank_before(text, start) and (blank := re.compile(r"[ \t]*(\r\n|\n|\r)").match(text, stop)):
        stop = blank.end()
    if stop == len(text):
        start = len(text[:start].rstrip(" \t\r\n")) if after is None else _without_blanks(text, start)
    return start, stop


def _without_blanks(text: str, at: int) -> int:
    """Where blank lines begin that end at an offset."""
    full = len(text[:at].rstrip(" \t\r\n"))
    end = LINE_END.search(text, full, at)
    return end.end() if end is not None else at


def _with_comments(line: int, stop: int, later: _Part | None, source: Source) -> int:
    """Where the comments begin that belong to the entry on a line: directly above, and as far in."""
    text = source.text
    number = source.position(line).line
    indent = len(source.line_text(number)) - len(source.line_text(number).lstrip(" "))
    heads_more = later is not None and not text[stop : later.start].strip(" -")
    first = number
    while first > 1:
        above = source.line_text(first - 1)
        if not _COMMENT.match(above) or len(above) - len(above.lstrip(" ")) != indent:
            break
        if _FOR_TOOLS.match(above.lstrip()):
            break
        first -= 1
    if heads_more:
        first = number
        while first > 1 and _FOR_A_LINE.match(source.line_text(first - 1).lstrip()):
            first -= 1
    return source.line_starts[first - 1]


def _dash_before(text: str, at: int) -> int | None:
    """The dash of an item in an indented list."""
    before = text[:at].rstrip(" ")
    return len(before) - 1 if before.endswith("-") else None


def _line_end(text: str, at: int) -> int:
    found = LINE_END.search(text, at)
    return found.start() if found else len(text)


def _is_blank_before(text: str, at: int) -> bool:
    """Whether the line above is blank, or there is none."""
    end = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at))
    end -= text[end - 1 : end + 1] == "\r\n"
    start = max(text.rfind("\n", 0, max(0, end)), text.rfind("\r", 0, max(0, end)))
    return end < 0 or not text[start + 1 : end].strip()


def _is_flow(node: Group | List, source: Source) -> bool:
    return source.text[node.place.start.offset : node.place.start.offset + 1] in ("[", "{")


def _is_flow_around(key: Text, source: Source) -> bool:
    """Whether a group without brackets stands in a list with brackets: `[a: 1]`."""
    before = source.line_text(key.place.start.line)[: key.place.start.column - 1]
    return bool(before.strip(" -"))


def _written(text: Text) -> str:
    assert text.home is not None
    return text.home.source.text[text.place.start.offset : text.place.end.offset]


def _is_block_text(text: Text) -> bool:
    """Whether a text stands below a `|` or `>`; its place is then that of its lines."""
    return text.quoted and _written(text)[:1] not in ("'", '"')
