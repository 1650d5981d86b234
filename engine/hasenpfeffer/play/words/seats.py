"""Words for seats and sides: who deals, declares, partners, holds, plays and wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.lang.evaluate import slot
from hasenpfeffer.play.bidding import Bidding
from hasenpfeffer.play.melds import best_seats
from hasenpfeffer.play.sides import declarers, defenders, is_alone, lone_player
from hasenpfeffer.play.tricks import best_play
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.play.environment import Environment, Formula, Rules

_ME = slot("me")


def seats(env: Environment) -> int:
    return env.rules.seating.everybody


def teams(env: Environment) -> tuple[int, ...]:
    return env.rules.seating.teams


def dealer(env: Environment) -> int:
    return 1 << env.state.dealer


def declarer(env: Environment) -> int:
    return 1 << env.state.declarer if env.state.declarer >= 0 else 0


def partner(env: Environment) -> int:
    return declarers(env) & ~(1 << env.state.declarer if env.state.declarer >= 0 else 0)


def survivor(env: Environment) -> int:
    """Who has not passed in the duel before; once the auction is over, whoever won it."""
    work = env.state.work
    if isinstance(work, Bidding) and work.duel is not None:
        return 1 << work.duel.survivor if work.duel.survivor >= 0 else 0
    return declarer(env)


def best_melder(env: Environment) -> int:
    """All of several whose best melds are equally good."""
    return best_seats(env)


def left(env: Environment) -> int:
    return _shift(env, env.bound[_ME], 1)


def right(env: Environment) -> int:
    return _shift(env, env.bound[_ME], -1)


def across(env: Environment) -> int:
    return _shift(env, env.bound[_ME], env.rules.seating.count // 2)


def left_of(rules: Rules, of: Formula) -> Formula:
    return _shifted(rules, of, 1)


def right_of(rules: Rules, of: Formula) -> Formula:
    return _shifted(rules, of, -1)


def across_of(rules: Rules, of: Formula) -> Formula:
    return _shifted(rules, of, rules.seating.count // 2)


def next_of(rules: Rules, of: Formula) -> Formula:
    return _shifted(rules, of, 1 if rules.seating.clockwise else -1)


def _shifted(rules: Rules, of: Formula, places: int) -> Formula:
    return lambda env: _shift(env, of(env), places)


def _shift(env: Environment, seats: int, places: int) -> int:
    """The seats so many places on, leftwards."""
    n = env.rules.seating.count
    return sum(1 << (seat + places) % n for seat in members(seats))


def partner_of(rules: Rules, of: Formula) -> Formula:
    def partner(env: Environment) -> int:
        seats: int = of(env)
        return _team(rules, seats) & ~seats

    return partner


def team_of(rules: Rules, of: Formula) -> Formula:
    return lambda env: _team(rules, of(env))


def opponents_of(rules: Rules, of: Formula) -> Formula:
    def opponents(env: Environment) -> int:
        seats = of(env)
        return rules.seating.everybody & ~_team(rules, seats) if seats else 0

    return opponents


def _team(rules: Rules, seats: int) -> int:
    found = 0
    for team in rules.seating.teams:
        if team & seats:
            found |= team
    return found


def lone_player_of(rules: Rules, of: Formula) -> Formula:
    return lambda env: lone_player(env, of(env))


def alone_of(rules: Rules, of: Formula) -> Formula:
    return lambda env: is_alone(env.state, of(env))


def forced_of(rules: Rules, of: Formula) -> Formula:
    def forced(env: Environment) -> bool:
        state = env.state
        return state.forced and state.declarer >= 0 and bool(of(env) >> state.declarer & 1)

    return forced


def holder_of(rules: Rules, of: Formula) -> Formula:
    return _who_has(rules, of, "hands")


def owner_of(rules: Rules, of: Formula) -> Formula:
    return _who_has(rules, of, "owned")


def _who_has(rules: Rules, of: Formula, which: str) -> Formula:
    def who(env: Environment) -> int:
        cards, by_seat = of(env), getattr(env.state, which) or env.state.hands
        return sum(1 << seat for seat, hand in enumerate(by_seat) if hand & cards)

    return who


def player_of(rules: Rules, of: Formula) -> Formula:
    def player(env: Environment) -> int:
        cards = of(env)
        for trick in (*(t.cards for t in env.state.tricks), env.state.table):
            for seat, card in trick:
                if cards >> card & 1:
                    return 1 << seat
        return 0

    return player


def taker_of(rules: Rules, of: Formula) -> Formula:
    def taker(env: Environment) -> int:
        cards = of(env)
        for trick in env.state.tricks:
            if trick.card_set & cards:
                return 1 << trick.winner
        return 0

    return taker


def winner_of(rules: Rules, of: Formula) -> Formula:
    """`winner of trick` (-1), `winner of last trick` (0), `winner of trick 3` (3)."""

    def winner(env: Environment) -> int:
        which, state = of(env), env.state
        if which > 0:
            return 1 << state.tricks[which - 1].winner if which <= len(state.tricks) else 0
        if which == -1 and state.table:
            return 1 << best_play(env)[0]
        if state.tricks and (which == 0 or env.closing):
            return 1 << state.tricks[-1].winner
        return 0

    return winner


WORDS: Mapping[str, Formula] = {
    "seats": seats,
    "teams": teams,
    "dealer": dealer,
    "declarer": declarer,
    "declarers": declarers,
    "defenders": defenders,
    "partner": partner,
    "survivor": survivor,
    "best melder": best_melder,
    "left": left,
    "right": right,
    "across": across,
}
"""Words that stand alone: what they mean in an environment."""

ASKED: Mapping[str, Callable[[Rules, Formula], Formula]] = {
    "left": left_of,
    "right": right_of,
    "across": across_of,
    "next": next_of,
    "partner": partner_of,
    "team": team_of,
    "opponents": opponents_of,
    "lone player": lone_player_of,
    "alone": alone_of,
    "forced": forced_of,
    "holder": holder_of,
    "holders": holder_of,
    "owner": owner_of,
    "owners": owner_of,
    "player": player_of,
    "taker": taker_of,
    "winner": winner_of,
}
"""Words that are asked of seats, cards or suits: from what gives those to what gives the answer."""
