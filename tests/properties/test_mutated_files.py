"""Spoilt rule files lead to findings, never to a traceback, and to those in time.

`MUTATED=10000 pytest -n2 tests/properties/test_mutated_files.py` spoils more of them than a commit needs.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.properties import mutations

FILES = int(os.environ.get("MUTATED", "120"))
GROUPS = 12
SLOWEST = 1.0
"""Seconds of processor time."""
PATIENCE = 3
"""How many times slower a machine may be that runs other things too; on a quiet one most take a tenth of a second."""


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_spoilt_file_leads_to_findings(group: int, tmp_path: Path) -> None:
    for number in range(group, FILES, GROUPS):
        outcome = mutations.journey(1, number, tmp_path, deals=2)
        assert not outcome.trouble, f"{outcome.name}, file {number}:\n{outcome.trouble}"
        assert outcome.seconds < PATIENCE * SLOWEST, f"{outcome.name}, file {number}: {outcome.seconds:.1f} s"


def test_spoiling_is_the_same_each_time(tmp_path: Path) -> None:
    texts = [mutations.journey(7, number, tmp_path).text for number in range(3)]
    assert texts == [mutations.journey(7, number, tmp_path).text for number in range(3)]
    assert len(set(texts)) == 3
