"""The lines of a record: each is numbered and carries a checksum over itself and all before it."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeAlias

from hasenpfeffer.errors import RecordError, RecordFormatError

if TYPE_CHECKING:
    from collections.abc import Mapping

Data: TypeAlias = "dict[str, Any]"

NAME: Final = "hasenpfeffer-record"
VERSION: Final = 1
FORMAT: Final = f"{NAME}/{VERSION}"
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a record; a long game needs a twentieth of it."""
_CHECK_LENGTH: Final = 16
_LONGEST_NUMBER: Final = 80
_END: Final = re.compile(rb',"check":"([0-9a-f]{%d})"}\Z' % _CHECK_LENGTH)
_FORMAT: Final = re.compile(rb'"format":"%s/(\d{1,9})"' % NAME.encode())
_CHANGED: Final = "this line was changed: its checksum does not fit"


class Line(NamedTuple):
    """One line: what it says, and its text as it stands there."""

    number: int
    data: Data
    text: str


class Lines(NamedTuple):
    """The whole lines of a record. `size` is how many bytes they have; `is_cut`: more followed, no whole line."""

    lines: tuple[Line, ...]
    size: int
    is_cut: bool


class Chain:
    """Writes lines, each with its number and checksum."""

    def __init__(self) -> None:
        self._number = 0
        self._check = b""

    def line(self, data: Mapping[str, object]) -> str:
        """The next line, its end included."""
        kind, *rest = data.items()
        self._number += 1
        body = as_json({kind[0]: kind[1], "n": self._number, **dict(rest)})
        self._check = _checksum(self._check, body.encode())
        return f'{body[:-1]},"check":"{self._check.decode()}"}}\n'


def as_json(data: object) -> str:
    """Data as the one text that stands for it in a record."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_lines(record: bytes) -> Lines:
    """The lines of a record, every checksum held against its line. Raises RecordError for the first that is not
    as it was written, except for a last one that was cut off."""
    if not record:
        raise RecordError(1, "the record is empty")
    if len(record) > LARGEST:
        raise RecordError(1, f"the record has more than {LARGEST:,} bytes")
    *whole, rest = record.split(b"\n")
    _check_format(whole[0] if whole else rest)
    if whole and not rest and not _END.search(whole[-1]):
        whole.pop()  # what a power cut leaves of a line may hold anything
    if not whole:
        raise RecordError(1, "the record is cut off in its first line, and nothing of the game is left")
    found: list[Line] = []
    check = b""
    for number, text in enumerate(whole, start=1):
        line = _read(number, text, check)
        found.append(line)
        check = line.data["check"].encode()
    size = sum(map(len, whole)) + len(whole)
    return Lines(tuple(found), size, size < len(record))


def _read(number: int, text: bytes, before: bytes) -> Line:
    end = _END.search(text)
    fits = end is not None and _checksum(before, text[: end.start()] + b"}") == end[1]
    data = _data(number, text) if fits else _anyhow(text)
    if data.get("n") != number or type(data["n"]) is not int:
        _misplaced(number, data.get("n"))
    if not fits:
        raise RecordError(number, _CHANGED)
    return Line(number, data, text.decode())


def _misplaced(number: int, named: object) -> NoReturn:
    if type(named) is not int or not 0 < named < LARGEST:
        raise RecordError(number, _CHANGED)
    what = "comes a second time" if named < number else "follows"
    raise RecordError(
        number,
        f"line {number} was expected, and line {named} {what}: lines were lost, doubled, moved or changed",
    )


def _data(number: int, text: bytes) -> Data:
    try:
        found = json.loads(text, parse_int=_whole_number, parse_float=_no_number, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise RecordError(number, "this line is not UTF-8 text") from None
    except (ValueError, RecursionError):
        raise RecordError(number, "this line cannot be read as JSON with texts and whole numbers") from None
    if not isinstance(found, dict):
        raise RecordError(number, "this line is no object with a `kind`")
    if b"\\ud" in text.lower():
        try:
            as_json(found).encode()
        except UnicodeEncodeError:
            raise RecordError(number, "this line has half a character in it, which no text has") from None
    return found


def _anyhow(text: bytes) -> Data:
    """What a line says that was changed, if it can still be read."""
    try:
        return _data(1, text)
    except RecordError:
        return {"n": None}


def _check_format(first: bytes) -> None:
    """Refuses records of other formats, and what is no record."""
    if not first.startswith(b'{"kind":"header"'):
        raise RecordError(1, "this is no record of a game: its first line is not a header")
    named = _FORMAT.search(first)
    if named is None or int(named[1]) == VERSION:
        return
    start, end = named.span(1)
    as_ours = first[:start] + str(VERSION).encode() + first[end:]
    check = _END.search(as_ours)
    if check is not None and _checksum(b"", as_ours[: check.start()] + b"}") == check[1]:
        raise RecordError(1, _CHANGED)
    written = int(named[1])
    if written > VERSION:
        raise RecordFormatError(
            1,
            f"it is of format {written}, and this program knows formats up to {VERSION}: a newer one can read it",
        )
    raise RecordFormatError(1, f"it is of format {written}, which is older than any that was released")


def _checksum(before: bytes, body: bytes) -> bytes:
    return sha256(before + body).hexdigest()[:_CHECK_LENGTH].encode()


def _whole_number(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise ValueError("too long")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)
