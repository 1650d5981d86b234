"""Records in files: begun, gone on with, kept from others, and never written over."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

import hasenpfeffer as hp
from hasenpfeffer.errors import RecordError, UsageError
from hasenpfeffer.play.record.replay import verify
from hasenpfeffer.study import recorder as recorders
from hasenpfeffer.study.append_only import AppendOnly
from hasenpfeffer.study.recorder import Recorder, read_record, resume

RULES = hp.load("hasenpfeffer")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def begin(path: Path, *actions: str) -> tuple[Recorder, hp.Table]:
    table = hp.Table(RULES, seed=3)
    recorder = Recorder.create(path, table, people=0b100, bots="careful")
    for action in actions:
        table.play(action)
        recorder.played(table, "person")
    return recorder, table


def test_what_was_played_is_in_the_file_before_anything_else_happens(path: Path) -> None:
    recorder, table = begin(path)
    assert path.read_bytes().count(b"\n") == 7
    table.play("pass")
    recorder.played(table, "careful")
    assert b'"action":"pass","by":"careful"' in path.read_bytes()
    table.undo()
    recorder.undone(str(table.actor), 1)
    assert path.read_bytes().splitlines()[-1].startswith(b'{"kind":"undo"')
    recorder.left()
    recorder.left()
    recorder.close()
    found = verify(read_record(path))
    assert found.is_left and found.decisions == []


def test_a_record_is_its_owners_alone_and_leaves_nothing_beside_it(path: Path) -> None:
    with begin(path)[0]:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_there_is_not_written_over(path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(FileExistsError, match="never written over") as caught:
        begin(path)
    assert caught.value.filename == str(path) and path.read_text() == "mine"
    path.unlink()
    path.symlink_to(path.parent / "nowhere")
    with pytest.raises(FileExistsError):
        begin(path)
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_comes_into_being_meanwhile_is_not_written_over(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AppendOnly, "sync", lambda _: path.write_text("theirs"))
    with pytest.raises(FileExistsError):
        begin(path)
    assert path.read_text() == "theirs" and list(path.parent.iterdir()) == [path]


def test_where_files_have_no_second_names_a_record_is_moved_into_place(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "not permitted")

    monkeypatch.setattr(os, "link", no_links)
    with begin(path, "pass")[0]:
        assert list(path.parent.iterdir()) == [path] and verify_start(path)


def verify_start(path: Path) -> bool:
    return path.read_bytes().startswith(b'{"kind":"header"')


def test_a_folder_that_is_not_there_is_named_by_the_record(path: Path) -> None:
    with pytest.raises(OSError, match="No such file") as caught:
        begin(path.parent / "no" / "game.jsonl")
    assert caught.value.filename == str(path.parent / "no" / "game.jsonl")


def test_two_programs_do_not_write_one_record(path: Path) -> None:
    recorder, _ = begin(path, "pass")
    with pytest.raises(UsageError, match="written by another program"):
        resume(path)
    recorder.close()
    one = resume(path)
    with pytest.raises(UsageError, match="written by another program"):
        resume(path)
    one.recorder.close()


def test_a_game_goes_on_where_it_was_left(path: Path) -> None:
    recorder, table = begin(path, "pass")
    recorder.left()
    recorder.close()
    found = resume(path)
    assert (found.people, found.bots, found.notice, found.choices) == (0b100, "careful", "", 1)
    assert found.table.state == table.state
    with found.recorder as goes_on:
        found.table.play("pass")
        goes_on.played(found.table, "person")
        goes_on.left()
    assert [line.split(b'"')[3] for line in path.read_bytes().splitlines()[7:]] == [
        *(b"action", b"event", b"left", b"action", b"event", b"left")
    ]
    assert verify(read_record(path)).is_left


def test_a_last_line_that_was_cut_off_is_left_out_and_the_rest_worked_out_again(path: Path) -> None:
    recorder, table = begin(path, "pass", "pass", "pass")
    recorder.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    found = resume(path)
    found.recorder.close()
    assert found.notice == (
        "the last line was cut off and is left out; what followed from the last choice was worked out again"
    )
    assert path.read_bytes() == whole and found.table.state == table.state


def test_what_a_power_cut_leaves_of_a_line_is_left_out(path: Path) -> None:
    begin(path, "pass")[0].close()
    whole = path.read_bytes()
    path.write_bytes(whole + b"\0" * 4096)
    resume(path).recorder.close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize("line", [1, 5, 8, 9])
def test_a_record_that_was_changed_is_not_gone_on_with_nor_touched(path: Path, line: int) -> None:
    begin(path, "pass")[0].close()
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"kind"', b'"Kind"')
    path.write_bytes(b"".join(lines))
    with pytest.raises(RecordError) as caught:
        resume(path)
    assert caught.value.line == line and path.read_bytes() == b"".join(lines)
    with pytest.raises(RecordError):
        resume(path)  # the refusal has let the file go


def test_a_game_that_is_over_is_not_left(path: Path) -> None:
    table = hp.Table(hp.load("hasenpfeffer", "pepper-night"), seed=2)
    with Recorder.create(path, table) as recorder:
        while not table.over:
            table.play(table.legal[-1])
            recorder.played(table, "random")
        recorder.left()
    assert path.read_bytes().splitlines()[-1].startswith(b'{"kind":"end"')
    found = resume(path)
    found.recorder.left()
    found.recorder.close()
    assert found.table.over and verify(read_record(path)).table.winner == table.winner


def test_a_record_may_begin_in_the_middle_of_a_game(path: Path) -> None:
    table = hp.Table(RULES, seed=3)
    table.play("pass")
    with Recorder.create(path, table) as recorder:
        table.play("pass")
        recorder.played(table, "person")
    assert [choice.by for choice in resume(path).decisions] == [None, "person"]


def test_a_disk_that_is_full_is_named_by_its_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder, table = begin(path)

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    table.play("pass")
    with pytest.raises(OSError, match="No space") as caught:
        recorder.played(table, "person")
    assert caught.value.filename == str(path)


@pytest.mark.parametrize("written", [0, 20, 70, None])
def test_an_interruption_in_the_middle_of_a_line_does_no_harm(
    path: Path, monkeypatch: pytest.MonkeyPatch, written: int | None
) -> None:
    recorder, table = begin(path, "pass")
    write = os.write

    def interrupted(file: int, data: bytes) -> int:
        write(file, bytes(data)[:written])
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "write", interrupted)
    table.play("pass")
    with pytest.raises(KeyboardInterrupt):
        recorder.played(table, "person")
    monkeypatch.undo()
    recorder.left()
    with pytest.raises(UsageError, match="resume it"):
        recorder.played(table, "person")
    recorder.close()
    found = resume(path)
    found.recorder.left()
    found.recorder.close()
    assert verify(read_record(path)).is_left
    assert len(found.decisions) == (1 if written in (0, 20, 70) else 2)


def test_what_is_no_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    for read in (read_record, resume):
        with pytest.raises(UsageError, match="not a file"):
            read(tmp_path / "pipe")
        with pytest.raises((UsageError, IsADirectoryError)):
            read(tmp_path)
        with pytest.raises(FileNotFoundError):
            read(tmp_path / "nothing")
    monkeypatch.setattr(recorders, "LARGEST", 10)
    (tmp_path / "long").write_bytes(b"x" * 100)
    assert len(read_record(tmp_path / "long")) == 11
