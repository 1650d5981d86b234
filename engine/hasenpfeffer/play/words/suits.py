"""Words for suits: led, shown out of, printed, and as the contract has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.play.environment import Environment, Formula, Rules


def suits(env: Environment) -> int:
    return (1 << len(env.rules.pack.suits)) - 1


def suit_led(env: Environment) -> int:
    return env.state.led_suit


def shown_out_of(rules: Rules, of: Formula) -> Formula:
    def suits(env: Environment) -> int:
        found = 0
        for seat in members(of(env)):
            found |= env.state.shown_out[seat]
        return found

    return suits


def suit_of(rules: Rules, of: Formula) -> Formula:
    def suit(env: Environment) -> int:
        cards, suit_of = of(env), env.contract.suit_of
        found = 0
        for card in rules.pack.members(cards):
            found |= suit_of[card]
        return found

    return suit


def printed_suit_of(rules: Rules, of: Formula) -> Formula:
    def suit(env: Environment) -> int:
        found = 0
        for card in rules.pack.members(of(env)):
            printed = rules.pack.faces[rules.pack.cards[card]].suit
            found |= 0 if printed is None else 1 << printed
        return found

    return suit


def sister_of(rules: Rules, of: Formula) -> Formula:
    sisters = rules.sisters
    return lambda env: sum(sisters.get(suit, 0) for suit in members(of(env)))


WORDS: Mapping[str, Formula] = {
    "suits": suits,
    "any suit": suits,
    "suit led": suit_led,
}
"""Words that stand alone: what they mean in an environment."""

ASKED: Mapping[str, Callable[[Rules, Formula], Formula]] = {
    "shown out": shown_out_of,
    "suit": suit_of,
    "printed suit": printed_suit_of,
    "sister": sister_of,
}
"""Words that are asked of seats, cards or suits: from what gives those to what gives the answer."""
