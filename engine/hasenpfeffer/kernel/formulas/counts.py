"""Words for numbers, and for how far the deal has come."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.formulas.cards import by_seats, holds
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.values import Bits, Number, Truth, common, known_bits, one_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas, Lower
    from hasenpfeffer.kernel.program import Scope
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed

_FEW_VALUES: Final = 8
"""So many different values of cards are counted one by one, which takes no loop over cards."""


def _trick_number(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    if scope.closing:
        begun = codes.if_else(codes.compare(">", function.on_table, 0), 1, 0)
        return Number(codes.add("s[TRICK_COUNT]", begun))
    return Number("(s[TRICK_COUNT] + 1)")


def _deal_number(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return Number("s[DEAL_NUMBER]")


def _leading(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return Truth(codes.compare("==", function.on_table, 0))


def _final_trick(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    if not scope.closing:
        return Truth(codes.compare("!=", "is_final_trick(s, k)", 0))
    return function.decided(
        codes.compare(">", function.on_table, 0),
        lambda: Truth(codes.compare("!=", "is_final_trick(s, k)", 0)),
        lambda: Truth(codes.compare("==", "anybody_has_cards(s, k)", 0)),
    )


def _call(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    width = formulas.program.call_width
    if width == 1:
        return Bits(("(1 << s[CALL] + 1 >> 1)",))
    return function.decided(
        codes.compare(">=", "s[CALL]", 0), lambda: one_of("s[CALL]", width), lambda: known_bits(0, width)
    )


def _sum_by(name: str, groups: tuple[int, ...], seats: Bits, function: Function) -> Code:
    """The numbers under a name that belong to groups with any of these seats."""
    mask = function.named(seats.only)
    total: Code = 0
    for index, group in enumerate(groups):
        has = codes.both(mask, group)
        total = codes.add(total, codes.if_else(has, f"s[{place(name, index)}]", 0))
    return total


def _tricks_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    seats = formulas.bits(node.args[0], function, scope)
    if seats.index is not None:
        return Number(f"s[{place('TRICKS_WON', seats.index)}]")
    groups = tuple(1 << seat for seat in range(formulas.program.seats))
    return Number(_sum_by("TRICKS_WON", groups, seats, function))


def _by_account(name: str) -> Lower:
    """What an account has; of several accounts together, each counted once."""

    def lower(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
        program = formulas.program
        seats, unit = formulas.bits(node.args[0], function, scope), program.denominators.unit
        if seats.index is not None:
            account = program.tables.look_up("TEAM", program.rules.seating.team_of, seats.index)
            return Number(f"s[{place(name, account)}]", unit)
        return Number(_sum_by(name, program.rules.seating.teams, seats, function), unit)

    return lower


def _points_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """The values of cards taken, with what `values` adds for each trick and for the last."""
    program, values = formulas.program, formulas.program.ruleset.values
    seats = function.kept(formulas.bits(node.args[0], function, scope))
    total = _worth(formulas, by_seats(program, "TAKEN", seats, function), function, scope)
    if values.each_trick is not None:
        each = formulas.number(values.each_trick, function, scope)
        groups = tuple(1 << seat for seat in range(program.seats))
        won = _sum_by("TRICKS_WON", groups, Bits((seats.only,)), function)
        total = _sum(total, Number(codes.multiply(won, each.code), each.denominator))
    if values.last_trick is not None:
        whole = "s[TRICK_COUNT] > 0 and anybody_has_cards(s, k) == 0"
        won_it = f"({seats.only} >> s[TRICK_WINNER + s[TRICK_COUNT] - 1] & 1)"
        last = values.last_trick
        extra = function.decided(
            f"({whole} and {won_it})",
            lambda: formulas.number(last, function, scope),
            lambda: Number(0),
        )
        total = _sum(total, extra)
    return total


def _sum(a: Number, b: Number) -> Number:
    scale = common((a, b))
    return Number(codes.add(a.over(scale), b.over(scale)), scale)


def _points_of_cards(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return _worth(formulas, formulas.bits(node.args[0], function, scope), function, scope)


def _worth(formulas: Formulas, cards: Bits, function: Function, scope: Scope) -> Number:
    """The values of cards added up."""
    contracts, contract = formulas.program.contracts, formulas.contract(function, scope)
    if not contracts.has_values():
        return Number(0)
    classes = contracts.worth(contract)
    if len(classes) <= _FEW_VALUES:
        words = [function.named(word) for word in cards.words]
        added: Code = 0
        for value, those in classes:
            held = [codes.both(word, of) for word, of in zip(words, those.words, strict=True)]
            count = reduce(codes.add, map(codes.popcount, held))
            added = codes.add(added, codes.multiply(count, value))
        return Number(added, formulas.program.denominators.of_points)
    total = function.fresh()
    function.line(f"{total} = 0")
    function.each_member(
        cards.words, lambda card: function.line(f"{total} += {contracts.value(contract, card).code}")
    )
    return Number(total, formulas.program.denominators.of_points)


def _meld_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    program = formulas.program
    seats, denominator = formulas.bits(node.args[0], function, scope), program.denominators.of_melds
    if seats.index is not None:
        return Number(f"s[{place('MELD_POINTS', seats.index)}]", denominator)
    groups = tuple(1 << seat for seat in range(program.seats))
    return Number(_sum_by("MELD_POINTS", groups, seats, function), denominator)


def _tops_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """How many of the highest trumps the cards hold without a gap."""
    cards = function.kept(formulas.bits(node.args[0], function, scope))
    contract = formulas.contract(function, scope)
    count = function.fresh()
    function.line(f"{count} = 0")
    with function.block("while True:"):
        card = function.named(formulas.program.contracts.top(contract, count))
        with function.block(f"if {card} < 0 or not {holds(cards, card)}:"):
            function.line("break")
        function.line(f"{count} += 1")
    return Number(count)


WORDS: Mapping[str, Lower] = {
    "trick number": _trick_number,
    "deal number": _deal_number,
    "leading": _leading,
    "final trick": _final_trick,
    "call": _call,
    "tricks of SEATS": _tricks_of,
    "points of SEATS": _points_of,
    "points of CARDS": _points_of_cards,
    "score of SEATS": _by_account("SCORES"),
    "this deal of SEATS": _by_account("THIS_DEAL"),
    "meld of SEATS": _meld_of,
    "tops of CARDS": _tops_of,
}
