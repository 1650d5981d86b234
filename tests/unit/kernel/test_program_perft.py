"""Programs count as many sequences of actions as the interpreter does, which the naive counter has confirmed."""

from __future__ import annotations

from array import array

import pytest
from tests.test_perft import COUNTED, NAIVE, compiled

from hasenpfeffer.kernel.playable import Playable
from hasenpfeffer.kernel.stepping import Stepper
from hasenpfeffer.play import machine
from hasenpfeffer.play.deals import read_deal
from hasenpfeffer.study.perft import perft

PLIES = 6


@pytest.mark.parametrize(("file", "patches", "deal"), [case[:3] for case in COUNTED])
def test_perft_counts_as_the_interpreter(file: str, patches: tuple[str, ...], deal: str) -> None:
    rules = compiled("+".join([str(NAIVE / file), *patches]))
    dealt = read_deal(rules, deal)
    assert dealt.dealer is not None
    stepper = Stepper(Playable(rules, native=False))
    stepper.start(dealer=dealt.dealer, pack=dealt.pack)
    state = machine.start(rules, dealer=dealt.dealer, pack=dealt.pack).state
    counts = [counted(stepper, plies) for plies in range(1, PLIES + 1)]
    assert counts == [perft(rules, state, plies) for plies in range(1, PLIES + 1)]
    assert counts[-1] > 50


def counted(stepper: Stepper, depth: int) -> int:
    """How many sequences of so many actions go on from where a program stands."""
    codes = stepper.codes()
    if depth == 1:
        return len(codes)
    before, count = array("q", stepper.state), 0
    for code in codes:
        stepper.apply(code)
        count += counted(stepper, depth - 1)
        stepper.state[:] = before
    return count
