"""Sets: joined, cut down and compared; cards by rank, suit and ranking."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.program import refuse
from hasenpfeffer.kernel.values import (
    NO,
    Bits,
    Truth,
    difference,
    is_empty,
    is_same,
    is_some,
    known_bits,
    meet,
    split,
    truth_of,
    union,
)
from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.lang.types import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.kernel.formulas.lowering import Formulas, Lower
    from hasenpfeffer.kernel.program import Scope
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function


def _union(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return reduce(union, (formulas.bits(part, function, scope) for part in node.args))


def _except(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    a, b = node.args
    if node.type.kind in (Kind.TEAMS, Kind.TRICKS) and b.type.kind is not node.type.kind:
        raise refuse("teams or tricks except something else", node.place)
    return difference(formulas.bits(a, function, scope), formulas.bits(b, function, scope))


def _same(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """Nothing is ever the same as none."""
    a = formulas.bits(node.args[0], function, scope)
    b = formulas.bits(node.args[1], function, scope)
    if a.index is not None and b.index is not None:
        return Truth(codes.compare("==", a.index, b.index))
    if a.row is not None and b.row is not None:
        row = function.named(a.row)
        return Truth(codes.both_hold(codes.compare("!=", row, 0), codes.compare("==", row, b.row)))
    if any(one.is_known and one.known for one in (a, b)) or a.index is not None or b.index is not None:
        return Truth(is_same(a, b))
    kept = function.kept(a)
    return Truth(codes.both_hold(is_some(kept), is_same(kept, b)))


def _within(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    a = function.kept(formulas.bits(node.args[0], function, scope))
    b = formulas.bits(node.args[1], function, scope)
    return Truth(codes.both_hold(is_some(a), is_empty(difference(a, b))))


def _meets(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    a, b = (formulas.bits(part, function, scope) for part in node.args)
    if b.index is not None and a.index is None and len(a.words) == 1:
        return Truth(codes.has_bit(a.only, b.index))
    return Truth(is_some(meet(a, b)))


def _is_empty(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return Truth(codes.is_not(truth_of(formulas.value(node.args[0], function, scope))))


def _is_some(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return Truth(truth_of(formulas.value(node.args[0], function, scope)))


def cards_of_suits(formulas: Formulas, suits: Bits, function: Function, scope: Scope) -> Bits:
    """The cards that belong to any of these suits under the contract."""
    contracts, contract = formulas.program.contracts, formulas.contract(function, scope)
    if suits.is_known:
        members = (number for number in range(contracts.suits) if suits.known >> number & 1)
        return reduce(union, (contracts.cards_of_suit(contract, number + 1) for number in members), NO)
    if suits.row is not None:
        if suits.row == "s[LED]" and function.card_led is not None:
            return contracts.cards_following(contract, function.card_led)
        return contracts.cards_of_suit(contract, suits.row)
    if suits.index is not None:
        return contracts.cards_of_suit(contract, codes.add(suits.index, 1))
    mask = function.named(suits.only)
    return function.decided(
        codes.compare("==", f"({mask} & ({mask} - 1))", 0),
        lambda: function.decided(
            codes.compare("!=", mask, 0),
            lambda: contracts.cards_of_suit(contract, codes.add(codes.lowest(mask), 1)),
            lambda: known_bits(0, formulas.program.width),
        ),
        lambda: _of_several(formulas, mask, contract, function),
    )


def _of_several(formulas: Formulas, mask: codes.Code, contract: codes.Code, function: Function) -> Bits:
    names = [function.fresh() for _ in range(formulas.program.width)]
    left = function.fresh()
    for name in names:
        function.line(f"{name} = 0")
    function.line(f"{left} = {mask}")
    with function.block(f"while {left}:"):
        found = formulas.program.contracts.cards_of_suit(contract, f"(lowest({left}) + 1)")
        for name, word in zip(names, found.words, strict=True):
            function.line(f"{name} |= {word}")
        function.line(f"{left} &= {left} - 1")
    return Bits(tuple(names))


def _cards_of_suit(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return cards_of_suits(formulas, formulas.bits(node.args[0], function, scope), function, scope)


def _cards_of_chain(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return _chain_cards(formulas, node.args[0], function, scope)


def _chain_cards(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Bits:
    if node.op == "chain":
        parts = (_chain_cards(formulas, part, function, scope) for part in node.args)
        return reduce(union, parts, NO)
    if node.type.kind is not Kind.CHAIN:
        return formulas.bits(node, function, scope)
    if node.op == "constant":
        return NO
    choices = tuple(
        Typed("cards_of_chain", types.CARDS, (part,)) if part.type.kind is Kind.CHAIN else part
        for part in node.args
    )
    return formulas.bits(formulas.lasting(replace(node, type=types.CARDS, args=choices)), function, scope)


def _rank(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    cards = formulas.program.rules.lookups.rank_cards(int(node.value))  # type: ignore[call-overload]
    return known_bits(cards, formulas.program.width)


def _rank_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The cards of a printed rank in printed suits."""
    rank, program = int(node.value), formulas.program  # type: ignore[call-overload]
    suits, lookups = formulas.bits(node.args[0], function, scope), program.rules.lookups
    if suits.is_known:
        return known_bits(lookups.suit_cards(rank, suits.known), program.width)
    printed = len(program.rules.pack.suits)
    by_suit = [lookups.suit_cards(rank, 1 << suit) for suit in range(printed)]
    if suits.index is not None:
        beyond = [0] * (program.contracts.suits - printed)
        flat = [word for cards in (*by_suit, *beyond) for word in split(cards, program.width)]
        return Bits(
            tuple(
                program.tables.look_up(
                    f"RANK_{rank}", flat, codes.add(codes.multiply(suits.index, program.width), word)
                )
                for word in range(program.width)
            )
        )
    mask = function.named(suits.only)
    found: Bits = NO
    for suit, cards in enumerate(by_suit):
        has = codes.has_bit(mask, suit)
        known = split(cards, program.width)
        found = union(found, Bits(tuple(codes.if_else(has, word, 0) for word in known)))
    return found


def _all_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The cards of tricks, or the seats of teams."""
    of = node.args[0]
    found = formulas.bits(of, function, scope)
    if of.type.kind is Kind.TEAMS:
        teams = formulas.program.rules.seating.teams
        mask = function.named(found.only)
        parts = (
            Bits((codes.if_else(codes.has_bit(mask, index), team, 0),)) for index, team in enumerate(teams)
        )
        return reduce(union, parts, NO)
    if of.type.kind is not Kind.TRICKS:
        return found
    return tricks_as_cards(formulas, found, function)


def tricks_as_cards(formulas: Formulas, tricks: Bits, function: Function) -> Bits:
    """The cards of several tricks together."""
    width = formulas.program.width
    names = [function.fresh() for _ in range(width)]
    left = function.fresh()
    for name in names:
        function.line(f"{name} = 0")
    function.line(f"{left} = {tricks.only}")
    with function.block(f"while {left}:"):
        for word, name in enumerate(names):
            function.line(f"{name} |= s[TRICK_CARDS + lowest({left}) * {width} + {word}]")
        function.line(f"{left} &= {left} - 1")
    return Bits(tuple(names))


OPERATIONS: Mapping[str, Lower] = {
    "union": _union,
    "except": _except,
    "same": _same,
    "within": _within,
    "meets": _meets,
    "empty": _is_empty,
    "some": _is_some,
    "cards_of_suit": _cards_of_suit,
    "cards_of_chain": _cards_of_chain,
    "all_of": _all_of,
    "rank": _rank,
    "rank of": _rank_of,
}
