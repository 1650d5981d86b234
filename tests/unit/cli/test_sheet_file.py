"""The file of a score sheet: what could not be written is written with the next line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hasenpfeffer.cli.keeping.sheet_file import Header, SheetFile, read_sheet


def test_a_line_for_which_there_was_no_folder_goes_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "later" / "sheet.jsonl"
    file = SheetFile(path, Header("hasenpfeffer", {}, (), ""))
    with pytest.raises(FileNotFoundError):
        file.add({"undo": 1})
    path.parent.mkdir()
    file.add({"undo": 1})
    file.add({"rescored": 1})
    file.close()
    assert [event for _, event in read_sheet(path).events] == [{"undo": 1}, {"undo": 1}, {"rescored": 1}]


def test_a_last_line_that_was_cut_off_is_taken_away_once(tmp_path: Path) -> None:
    path = tmp_path / "sheet.jsonl"
    file = SheetFile(path, Header("hasenpfeffer", {}, ("Ada", "Ben", "Cy", "Dot"), "north"))
    file.add({"undo": 1})
    file.close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"undo"')
    again, saved = SheetFile.take_up(path)
    assert saved.is_cut and path.read_bytes() == whole + b'{"undo"'
    again.leave_off(saved)
    again.add({"undo": 1})
    again.close()
    assert path.read_bytes() == whole + json.dumps({"undo": 1}).encode() + b"\n"
    assert saved.header.names == ("Ada", "Ben", "Cy", "Dot")
