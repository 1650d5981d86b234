"""Machine code in the user's cache: how a file is named, and how it is known to be whole and our own.

The name tells everything that the code depends on. Its first half is of the text and of this program, so that
without asking LLVM anything it can be told that there is no code; the second is of the processor and of LLVM. The
table of constants that `k` points to is handed over at every call and is no part of the code: the text suffices.
"""

from __future__ import annotations

import hashlib
import os
import platform
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from hasenpfeffer.kept import cache_folder, drop_oldest, save
from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.kernel.native.llvm import Host

MOST_FILES: Final = 200
"""Of more, those that were not used for longest go."""

_MARK: Final = b"hasenpfeffer machine code 1\n"

_KERNEL: Final = Path(__file__).parent.parent
_SOURCES: Final = (
    _KERNEL.parent / "chance.py",
    _KERNEL / "runtime.py",
    *sorted(_KERNEL.glob("native/**/*.py")),
)


def of_text(text: str, entries: Mapping[str, tuple[str, ...]], *, side_by_side: bool = False) -> str:
    """The first half of a name: what is translated, how, and what translates it."""
    doors = [f"{name}({', '.join(parameters)})" for name, parameters in sorted(entries.items())]
    way = "side by side" if side_by_side else "one by one"
    return _fingerprint(text, *doors, way, sources(), __version__, python())


def of_host(host: Host) -> str:
    """The second half: what it is compiled for, and by what."""
    return _fingerprint(host.processor, host.features, str(host.deposits), host.llvm)


@cache
def sources() -> str:
    """The text of the modules that say what machine code does."""
    return _fingerprint(*(path.read_text("utf-8") for path in _SOURCES))


def python() -> str:
    """Which Python translates; a text may be read otherwise by another."""
    return f"{platform.python_implementation()} {platform.python_version()}"


def may_be_kept(text_half: str) -> bool:
    """Whether there is code of this text, perhaps for another processor."""
    folder = _folder()
    if folder is None:
        return False
    with suppress(OSError):
        return any(path.name.startswith(f"{text_half}-") for path in folder.iterdir())
    return False


def read(text_half: str, host_half: str) -> bytes | None:
    """Code that was kept; None where there is none, or a file that is not whole or of another name."""
    path = _path(text_half, host_half)
    if path is None:
        return None
    try:
        kept = path.read_bytes()
    except OSError:
        return None
    head, code = kept[: len(_MARK) + 32], kept[len(_MARK) + 32 :]
    if head != _head(path.name, code):
        return None
    with suppress(OSError):
        os.utime(path)
    return code


def keep(text_half: str, host_half: str, code: bytes) -> None:
    """Keeps code, whole or not at all; where that fails it only costs time."""
    path = _path(text_half, host_half)
    if path is None:
        return
    data = _head(path.name, code) + code

    def write(stream: IO[bytes]) -> None:
        stream.write(data)

    save(path, write)
    drop_oldest(path.parent, "*.o", MOST_FILES)


def _folder() -> Path | None:
    folder = cache_folder()
    return None if folder is None else folder / "code"


def _path(text_half: str, host_half: str) -> Path | None:
    folder = _folder()
    return None if folder is None else folder / f"{text_half}-{host_half}.o"


def _head(name: str, code: bytes) -> bytes:
    return _MARK + hashlib.sha256(name.encode() + b"\n" + code).digest()


def _fingerprint(*parts: str) -> str:
    """Of several texts; where one ends and the next begins makes a difference."""
    made = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8")
        made.update(len(data).to_bytes(8, "little") + data)
    return made.hexdigest()[:32]
