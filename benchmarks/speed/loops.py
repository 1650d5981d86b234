"""Peers in Python: the loop that plays them as fast as one can write it, with random actions."""

from __future__ import annotations

import random
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks.speed.rounds import Player, Timed

if TYPE_CHECKING:
    from benchmarks.speed.rounds import Run

OPEN_SPIEL, RLCARD = "pyspiel", "rlcard"
"""The modules that the peers are imported as."""


def there_is(module: str) -> bool:
    return find_spec(module) is not None


def open_spiel(text: str) -> Player:
    """Whole games of open_spiel. In these games every outcome of chance is as likely as the others, so one loop
    serves deals and players; asking for the chances, or drawing with numpy, takes the peer several times as long.
    """
    import pyspiel

    game = pyspiel.load_game(text)
    dealt = _chance_moves(game)

    def run(games: int) -> Timed:
        new, draw, moves = game.new_initial_state, random.random, 0
        began = perf_counter()
        for _ in range(games):
            state = new()
            legal, act = state.legal_actions, state.apply_action
            while actions := legal():  # there is none when the game is over
                act(actions[int(draw() * len(actions))])
            moves += state.move_number()
        return Timed(perf_counter() - began, games, moves - games * dealt)

    return Player("open_spiel, Python loop", run)


def _chance_moves(game: Any) -> int:
    """How many of the moves in each game are chance's. Raises ValueError where outcomes are not equally likely."""
    state, count = game.new_initial_state(), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            if (
                sorted(outcome for outcome, _ in outcomes) != sorted(actions)
                or len({p for _, p in outcomes}) > 1
            ):
                raise ValueError(f"chance has favourites in {game}")
            count += 1
        state.apply_action(random.choice(actions))
    return count


def rlcard_bridge(*, bare: bool) -> Player:
    """Whole deals of rlcard's bridge, by its environment for learners or by the bare game inside it."""
    import rlcard

    env: Any = rlcard.make("bridge", config={"seed": 1})
    return Player(
        f"rlcard bridge, {'bare game' if bare else 'environment'}", _bare(env) if bare else _whole(env)
    )


def _whole(env: Any) -> Run:
    def run(games: int) -> Timed:
        decisions, began = 0, perf_counter()
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                decisions += 1
        return Timed(perf_counter() - began, games, decisions)

    return run


def _bare(env: Any) -> Run:
    game = env.game

    def run(games: int) -> Timed:
        decisions, began = 0, perf_counter()
        for _ in range(games):
            game.init_game()
            while not game.is_over():
                game.step(random.choice(game.judger.get_legal_actions()))
                decisions += 1
        return Timed(perf_counter() - began, games, decisions)

    return run
