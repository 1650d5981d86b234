"""Values that calls set."""

from __future__ import annotations

from collections.abc import Callable

from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.study.driver import play_deal

Patched = Callable[..., CompiledRules]


def test_a_call_may_set_what_is_asked_of_a_seat_by_a_formula(patched: Patched) -> None:
    rules = patched(
        "[hasenpfeffer, big-pepper]",
        "terms:\n  bonus of seat: 0\n"
        "steps: {auction: {calls: {big pepper: {bonus: bid * 2}}}}\n"
        "scoring:\n  extra: {who: declarers, gets: bonus of declarer}\n",
    )
    paid = set()
    for deal in range(1, 30):
        state = play_deal(rules, 1, 0, deal, 0)
        big = state.call >= 0 and rules.calls[state.call].text == "big pepper"
        extra = sum(max(line.points) for line in state.lines if line.line == "extra")
        if state.call >= 0:
            paid.add((big, extra))
    assert paid == {(False, 0), (True, 12)}
