"""Words for cards: those of a hand, of a trick, dealt, taken, won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.play.tricks import best_play, latest_trick, trick_cards
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.play.environment import Environment, Formula, Rules


def nothing(env: Environment) -> int:
    return 0


def any_card(env: Environment) -> int:
    return env.rules.pack.everything


def trumps(env: Environment) -> int:
    return env.contract.trumps


def last_trick(env: Environment) -> int:
    return env.state.tricks[-1].card_set if env.state.tricks else 0


def card_led(env: Environment) -> int:
    cards = env.state.table or (latest_trick(env) if env.closing else ())
    return 1 << cards[0][1] if cards else 0


def played(env: Environment) -> int:
    cards = sum(1 << card for _, card in env.state.table)
    for trick in env.state.tricks:
        cards |= trick.card_set
    return cards


def first_card_played(env: Environment) -> int:
    state = env.state
    if state.tricks:
        return 1 << state.tricks[0].cards[0][1]
    return 1 << state.table[0][1] if state.table else 0


def last_card_dealt(env: Environment) -> int:
    state = env.state
    hand = state.dealt[state.dealer]
    return next((1 << card for card in reversed(state.pack[: state.dealt_from]) if hand >> card & 1), 0)


def cards_melded(env: Environment) -> int:
    cards = 0
    for one in env.state.melds:
        cards |= one.cards if one.is_open else 0
    return cards


def hand_of(rules: Rules, of: Formula) -> Formula:
    return _cards_by_seat(rules, of, "hands")


def dealt_of(rules: Rules, of: Formula) -> Formula:
    return _cards_by_seat(rules, of, "dealt")


def laid_aside_of(rules: Rules, of: Formula) -> Formula:
    return _cards_by_seat(rules, of, "aside")


def taken_of(rules: Rules, of: Formula) -> Formula:
    return _cards_by_seat(rules, of, "taken")


def _cards_by_seat(rules: Rules, of: Formula, which: str) -> Formula:
    def cards(env: Environment) -> int:
        by_seat, found = getattr(env.state, which), 0
        for seat in members(of(env)):
            found |= by_seat[seat]
        return found

    return cards


def won_of(rules: Rules, of: Formula) -> Formula:
    def won(env: Environment) -> tuple[int, ...]:
        seats = of(env)
        return tuple(trick.card_set for trick in env.state.tricks if seats >> trick.winner & 1)

    return won


def winning_of(rules: Rules, of: Formula) -> Formula:
    """Those of the cards that would take the trick as it lies; all of them where nothing lies."""

    def winning(env: Environment) -> int:
        cards: int = of(env)
        if not env.state.table:
            return cards
        contract, led = env.contract, env.state.led_suit
        best = contract.strength(best_play(env)[1], led)
        return sum(1 << card for card in rules.pack.members(cards) if contract.strength(card, led) > best)

    return winning


WORDS: Mapping[str, Formula] = {
    "nothing": nothing,
    "any card": any_card,
    "trumps": trumps,
    "trick": trick_cards,
    "last trick": last_trick,
    "card led": card_led,
    "played": played,
    "first card played": first_card_played,
    "last card dealt": last_card_dealt,
    "cards melded": cards_melded,
}
"""Words that stand alone: what they mean in an environment."""

ASKED: Mapping[str, Callable[[Rules, Formula], Formula]] = {
    "hand": hand_of,
    "laid aside": laid_aside_of,
    "dealt": dealt_of,
    "taken": taken_of,
    "won": won_of,
    "winning": winning_of,
}
"""Words that are asked of seats, cards or suits: from what gives those to what gives the answer."""
