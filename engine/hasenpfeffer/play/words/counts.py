"""Words for numbers, and for how far the deal has come: tricks, points, scores, the trick number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.lang.evaluate import plain
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.play.environment import Environment, Formula, Rules


def trick_number(env: Environment) -> int:
    done = len(env.state.tricks)
    return done if env.closing and not env.state.table else done + 1


def deal_number(env: Environment) -> int:
    return env.state.deal_number


def leading(env: Environment) -> bool:
    return not env.state.table


def final_trick(env: Environment) -> bool:
    state = env.state
    if env.closing and not state.table:
        return not any(state.hands[seat] for seat in members(env.rules.seating.everybody & ~state.sitting))
    played = {seat for seat, _ in state.table}
    return all(
        state.hands[seat].bit_count() <= (0 if seat in played else 1)
        for seat in members(env.rules.seating.everybody & ~state.sitting)
    )


def call(env: Environment) -> int:
    return 1 << env.state.call if env.state.call >= 0 else 0


def tricks_of(rules: Rules, of: Formula) -> Formula:
    def tricks(env: Environment) -> int:
        won = env.state.tricks_won
        return sum(won[seat] for seat in members(of(env)))

    return tricks


def points_of(rules: Rules, of: Formula) -> Formula:
    """The values of cards taken, with what `values` adds for each trick and for the last."""
    values = rules.ruleset.values
    each = rules.formula(values.each_trick) if values.each_trick else None
    last = rules.formula(values.last_trick) if values.last_trick else None

    def points(env: Environment) -> Any:
        seats, state = of(env), env.state
        worth = env.contract.values
        total: Any = 0
        for seat in members(seats):
            total += sum(worth[card] for card in rules.pack.members(state.taken[seat]))
            if each is not None:
                total += state.tricks_won[seat] * each(env)
        if last is not None and state.tricks and seats >> state.tricks[-1].winner & 1 and _is_done(env):
            total += last(env)
        return plain(total)

    return points


def _is_done(env: Environment) -> bool:
    return not any(
        env.state.hands[seat] for seat in range(len(env.state.hands)) if not env.state.sitting >> seat & 1
    )


def points_of_cards(rules: Rules, of: Formula) -> Formula:
    return lambda env: plain(sum(env.contract.values[card] for card in rules.pack.members(of(env))))


def score_of(rules: Rules, of: Formula) -> Formula:
    return _by_account(rules, of, "scores")


def this_deal_of(rules: Rules, of: Formula) -> Formula:
    return _by_account(rules, of, "this_deal")


def _by_account(rules: Rules, of: Formula, which: str) -> Formula:
    """What an account has; of several accounts together, each counted once."""
    account_of = rules.seating.team_of

    def amount(env: Environment) -> Any:
        accounts = {account_of[seat] for seat in members(of(env))}
        values = getattr(env.state, which)
        return plain(sum(values[account] for account in accounts))

    return amount


def meld_of(rules: Rules, of: Formula) -> Formula:
    def meld(env: Environment) -> Any:
        seats = of(env)
        return plain(sum(one.points for one in env.state.melds if seats >> one.seat & 1))

    return meld


def tops_of(rules: Rules, of: Formula) -> Formula:
    """How many of the highest trumps the cards hold without a gap."""

    def tops(env: Environment) -> int:
        cards, contract = of(env), env.contract
        ranked = sorted(rules.pack.members(contract.trumps), key=lambda card: -contract.power[card])
        count = 0
        for card in ranked:
            if not cards >> card & 1:
                break
            count += 1
        return count

    return tops


WORDS: Mapping[str, Formula] = {
    "trick number": trick_number,
    "deal number": deal_number,
    "leading": leading,
    "final trick": final_trick,
    "call": call,
}
"""Words that stand alone: what they mean in an environment."""

ASKED: Mapping[str, Callable[[Rules, Formula], Formula]] = {
    "tricks": tricks_of,
    "points": points_of,
    "points of cards": points_of_cards,
    "score": score_of,
    "this deal": this_deal_of,
    "meld": meld_of,
    "tops": tops_of,
}
"""Words that are asked of seats, cards or suits: from what gives those to what gives the answer."""
