"""Every case of the shipped rules and of the corpus holds."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pytest

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.tree import Group
from hasenpfeffer.shelf.family import Reader
from hasenpfeffer.shelf.find import Finder
from hasenpfeffer.study.cases import Case, CaseFile, Runner
from hasenpfeffer.study.cases.reading import read_cases

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("rules", "rules/variants", "rules/games", "rules/games/variants", "tests/corpus")
READER = Reader()
RUNNER = Runner(read=READER)


def _cases() -> Iterator[object]:
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("*.yaml")):
        written = READER(path, path.relative_to(ROOT).as_posix(), Findings())
        if written is None or not isinstance(written.tree.get("cases"), Group):
            continue
        file = read_cases(str(path), Finder(ROOT), READER, Findings())
        assert file is not None
        assert not file.broken
        for case in file.cases:
            yield pytest.param(file, case, id=f"{path.stem}: {case.name}")


@pytest.mark.parametrize(("file", "case"), list(_cases()))
def test_case(file: CaseFile, case: Case) -> None:
    result = RUNNER.run_case(file, case)
    if result.outcome == "not run":
        pytest.skip(result.message)
    assert result.message == ""
    assert result.outcome == "passed"
