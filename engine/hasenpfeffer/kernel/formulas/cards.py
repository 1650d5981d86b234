"""Words for cards and suits: those of a hand, of a trick, dealt, taken, led."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.values import NO, Bits, at_most_one, known_bits, meet, one_of, split, union, wide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas, Lower
    from hasenpfeffer.kernel.program import Program, Scope
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed


def stored(program: Program, name: str, index: Code = 0) -> Bits:
    """A set of cards of the state."""
    return Bits(tuple(f"s[{place(name, index, program.width, word)}]" for word in range(program.width)))


def _nothing(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return NO


def _any_card(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return known_bits(formulas.program.rules.pack.everything, formulas.program.width)


def _trumps(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return formulas.program.contracts.trumps(formulas.contract(function, scope))


def _trick(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The cards of the trick in progress; of the one just finished where that is meant."""
    found = stored(formulas.program, "TABLE_CARDS")
    if not scope.closing:
        return found
    return function.decided(
        codes.compare(">", function.on_table, 0), lambda: found, lambda: _latest(formulas, function)
    )


def _latest(formulas: Formulas, function: Function) -> Bits:
    program = formulas.program
    return function.decided(
        codes.compare(">", "s[TRICK_COUNT]", 0),
        lambda: stored(program, "TRICK_CARDS", "(s[TRICK_COUNT] - 1)"),
        lambda: known_bits(0, program.width),
    )


def _last_trick(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return _latest(formulas, function)


def _card_led(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The first card of the trick; of the one just finished where that is meant."""
    there = codes.compare(">", function.on_table, 0)
    if scope.closing:
        there = codes.either_holds(there, "(s[TRICK_COUNT] > 0)")
    width = formulas.program.width
    return function.decided(there, lambda: one_of("s[CARD_LED]", width), lambda: known_bits(0, width))


def _played(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return stored(formulas.program, "PLAYED")


def _first_card_played(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    width = formulas.program.width
    return function.decided(
        codes.compare(">=", "s[FIRST_CARD]", 0),
        lambda: one_of("s[FIRST_CARD]", width),
        lambda: known_bits(0, width),
    )


def _last_card_dealt(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The dealer's last card, where it is dealt face up."""
    program = formulas.program
    found, number = function.fresh(), function.fresh()
    hand = function.kept(stored(program, "DEALT", "s[DEALER]"))
    function.line(f"{found} = -1")
    with function.block(f"for {number} in range(s[DEALT_FROM]):"):
        card = function.named(f"s[PACK + {number}]")
        with function.block(f"if {holds(hand, card)}:"):
            function.line(f"{found} = {card}")
    return function.decided(
        codes.compare(">=", found, 0),
        lambda: one_of(found, program.width),
        lambda: known_bits(0, program.width),
    )


def holds(cards: Bits, card: Code) -> Code:
    """Whether a card is in a set."""
    if len(cards.words) == 1:
        return codes.has_bit(cards.only, card)
    words = (
        codes.both_hold(
            f"{WORD * number} <= {card} < {WORD * (number + 1)}",
            f"({word} >> {card} - {WORD * number} & 1)",
        )
        for number, word in enumerate(cards.words)
    )
    return reduce(codes.either_holds, words)


def _cards_melded(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return stored(formulas.program, "CARDS_MELDED")


def by_seats(program: Program, name: str, seats: Bits, function: Function) -> Bits:
    """What these seats have together."""
    if seats.index is not None:
        return stored(program, name, function.named(seats.index))
    mask = function.named(seats.only)
    found: Bits = NO
    for seat in range(program.seats):
        has = codes.has_bit(mask, seat)
        if has == 0:
            continue
        words = stored(program, name, seat).words
        found = union(found, Bits(tuple(codes.if_else(has, word, 0) for word in words)))
    return Bits(wide(found, program.width))


def _of_seats(name: str) -> Lower:
    def lower(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
        seats = formulas.bits(node.args[0], function, scope)
        return by_seats(formulas.program, name, seats, function)

    return lower


def _won_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The tricks that these seats have won, as a set of their numbers from 0."""
    seats = function.named(formulas.bits(node.args[0], function, scope).only)
    found, number = function.fresh(), function.fresh()
    function.line(f"{found} = 0")
    with function.block(f"for {number} in range(s[TRICK_COUNT]):"):
        with function.block(f"if {seats} >> s[TRICK_WINNER + {number}] & 1:"):
            function.line(f"{found} |= 1 << {number}")
    return Bits((found,))


def _winning_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """Those of the cards that would take the trick as it lies; all of them where nothing lies."""
    cards = function.kept(formulas.bits(node.args[0], function, scope))

    def beating() -> Bits:
        contract = formulas.contract(function, scope)
        return meet(cards, formulas.program.contracts.stronger(contract, "s[LED]", "s[BEST_CARD]"))

    return function.decided(codes.compare(">", function.on_table, 0), beating, lambda: cards)


def _suits(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return known_bits((1 << len(formulas.program.rules.pack.suits)) - 1, 1)


def _suit_led(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return at_most_one("s[LED]")


def _shown_out_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    seats = formulas.bits(node.args[0], function, scope)
    if seats.index is not None:
        return Bits((f"s[{place('SHOWN_OUT', function.named(seats.index))}]",))
    mask = function.named(seats.only)
    found: Code = 0
    for seat in range(formulas.program.seats):
        one = codes.if_else(codes.has_bit(mask, seat), f"s[{place('SHOWN_OUT', seat)}]", 0)
        found = codes.either(found, one)
    return Bits((found,))


def _suit_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The suits that cards belong to, together."""
    contract, contracts = formulas.contract(function, scope), formulas.program.contracts
    cards = formulas.bits(node.args[0], function, scope)
    if cards.index is not None:
        return Bits((contracts.suit_of(contract, function.named(cards.index)),))
    found = function.fresh()
    function.line(f"{found} = 0")
    function.each_member(
        cards.words, lambda card: function.line(f"{found} |= {contracts.suit_of(contract, card)}")
    )
    return Bits((found,))


def _printed_suit_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The suits printed on cards, together."""
    pack = formulas.program.rules.pack
    suits = [pack.faces[face].suit for face in pack.cards]
    table = [0 if suit is None else 1 << suit for suit in suits]
    cards = formulas.bits(node.args[0], function, scope)
    if cards.index is not None:
        return Bits((formulas.program.tables.look_up("PRINTED_SUIT", table, function.named(cards.index)),))
    words = [function.named(word) for word in cards.words]
    found: Code = 0
    for one in sorted({suit for suit in table if suit}):
        of_suit = split(sum(1 << card for card, suit in enumerate(table) if suit == one), len(words))
        there = reduce(codes.either, map(codes.both, words, of_suit))
        found = codes.either(found, codes.if_else(codes.compare("!=", there, 0), one, 0))
    return Bits((function.named(found),))


def _sister_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The other suits of the same colour."""
    program, sisters = formulas.program, formulas.program.rules.sisters
    suits = formulas.bits(node.args[0], function, scope)
    if suits.is_known:
        return known_bits(sum(other for suit, other in sisters.items() if suits.known >> suit & 1), 1)
    if suits.index is not None:
        table = [sisters.get(suit, 0) for suit in range(program.contracts.suits)]
        return Bits((program.tables.look_up("SISTER", table, suits.index),))
    mask = function.named(suits.only)
    found: Code = 0
    for suit, other in sisters.items():
        found = codes.either(found, codes.if_else(codes.has_bit(mask, suit), other, 0))
    return Bits((found,))


WORDS: Mapping[str, Lower] = {
    "nothing": _nothing,
    "any card": _any_card,
    "trumps": _trumps,
    "trick": _trick,
    "last trick": _last_trick,
    "card led": _card_led,
    "played": _played,
    "first card played": _first_card_played,
    "last card dealt": _last_card_dealt,
    "cards melded": _cards_melded,
    "hand of SEATS": _of_seats("HANDS"),
    "dealt of SEATS": _of_seats("DEALT"),
    "laid aside of SEATS": _of_seats("ASIDE"),
    "taken of SEATS": _of_seats("TAKEN"),
    "won of SEATS": _won_of,
    "winning of CARDS": _winning_of,
    "suits": _suits,
    "any suit": _suits,
    "suit led": _suit_led,
    "shown out of SEATS": _shown_out_of,
    "suit of CARDS": _suit_of,
    "printed suit of CARDS": _printed_suit_of,
    "sister of SUITS": _sister_of,
}
