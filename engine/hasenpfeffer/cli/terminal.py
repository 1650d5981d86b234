"""What the other end of standard output and error can show: colours, signs, and how much of a line."""

from __future__ import annotations

import codecs
import io
import os
import select
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import TextIO

_SUITS: Final = "♣♦♥♠"
_SIGNS: Final = "→×–…·≤≥“”’"
USUAL_WIDTH: Final = 80
WIDEST: Final = 100
"""Longer lines are hard to read, however wide the terminal is."""
CLEAR: Final = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what has been scrolled off it."""


def has_colour(stream: TextIO) -> bool:
    """Whether to write colours: `NO_COLOR` says no, else `FORCE_COLOR` yes, else only to a real terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR", "")
    if forced:
        return forced != "0"
    return os.environ.get("TERM") != "dumb" and is_terminal(stream)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sits at the other end, as far as one can tell. A stream closed from the start is None."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # it was closed
        return False


def has_suit_signs(stream: TextIO) -> bool:
    """Whether ♠ can be written; where it cannot, cards are written with letters."""
    return can_show(_SUITS, stream)


def is_ascii_only(stream: TextIO) -> bool:
    """Whether signs such as × and → must be spelled in ASCII."""
    return not can_show(_SIGNS, stream)


def is_utf8(stream: TextIO) -> bool:
    """Whether text goes out as UTF-8, which programs at the other end expect."""
    try:
        return codecs.lookup(stream.encoding or "utf-8").name == "utf-8"
    except LookupError:
        return False


def has_card_signs(stream: TextIO) -> bool:
    """Whether cards and sentences can be written as they are; where not, in ASCII."""
    return has_suit_signs(stream) and not is_ascii_only(stream)


def can_clear() -> bool:
    """Whether the terminal obeys `CLEAR`."""
    return os.environ.get("TERM", "dumb") != "dumb" or sys.platform == "win32"


def forget_typed() -> None:
    """Drops what was typed at the terminal and not read yet."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def rows() -> int:
    """The height of the terminal."""
    return shutil.get_terminal_size().lines


def columns(stream: TextIO) -> int | None:
    """The width of the terminal; None where lines may be as long as they like."""
    return shutil.get_terminal_size().columns if is_terminal(stream) else None


def text_width(stream: TextIO) -> int:
    """The width for text: that of the terminal, within bounds; a usual one where there is no terminal."""
    return min(columns(stream) or USUAL_WIDTH, WIDEST)


def prepare() -> None:
    """Makes sure that output cannot end the program: what cannot be written is spelled out or dropped."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def is_closed() -> bool:
    """Whether whoever read standard output or error has gone."""
    return any(map(_is_closed, (sys.stdout, sys.stderr)))


def let_go() -> None:
    """Throws away what can no longer be written, so that the end of the program is quiet."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        except ValueError:  # it was closed
            continue


def _nowhere() -> TextIO:
    """Takes the place of a stream that was closed before the program began."""
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123


def _is_closed(stream: TextIO) -> bool:
    try:
        stream.flush()
        if not hasattr(select, "poll"):
            return False
        poll = select.poll()
        poll.register(stream.fileno(), 0)
        return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))
    except BrokenPipeError:
        return True
    except (OSError, ValueError):
        return False


def can_show(text: str, stream: TextIO) -> bool:
    """Whether all of these signs can be written."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
