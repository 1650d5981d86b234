"""A short run of every harness: hypothesis draws, and finds the smallest input that is not in order.

`python benchmarks/fuzz.py` makes two hundred thousand inputs, and measures each.
"""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.fuzz.draws import Shrinking
from tests.fuzz.extremes import EXTREMES
from tests.fuzz.harnesses import HARNESSES, Harness, extreme

SLOWEST = 2.0
"""Seconds of processor time."""
PATIENCE = 3
"""How many times slower a machine may be that runs other things too; the benchmark measures on a quiet one."""
FEW = {"rules": 5, "cases": 3, "compositions": 4, "schema for": 3, "records": 8}


@pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.name)
def test_whatever_comes_in_is_answered(harness: Harness) -> None:
    @settings(
        max_examples=FEW.get(harness.name, 20),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def answered(data: st.DataObject) -> None:
        made = harness.make(Shrinking(data))
        began = time.process_time()
        harness.run(made)
        assert time.process_time() - began < PATIENCE * SLOWEST

    answered()


@pytest.mark.parametrize("name", EXTREMES)
def test_the_largest_files_are_answered_in_time(name: str) -> None:
    began = time.process_time()
    extreme(name)
    assert time.process_time() - began < PATIENCE * SLOWEST


def test_a_ranking_by_itself_is_worked_out() -> None:
    """Found with seed 12: elsewhere somebody says that it is cards that are wanted."""
    harness = next(one for one in HARNESSES if one.name == "expressions")
    harness.run(("hasenpfeffer", "bowers"))
