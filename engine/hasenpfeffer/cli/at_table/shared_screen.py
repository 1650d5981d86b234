"""Several people at one screen: whose hand may be seen, and what each of them has still to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.cards import fold
from hasenpfeffer.report.events import Narrator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.cli.screens import Screen
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.history import Turn
    from hasenpfeffer.play.table import Table

NOBODY = -1


class SharedScreen:
    """Hands the screen from one to the other. With a single person there is nothing to hide."""

    def __init__(self, table: Table, people: int, screen: Screen, narrator: Narrator) -> None:
        self._table = table
        self._screen = screen
        self._narrator = narrator
        self._is_shared = people.bit_count() > 1
        self._looking = NOBODY
        self._heard: dict[int, tuple[int, int]] = {}
        """Up to which deal and turn each has been told what happened."""

    def hand_to(self, seat: int) -> bool:
        """Lets this seat look, when all others look away; False if somebody wants to leave instead."""
        if not self._is_shared:
            return True
        is_another = self._looking != seat and self._screen.is_live
        if is_another and not self._is_alone(seat):
            return False
        deal, count = self._heard.get(seat, (0, 0))
        turns = self._table.turns[count if deal == self._table.shuffles else 0 :]
        self._tell(seat, turns, only_private=not is_another)
        self._looking = seat
        self._heard[seat] = (self._table.shuffles, len(self._table.turns))
        return True

    def cover_from(self, seat: int) -> None:
        """Takes a hand out of sight before anybody else looks, or before everybody leaves."""
        if self._looking not in (NOBODY, seat) and self._is_shared:
            self._looking = NOBODY
            self._screen.cover()

    def taken_back(self) -> None:
        """Forgets that turns were told which are no more."""
        last = len(self._table.turns)
        self._heard = {seat: (deal, min(count, last)) for seat, (deal, count) in self._heard.items()}

    def _is_alone(self, seat: int) -> bool:
        """Waits until only this seat looks."""
        name = self._table.rules.seating.names[seat]
        while True:
            self._screen.forget_typed()
            answer = fold(self._screen.ask(f"{name} is asked. Enter when only {name} looks").strip())
            if answer in ("quit", "exit", "q"):
                return False
            if not answer:
                self._screen.cover()
                return True
            self._screen.say(f"Enter alone shows the hand of {name}; quit leaves the game")

    def _tell(self, seat: int, turns: Sequence[Turn], *, only_private: bool) -> None:
        """What has happened since the seat was asked last: all that it may know, or only what others may not."""
        if not turns:
            return
        voice = Narrator(self._table.rules, 1 << seat, says_you=False)
        voice.at(turns[0].before or turns[0].after)
        if turns[0].before is None:
            voice.begin_deal()
        events = (event for turn in turns for event in turn.events)
        told = (event for event in events if not only_private or self._is_private(event, seat))
        self._screen.say(*voice.lines(told))

    def _is_private(self, event: Event, seat: int) -> bool:
        """Whether a seat may know more of an event than all people together; hands are shown anyway."""
        return event.kind != "dealt" and event.as_seen(seat) != self._narrator.heard(event)
