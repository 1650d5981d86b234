"""`validate --fix`, `--unsafe` and `--diff`."""

from __future__ import annotations

import io
import os
import pathlib
import stat
from typing import TYPE_CHECKING

import pytest

from hasenpfeffer.cli.fixing import Changed
from hasenpfeffer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.conftest import Result

GOOD = """\
# ours
language: 1
title: Ours  # 🂡 of ours
extends: hasenpfeffer
parameters:
  target: {default: 12}
"""
BAD = GOOD.replace("parameters", "paramters").replace("title", "titel")
"""Two keys are misspelt."""


@pytest.fixture
def house(folder: pathlib.Path) -> pathlib.Path:
    path = folder / "house.yaml"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_fix_writes_what_was_meant_and_says_how_much(run: Callable[..., Result], house: pathlib.Path) -> None:
    result = run("validate", "house.yaml", "--fix")
    assert house.read_text("utf-8") == GOOD
    assert (result.code, result.err) == (0, "2 fixed, 0 left\n")
    assert result.out.startswith("OK house.yaml")


def test_a_second_fix_changes_nothing(run: Callable[..., Result], house: pathlib.Path) -> None:
    run("validate", "house.yaml", "--fix")
    before = house.stat()
    result = run("validate", "house.yaml", "--fix")
    now = house.stat()
    assert (now.st_ino, now.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert (result.code, result.err) == (0, "0 fixed, 0 left\n")


def test_what_is_left_is_reported_with_what_a_guess_would_mend(
    run: Callable[..., Result], house: pathlib.Path
) -> None:
    house.write_text(BAD.replace("12}", "12, tpye: 1..30, about: [a, list]}"), encoding="utf-8")
    result = run("validate", "house.yaml", "--fix")
    assert "[S204]" in result.out
    assert (result.code, result.err) == (1, "3 fixed, 1 left\n")


def test_an_unsafe_fix_needs_a_word_of_its_own(run: Callable[..., Result], house: pathlib.Path) -> None:
    text = GOOD + "terms:\n  loss: bid\n"
    house.write_text(text + "  loss: 6\n", encoding="utf-8")
    assert run("validate", "house.yaml", "--fix").err == "0 fixed, 1 left; 1 more with --unsafe\n"
    result = run("validate", "house.yaml", "--fix", "--unsafe")
    assert (result.code, result.err) == (0, "1 fixed, 0 left\n")
    assert house.read_text("utf-8") == text


def test_line_ends_and_byte_order_mark_stay(run: Callable[..., Result], house: pathlib.Path) -> None:
    house.write_bytes(b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").encode())
    run("validate", "house.yaml", "--fix")
    assert house.read_bytes() == b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_in_another_encoding_is_saved_in_utf8(
    run: Callable[..., Result], house: pathlib.Path, encoding: str
) -> None:
    house.write_bytes(BAD.encode(encoding))
    assert run("validate", "house.yaml", "--diff").err == "3 would be fixed, 0 left\n"
    result = run("validate", "house.yaml", "--fix")
    assert (result.code, result.err) == (0, "3 fixed, 0 left\n")
    assert house.read_bytes() == GOOD.encode()


def test_a_file_without_a_last_line_end_stays_so(run: Callable[..., Result], house: pathlib.Path) -> None:
    house.write_bytes(BAD.rstrip("\n").encode())
    run("validate", "house.yaml", "--fix")
    assert house.read_bytes() == GOOD.rstrip("\n").encode()


def test_mode_and_link_stay(run: Callable[..., Result], house: pathlib.Path) -> None:
    (house.parent / "below").mkdir()
    real = house.rename(house.parent / "below" / "real.yaml")
    real.chmod(0o640)
    house.symlink_to(real)
    run("validate", "house.yaml", "--fix")
    assert house.is_symlink() and real.read_text("utf-8") == GOOD
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert os.listdir(real.parent) == ["real.yaml"]  # noqa: PTH208


def test_a_file_that_may_not_be_written_is_left_and_told(
    run: Callable[..., Result], house: pathlib.Path
) -> None:
    house.chmod(0o444)
    result = run("validate", "house.yaml", "--fix")
    assert (result.code, house.read_text("utf-8")) == (2, BAD)
    assert result.err == "`house.yaml` may not be written, and was left as it is\n0 fixed, 2 left\n"
    assert result.out.count("[S201]") == 2


def test_a_file_that_changed_or_went_meanwhile_is_not_written(folder: pathlib.Path) -> None:
    path = folder / "house.yaml"
    change = Changed("house.yaml", path, b"before", "before", "after")
    with pytest.raises(UsageError, match="is gone"):
        change.write()
    path.write_text("other", encoding="utf-8")
    with pytest.raises(UsageError, match="changed just now"):
        change.write()
    assert path.read_text("utf-8") == "other"


def test_a_base_is_reported_and_not_changed(run: Callable[..., Result], house: pathlib.Path) -> None:
    child = house.parent / "child.yaml"
    child.write_text("language: 1\ntitle: Child\nextends: ./house.yaml\n", encoding="utf-8")
    result = run("validate", "child.yaml", "--fix")
    assert (result.code, house.read_text("utf-8")) == (1, BAD)
    assert result.err == "0 fixed, 2 left\n"
    assert run("validate", "child.yaml", "house.yaml", "--fix").code == 0


def test_a_diff_is_printed_and_nothing_written(run: Callable[..., Result], house: pathlib.Path) -> None:
    result = run("validate", "house.yaml", "--diff")
    assert result.out == (
        "--- house.yaml\n+++ house.yaml\n@@ -1,6 +1,6 @@\n # ours\n language: 1\n"
        "-titel: Ours  # 🂡 of ours\n+title: Ours  # 🂡 of ours\n extends: hasenpfeffer\n"
        "-paramters:\n+parameters:\n   target: {default: 12}\n"
    )
    assert (result.code, result.err) == (1, "2 would be fixed, 0 left\n")
    assert house.read_text("utf-8") == BAD
    house.write_text(GOOD, encoding="utf-8")
    assert run("validate", "house.yaml", "--diff", "--fix").code == 0


def test_a_diff_is_coloured_on_request(
    run: Callable[..., Result], house: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = run("validate", "house.yaml", "--diff").out
    assert "\x1b[31m-paramters:\x1b[0m\n\x1b[32m+parameters:\x1b[0m\n" in out


def test_a_diff_can_be_applied_by_other_programs(run: Callable[..., Result], house: pathlib.Path) -> None:
    house.write_bytes(BAD.replace("\n", "\r\n").rstrip("\r\n").encode())
    out = run("validate", "house.yaml", "--diff").out
    assert "+parameters:\r\n" in out
    assert out.endswith("   target: {default: 12}\n\\ No newline at end of file\n")


def test_standard_input_is_mended_to_standard_output(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
    result = run("validate", "-", "--fix")
    assert (result.code, result.out) == (0, GOOD)
    assert result.err.endswith("2 fixed, 0 left\n")


def test_unsafe_alone_makes_no_sense(run: Callable[..., Result], house: pathlib.Path) -> None:
    result = run("validate", "house.yaml", "--unsafe")
    assert (result.code, "--fix or --diff" in result.err) == (2, True)


def test_a_missing_file_is_told(run: Callable[..., Result]) -> None:
    assert run("validate", "gone.yaml", "--fix").code == 2
    assert run("validate", "gone.yaml", "--diff").code == 2
