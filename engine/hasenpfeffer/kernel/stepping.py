"""A deal by a program, action by action: what `play.machine` does, with one state that changes."""

from __future__ import annotations

from array import array
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from hasenpfeffer.errors import IllegalActionError, StuckError
from hasenpfeffer.kernel.actions import Asked
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.kernel.playable import Playable
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.state import Number, State


class Stepper:
    """One game that a program plays, in a state of its own or in one that is given, which it writes into.

    Nothing is checked that the program does not check itself: an action is one of those that are open. StuckError
    where the program cannot go on; the interpreter perhaps can.
    """

    def __init__(self, playable: Playable, state: array[int] | memoryview | None = None) -> None:
        self.playable = playable
        self.rules = playable.rules
        self.emitted = playable.emitted
        self.state = playable.blank() if state is None else state
        self._places = self.emitted.places
        self._error = self._places["ERROR"]
        self._words = self.emitted.state_size - self._places["LEGAL"]

    # --- a deal begins

    def start(
        self,
        *,
        dealer: int,
        pack: Sequence[int],
        scores: Sequence[Number] | None = None,
        counters: Mapping[str, Sequence[Number]] | None = None,
        deal_number: int = 1,
    ) -> None:
        """The first position of a deal, as `play.machine.start` has it."""
        self._call("new_game")
        self._put("DEALER", dealer)
        self._put("DEAL_NUMBER", deal_number)
        if scores is not None:
            unit = self.emitted.columns.unit
            for account, score in enumerate(scores):
                self._put("SCORES", _whole(score, unit), account)
        for name, values in (counters or {}).items():
            index = self.rules.counter_index[name]
            parts = self.playable.packer.denominators.counter(name)
            for at, value in enumerate(values):
                self._put(f"COUNTER_{index}", _whole(value, parts), at)
        self._begin(pack)

    def next_deal(self, pack: Sequence[int]) -> None:
        """Goes on with the next deal after one that is over, as `play.machine.next_deal` does."""
        dealer = self._call("next_dealer")
        if self.value("THROWN_IN"):
            self._put("REDEALS", self.value("REDEALS") + 1)
        else:
            self._put("REDEALS", 0)
            self._put("DEAL_NUMBER", self.value("DEAL_NUMBER") + 1)
        self._put("DEALER", dealer)
        self._begin(pack)

    def _begin(self, pack: Sequence[int]) -> None:
        self._call("fresh")
        first = self._places["PACK"]
        self.state[first : first + len(pack)] = array("q", pack)
        self._call("settle")
        self._call("run")
        self._check()

    def go_on_from(self, state: State) -> None:
        """Stands where the interpreter stands. ValueError for a deal that is over."""
        self.state[:] = self.playable.packer.packed(state)
        self._call("settle")

    # --- what there is to see

    def value(self, name: str, at: int = 0) -> int:
        """The number that stands under a name of the program."""
        return self.state[self._places[name] + at]

    @property
    def is_over(self) -> bool:
        return bool(self.value("OVER"))

    @property
    def turn(self) -> int:
        """Whose turn it is: in tricks the hand to play, a dummy's too; -1 when the deal is over."""
        return -1 if self.is_over else self.value("TURN")

    def codes(self) -> list[int]:
        """The codes of all that the seat to act may do, in the order of the reference."""
        if self.is_over:
            return []
        count = self._call("legal")
        self._check()
        bits = (
            word * WORD + bit for word in range(self._words) for bit in members(self.value("LEGAL", word))
        )
        return list(islice(bits, count))  # words beyond may hold what an earlier step has left there

    def actions(self) -> tuple[Action, ...]:
        """All that the seat to act may do, in the order of the reference."""
        return tuple(self.meaning(code) for code in self.codes())

    def meaning(self, code: int) -> Action:
        """The action that a code stands for, now."""
        meaning = self.playable.meanings[self.value("STEP")]
        assert meaning is not None
        return meaning(code, Asked(self.value("CHOICE"), bool(self.value("NAMING")), self._says))

    @property
    def points(self) -> tuple[Fraction, ...]:
        """What each account got by a deal that is over; nothing where the hand was thrown in."""
        return self._amounts("THIS_DEAL")

    @property
    def scores(self) -> tuple[Fraction, ...]:
        """What each account has; after the deal is over, with its points."""
        return self._amounts("SCORES")

    def row(self) -> tuple[int, ...]:
        """The row of a deal that has been scored (see `kernel.rows`)."""
        row = array("q", bytes(8 * self.emitted.columns.width))
        self.playable.functions["write_row"](self.state, self.playable.tables, row, 0)
        return tuple(row)

    # --- what can be done

    def apply(self, code: int) -> None:
        """Does an open action, and goes on until somebody has to choose or the deal is over."""
        self.playable.functions["apply"](self.state, self.playable.tables, code)
        self._check()

    def do(self, action: Action) -> None:
        """Does an action by its meaning. Raises IllegalActionError where it is not open."""
        for code in self.codes():
            if self.meaning(code) == action:
                self.apply(code)
                return
        raise IllegalActionError("this is not legal now")

    # --- how

    def _check(self) -> None:
        if self.state[self._error]:
            raise StuckError("the deal cannot go on, for a program at least")

    def _call(self, name: str) -> int:
        return self.playable.functions[name](self.state, self.playable.tables)

    def _says(self, code: int) -> int:
        return self.playable.functions["says"](self.state, self.playable.tables, code)

    def _put(self, name: str, value: int, at: int = 0) -> None:
        self.state[self._places[name] + at] = value

    def _amounts(self, name: str) -> tuple[Fraction, ...]:
        unit = self.emitted.columns.unit
        return tuple(Fraction(self.value(name, account), unit) for account in range(len(self.rules.accounts)))


def _whole(amount: Number, parts: int) -> int:
    return amount.numerator * (parts // amount.denominator)
