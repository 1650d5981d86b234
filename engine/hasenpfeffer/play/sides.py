"""Who plays with whom in this deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State


def declarers(env: Environment) -> int:
    """The declarer's side: as `sides` says, otherwise the declarer's team; nobody before there is a declarer."""
    rules = env.rules
    if rules.declarers is not None:
        return rules.declarers(env)  # type: ignore[no-any-return]
    seat = env.state.declarer
    if seat < 0:
        return 0
    seating = rules.seating
    return seating.teams[seating.team_of[seat]]


def defenders(env: Environment) -> int:
    """Everybody in the deal who is not of the declarers, once there are declarers."""
    side = declarers(env)
    return env.rules.seating.everybody & ~side & ~env.state.absent if side else 0


def is_alone(state: State, seats: int) -> bool:
    """Whether some of these seats play while partners of theirs sit out; who takes no part is no partner."""
    in_deal = seats & ~state.absent
    return bool(in_deal & state.sitting) and bool(in_deal & ~state.sitting)


def declarers_known_to(rules: CompiledRules, state: State, seat: int) -> int:
    """The declarers as far as a seat knows them. While sides are secret, it knows its own side's name from its
    own cards; of others it knows what the cards that they have played tell, and what they have announced."""
    env = rules.environment(state, seat)
    sides = rules.ruleset.sides
    everybody_knows = sides is None or (sides.secret_until is None and sides.known_to is None)
    if sides is None or everybody_knows:
        return declarers(env)
    if sides.secret_until is not None and rules.formula(sides.secret_until)(env):
        return declarers(env)
    if sides.known_to is not None and rules.formula(sides.known_to)(env) >> seat & 1:
        return declarers(env)
    said = sum({1 << who for who, index in state.announced if index in rules.said_by_declarers})
    own = declarers(env) & 1 << seat
    return declarers(rules.environment(_as_seen(state, seat), seat)) | said | own


def _as_seen(state: State, seat: int) -> State:
    """A state in which the others have been dealt nothing but what they have played."""
    played = [0] * len(state.hands)
    for cards in (*(trick.cards for trick in state.tricks), state.table):
        for who, card in cards:
            played[who] |= 1 << card

    def seen(by_seat: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cards if who == seat else cards & played[who] for who, cards in enumerate(by_seat))

    return state._replace(hands=seen(state.hands), dealt=seen(state.dealt), owned=seen(state.owned))


def lone_player(env: Environment, seats: int) -> int:
    """The one of these seats who plays while a partner sits out; else nobody."""
    playing = seats & ~env.state.sitting
    return playing if is_alone(env.state, seats) and playing.bit_count() == 1 else 0


def partners_of(env: Environment, seat: int) -> int:
    """Who sits out when this seat goes alone: the rest of its side."""
    side = declarers(env)
    if not side >> seat & 1:
        side = env.rules.seating.everybody & ~side if env.rules.declarers is not None else 0
    if not side:
        seating = env.rules.seating
        side = seating.teams[seating.team_of[seat]]
    return side & ~(1 << seat) & ~env.state.absent
