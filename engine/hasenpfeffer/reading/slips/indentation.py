"""Lines that stand too far in or out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Diagnostic, Related
from hasenpfeffer.reading.readable import Change
from hasenpfeffer.reading.slips.lines import DASHES, Lines
from hasenpfeffer.reading.slips.plain import dash_slip
from hasenpfeffer.reading.slips.slip import Slip, Way, cutting, without_comment
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.reading.tree import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hasenpfeffer.reading.readable import Readable
    from hasenpfeffer.reading.slips.slip import Trouble
    from hasenpfeffer.reading.tree import Entry

_INDENTATION = "Correct the indentation"


def joins_a_value(t: Trouble, start: int) -> Slip:
    """A setting that stands deeper than the line above, which has its value already."""
    lines = Lines(t.source)
    first = t.source.line(start)
    depth = lines.depth(t.line)
    target = max((column for column in lines.columns(first) if column <= depth), default=0)
    run = lines.run(t.line)
    line_start = t.source.line_starts[t.line - 1]
    begin, end = line_start + depth, line_start + depth + len(lines.says(t.line))
    out = Way(lines.moved(run, depth, target), _INDENTATION, doubts=((begin, begin + 1),))
    own_end = start + len(without_comment(t.source.text[start : t.source.line_end(first)]))
    empty = cutting(t.source, start, own_end)
    is_group = lines.says(first).count(":") == 1 and depth - target >= lines.unit()
    same = [line for line in run if lines.depth(line) == depth]
    return t.slip(
        "Y117",
        f"Line {t.line} is indented as if it belonged to the value on line {first}",
        begin,
        max(end if t.at < begin else t.at, begin + 1),
        "Give it the indentation of the settings beside it",
        *((empty, out) if is_group and len(same) > 1 else (out, empty)),
        related=(Related("the value above ends the line", t.source.place(start, start + 1)),),
    )


def misplaced(t: Trouble) -> Slip | None:
    """A line that fits nothing above it."""
    signs = ("expected key", "block end", "document start", "'-' indicator")
    if not any(sign in t.problem for sign in signs):
        return None
    line_end = t.source.line_end(t.line)
    says = without_comment(t.source.text[t.at : line_end])
    end = t.at + max(len(says), 1)
    if not t.at_line_start:
        return t.slip(
            "Y117",
            "Nothing more may stand on this line from here on",
            t.at,
            end,
            "Put the whole text in quotes, or begin a new line",
            cutting(t.source, t.at, end),
        )
    if found := dash_slip(t.source, t.at):
        return found
    lines = Lines(t.source)
    if shift := _fitting(t, lines):
        return shift
    if says.startswith("-") and says[1:2] in ("", " "):
        return _item_among_settings(t, end)
    if "block collection" in t.context or "block sequence" in t.context:
        return t.slip(
            "Y117",
            f"Line {t.line} is a setting among the items of a list",
            t.at,
            end,
            "Begin it with `- `, or change the indentation",
            Way((Change(t.at, t.at, "- "),), "Begin it with `- `", doubts=((t.at, end),), gaps=(t.at,)),
            cutting(t.source, t.at, end),
        )
    if "document start" in t.problem:
        return t.slip(
            "Y117",
            f"The file's settings end above, and line {t.line} follows them",
            t.at,
            end,
            "Remove the brackets or the line `...` that ends them",
            cutting(t.source, t.at, len(t.source.text)),
        )
    return _unfit(t, lines, t.line, (cutting(t.source, t.at, end),))


def _item_among_settings(t: Trouble, end: int) -> Slip:
    dashes = DASHES.match(t.source.text, t.at)
    ways = [cutting(t.source, t.at, end)]
    if dashes and ":" in t.source.text[dashes.end() : end]:
        ways.insert(0, Way((Change(t.at, dashes.end(), ""),), "Remove the dash", doubts=((t.at, end),)))
    return t.slip(
        "Y117",
        f"Line {t.line} is an item of a list among settings",
        t.at,
        end,
        "Indent the list below its key, or write `key: value`",
        *ways,
    )


def _fitting(t: Trouble, lines: Lines) -> Slip | None:
    """The slip of a line whose indentation is that of no line above; whichever side is fewer has to move."""
    depth = lines.depth(t.line)
    levels = _levels(lines, t.line)
    if depth in levels and not _is_lone_item(lines, t.line):
        return None
    inner = min((level for level in levels if level > depth), default=None)
    outer = max((level for level in levels if level < depth), default=None)
    item = lines.says(t.line).startswith("- ")
    if item:
        inner = _nearest_dash(lines, t.line)
        outer = None
    ways = []
    run = lines.run(t.line)
    line = t.line
    if inner is not None:
        ways.append(Way(lines.moved(run, depth, inner), _INDENTATION, doubts=_keys(t.source, lines, run)))
        block = lines.block_above(t.line, depth + 1)
        beside = [n for n in block if lines.depth(n) == inner]
        later = [n for n in run if lines.depth(n) == depth]
        base = -1 if outer is None else outer
        fits = depth - base == lines.unit() or (base < 0 and depth == 0)
        if beside and (len(later), fits) > (len(beside), False) and not item:
            ways.insert(0, Way(lines.shifted(block, depth - inner), _INDENTATION))
            line = block[0]
    if outer is not None:
        out = Way(lines.moved(run, depth, outer), _INDENTATION, doubts=_keys(t.source, lines, run))
        ways.insert(0 if _heads_what_is_below(lines, t.line, outer) else len(ways), out)
    return _unfit(t, lines, line, tuple(ways)) if ways else None


def _heads_what_is_below(lines: Lines, line: int, level: int) -> bool:
    """Whether what stands below a line is as deep as it would be if the line stood at `level`."""
    below = next(iter(lines.below(line)), None)
    return lines.opens(line) and below is not None and lines.depth(below) == level + lines.unit()


def _keys(source: Readable, lines: Lines, run: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """The first letters of lines that may belong elsewhere."""
    starts = (source.line_starts[line - 1] + lines.columns(line)[-1] for line in run)
    return tuple((start, start + 1) for start in starts)


def _levels(lines: Lines, line: int) -> set[int]:
    """The indentations at which a setting could go on here."""
    levels: set[int] = set()
    lowest = None
    for other in lines.above(line):
        if lowest is None or lines.depth(other) < lowest:
            lowest = lines.depth(other)
            levels.update(lines.columns(other))
        if lowest == 0:
            break
    return levels


def _is_lone_item(lines: Lines, line: int) -> bool:
    """Whether a line is an item, and stands where no other item does."""
    dash = _nearest_dash(lines, line)
    return lines.says(line).startswith("- ") and dash is not None and dash != lines.depth(line)


def _nearest_dash(lines: Lines, line: int) -> int | None:
    """Where the items of the list above stand."""
    for other in lines.above(line):
        if lines.says(other).startswith("- "):
            return lines.depth(other)
        if lines.depth(other) < lines.depth(line):
            return None
    return None


def _unfit(t: Trouble, lines: Lines, line: int, ways: tuple[Way, ...]) -> Slip:
    depth = lines.depth(line)
    start = t.source.line_starts[line - 1] + depth
    where = "which fits no line above it"
    if line != t.line:
        where = f"and line {t.line} beside it {_by(lines.depth(t.line))}"
    return t.slip(
        "Y117",
        f"Line {line} is indented {_by(depth)}, {where}",
        start,
        start + len(lines.says(line)),
        "Give it the indentation of the lines that it belongs to",
        *ways,
    )


def _by(depth: int) -> str:
    return "not at all" if not depth else "by 1 space" if depth == 1 else f"by {depth} spaces"


def item_in_a_text(source: Readable, start: int, end: int) -> Slip | None:
    """The slip of an item that stands deeper than the one above, so that YAML takes it for more of its text."""
    lines = Lines(source)
    first = source.line(start)
    for line in range(first + 1, source.line(max(end - 1, start)) + 1):
        if not lines.says(line).startswith("- "):
            continue
        depth = lines.depth(line)
        target = lines.depth(first)
        if not lines.says(first).startswith("- ") or target == depth:
            return None
        begin = source.line_starts[line - 1]
        finding = Diagnostic(
            "Y117",
            "error",
            f"Line {line} is indented by {depth} spaces, and the other items of its list by {target}",
            source.place(begin + depth, begin + depth + len(lines.says(line))),
            help="Give it the indentation of the other items",
        )
        return Slip(finding, (Way(lines.shifted(lines.run(line), target - depth), _INDENTATION),))
    return None


def lines_beside(source: Readable, entries: Sequence[Entry]) -> list[Slip]:
    """Slips of short lines right after a key without a value, in a group of groups: they belong below it."""
    if not any(_is_block(entry) for entry in entries):
        return []
    slips: list[Slip] = []
    opener: Entry | None = None
    beside: list[int] = []
    for entry in [*entries, None]:
        line = entry.key.place.start.line if entry else 0
        expected = (beside or [opener.key.place.start.line])[-1] + 1 if opener else 0
        if entry and opener and line == expected and _is_short(entry):
            beside.append(line)
            continue
        if opener and beside:
            slips.append(_below_its_key(source, opener.key.place.start.line, beside[0], beside[-1]))
        is_empty = entry is not None and isinstance(entry.value, Text) and entry.value.home is None
        opener = entry if entry and is_empty and entry.value.place == entry.key.place else None
        beside = []
    return slips


def _is_block(entry: Entry) -> bool:
    """Whether a value stands below its key."""
    return not isinstance(entry.value, Text) and entry.value.place.start.line > entry.key.place.start.line


def _is_short(entry: Entry) -> bool:
    """Whether a setting stands on one line with its value."""
    has_value = entry.value.place != entry.key.place
    return has_value and entry.key.place.start.line == entry.value.place.end.line


def _below_its_key(source: Readable, opener: int, first: int, last: int) -> Slip:
    """The slip of lines that stand beside the key that they belong below, which has no value."""
    lines = Lines(source)
    begin = source.line_starts[first - 1] + lines.depth(first)
    key = source.line_starts[opener - 1] + lines.depth(opener)
    name = quoted(lines.says(opener).removesuffix(":").strip())
    finding = Diagnostic(
        "Y117",
        "error",
        f"Line {first} is indented like {name} above it, which has no value",
        source.place(begin, begin + len(lines.says(first))),
        related=(Related("no value", source.place(key, key + len(lines.says(opener)) - 1)),),
        help=f"Indent it below {name}, or give {name} a value",
    )
    return Slip(finding, (Way(lines.shifted(range(first, last + 1), lines.unit()), _INDENTATION),))
