"""The schema of a base says nothing that the language does not say, and knows the names of the base."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.tree import as_data
from hasenpfeffer.report.editor import schema_of
from hasenpfeffer.shelf.base import base_of
from hasenpfeffer.shelf.family import Reader
from hasenpfeffer.shelf.find import ShelfEntry, shelf_entries
from hasenpfeffer.shelf.load import load_reference

if TYPE_CHECKING:
    from hasenpfeffer.shelf.family import Written

READER = Reader()
ROOT = Path(__file__).parents[3]
BROKEN = sorted((ROOT / "tests" / "corpus" / "broken").glob("*.yaml"))
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.yaml"))


def written(entry: ShelfEntry) -> Written:
    file = READER(entry.path, entry.name, Findings())
    assert file is not None
    return file


BASES: dict[tuple[str, ...], list[ShelfEntry]] = {}
for entry in shelf_entries():
    if written(entry).bases:
        BASES.setdefault(written(entry).bases, []).append(entry)


@cache
def schema(bases: tuple[str, ...]) -> dict[str, Any]:
    base = base_of(str(BASES[bases][0].path), Findings())
    assert base is not None
    return schema_of(base)


@pytest.mark.parametrize("bases", BASES, ids="+".join)
def test_shipped_patches_fit_the_schema_of_their_base(bases: tuple[str, ...]) -> None:
    validator = Draft202012Validator(schema(bases))
    for entry in BASES[bases]:
        errors = [error.message for error in validator.iter_errors(as_data(written(entry).tree))]
        assert not errors, entry.name


@pytest.mark.slow
@pytest.mark.parametrize("file", [*BROKEN, *EXAMPLES], ids=lambda file: file.stem)
def test_what_it_refuses_validate_refuses_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    base, found = base_of(file.name, Findings()), READER(file, file.name, Findings())
    if base is None or found is None:
        return
    if not Draft202012Validator(schema_of(base)).is_valid(as_data(found.tree)):
        assert load_reference(f"./{file.name}").findings.has_errors


def test_it_is_a_schema_by_its_own_standard() -> None:
    Draft202012Validator.check_schema(schema(("hasenpfeffer",)))


def test_marks_for_the_program_are_left_out_but_names_are_kept() -> None:
    text = str(schema(("hasenpfeffer",)))
    assert "'x-kind'" not in text and "'x-expression'" not in text
    assert "'right bower'" in text


def test_what_can_be_removed_is_what_is_written_below() -> None:
    paths = schema(("hasenpfeffer",))["properties"]["remove"]["items"]["enum"]
    assert {"steps.alone", "steps.alone.do", "terms.loss", "parameters.target.default"} <= set(paths)
    assert not {"title", "steps.deal.do", "steps.tricks.leader.0"} & set(paths)
