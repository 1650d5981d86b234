"""Rule files spoilt by lot, and whether the journey survives them: findings are fine, a traceback is not."""

from __future__ import annotations

import re
import time
import traceback
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer import chance
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.report.findings import formats, outcome
from hasenpfeffer.shelf.family import Reader
from hasenpfeffer.shelf.find import shelf_entries
from hasenpfeffer.study.loading import load_sound
from hasenpfeffer.study.trials import run_trials

if TYPE_CHECKING:
    from pathlib import Path

    Draw = chance.Stream

VALUE = re.compile(rb"(\s*[a-z][a-z ]*: +)([^#\n]+?)(\s*(?:#.*)?)$")
TOKEN = re.compile(rb"[A-Za-z_]+|[0-9]+|\s+|.", re.DOTALL)
ODD_BYTES = (
    b"\x00",
    b"\xff",
    b"\xe2\x80\xa8",
    b"\t",
    b"\r",
    b"&a ",
    b"*a",
    b"!!python/x ",
    b"{",
    b"]",
    b"'",
    b'"',
)
NUMBERS = (b"0", b"-1", b"1", b"2", b"7", b"99", b"1000000", b"99999999999999999999", b"1/2", b"0x10", b"1e9")


class Outcome(NamedTuple):
    """`trouble` is a traceback or what else was wrong, empty if nothing; `text` the spoilt file."""

    name: str
    seconds: float
    errors: int
    dealt: int
    trouble: str
    text: bytes


# ---------------------------------------------------------------- spoiling


@cache
def originals() -> tuple[tuple[str, bytes], ...]:
    """Every shipped file with its text."""
    return tuple((entry.name, entry.path.read_bytes()) for entry in shelf_entries())


@cache
def tokens() -> tuple[bytes, ...]:
    """All words and signs that shipped files use."""
    found = {token for _, text in originals() for token in TOKEN.findall(text)}
    return tuple(sorted(found))


@cache
def values() -> dict[bytes, tuple[bytes, ...]]:
    """For each key the values that shipped files give it on one line."""
    found: dict[bytes, set[bytes]] = {}
    for _, text in originals():
        for line in text.split(b"\n"):
            if match := VALUE.match(line):
                found.setdefault(match[1].strip(), set()).add(match[2])
    return {key: tuple(sorted(known)) for key, known in found.items()}


def spoilt(text: bytes, draw: Draw) -> bytes:
    """A text after a few changes: of its meaning alone, or of anything."""
    changes = MEANING if draw.below(2) else (*MEANING, *SHAPE)
    for _ in range(1 + draw.below(4)):
        text = changes[draw.below(len(changes))](text, draw)
    return text


def _lines(change: Callable[[list[bytes], Draw], None]) -> Callable[[bytes, Draw], bytes]:
    def changed(text: bytes, draw: Draw) -> bytes:
        lines = text.split(b"\n")
        change(lines, draw)
        return b"\n".join(lines)

    return changed


def _delete_line(lines: list[bytes], draw: Draw) -> None:
    del lines[draw.below(len(lines))]


def _repeat_line(lines: list[bytes], draw: Draw) -> None:
    at = draw.below(len(lines))
    lines.insert(draw.below(len(lines) + 1), lines[at])


def _swap_lines(lines: list[bytes], draw: Draw) -> None:
    one, other = draw.below(len(lines)), draw.below(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _indent_line(lines: list[bytes], draw: Draw) -> None:
    at = draw.below(len(lines))
    lines[at] = b" " * draw.below(9) + lines[at].lstrip()


def _value_of_another_line(lines: list[bytes], draw: Draw) -> None:
    """The values of two lines change places."""
    found = [at for at, line in enumerate(lines) if VALUE.match(line)]
    if found:
        one, other = found[draw.below(len(found))], found[draw.below(len(found))]
        first, second = VALUE.match(lines[one]), VALUE.match(lines[other])
        assert first and second
        lines[one], lines[other] = first[1] + second[2], second[1] + first[2]


def _value_of_another_file(lines: list[bytes], draw: Draw) -> None:
    """A line gets the value that another file gives its key, or any key."""
    found = [at for at, line in enumerate(lines) if VALUE.match(line)]
    if found:
        at = found[draw.below(len(found))]
        match = VALUE.match(lines[at])
        assert match
        keys = sorted(values())
        known = values().get(match[1].strip(), ()) if draw.below(4) else values()[keys[draw.below(len(keys))]]
        if known:
            lines[at] = match[1] + known[draw.below(len(known))]


def _word_in_a_value(lines: list[bytes], draw: Draw) -> None:
    """One word of a formula becomes another word of this or another formula."""
    found = [at for at, line in enumerate(lines) if VALUE.match(line)]
    if found:
        at = found[draw.below(len(found))]
        match = VALUE.match(lines[at])
        assert match
        parts = TOKEN.findall(match[2])
        words = [place for place, part in enumerate(parts) if part[:1].isalpha()]
        keys = sorted(values())
        donors = values()[keys[draw.below(len(keys))]]
        other = [part for part in TOKEN.findall(donors[draw.below(len(donors))]) if not part.isspace()]
        if words and other:
            parts[words[draw.below(len(words))]] = other[draw.below(len(other))]
        lines[at] = match[1] + b"".join(parts) + match[3]


def _tokens(change: Callable[[list[bytes], Draw], None]) -> Callable[[bytes, Draw], bytes]:
    def changed(text: bytes, draw: Draw) -> bytes:
        parts = TOKEN.findall(text)
        if parts:
            change(parts, draw)
        return b"".join(parts)

    return changed


def _delete_token(parts: list[bytes], draw: Draw) -> None:
    del parts[draw.below(len(parts))]


def _repeat_token(parts: list[bytes], draw: Draw) -> None:
    at = draw.below(len(parts))
    parts.insert(at, parts[at])


def _swap_tokens(parts: list[bytes], draw: Draw) -> None:
    one, other = draw.below(len(parts)), draw.below(len(parts))
    parts[one], parts[other] = parts[other], parts[one]


def _other_token(parts: list[bytes], draw: Draw) -> None:
    parts[draw.below(len(parts))] = tokens()[draw.below(len(tokens()))]


def _own_token(parts: list[bytes], draw: Draw) -> None:
    words = [at for at, part in enumerate(parts) if part[:1].isalpha()]
    if words:
        parts[words[draw.below(len(words))]] = parts[words[draw.below(len(words))]]


def _change_number(parts: list[bytes], draw: Draw) -> None:
    numbers = [at for at, part in enumerate(parts) if part.isdigit()]
    if numbers:
        parts[numbers[draw.below(len(numbers))]] = NUMBERS[draw.below(len(NUMBERS))]


def _cut(text: bytes, draw: Draw) -> bytes:
    return text[: draw.below(len(text) + 1)]


def _odd_bytes(text: bytes, draw: Draw) -> bytes:
    at = draw.below(len(text) + 1)
    return text[:at] + ODD_BYTES[draw.below(len(ODD_BYTES))] + text[at:]


def _random_byte(text: bytes, draw: Draw) -> bytes:
    at = draw.below(len(text) + 1)
    return text[:at] + bytes([draw.below(256)]) + text[at + 1 :]


Change = Callable[[bytes, chance.Stream], bytes]

MEANING: tuple[Change, ...] = (
    _lines(_value_of_another_line),
    _lines(_value_of_another_file),
    _lines(_word_in_a_value),
    _lines(_word_in_a_value),
    _tokens(_own_token),
    _tokens(_change_number),
)
"""What mostly leaves the shape of a file as it is."""

SHAPE: tuple[Change, ...] = (
    _lines(_delete_line),
    _lines(_repeat_line),
    _lines(_swap_lines),
    _lines(_indent_line),
    _tokens(_delete_token),
    _tokens(_repeat_token),
    _tokens(_swap_tokens),
    _tokens(_other_token),
    _cut,
    _odd_bytes,
    _random_byte,
)


# ---------------------------------------------------------------- surviving


def journey(seed: int, number: int, folder: Path, *, deals: int = 0) -> Outcome:
    """Spoils a file and takes it all the way: read, merged, checked, reported, and perhaps tried out."""
    draw = chance.Stream(seed, number, 0, 9)
    name, text = originals()[draw.below(len(originals()))]
    text = spoilt(text, draw)
    path = folder / f"{number}.yaml"
    path.write_bytes(text)
    began = time.process_time()
    errors, dealt, trouble = 0, 0, ""
    try:
        errors, dealt = _travel(path, folder, deals)
    except Exception:
        trouble = traceback.format_exc()
    seconds = time.process_time() - began
    path.unlink()
    return Outcome(name, seconds, errors, dealt, trouble, text)


def _travel(path: Path, folder: Path, deals: int) -> tuple[int, int]:
    """How many errors were found, and how many trial deals were played."""
    reader = Reader()
    loaded = load_sound(str(path), folder=folder, read=reader)
    findings, dealt = Findings(), 0
    for finding in loaded.findings.items:
        findings.add(finding)
    if loaded.ruleset is not None and deals:
        dealt = run_trials(loaded.ruleset, deals, 1, findings)
    items = findings.items
    if loaded.ruleset is None and not items:
        raise AssertionError("a file came to nothing, and nothing was found")
    texts = {shown: source.text for shown, source in reader.sources.items()}
    for format in formats.FORMATS:
        formats.rendered(format, outcome.Outcome(items, texts), formats.Look())
    return len(items), dealt
