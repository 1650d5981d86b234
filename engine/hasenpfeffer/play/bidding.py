"""An auction in progress, as its step remembers it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

NO_CALL: Final = -1
NOBODY: Final = -1


class Duelling(NamedTuple):
    """Two seats that bid against each other. `number` is the duel's place among those of the step, `survivor` who
    has not passed in the one before; where there is nobody to hold, `holder` is NOBODY."""

    number: int = -1
    caller: int = NOBODY
    holder: int = NOBODY
    survivor: int = NOBODY


class Bidding(NamedTuple):
    """An auction in progress. `history` holds (seat, call) with NO_CALL for a pass; whoever holds makes the standing
    call again. `before`: the settings as they were before the standing call; `equalled`: somebody has taken the
    standing call at its own height; `duel` where the auction goes by duels."""

    turn: int
    history: tuple[tuple[int, int], ...]
    spoken: int
    passed: int
    bidder: int
    standing: int
    passes: int
    equalled: bool
    before: tuple[Any, ...]
    forced: bool = False
    duel: Duelling | None = None

    @property
    def is_asked_to_hold(self) -> bool:
        """Whether the seat to act can only hold the standing call or pass."""
        return self.duel is not None and not self.forced and self.turn == self.duel.holder
