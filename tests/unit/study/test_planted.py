"""Files with twenty mistakes each: one look finds all of them, and says nothing else."""

from __future__ import annotations

import json
import pathlib

import pytest

import hasenpfeffer as hp

PLANTED = sorted((pathlib.Path(__file__).parents[2] / "corpus" / "planted").glob("*.yaml"))


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.stem)
def test_every_planted_mistake_is_found_once(path: pathlib.Path) -> None:
    defects = {defect["id"]: defect for defect in json.loads(path.with_suffix(".json").read_text("utf-8"))}
    beside = []
    for finding in hp.check(path, trials=0).findings:
        here = [
            number
            for number, defect in defects.items()
            if finding.place.start.line in (defect["line"], *defect["also"])
        ]
        here.sort(key=lambda number: defects[number]["line"] != finding.place.start.line)
        if here:
            del defects[here[0]]
        else:
            beside.append(f"{finding.place.start.line} {finding.code} {finding.message}")
    assert not beside
    assert not defects
