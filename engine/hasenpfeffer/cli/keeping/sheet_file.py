"""The file of a score sheet: JSON Lines, one a deal, on the disk before the next prompt. Nothing is written over.

The first line says what is played and by whom; each other line is a deal as it was told with the scores after it,
a deal taken back, or who deals.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer import __version__
from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from hasenpfeffer.study.sheets import Sheet

FORMAT: Final = "hasenpfeffer-sheet/1"
_FAMILY: Final = FORMAT.partition("/")[0]
_LARGEST: Final = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Header:
    """What is played and by whom. `dealer` is the name of the seat that deals first."""

    ruleset: str
    parameters: Mapping[str, str]
    people: tuple[str, ...]
    dealer: str


@dataclass(slots=True)
class Saved:
    """A sheet as read: its lines by number, and how many bytes of the file are whole lines."""

    header: Header
    events: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    size: int = 0
    is_cut: bool = False


class SheetFile:
    """Appends to a sheet. The file comes into being with the first line that is worth keeping."""

    def __init__(self, path: Path, header: Header, *, size: int | None = None) -> None:
        self.path = path
        self._header = header
        self._size = size

    @property
    def is_there(self) -> bool:
        return self._size is not None

    def deal(self, number: int, line: str, scores: Mapping[str, str]) -> None:
        self._append({"deal": number, "told": line, "scores": dict(scores)})

    def undone(self) -> None:
        self._append({"undo": 1})

    def rescored(self) -> None:
        self._append({"rescored": 1})

    def dealer(self, seat: str) -> None:
        self._append({"dealer": seat})

    def _append(self, event: Mapping[str, Any]) -> None:
        lines = [event]
        if self._size is None:
            header = self._header
            head = {"format": FORMAT, "program": __version__, "ruleset": header.ruleset}
            lines.insert(
                0,
                {**head, "set": dict(header.parameters), "people": header.people, "dealer": header.dealer},
            )
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        flags = os.O_WRONLY | os.O_CREAT | (os.O_EXCL if self._size is None else 0)
        handle = os.open(self.path, flags, 0o666)
        try:
            os.ftruncate(handle, self._size or 0)
            os.lseek(handle, 0, os.SEEK_END)
            rest = memoryview(text)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        self._size = (self._size or 0) + len(text)


def read_sheet(path: Path) -> Saved:
    """What a file holds. A last line that was cut off is left out; anything else that is wrong is a UsageError
    that names the line."""
    with path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise UsageError(f"{path} is too large for a score sheet")
    whole, newline, rest = data.rpartition(b"\n")
    saved: Saved | None = None
    for number, raw in enumerate(whole.split(b"\n") if newline else [], start=1):
        event = _event(path, number, raw)
        if saved is None:
            saved = Saved(_header(path, event), size=len(whole) + 1, is_cut=bool(rest))
        else:
            saved.events.append((number, event))
    if saved is None:
        raise UsageError(f"{path} is no score sheet: its first line is not whole")
    return saved


def named_scores(sheet: Sheet) -> dict[str, str]:
    """The scores by account, as texts: fractions are exact that way."""
    return dict(zip(sheet.rules.accounts, map(str, sheet.scores), strict=True))


def _event(path: Path, number: int, raw: bytes) -> dict[str, Any]:
    try:
        event = json.loads(raw)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise _not_a_line(path, number)
    return event


def _header(path: Path, event: Mapping[str, Any]) -> Header:
    kind = event.get("format")
    if kind != FORMAT:
        is_newer = isinstance(kind, str) and kind.startswith(f"{_FAMILY}/")
        what = f"is a score sheet of another format, {kind}, and this program knows {FORMAT}"
        raise UsageError(f"{path} {what if is_newer else 'is no score sheet'}")
    ruleset, options, people, dealer = (event.get(key) for key in ("ruleset", "set", "people", "dealer"))
    if not (isinstance(ruleset, str) and isinstance(dealer, str) and _are_texts(people)):
        raise _not_a_line(path, 1)
    if not isinstance(options, dict) or not _are_texts(list(options.values())):
        raise _not_a_line(path, 1)
    assert isinstance(people, list)
    return Header(ruleset, options, tuple(people), dealer)


def _are_texts(values: Sequence[object] | None) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def _not_a_line(path: Path, number: int) -> UsageError:
    return UsageError(f"{path}:{number}: this is not a line of a score sheet; nothing was changed")
