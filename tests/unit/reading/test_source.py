"""Bytes to text: places count as editors do, and whatever is wrong with a file is a finding."""

from __future__ import annotations

import hashlib
import os
import socket
from pathlib import Path

import pytest

from hasenpfeffer.reading.diagnostic import Diagnostic, Findings
from hasenpfeffer.reading.place import Position
from hasenpfeffer.reading.source import LONGEST_FILE, load_source, source_from_text


def only_finding(path: Path) -> Diagnostic:
    findings = Findings()
    assert load_source(path, path.name, findings) is None
    (finding,) = findings.items
    return finding


@pytest.mark.parametrize(("end", "name"), [("\n", "\n"), ("\r\n", "\r\n"), ("\r", "\r")])
def test_lines_and_columns_count_from_one_in_code_points(end: str, name: str) -> None:
    source = source_from_text(f"a: ♠{end}🂡: x{end}", "f")
    assert source.newline == name
    at = source.text.index("x")
    assert source.position(at) == Position(2, 4, at)
    assert source.line_text(1) == "a: ♠"
    assert source.line_text(3) == ""


def test_mixed_line_ends_are_told_apart() -> None:
    source = source_from_text("a\rb\r\nc\nd", "f")
    assert source.newline == "mixed"
    assert [source.position(source.text.index(letter)).line for letter in "abcd"] == [1, 2, 3, 4]


def test_a_place_may_be_the_end_of_the_file() -> None:
    source = source_from_text("a: 1\n", "f")
    assert source.place(5, 5).start == Position(2, 1, 5)


def test_the_byte_order_mark_is_no_column(tmp_path: Path) -> None:
    path = tmp_path / "bom.yaml"
    data = b"\xef\xbb\xbfa: 1\r\n"
    path.write_bytes(data)
    findings = Findings()
    source = load_source(path, "bom.yaml", findings)
    assert source is not None and not findings.items
    assert (source.text, source.had_bom, source.newline) == ("a: 1\r\n", True, "\r\n")
    assert source.sha256 == hashlib.sha256(data).hexdigest()
    assert source.position(0) == Position(1, 1, 0)


def test_a_missing_file_has_a_neighbour_suggested(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("a: 1\n")
    finding = only_finding(tmp_path / "huose.yaml")
    assert (finding.code, finding.help) == ("Y103", "Did you mean `house.yaml`?")
    assert only_finding(tmp_path / "house.yaml" / "f.yaml").code == "Y103"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert "is a folder" in only_finding(tmp_path).message


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    finding = only_finding(tmp_path / "pipe")
    assert finding.code == "Y103"
    assert "a pipe" in finding.message


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        assert "a socket" in only_finding(tmp_path / "s").message


def test_a_device_is_refused() -> None:
    assert "a device" in only_finding(Path("/dev/null")).message


def test_a_link_that_leads_to_itself(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    finding = only_finding(tmp_path / "a")
    assert finding.code == "Y103"
    assert "leads back to itself" in finding.message


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "locked.yaml"
    path.write_text("a: 1\n")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert "may not be read" in only_finding(path).message


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_a_name_that_no_file_can_have(name: str) -> None:
    assert only_finding(Path(name)).code == "Y103"


def test_size_is_judged_before_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as stream:
        stream.truncate(5 * 2**20)
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("the file was opened"))
    finding = only_finding(path)
    assert finding.code == "Y105"
    assert finding.message == "The file has 5.0 MiB; the limit is 256 KiB"


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_bytes(b"#" * LONGEST_FILE)
    assert load_source(path, "big.yaml", Findings()) is not None
    path.write_bytes(b"#" * (LONGEST_FILE + 1))
    assert only_finding(path).code == "Y105"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_named(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "wide.yaml"
    path.write_bytes("language: 1\ntitle: Wide\n".encode(encoding))
    finding = only_finding(path)
    assert finding.code == "Y102"
    assert encoding[:6].upper() in finding.message


def test_the_first_byte_that_is_not_utf8_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\nb: caf\xe9\n")
    finding = only_finding(path)
    assert finding.code == "Y102"
    assert (finding.place.start.line, finding.place.start.column) == (2, 7)
    assert "0xE9" in finding.message and "é" in finding.message


def test_zero_bytes_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "binary.yaml"
    path.write_bytes(b"\x7fELF\x02\x01\x01\0\0\0")
    assert only_finding(path).code == "Y104"
