"""The trick as it lies: what was led, what is best, who took it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.environment import Environment


def trick_cards(env: Environment) -> int:
    """The cards of the trick in progress; of the one just finished where that is meant."""
    return sum(1 << card for _, card in env.state.table or (latest_trick(env) if env.closing else ()))


def latest_trick(env: Environment) -> tuple[tuple[int, int], ...]:
    tricks = env.state.tricks
    return tricks[-1].cards if tricks else ()


def best_play(env: Environment) -> tuple[int, int]:
    """The (seat, card) that takes the trick as it lies. Of equal cards the first wins, unless the rules say
    that the last does."""
    last_wins = None if env.rules.equal_last_wins is None else partial(_last_wins, env)
    return strongest_play(env.contract, env.state.table, env.state.led_suit, last_wins)


def strongest_play(
    contract: Contract,
    table: tuple[tuple[int, int], ...],
    led: int,
    last_wins: Callable[[int], bool] | None = None,
) -> tuple[int, int]:
    """The (seat, card) that takes a trick as it lies; `last_wins` says of a card whether it beats its equal."""
    best = table[0]
    strength = contract.strength(best[1], led)
    for play in table[1:]:
        other = contract.strength(play[1], led)
        if other > strength or (
            last_wins is not None and other == strength and other > 0 and last_wins(play[1])
        ):
            best, strength = play, other
    return best


def _last_wins(env: Environment, card: int) -> bool:
    index = env.rules.card_slot
    before = env.bound[index]
    env.bound[index] = 1 << card
    assert env.rules.equal_last_wins is not None
    answer = bool(env.rules.equal_last_wins(env))
    env.bound[index] = before
    return answer
