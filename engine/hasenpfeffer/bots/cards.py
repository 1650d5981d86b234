"""Which card to play: rules of thumb of trick play, each with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.bots.advice import Advice
from hasenpfeffer.play.tricks import strongest_play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.bots.position import Position
    from hasenpfeffer.play.actions import PlayCard
    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.rules import CompiledRules


class _Option(NamedTuple):
    """A card that may be played."""

    card: int
    play: PlayCard


def choose_card(rules: CompiledRules, position: Position, plays: Sequence[PlayCard]) -> Advice:
    """Leads its best card, takes a trick as cheaply as it can, and throws its least card where it cannot."""
    contract = rules.contract(position.trump)
    options = []
    for play in plays:
        held = position.hand & rules.pack.face_sets[play.face]
        options.append(_Option((held & -held).bit_length() - 1, play))
    if not position.table:
        return _lead(contract, position, options)
    return _follow(contract, position, options, is_last=not position.to_follow)


def _lead(contract: Contract, position: Position, options: Sequence[_Option]) -> Advice:
    """Sure winners first, for they may be ruffed later; trumps before them only to draw those of the others."""
    out, trumps = position.out, contract.trumps
    if position.avoids:
        return Advice(_least(contract, position, options), "a low card is the least likely to win the trick")
    sure = [option for option in options if not out & contract.above[option.card]]
    high = [option for option in sure if trumps >> option.card & 1]
    plain = [option for option in sure if not trumps >> option.card & 1]
    if high and position.declaring and out & trumps:
        best = max(high, key=lambda option: contract.power[option.card])
        return Advice(best.play, "no trump beats it, and it draws trumps from the others")
    if plain:
        return Advice(plain[0].play, "nothing that is still out in its suit beats it")
    if high:
        return Advice(high[0].play, "no trump that is still out beats it")
    least = min(options, key=lambda option: (_cost(contract, option.card), option.play.face))
    return Advice(least.play, "no card is sure to win, so the least one risks least")


def _follow(contract: Contract, position: Position, options: Sequence[_Option], *, is_last: bool) -> Advice:
    led = position.led_suit
    best_seat, best_card = strongest_play(contract, position.table, led)
    best = contract.strength(best_card, led)
    if position.avoids:
        return _duck(contract, position, options, best, is_last=is_last)
    if position.friends >> best_seat & 1:
        if is_last:
            return _throw(contract, position, options, "your side has the trick already")
        if not position.out & contract.above[best_card]:  # to ruff it would only keep others from doing so
            return _throw(contract, position, options, "your partner's card is the best of its suit")
    winners = [option for option in options if contract.strength(option.card, led) > best]
    if not winners:
        return _throw(contract, position, options, "no card of yours wins the trick")
    cheapest = min(winners, key=lambda option: contract.strength(option.card, led))
    if is_last:
        return Advice(cheapest.play, "it is the cheapest card that wins the trick")
    top = max(winners, key=lambda option: contract.strength(option.card, led))
    if not _beating(contract, position, top.card):
        return Advice(top.play, "nothing that is still out beats it")
    if contract.trumps >> top.card & 1:
        return Advice(cheapest.play, "it is the cheapest trump that takes the lead")
    if len(position.table) == 1 and position.out & contract.above[top.card]:
        return _throw(contract, position, options, "second to play, let the others spend their high cards")
    return Advice(top.play, "your highest card is the most likely to hold the trick")


def _throw(contract: Contract, position: Position, options: Sequence[_Option], why: str) -> Advice:
    return Advice(_least(contract, position, options), f"{why}, so throw the least")


def _duck(
    contract: Contract, position: Position, options: Sequence[_Option], best: int, *, is_last: bool
) -> Advice:
    """Gets rid of the worst card that does not win; of a high one, where the trick is won anyhow."""
    strength, led = contract.strength, position.led_suit
    under = [option for option in options if strength(option.card, led) < best]
    if under:
        worst = max(under, key=lambda option: (contract.values[option.card], _cost(contract, option.card)))
        return Advice(worst.play, "it is the worst card that does not win the trick")
    if is_last:
        worst = max(options, key=lambda option: _cost(contract, option.card))
        return Advice(worst.play, "every card wins the trick, so the highest may go")
    least = min(options, key=lambda option: _cost(contract, option.card))
    return Advice(least.play, "a low card is the least likely to win the trick")


def _beating(contract: Contract, position: Position, card: int) -> int:
    """The cards still out that could beat this one in the trick."""
    stronger = contract.above[card]
    if not contract.trumps >> card & 1:
        stronger |= contract.trumps
    return position.out & stronger


def _least(contract: Contract, position: Position, options: Sequence[_Option]) -> PlayCard:
    """What is thrown away: no trump and no winner; with trumps in hand the shortest suit first, to ruff it."""
    hand, trumps = position.hand, contract.trumps

    def loss(option: _Option) -> tuple[int, int, int, int]:
        card = option.card
        power = contract.power[card]
        if trumps >> card & 1:
            return 2, 0, power, option.play.face
        if not hand & trumps:
            return 0, 0, power, option.play.face
        wins = not position.out & contract.above[card]
        length = (hand & contract.cards_of(contract.suit_of[card])).bit_count()
        return int(wins), length, power, option.play.face

    return min(options, key=loss).play


def _cost(contract: Contract, card: int) -> int:
    """What throwing a card costs: trumps most, then by rank."""
    return contract.power[card] + (len(contract.power) if contract.trumps >> card & 1 else 0)
