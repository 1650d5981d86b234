"""A rule file's text, and the way from its bytes to it."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from hasenpfeffer.reading.diagnostic import Edit, Fix
from hasenpfeffer.reading.place import Place, Position, whole_file
from hasenpfeffer.reading.suggest import nearest, quoted

if TYPE_CHECKING:
    import pathlib

    from hasenpfeffer.reading.diagnostic import Findings

LONGEST_FILE: Final = 256 * 1024
"""Bytes that a rule file may have."""

Newline: TypeAlias = Literal["\n", "\r\n", "\r", "mixed"]

_BOM = b"\xef\xbb\xbf"
LINE_END = re.compile(r"\r\n|\n|\r")
YAML_LINE_END = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
"""YAML also ends lines where editors do not."""
_MANY_NEIGHBOURS = 1000


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one file, without its byte order mark. `file` is the path as it is shown to people."""

    file: str
    text: str
    sha256: str
    size: int
    had_bom: bool = False
    newline: Newline = "\n"
    line_starts: tuple[int, ...] = field(default=(0,), repr=False)

    def place(self, start: int, end: int) -> Place:
        """The place between two offsets in code points."""
        return Place(self.file, self.position(start), self.position(end))

    def position(self, offset: int) -> Position:
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1, offset)

    def written_at(self, place: Place) -> str:
        """What is written at a place of this file."""
        return self.text[place.start.offset : place.end.offset]

    def line_text(self, line: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[self.line_starts[line - 1] : end].rstrip("\r\n")


def load_source(path: pathlib.Path, shown: str, findings: Findings) -> Source | None:
    """Read a file; whatever is wrong with it becomes a finding."""
    try:
        data = _read_bytes(path, shown, findings)
    except (OSError, ValueError) as error:
        _unreadable(path, shown, error, findings)
        return None
    return None if data is None else source_from_bytes(data, shown, findings)


def source_from_bytes(data: bytes, shown: str, findings: Findings) -> Source | None:
    """A source from a file's bytes, as they come from standard input."""
    if len(data) > LONGEST_FILE:
        too_big(len(data), shown, findings)
        return None
    wide = _wide_encoding(data)
    if wide:
        findings.error(
            "Y102",
            f"The file is {wide} text, and rule files are UTF-8",
            whole_file(shown),
            help="In your editor choose “Save with encoding” and UTF-8",
            fixes=_saved_anew(data, shown),
        )
        return None
    if b"\0" in data:
        findings.error(
            "Y104",
            "The file holds zero bytes, so it is not a text file",
            whole_file(shown),
            help="Check that this is the right file",
            facts={"offset": data.index(b"\0")},
        )
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        _not_utf8(data, error.start, shown, findings)
        return None
    return _source(text, shown, data)


def source_from_text(text: str, shown: str) -> Source:
    """A source from text that is at hand, such as an editor's."""
    return _source(text, shown, text.encode("utf-8", "surrogatepass"))


def _source(text: str, shown: str, data: bytes) -> Source:
    had_bom = text.startswith("\ufeff")
    text = text[1:] if had_bom else text
    ends = list(LINE_END.finditer(text))
    starts = (0, *(end.end() for end in ends))
    styles = {end.group() for end in ends}
    return Source(shown, text, hashlib.sha256(data).hexdigest(), len(data), had_bom, _newline(styles), starts)


def _newline(styles: set[str]) -> Newline:
    if len(styles) > 1:
        return "mixed"
    if styles == {"\r\n"}:
        return "\r\n"
    return "\r" if styles == {"\r"} else "\n"


def _read_bytes(path: pathlib.Path, shown: str, findings: Findings) -> bytes | None:
    if not _is_readable_kind(path.stat(), shown, findings):
        return None
    # Between the two looks the file may have become a pipe, which must not make us wait.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as stream:  # noqa: PTH123
        if not _is_readable_kind(os.fstat(stream.fileno()), shown, findings):
            return None
        return stream.read(LONGEST_FILE + 1)


def _is_readable_kind(status: os.stat_result, shown: str, findings: Findings) -> bool:
    if stat.S_ISDIR(status.st_mode):
        findings.error(
            "Y103", f"{quoted(shown)} is a folder, not a file", whole_file(shown), help="Name a file in it"
        )
        return False
    if not stat.S_ISREG(status.st_mode):
        findings.error(
            "Y103",
            f"{quoted(shown)} is {_kind(status.st_mode)}, and rule files are ordinary files",
            whole_file(shown),
            help="Copy its content into a file, or give it on standard input",
        )
        return False
    if status.st_size > LONGEST_FILE:
        too_big(status.st_size, shown, findings)
        return False
    return True


def _kind(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a pipe"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a device"


def _unreadable(path: pathlib.Path, shown: str, error: OSError | ValueError, findings: Findings) -> None:
    message = f"{quoted(shown)} cannot be read: {_reason(error)}"
    help = "Try again, or copy its content into another file"
    match error:
        case FileNotFoundError() | NotADirectoryError():
            message = f"There is no file {quoted(shown)}"
            other = _neighbour(path)
            help = f"Did you mean {quoted(other)}?" if other else "Check the name and the folder"
        case PermissionError():
            message = f"{quoted(shown)} may not be read by this user"
            help = "Change the permissions of the file"
        case _ if _is_link_loop(path, error):
            message = f"{quoted(shown)} is a link that leads back to itself"
            help = "Let the link point at a file"
    findings.error("Y103", message, whole_file(shown), help=help)


def _reason(error: OSError | ValueError) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


def _is_link_loop(path: pathlib.Path, error: OSError | ValueError) -> bool:
    return isinstance(error, OSError) and error.errno == errno.ELOOP and path.is_symlink()


def _neighbour(path: pathlib.Path) -> str | None:
    """A file beside the missing one that has nearly its name."""
    names: list[str] = []
    try:
        for count, other in enumerate(path.parent.iterdir()):
            if count >= _MANY_NEIGHBOURS:
                return None
            names.append(other.name)
    except (OSError, ValueError):
        return None
    return nearest(path.name, names)


def too_big(size: int, shown: str, findings: Findings) -> None:
    """The finding for a file above the limit."""
    limit = _size(LONGEST_FILE)
    has = f"more than {limit}" if _size(size) == limit else _size(size)
    findings.error(
        "Y105",
        f"The file has {has}; the limit is 256 KiB",
        whole_file(shown),
        help="A rule file is normally under 10 KiB: check that this is the right file",
        facts={"size": size, "limit": LONGEST_FILE},
    )


def _size(size: int) -> str:
    return f"{size / 2**20:.1f} MiB" if size >= 2**20 else f"{size / 2**10:.1f} KiB"


def _wide_encoding(data: bytes) -> str:
    """UTF-16 or UTF-32, by the mark at the front or by zero bytes at every second place."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    start = data[:512]
    if len(start) >= 8 and len(start) % 2 == 0:
        for zeros, letters in ((start[1::2], start[::2]), (start[::2], start[1::2])):
            if zeros.count(0) > len(zeros) * 3 // 4:
                return "UTF-32" if letters.count(0) > len(letters) // 4 else "UTF-16"
    return ""


def wide_text(data: bytes) -> str | None:
    """The text of a file in UTF-16 or UTF-32; None for any other."""
    encoding = _wide_encoding(data).lower()
    if not encoding:
        return None
    if not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        encoding += "-be" if data[:1] == b"\0" else "-le"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text.removeprefix("\ufeff")


def _saved_anew(data: bytes, shown: str) -> tuple[Fix, ...]:
    """Nothing is written otherwise: whoever applies a fix saves the file in UTF-8."""
    if wide_text(data) is None:
        return ()
    return (Fix("Save the file in UTF-8", (Edit(whole_file(shown), ""),)),)


def _not_utf8(data: bytes, at: int, shown: str, findings: Findings) -> None:
    body = data[len(_BOM) :] if data.startswith(_BOM) else data
    at -= len(data) - len(body)
    source = source_from_text(body[:at].decode("utf-8"), shown)
    place = source.place(at_end := len(source.text), at_end)
    byte = body[at]
    old = bytes([byte]).decode("cp1252", "replace")
    meant = f" (`{old}` in the older Windows encoding)" if old.isalpha() else ""
    findings.error(
        "Y102",
        f"The file is not UTF-8 text: the byte 0x{byte:02X}{meant} does not belong here",
        place,
        help="In your editor choose “Save with encoding” and UTF-8",
        facts={"offset": at, "byte": byte},
    )
