"""What a hand is worth and which card is good: plain judgement from what a seat knows, for any ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.play.actions import (
    Action,
    Choose,
    GoAlone,
    MakeCall,
    Pass,
    PickCard,
    PlayCard,
)
from hasenpfeffer.play.tricks import strongest_play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State, Trick
    from hasenpfeffer.play.view import View

_PARTNER_SHARE = 0.55
"""How much of an even share of the other tricks a partner brings in."""
_SECOND_BEST = 0.5
"""How much less likely a card wins for each card out that beats it."""
_PLAIN_WINNER = 0.75
"""How likely the best card of a plain suit wins: it may be ruffed."""
_LONG_TRUMP = 0.45
"""What a trump beyond the third is worth on top of its rank."""
_LONG_SUIT = 3


class Position(NamedTuple):
    """What plain judgement looks at: a seat, its hand, the trick, who takes part. All of it the seat knows."""

    seat: int
    hand: int
    table: tuple[tuple[int, int], ...]
    led_suit: int
    sitting: int
    trump: int
    friends: int
    """The seat's side, itself among it."""
    declaring: bool
    gone: int
    """Cards that have been played."""


def position_of(rules: CompiledRules, known: View | State, seat: int, trump: int, declarers: int) -> Position:
    """What plain judgement needs of a view, or of a state as far as this seat would know it."""
    return Position(
        seat=seat,
        hand=known.hands[seat],
        table=known.table,
        led_suit=known.led_suit,
        sitting=known.sitting,
        trump=trump,
        friends=_side(rules, seat, declarers),
        declaring=bool(declarers >> seat & 1),
        gone=_cards_gone(known.tricks),
    )


def _side(rules: CompiledRules, seat: int, declarers: int) -> int:
    """The seats that play together with this one."""
    if declarers:
        return declarers if declarers >> seat & 1 else rules.seating.everybody & ~declarers
    return next(team for team in rules.seating.teams if team >> seat & 1)


def _cards_gone(tricks: Sequence[Trick]) -> int:
    """The cards of whole tricks, as a set."""
    gone = 0
    for trick in tricks:
        gone |= trick.card_set
    return gone


def tricks_worth(rules: CompiledRules, contract: Contract, hand: int) -> float:
    """How many tricks a hand is likely to win by itself under a contract."""
    total = 0.0
    trumps = 0
    out = rules.pack.everything & ~hand
    above = contract.above
    for card in rules.pack.members(hand):
        is_trump = bool(contract.trumps >> card & 1)
        chance = _SECOND_BEST ** (out & above[card]).bit_count()
        if is_trump:
            trumps += 1
            total += chance
            if trumps > _LONG_SUIT:
                total += _LONG_TRUMP * (1 - chance)
        else:
            total += chance * (_PLAIN_WINNER if contract.trumps else 1.0)
    return total


def best_contract(rules: CompiledRules, hand: int, trumps: Sequence[int]) -> tuple[float, int]:
    """The trump of a list under which a hand is worth most, and how many tricks it is worth."""
    return max((tricks_worth(rules, rules.contract(trump), hand), trump) for trump in trumps)


def all_trumps(rules: CompiledRules) -> list[int]:
    """Every suit of the pack as a trump choice."""
    return [1 << suit for suit in range(len(rules.pack.suits))]


def estimate(rules: CompiledRules, hand: int, size: int) -> float:
    """How many tricks a side is likely to win if this seat names trumps: its own and a share of its partner's."""
    own, _ = best_contract(rules, hand, all_trumps(rules))
    seats, partners = rules.seating.count, rules.seating.count // max(len(rules.seating.teams), 1) - 1
    others = seats - 1
    return own + max(size - own, 0) * partners / others * _PARTNER_SHARE


def choose_call(rules: CompiledRules, hand: int, legal: Sequence[Action]) -> Action:
    """The highest call that the hand is worth; a pass where there is none, the lowest call where one must be."""
    size = hand.bit_count()
    worth = estimate(rules, hand, size)
    best: Action | None = None
    for action in legal:
        if isinstance(action, MakeCall):
            bid = rules.fields[action.call].get("bid")
            if isinstance(bid, int) and bid <= worth and rules.calls[action.call].alone is None:
                best = action
    if best is not None:
        return _lowest_like(rules, best, legal)
    return next((action for action in legal if isinstance(action, Pass)), legal[0])


def _lowest_like(rules: CompiledRules, best: Action, legal: Sequence[Action]) -> Action:
    """Of calls with the same number, the first: no more is promised than is needed."""
    assert isinstance(best, MakeCall)
    bid = rules.fields[best.call].get("bid")
    for action in legal:
        if isinstance(action, MakeCall) and rules.fields[action.call].get("bid") == bid:
            return action
    return best


def choose_value(rules: CompiledRules, hand: int, legal: Sequence[Action]) -> Action:
    """The trump under which the hand is worth most; the first answer of any other choice."""
    first = legal[0]
    if not isinstance(first, Choose) or first.option or first.step != "trump":
        return first
    trumps = [action.value for action in legal if isinstance(action, Choose)]
    _, trump = best_contract(rules, hand, trumps)
    return next(action for action in legal if isinstance(action, Choose) and action.value == trump)


def choose_alone(rules: CompiledRules, position: Position, legal: Sequence[Action]) -> Action:
    """With the partner, unless the hand is worth nearly every trick by itself."""
    worth = tricks_worth(rules, rules.contract(position.trump), position.hand)
    wanted = worth >= position.hand.bit_count() - 1 + _SECOND_BEST
    return next(
        (action for action in legal if isinstance(action, GoAlone) and action.alone == wanted), legal[0]
    )


def choose_discard(rules: CompiledRules, position: Position, legal: Sequence[Action]) -> Action:
    """The card without which the hand is worth most."""
    picks = [action for action in legal if isinstance(action, PickCard)]
    if not picks:
        return legal[0]
    contract = rules.contract(position.trump)

    def left(pick: PickCard) -> tuple[float, int]:
        cards = position.hand & rules.pack.face_sets[pick.face]
        card = cards & -cards
        rest = position.hand & ~card
        suits = len({contract.suit_of[other] for other in rules.pack.members(rest)})
        return tricks_worth(rules, contract, rest) - suits / len(rules.pack.suits) / 2, -pick.face

    return max(picks, key=left)


def choose_card(rules: CompiledRules, position: Position, legal: Sequence[Action]) -> Action:
    """Leads its best card, takes a trick as cheaply as it can, and throws its least card where it cannot."""
    contract = rules.contract(position.trump)
    plays = [action for action in legal if isinstance(action, PlayCard)]
    if len(plays) < 2 or len(plays) != len(legal):
        return legal[0]
    if not position.table:
        return _lead(rules, contract, position, plays)
    led = position.led_suit
    best_seat, best_card = strongest_play(contract, position.table, led)
    best = contract.strength(best_card, led)
    playing = rules.seating.count - position.sitting.bit_count()
    is_last = len(position.table) == playing - 1
    lowest = min(plays, key=lambda play: (_cost(contract, _card(rules, position, play)), play.face))
    if position.friends >> best_seat & 1 and (is_last or not _beatable(rules, contract, position, best_card)):
        return lowest
    winners = [(contract.strength(_card(rules, position, play), led), play) for play in plays]
    winners = [(strength, play) for strength, play in winners if strength > best]
    if not winners:
        return lowest
    cheapest = min(winners, key=lambda winner: winner[0])[1]
    top = max(winners, key=lambda winner: winner[0])[1]
    card = _card(rules, position, top)
    if not is_last and (not _beatable(rules, contract, position, card) or not contract.trumps >> card & 1):
        return top
    return cheapest


def _out(rules: CompiledRules, position: Position) -> int:
    """The cards that the seat has not seen yet."""
    lying = sum(1 << card for _, card in position.table)
    return rules.pack.everything & ~position.hand & ~position.gone & ~lying


def _beatable(rules: CompiledRules, contract: Contract, position: Position, card: int) -> int:
    """The cards still out that could beat this one in the trick."""
    stronger = contract.above[card]
    if not contract.trumps >> card & 1:
        stronger |= contract.trumps
    return _out(rules, position) & stronger


def _lead(
    rules: CompiledRules, contract: Contract, position: Position, plays: Sequence[PlayCard]
) -> PlayCard:
    out = _out(rules, position)
    sure = [play for play in plays if not out & contract.above[_card(rules, position, play)]]
    trumps = [play for play in sure if contract.trumps >> _card(rules, position, play) & 1]
    plain = [play for play in sure if play not in trumps]
    if position.declaring and trumps and out & contract.trumps:
        return max(trumps, key=lambda play: contract.power[_card(rules, position, play)])
    if plain:
        return plain[0]
    if trumps:
        return trumps[0]
    return min(plays, key=lambda play: (_cost(contract, _card(rules, position, play)), play.face))


def _cost(contract: Contract, card: int) -> int:
    """What throwing a card costs: trumps most, then by rank."""
    return contract.power[card] + (len(contract.power) if contract.trumps >> card & 1 else 0)


def _card(rules: CompiledRules, position: Position, play: PlayCard) -> int:
    held = position.hand & rules.pack.face_sets[play.face]
    return (held & -held).bit_length() - 1


def judge(rules: CompiledRules, position: Position, legal: Sequence[Action]) -> Action:
    """The action that plain judgement takes."""
    if len(legal) == 1:
        return legal[0]
    match legal[-1]:
        case PlayCard():
            return choose_card(rules, position, legal)
        case MakeCall():
            return choose_call(rules, position.hand, legal)
        case Choose():
            return choose_value(rules, position.hand, legal)
        case GoAlone():
            return choose_alone(rules, position, legal)
        case PickCard():
            return choose_discard(rules, position, legal)
        case _:
            return legal[0]


def judge_view(rules: CompiledRules, seen: View) -> Action:
    """The action that plain judgement takes for the seat that a view belongs to."""
    return judge(rules, position_of(rules, seen, seen.seat, seen.trump, seen.declarers), seen.legal)
