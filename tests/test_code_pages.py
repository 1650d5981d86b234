"""Every code has a page whose bad example gets that finding and nothing else, and whose good one gets none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hasenpfeffer.cli.main import main
from hasenpfeffer.library import folder
from hasenpfeffer.reading.codes import CODES
from hasenpfeffer.report.code_pages import Example, code_page

if TYPE_CHECKING:
    from pathlib import Path

PAGES = folder("grammar") / "findings"


def codes_of(example: Example, asked: str, place: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The codes that `validate` finds in an example, without hints that are not asked for."""
    for file in example.files:
        (place / file.name).parent.mkdir(parents=True, exist_ok=True)
        (place / file.name).write_bytes(file.data)
    main(["validate", *example.words, "--format", "concise", "--trials", "24"])
    printed = capsys.readouterr()
    assert not printed.err
    found = [line.split(": ", 1)[1].split()[:2] for line in printed.out.splitlines()]
    return [code for code, severity in found if severity != "hint" or code == asked]


def test_every_code_has_its_page_and_every_page_its_code() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_examples_of_a_page_are_what_they_say(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = code_page(code)
    assert page.source.startswith(f"# {code}: ")
    for name, example, expected in (("wrong", page.wrong, [code]), ("right", page.right, [])):
        place = tmp_path / name
        place.mkdir()
        monkeypatch.chdir(place)
        assert codes_of(example, code, place, capsys) == expected, name


@pytest.mark.parametrize("format", ["text", "markdown", "html"])
def test_explain_shows_a_page_with_its_examples(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "d401", "--format", format]) == 0
    shown = capsys.readouterr().out
    assert "The deal needs more cards than the deck has" in shown
    assert "packets: [3, 4]" in shown
