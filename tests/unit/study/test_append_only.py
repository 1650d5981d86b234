"""Files that only grow: what the disk has no room for is not lost, and not written twice."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from hasenpfeffer.errors import UsageError
from hasenpfeffer.study.append_only import AppendOnly, read_bytes


def test_what_the_disk_had_no_room_for_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write, room = tmp_path / "lines", os.write, [3]
    file = AppendOnly.create(path, "one\n", mode=0o600)

    def small(handle: int, data: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = write(handle, data[: room[0]])
        room[0] -= written
        return written

    monkeypatch.setattr(os, "write", small)
    with pytest.raises(OSError, match="No space left") as caught:
        file.write("two and a half\n")
    assert caught.value.filename == str(path) and path.read_bytes() == b"one\ntwo"
    room[0] = 1000
    file.write("three\n")
    file.close()
    assert path.read_bytes() == b"one\ntwo and a half\nthree\n"


def test_a_file_is_one_programs_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    file = AppendOnly.create(path, "one\n", mode=0o600)
    with pytest.raises(UsageError, match="being written by another program"):
        AppendOnly.take_up(path)
    assert read_bytes(path, 100, "lines") == b"one\n"
    file.close()
    again = AppendOnly.take_up(path)
    again.write("two\n")
    again.close()
    assert path.read_bytes() == b"one\ntwo\n"
