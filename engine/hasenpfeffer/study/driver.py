"""The one way through a deal or a game: deals it, asks the players, hands out every turn.

Deal k of game g from seed s takes its cards from `chance.shuffled(size, s, g, k)` and its random players from
`players.draws(s, g, k)`; k counts every shuffle from 1, redeals included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer import chance
from hasenpfeffer.bots.judgement import Judge
from hasenpfeffer.errors import StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.play.events import replaced
from hasenpfeffer.play.history import SeenTurn, Turn, seen_by
from hasenpfeffer.play.machine import MOST_CHOICES
from hasenpfeffer.play.table import first_dealer
from hasenpfeffer.play.view import view
from hasenpfeffer.study.players import draws, own_draws

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.bots.advice import Advice
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.play.view import View
    from hasenpfeffer.study.players import Player, Players


class Lot(NamedTuple):
    """Where the chance of a deal comes from; `deal` counts shuffles from 1, redeals included."""

    seed: int
    game: int
    deal: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game went. `winners` are accounts (see `CompiledRules.accounts`) as a set, 0 where `unfinished`."""

    deals: int
    """Scored deals; deals that were thrown in are `redeals`."""
    redeals: int
    decisions: int
    scores: tuple[Number, ...]
    winners: int
    unfinished: bool
    last: State


def play_game(
    rules: CompiledRules,
    seed: int,
    game: int = 0,
    players: Players | None = None,
    on_turn: Callable[[Turn], None] | None = None,
) -> GameResult:
    """Plays a whole game. Raises StuckError where a seat has nothing to choose from or a thousand deals in
    a row are thrown in."""
    deals = redeals = decisions = 0
    last: State | None = None
    for turn in game_turns(rules, seed, game, players):
        if on_turn is not None:
            on_turn(turn)
        last = turn.after
        decisions += turn.action is not None
        if last.over:
            redeals += last.thrown_in
            deals += not last.thrown_in
    assert last is not None
    return GameResult(deals, redeals, decisions, last.scores, last.winners, last.unfinished, last)


def play_deal(
    rules: CompiledRules, seed: int, game: int, deal: int, dealer: int, players: Players | None = None
) -> State:
    """Plays one deal by itself, as the first of its game, and gives its last state."""
    state: State | None = None
    for turn in one_deal(rules, seed, game, deal, dealer, players):
        state = turn.after
    assert state is not None
    return state


def game_turns(
    rules: CompiledRules, seed: int, game: int = 0, players: Players | None = None
) -> Iterator[Turn]:
    """Every turn of a game, deal after deal, until it is won or stopped at its bound."""
    deal = 1
    moved = machine.start(rules, dealer=first_dealer(rules, seed, game), pack=cards(rules, seed, game, deal))
    while True:
        state = moved.state
        for turn in turns(rules, moved, Lot(seed, game, deal), players):
            yield turn
            state = turn.after
        if state.game_over:
            return
        deal += 1
        moved = machine.next_deal(rules, state, cards(rules, seed, game, deal))


def one_deal(
    rules: CompiledRules, seed: int, game: int, deal: int, dealer: int, players: Players | None = None
) -> Iterator[Turn]:
    """Every turn of one deal played by itself."""
    moved = machine.start(rules, dealer=dealer, pack=cards(rules, seed, game, deal))
    yield from turns(rules, moved, Lot(seed, game, deal), players)


def turns(
    rules: CompiledRules,
    moved: machine.Moved,
    lot: Lot,
    players: Players | None = None,
) -> Iterator[Turn]:
    """The turns of a deal that has just begun, its beginning first."""
    yield Turn(None, -1, None, moved.state, moved.events)
    stream = draws(*lot)
    minds = {seat: Mind(rules, seat, player, lot) for seat, player in (players or {}).items()}
    for mind in minds.values():
        mind.watch(-1, None, moved.events)
    state = moved.state
    while not state.over:
        seat = machine.actor(rules, state)
        actions = machine.legal(rules, state)
        if not actions:
            raise StuckError(f"{rules.seating.names[seat]} has nothing to choose from")
        decision = stream.count
        if decision >= MOST_CHOICES:
            raise StuckError(f"the deal is not over after {MOST_CHOICES:,} choices")
        number = stream.below(len(actions))
        action, fault = minds[seat].choose(state, decision) if seat in minds else (actions[number], None)
        after, events = machine.advance(rules, state, action)
        if fault is not None:
            events = (replaced(seat, fault), *events)
        for mind in minds.values():
            mind.watch(seat, action, events)
        yield Turn(state, seat, action, after, events)
        state = after


DRAWS_A_DECISION = 24
"""Each decision of a bot has this power of two of draws to itself."""


class Mind:
    """A player at a seat: what it has seen of the deal, and its own draws."""

    def __init__(self, rules: CompiledRules, seat: int, player: Player, lot: Lot) -> None:
        self._rules = rules
        self._seat = seat
        self._player = player
        self._draws = own_draws(*lot, seat)
        self._seen: list[SeenTurn] = []

    def watch(self, seat: int, action: Action | None, events: tuple[Event, ...]) -> None:
        """Remembers a turn as far as this seat has seen it."""
        self._seen.append(seen_by(self._rules, self._seat, seat, action, events))

    def choose(self, state: State, decision: int) -> tuple[Action, str | None]:
        """What the player answers; its draws depend on the number of the decision in the deal, and on nothing
        else that was drawn before. Where it fails or answers against the rules, the first legal action is taken
        in its stead, and what was wrong comes with it."""
        seen = self._look(state, decision)
        try:
            action = self._player.choose(seen, self._seen, self._draws)
        except Exception as problem:
            return seen.legal[0], f"{type(problem).__name__}: {problem}"
        if action not in seen.legal:
            return seen.legal[0], f"{self._rules.texts.text(action)} is not legal"
        return action, None

    def advise(self, state: State, decision: int) -> Advice:
        """What the player would choose, and why; plain judgement where it cannot say."""
        seen = self._look(state, decision)
        try:
            advice = self._player.advise(seen, self._seen, self._draws)  # type: ignore[attr-defined]
        except Exception:
            return Judge(self._rules).advise(seen)
        return advice if advice.action in seen.legal else Judge(self._rules).advise(seen)

    def _look(self, state: State, decision: int) -> View:
        """What the seat sees, with its draws made ready for this decision."""
        self._draws.count = decision << DRAWS_A_DECISION
        return view(self._rules, state, self._seat)


def cards(rules: CompiledRules, seed: int, game: int, deal: int) -> tuple[int, ...]:
    """The shuffled pack of one deal."""
    return chance.shuffled(rules.pack.size, seed, game, deal)
