"""The file of a score sheet: JSON Lines, one a deal, on the disk before the next prompt. Nothing is written over.

The first line says what is played and by whom; each other line is a deal as it was told with the scores after it,
a deal taken back, or who deals.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer import __version__
from hasenpfeffer.errors import UsageError
from hasenpfeffer.study.append_only import AppendOnly, read_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

FORMAT: Final = "hasenpfeffer-sheet/1"
_FAMILY: Final = FORMAT.partition("/")[0]
_LARGEST: Final = 4 * 1024 * 1024
_MODE: Final = 0o666
_WHAT: Final = "a score sheet"


@dataclass(frozen=True, slots=True)
class Header:
    """What is played and by whom. `names` are the players' by seat; `dealer` names the seat that deals first."""

    ruleset: str
    parameters: Mapping[str, str]
    names: tuple[str, ...]
    dealer: str


@dataclass(slots=True)
class Saved:
    """A sheet as read: its lines by number, and how many bytes of the file are whole lines."""

    header: Header
    events: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    size: int = 0
    is_cut: bool = False


class SheetFile:
    """Adds to a sheet, which nobody else can write in the meantime. A new file comes into being with the first
    line that is worth keeping; a line that could not be written goes before the next."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self._waiting = [_line(_first(header))]
        self._file: AppendOnly | None = None

    @classmethod
    def take_up(cls, path: Path) -> tuple[SheetFile, Saved]:
        """A sheet that is there, and what it holds. Nothing is changed until it is added to.

        Raises UsageError where another program writes it, or for anything that is wrong but a last line that was
        cut off.
        """
        file = AppendOnly.take_up(path)
        try:
            saved = _read(path, file.content(_LARGEST, _WHAT))
        except BaseException:
            file.close()
            raise
        found = cls(path, saved.header)
        found._waiting.clear()
        found._file = file
        return found, saved

    @property
    def is_there(self) -> bool:
        return self._file is not None

    def add(self, event: Mapping[str, Any]) -> None:
        """Writes a line, and waits until it is on the disk."""
        self._waiting.append(_line(event))
        if self._file is None:
            self._file = AppendOnly.create(self.path, "".join(self._waiting), mode=_MODE)
            self._waiting.clear()
            return
        text = "".join(self._waiting)
        self._waiting.clear()
        self._file.write(text)
        self._file.sync()

    def leave_off(self, saved: Saved) -> None:
        """Takes the last line away, where it was cut off."""
        if saved.is_cut and self._file is not None:
            self._file.cut(saved.size)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def read_sheet(path: Path) -> Saved:
    """What a file holds, for looking at it only."""
    return _read(path, read_bytes(path, _LARGEST, _WHAT))


def _read(path: Path, data: bytes) -> Saved:
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


def _first(header: Header) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "program": __version__,
        "ruleset": header.ruleset,
        "set": dict(header.parameters),
        "names": header.names,
        "dealer": header.dealer,
    }


def _line(event: Mapping[str, Any]) -> str:
    return json.dumps(event, ensure_ascii=False) + "\n"


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
    ruleset, options, names, dealer = (event.get(key) for key in ("ruleset", "set", "names", "dealer"))
    if not (isinstance(ruleset, str) and isinstance(dealer, str) and _are_texts(names)):
        raise _not_a_line(path, 1)
    if not isinstance(options, dict) or not _are_texts(list(options.values())):
        raise _not_a_line(path, 1)
    assert isinstance(names, list)
    return Header(ruleset, options, tuple(names), dealer)


def _are_texts(values: Sequence[object] | None) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def _not_a_line(path: Path, number: int) -> UsageError:
    return UsageError(f"{path}:{number}: this is not a line of a score sheet; nothing was changed")
