"""Mistakes that people make again and again, a file each: code, place and report are exact, and so is the fix.

The letters are those of the list of such mistakes that the checker was built against. `.txt` beside a file is what
`validate` prints; a file without one is in order.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from hasenpfeffer.cli.main import main

ROWS = Path(__file__).parent / "corpus" / "rows"


class Row(NamedTuple):
    """What is found first, where, and what `--fix` does: `safe`, `unsafe` (only with `--unsafe`) or nothing."""

    code: str
    severity: str
    place: str
    fix: str = ""


FOUND = {
    "F01": Row("Y101", "error", "1:1"),
    "F02": Row("Y101", "error", "3:1"),
    "F03": Row("Y110", "error", "9:1", "safe"),
    "F04": Row("Y111", "error", "7:5"),
    "F05": Row("Y121", "error", "8:34", "safe"),
    "F07": Row("Y120", "error", "5:11"),
    "F08": Row("Y120", "warning", "6:15", "safe"),
    "F09": Row("Y120", "error", "5:11"),
    "F10": Row("Y120", "error", "5:11"),
    "F11": Row("Y130", "error", "5:9"),
    "F14": Row("D402", "error", "5:44"),
    "F15": Row("S205", "error", "5:36", "safe"),
    "F17": Row("Y102", "error", "1:1", "safe"),
    "F20": Row("Y112", "error", "5:1"),
    "F22": Row("Y106", "error", "5:39"),
    "F23": Row("Y113", "error", "2:8"),
    "F25": Row("Y115", "error", "6:5", "safe"),
    "F27": Row("S200", "error", "1:1"),
    "F29": Row("Y133", "error", "2:8"),
    "F30": Row("S201", "error", "4:1", "safe"),
    "F32": Row("S203", "error", "5:27", "safe"),
    "F34": Row("S206", "error", "1:1"),
    "F35": Row("S207", "warning", "5:10", "safe"),
    "F36": Row("S208", "error", "1:11"),
    "F37": Row("S220", "error", "5:37"),
    "F38": Row("S230", "error", "5:16", "safe"),
    "F40": Row("X301", "error", "3:10"),
    "F41": Row("X302", "error", "3:10", "safe"),
    "F42": Row("X303", "error", "3:10"),
    "F43": Row("X304", "error", "4:10", "safe"),
    "F46": Row("D401", "error", "5:19"),
    "F47": Row("D403", "error", "5:19"),
    "F48": Row("B501", "error", "7:22"),
    "F49": Row("B504", "error", "5:22"),
    "F51": Row("B506", "error", "8:32"),
    "F52": Row("B507", "warning", "5:32"),
    "F54": Row("T602", "error", "4:15"),
    "F55": Row("T603", "error", "5:25"),
    "F56": Row("P701", "warning", "6:17"),
    "F58": Row("P703", "warning", "5:19"),
    "F60": Row("G801", "error", "5:20"),
    "F62": Row("G803", "error", "4:15"),
}

IN_ORDER = ("F06", "F13", "F16")
"""A title that looks like an answer, suit signs with and without a selector, a byte order mark with Windows ends."""


@pytest.fixture(autouse=True)
def _there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Works on copies, so that no fix spoils a row."""
    for path in ROWS.iterdir():
        shutil.copy(path, tmp_path / path.name)
    monkeypatch.chdir(tmp_path)


def validated(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["validate", *words])
    printed = capsys.readouterr()
    assert "--fix" in words or not printed.err
    return status, printed.out


def counted(report: str) -> str:
    """A report without the number of checks that were not run, which grows with every new check."""
    return re.sub(r" \d+ checks? not run because of the errors? above\.", "", report)


@pytest.mark.parametrize("name", FOUND)
def test_a_row_gets_exactly_its_report(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    row = FOUND[name]
    _, out = validated(capsys, f"{name}.yaml")
    head, arrow = out.splitlines()[:2]
    assert head.startswith(f"{row.severity}[{row.code}]: ")
    assert arrow.split(":", 1)[1] == row.place
    assert counted(out) == counted((ROWS / f"{name}.txt").read_text("utf-8"))


@pytest.mark.parametrize("name", IN_ORDER)
def test_what_only_looks_like_a_mistake_is_none(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = validated(capsys, f"{name}.yaml")
    assert status == 0
    assert out.startswith("OK ")


@pytest.mark.parametrize("name", FOUND)
def test_a_fix_leads_to_a_file_that_validates_and_a_second_one_changes_nothing(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, fix = Path(f"{name}.yaml"), FOUND[name].fix
    before = path.read_bytes()
    validated(capsys, path.name, "--fix")
    once = path.read_bytes()
    assert (once != before) == (fix == "safe")
    if fix == "safe":
        assert validated(capsys, path.name)[0] == 0
    validated(capsys, path.name, "--fix")
    assert path.read_bytes() == once


@pytest.mark.parametrize("name", IN_ORDER)
def test_a_fix_leaves_alone_what_is_in_order(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(f"{name}.yaml")
    before = path.read_bytes()
    validated(capsys, path.name, "--fix", "--unsafe")
    assert path.read_bytes() == before
