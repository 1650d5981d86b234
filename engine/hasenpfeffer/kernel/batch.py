"""Many deals at once, stepped from Python, and a position played out many times over: for bots and learners.

What goes in and out are buffers of signed 64-bit numbers: `array('q')`, or numpy's arrays of `int64`.
"""

from __future__ import annotations

from array import array
from fractions import Fraction
from typing import TYPE_CHECKING

from hasenpfeffer.errors import StuckError
from hasenpfeffer.kernel.stepping import Stepper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import WriteableBuffer

    from hasenpfeffer.kernel.playable import Playable
    from hasenpfeffer.play.state import State


class Batch:
    """So many deals of one ruleset, each at some choice or over.

    `open` has for each deal how many actions are open, 0 where it is over. Every step writes it anew; it may be read,
    and given to numpy. Whatever begins or does something raises StuckError where a deal cannot go on; it is
    over then, and in all others it is done.
    """

    def __init__(self, playable: Playable, size: int) -> None:
        self.playable = playable
        self.size = size
        self.open = array("q", bytes(8 * size))
        self._states = playable.blank(size)
        self._seed = (0, 0)
        self._next = 1
        given = (self._states, playable.tables, self.open, size)
        self._deal = playable.bound("deal_batch", *given)
        self._renew = playable.bound("renew_batch", *given)
        self._step = playable.bound("step_batch", *given)
        self._step_at_random = playable.bound("random_batch", *given)

    def deal(self, seed: int, first: int = 1) -> None:
        """Begins single deals, numbered from `first` on: those that `simulate` plays by this seed."""
        self._seed, self._next = _words(seed), first + self.size
        self._check(self._deal(*self._seed, first))

    def renew(self) -> int:
        """Begins the next deals where one is over; how many."""
        begun, stuck = self._renew(*self._seed, self._next), -1
        if begun < 0:
            stuck, begun = divmod(-1 - begun, self.size + 1)
        self._next += begun
        self._check(stuck)
        return begun

    def step(self, actions: WriteableBuffer) -> None:
        """Does an action in each deal: `actions` has its place among those that are open, from 0.

        For a deal that is over it does not matter what stands there. ValueError for another number of actions than
        of deals; IndexError where one is not below what `open` says, and then nothing is done in any deal.
        """
        given = memoryview(actions)
        if len(given) != self.size:
            raise ValueError(f"{len(given)} actions for {self.size} deals")
        wrong = self._step(given)
        self._check(-2 - wrong)
        if wrong >= 0:
            raise IndexError(f"action {given[wrong]} of {self.open[wrong]} in deal {wrong}")

    def step_at_random(self) -> None:
        """Does an action at random in each deal, as a random player of `simulate` chooses."""
        self._check(self._step_at_random())

    @staticmethod
    def _check(stuck: int) -> None:
        if stuck >= 0:
            raise StuckError(f"deal {stuck} of the batch cannot go on, for a program at least")

    def __getitem__(self, at: int) -> Stepper:
        """One of the deals, to be looked at. What is done there, `open` does not know: `put` it back."""
        size = self.playable.emitted.state_size
        return Stepper(self.playable, memoryview(self._states)[at * size : (at + 1) * size])

    def put(self, at: int, state: State) -> None:
        """Puts a position of the interpreter into one place. ValueError for a deal that is over."""
        deal = self[at]
        deal.go_on_from(state)
        self.open[at] = len(deal.codes())


def rollouts(
    playable: Playable, state: State, number: int, *, seed: int = 0, first: int = 0
) -> Sequence[Fraction]:
    """Plays a deal on to its end so many times, everybody choosing at random; the sum of what each account got by it.

    A hand that is thrown in gives nothing. Playouts are numbered from `first`: the same number of the same seed goes
    the same way. ValueError for a deal that is over, StuckError where one cannot go on.
    """
    start = playable.packer.packed(state)
    sums = array("q", bytes(8 * len(playable.rules.accounts)))
    low, _ = _words(seed)
    played = playable.playouts.play(start, low, first, number, sums)
    if played < number:
        raise StuckError(f"playout {first + played} of seed {seed} cannot go on")
    return tuple(Fraction(amount, playable.emitted.columns.unit) for amount in sums)


def _words(seed: int) -> tuple[int, int]:
    """The low and the high word of a seed, as signed numbers."""
    low, high = seed & (1 << 64) - 1, seed >> 64 & (1 << 64) - 1
    return low - (low >> 63 << 64), high - (high >> 63 << 64)
