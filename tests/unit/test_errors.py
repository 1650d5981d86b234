"""Errors tell the same wherever they were raised."""

from __future__ import annotations

import pickle

import pytest

from hasenpfeffer.errors import HasenpfefferError, IllegalActionError, RecordError, RulesetError, StuckError


@pytest.mark.parametrize(
    "error",
    [
        RulesetError(("a finding",), "one error"),
        RecordError(3, "ends in the middle"),
        IllegalActionError("must follow", ["a reason"], problem="not understood"),
        StuckError("a thousand redeals"),
    ],
)
def test_an_error_comes_out_of_another_process_as_it_was(error: HasenpfefferError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))
