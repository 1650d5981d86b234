"""The one way through a deal or a game: deals it, asks the players, hands out every turn.

Deal k of game g from seed s takes its cards from `chance.shuffled(size, s, g, k)` and its random players from
`players.draws(s, g, k)`; k counts every shuffle from 1, redeals included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer import chance
from hasenpfeffer.errors import StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.play.table import first_dealer
from hasenpfeffer.play.view import view
from hasenpfeffer.study.players import draws

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hasenpfeffer.chance import Stream
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.study.players import Players


class Turn(NamedTuple):
    """One decision, and what came of it. Where a deal begins, `action` is None and `seat` -1."""

    before: State | None
    seat: int
    action: Action | None
    after: State
    events: tuple[Event, ...]


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
        for turn in turns(rules, moved, draws(seed, game, deal), players):
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
    yield from turns(rules, moved, draws(seed, game, deal), players)


def turns(
    rules: CompiledRules, moved: machine.Moved, stream: Stream, players: Players | None = None
) -> Iterator[Turn]:
    """The turns of a deal that has just begun, its beginning first."""
    yield Turn(None, -1, None, moved.state, moved.events)
    state = moved.state
    while not state.over:
        seat = machine.actor(rules, state)
        actions = machine.legal(rules, state)
        if not actions:
            raise StuckError(f"{rules.seating.names[seat]} has nothing to choose from")
        number = stream.below(len(actions))
        if players is not None and seat in players:
            number = players[seat](view(rules, state, seat))
        action = actions[number]
        after, events = machine.advance(rules, state, action)
        yield Turn(state, seat, action, after, events)
        state = after


def cards(rules: CompiledRules, seed: int, game: int, deal: int) -> tuple[int, ...]:
    """The shuffled pack of one deal."""
    return chance.shuffled(rules.pack.size, seed, game, deal)
