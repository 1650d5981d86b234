"""The friendly, mutable front: a table at which a game is played, with seats and cards by name."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hasenpfeffer import chance
from hasenpfeffer.errors import IllegalActionError
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import Action
from hasenpfeffer.play.deals import Deal, seat_called, whole_deal, write_deal
from hasenpfeffer.play.events import replaced
from hasenpfeffer.play.history import Turn
from hasenpfeffer.play.reading import read_actions
from hasenpfeffer.play.reasons import Reason, reasons_of, why_not
from hasenpfeffer.play.view import View, view
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State


class Table:
    """A game in progress. Deals follow each other by themselves until the game is over.

    `deal` is a deal string or a pack for the first deal; later deals come from the seed.
    """

    def __init__(
        self, rules: CompiledRules, *, seed: int = 0, game: int = 0, deal: str | Deal | None = None
    ) -> None:
        self.rules = rules
        self.seed = seed
        self._game = game
        self._shuffles = 0
        self._turns: list[Turn] = []
        self._past: list[tuple[int, int]] = []
        """For each `play`: how many turns and shuffles there were before it."""
        first = None if deal is None else whole_deal(rules, deal)
        self._is_given = first is not None
        pack = first.pack if first is not None else self._shuffle()
        dealer = self._first_dealer() if first is None or first.dealer is None else first.dealer
        self._begin(machine.start(rules, dealer=dealer, pack=pack))

    # --- what is there to see

    @property
    def state(self) -> State:
        return self._turns[-1].after

    @property
    def over(self) -> bool:
        """Whether the game is over, won or stopped at its bound."""
        return self.state.game_over

    @property
    def actor(self) -> str | None:
        """The seat that has to act, or None when the game is over."""
        seat = machine.actor(self.rules, self.state)
        return None if seat < 0 else self.rules.seating.names[seat]

    @property
    def hand_to_play(self) -> str | None:
        """The seat whose cards are asked for: the actor, but where it plays a dummy; None when the game is over."""
        seat = machine.hand_to_play(self.rules, self.state)
        return None if seat < 0 else self.rules.seating.names[seat]

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the seat to act may do, card by card where several are chosen."""
        return machine.legal(self.rules, self.state)

    @property
    def legal(self) -> tuple[str, ...]:
        """The texts of what the seat to act may do."""
        return tuple(self.rules.texts.text(action) for action in self.actions)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(event for turn in self._turns for event in turn.events)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the deal in progress, its beginning first."""
        return self._deal_before(len(self._turns))

    @property
    def last_deal(self) -> tuple[Turn, ...]:
        """The turns of the last deal that is over, its beginning first; empty while the first is played."""
        now = self.turns
        return now if self.state.over else self._deal_before(len(self._turns) - len(now))

    def _deal_before(self, end: int) -> tuple[Turn, ...]:
        """The turns of the deal that ends before this one."""
        start = max(end - 1, 0)
        while start and self._turns[start].seat >= 0:
            start -= 1
        return tuple(self._turns[start:end])

    @property
    def beginning(self) -> tuple[Turn, ...]:
        """What happened before anybody chose."""
        return tuple(self._turns[: self._past[0][0] if self._past else None])

    @property
    def plays(self) -> tuple[tuple[Turn, ...], ...]:
        """For each `play`: its turns, and the beginnings of the deals that followed from it."""
        bounds = [*(start for start, _ in self._past), len(self._turns)]
        return tuple(tuple(self._turns[start:end]) for start, end in pairwise(bounds))

    @property
    def last_play(self) -> tuple[Turn, ...]:
        """The last of `plays`; empty before the first."""
        return tuple(self._turns[self._past[-1][0] :]) if self._past else ()

    @property
    def game(self) -> int:
        """Which game of its seed it is."""
        return self._game

    @property
    def given(self) -> Deal | None:
        """The first deal, where it did not come from the seed."""
        first = self._turns[0].after
        return Deal(first.pack, first.dealer) if self._is_given else None

    @property
    def shuffles(self) -> int:
        """How often the cards have been shuffled: the number of the deal for everything that chance decides in
        it. A first deal that was given counts as none."""
        return self._shuffles

    @property
    def scores(self) -> dict[str, Number]:
        return dict(zip(self.rules.accounts, self.state.scores, strict=True))

    @property
    def trick(self) -> dict[str, str]:
        """The trick in progress: seat and card, in order of play."""
        names, pack = self.rules.seating.names, self.rules.pack
        return {names[seat]: pack.text(card) for seat, card in self.state.table}

    @property
    def hands(self) -> dict[str, tuple[str, ...]]:
        """All hands, open: for whoever runs the table, not for players."""
        return {
            name: self._cards(self.state.hands[seat]) for seat, name in enumerate(self.rules.seating.names)
        }

    @property
    def winner(self) -> str | None:
        """Who has won, several joined by `and`; None while the game goes on or when it was stopped."""
        winners = [self.rules.accounts[account] for account in members(self.state.winners)]
        return " and ".join(winners) or None

    @property
    def deal(self) -> str:
        """The deal string of the deal in progress."""
        return write_deal(self.rules, self.state)

    def view(self, seat: str) -> View:
        return view(self.rules, self.state, seat_called(self.rules, seat))

    # --- what can be done

    def play(
        self, action: Action | str, *, whole: bool = False, fault: str | None = None
    ) -> tuple[Event, ...]:
        """Does an action, or the action that a text means; `discard 9D 10S` is a whole choice of several cards.
        `whole`: nothing less is taken. `fault`: what was wrong with the player in whose stead it is done.

        Raises IllegalActionError with the reasons, and changes nothing.
        """
        if isinstance(action, str):
            actions = read_actions(self.rules, self.state, action, whole=whole)
        else:
            actions = [action]
        state, done = self.state, []
        for one in actions:
            seat = machine.actor(self.rules, state)
            moved = machine.apply(self.rules, state, one)
            done.append(Turn(state, seat, one, moved.state, moved.events))
            state = moved.state
        if fault is not None:
            done[0] = done[0]._replace(events=(replaced(done[0].seat, fault), *done[0].events))
        self._past.append((len(self._turns), self._shuffles))
        start = len(self._turns)
        self._turns += done
        self._deal_on()
        return tuple(event for turn in self._turns[start:] for event in turn.events)

    def undo(self) -> None:
        """Takes back the last `play`; the cards are not shuffled again. Raises IllegalActionError at the start."""
        if not self._past:
            raise IllegalActionError("there is nothing to take back")
        count, self._shuffles = self._past.pop()
        del self._turns[count:]

    def record(self) -> str:
        """The game so far as a record (see docs/records.md), without what was taken back."""
        from hasenpfeffer.play.record.write import Writer

        return "".join(Writer(self.rules).whole(self))

    @classmethod
    def resume(cls, record: str) -> Table:
        """The table that a record leads to; a last line that was cut off is left out.

        Raises RecordError for anything that is not a true record of a game.
        """
        from hasenpfeffer.play.record.replay import replay

        return replay(record).table

    def why_not(self, text: str) -> tuple[Reason, ...]:
        """Why this cannot be done now; empty if it can."""
        try:
            for action in read_actions(self.rules, self.state, text):
                return why_not(self.rules, self.state, action)
        except IllegalActionError as refusal:
            return reasons_of(refusal)
        return ()

    # --- how

    def _begin(self, moved: machine.Moved) -> None:
        self._turns.append(Turn(None, -1, None, moved.state, moved.events))
        self._deal_on()

    def _deal_on(self) -> None:
        """Deals again while deals end without the game."""
        while self.state.over and not self.state.game_over:
            moved = machine.next_deal(self.rules, self.state, self._shuffle())
            self._turns.append(Turn(None, -1, None, moved.state, moved.events))

    def _shuffle(self) -> tuple[int, ...]:
        self._shuffles += 1
        return chance.shuffled(self.rules.pack.size, self.seed, self._game, self._shuffles)

    def _first_dealer(self) -> int:
        return first_dealer(self.rules, self.seed, self._game)

    def _cards(self, cards: int) -> tuple[str, ...]:
        return tuple(self.rules.pack.text(card) for card in self.rules.pack.members(cards))


def first_dealer(rules: CompiledRules, seed: int, game: int) -> int:
    """Who deals first: as the file says, otherwise drawn from a stream of its own."""
    return first_dealer_or(rules, chance.first_dealer(rules.seating.count, seed, game))


def first_dealer_or(rules: CompiledRules, seat: int) -> int:
    """Who deals first: as the file says, otherwise this seat."""
    expression = rules.ruleset.game_end.first_dealer
    if expression is None:
        return seat
    state = machine.fresh(rules, 0, tuple(range(rules.pack.size)))
    return next(members(rules.formula(expression)(rules.environment(state))), 0)
