"""What to say of an exception: whether it is a fault of the input or of the program, in one line."""

from __future__ import annotations

import errno
import sys

from hasenpfeffer.cli import terminal
from hasenpfeffer.errors import HasenpfefferError, KernelRefusal


def told(text: str) -> str:
    """A message as it goes to standard error: names of files and words of the command line may hold anything."""
    from hasenpfeffer.report.findings.visible import shown_lines

    return shown_lines(text, ascii_only=terminal.is_ascii_only(sys.stderr))


def reason(error: BaseException) -> str:
    """Why it is no fault of the program, or nothing."""
    match error:
        case KernelRefusal():
            return f"No program can be made of these rules: {error}"
        case HasenpfefferError():
            return str(error)
        case OSError(filename=str(file), strerror=str(why)):
            return f"{file}: {why}"
        case OSError(errno=errno.ENOSPC | errno.EIO | errno.EFBIG | errno.EBADF, strerror=str(why)):
            return f"The output cannot be written: {why}"
        case KeyboardInterrupt() | EOFError():
            return "It was interrupted"
        case _:
            return ""


def bug(error: BaseException) -> str:
    """What failed in the program, where, and in which deal, if that is noted."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        where = f" ({trace.tb_frame.f_globals.get('__name__', '?')}, line {trace.tb_lineno})"
    notes = "".join(f", {note}" for note in getattr(error, "__notes__", ()))
    return f"a bug in the program: {text[:200]}{where}{notes}"
