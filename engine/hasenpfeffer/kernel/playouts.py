"""Positions of one ruleset played out many times, by whichever of its functions is quicker."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel.emitted import PLAYOUTS

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from hasenpfeffer.kernel.playable import Playable

_FEW: Final = 64
"""So few playouts tell nothing about how long they take, and are done before it matters."""


class Playouts:
    """Plays out one by one at first, and several side by side when it pays, if that is quicker."""

    def __init__(self, playable: Playable) -> None:
        self._playable = playable
        one_by_one = playable.functions["rollouts"]
        self._took: dict[Callable[..., int], tuple[float, int]] = {one_by_one: (0.0, 0)}
        """By function, the seconds that it took so far, and for how many playouts."""
        self._considered = 0.0
        """How many seconds one by one there had been when it was last asked whether others would pay."""

    def play(self, start: array[int], low: int, first: int, number: int, sums: array[int]) -> int:
        """The function `rollouts` of a program, from a packed state; how many were played."""
        play = min(self._took, key=self._each)
        began = thread_time()
        done = play(start, self._playable.tables, low, first, number, self._playable.blank(), sums)
        if number > _FEW:
            seconds, played = self._took[play]
            self._took[play] = seconds + thread_time() - began, played + done
            self._consider(self._took[play][0])
        return done

    def _each(self, play: Callable[..., int]) -> float:
        seconds, played = self._took[play]
        return seconds / played if played else 0.0

    def _consider(self, seconds: float) -> None:
        """Makes the other function where it pays. To find out costs as much as some playouts, so it is not asked
        each time."""
        if len(self._took) > 1 or not self._playable.is_native or seconds < 1.5 * self._considered:
            return
        from hasenpfeffer.kernel.native import making
        from hasenpfeffer.kernel.native.machine import machine_code

        if seconds >= making.A_WHILE:  # before that the answer is no, and costs nothing
            self._considered = seconds
        text = self._playable.emitted.text
        if making.pays(text, PLAYOUTS, seconds):
            self._took[machine_code(text, PLAYOUTS, side_by_side=True).entry("rollouts")] = 0.0, 0
