"""A recorded game told again: in lines as at the table, or as data."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from hasenpfeffer.play.record.replay import Happened, Left, TakenBack
from hasenpfeffer.play.record.write import event_data
from hasenpfeffer.report.english import counted, listed
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.history import Turn
    from hasenpfeffer.play.record.lines import Data
    from hasenpfeffer.play.record.replay import Replayed


class Retelling:
    """Tells a game to an audience, a set of seats: a single one is spoken to as `you`, an empty one hears what the
    whole table may know. Everything comes from events as the audience may know them, unless it `sees_all`."""

    def __init__(self, replayed: Replayed, audience: int = 0, *, sees_all: bool = False) -> None:
        self._replayed = replayed
        self._rules = replayed.table.rules
        self._narrator = Narrator(self._rules, audience, sees_all=sees_all)

    @property
    def lines(self) -> Iterator[str]:
        """The game in lines; empty ones part deals and tricks."""
        yield from self._introduction()
        is_left = False
        for item in self._replayed.story:
            if is_left:
                yield "the game goes on"
            is_left = isinstance(item, Left)
            match item:
                case Happened():
                    for turn in item.turns:
                        yield from self._turn(turn)
                case TakenBack():
                    self._narrator.at(item.state)
                    yield self._narrator.taken_back(self._rules.seating.names.index(item.seat), item.plays)
                case Left():
                    yield f"the game is left in deal {item.state.deal_number}"

    @property
    def data(self) -> Iterator[Data]:
        """The game as one object of data an event, after one that says which game it is."""
        ruleset = self._rules.ruleset
        yield {
            "kind": "game",
            "title": ruleset.title,
            "ruleset": ruleset.name,
            "patches": list(ruleset.patches),
            "seats": list(self._rules.seating.names),
            "people": self._names(self._replayed.people),
            "bots": self._replayed.bots,
        }
        for item in self._replayed.story:
            match item:
                case Happened():
                    for turn in item.turns:
                        for event in turn.events:
                            yield {"kind": "event"} | event_data(self._rules, self._narrator.heard(event))
                case TakenBack():
                    yield {"kind": "undo", "seat": item.seat, "plays": item.plays}
                case Left():
                    yield {"kind": "left"}

    # --- how

    def _introduction(self) -> Iterator[str]:
        ruleset, people = self._rules.ruleset, self._names(self._replayed.people)
        yield ruleset.title + (f" with {listed(ruleset.patches)}" if ruleset.patches else "")
        if people:
            yield f"people: {listed(people)}"
        if self._replayed.bots is not None and len(people) < self._rules.seating.count:
            yield f"bots: {self._replayed.bots}"

    def _turn(self, turn: Turn) -> Iterator[str]:
        """What happened in a turn, and behind cards that are dealt, what the audience sees of them."""
        for is_dealing, group in groupby(turn.events, lambda event: event.kind == "dealt"):
            events = list(group)
            yield from self._narrator.lines(events)
            if is_dealing:
                yield from self._hands(events)

    def _hands(self, events: Iterable[Event]) -> Iterator[str]:
        for event in map(self._narrator.heard, events):
            if event.cards and event.count and event.to >= 0:
                cards = self._narrator.faces.texts_of(event.cards)
                yield f"{self._narrator.whose(event.to)} cards: {cards}"

    def _names(self, seats: int) -> list[str]:
        return [self._rules.seating.names[seat] for seat in members(seats)]


def verdict(replayed: Replayed) -> str:
    """That a record is whole and true, and what it holds."""
    table = replayed.table
    deals, choices = table.state.deal_number, len(replayed.decisions)
    if not table.over:
        end = f"left in deal {deals}"
    elif table.winner is None:
        end = "stopped unfinished"
    else:
        end = f"won by {table.winner}"
    return (
        f"whole and true: {table.rules.ruleset.title}, {counted(deals, 'deal')}, "
        f"{counted(choices, 'choice')}, {end}"
    )
