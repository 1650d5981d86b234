"""Words for seats and sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import refuse
from hasenpfeffer.kernel.values import NO, Bits, Truth, difference, is_some, known_bits, meet, one_of, wide

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas, Lower
    from hasenpfeffer.kernel.program import Scope
    from hasenpfeffer.kernel.values import Value
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed


def _seats(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return known_bits(formulas.program.rules.seating.everybody, 1)


def _teams(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return known_bits((1 << formulas.program.accounts) - 1, 1)


def _dealer(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return one_of("s[DEALER]")


def _declarer(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return Bits(("(1 << s[DECLARER] + 1 >> 1)",))


def declarers(formulas: Formulas, function: Function, scope: Scope) -> Bits:
    """The declarers' side: as the rules say, otherwise the declarer's team; nobody before there is a declarer."""
    program = formulas.program
    sides = program.ruleset.sides
    if sides is not None and sides.declarers is not None:
        return formulas.bits(sides.declarers, function, scope)
    seating = program.rules.seating
    teams = [0, *(seating.teams[seating.team_of[seat]] for seat in range(seating.count))]
    return function.remembered(
        "declarers", lambda: Bits((program.tables.look_up("SIDE_OF", teams, "(s[DECLARER] + 1)"),))
    )


def _declarers(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return declarers(formulas, function, scope)


def _defenders(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    side = function.named(declarers(formulas, function, scope).only)
    everybody = formulas.program.rules.seating.everybody
    rest = f"({everybody} & ~{side} & ~s[ABSENT])"
    return Bits((function.named(codes.if_else(codes.compare("!=", side, 0), rest, 0)),))


def _partner(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    side = declarers(formulas, function, scope).only
    return Bits((codes.without(side, "(1 << s[DECLARER] + 1 >> 1)"),))


def _survivor(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """Who has not passed in the duel before; once the auction is over, whoever won it."""
    return Bits(("(1 << (s[SURVIVOR] if s[DUELLING] else s[DECLARER]) + 1 >> 1)",))


def _moved_on(places: Callable[[Formulas], int], *, of_me: bool) -> Lower:
    """The seats so many places on, leftwards."""

    def lower(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
        if of_me:
            if scope.me is None:
                return NO
            return rotated(formulas, one_of(scope.me), places(formulas), function)
        seats = formulas.bits(node.args[0], function, scope)
        return rotated(formulas, seats, places(formulas), function)

    return lower


def rotated(formulas: Formulas, seats: Bits, places: int, function: Function) -> Bits:
    """The seats so many places on."""
    n = formulas.program.seats
    places %= n
    if seats.index is not None:
        return one_of(function.named(codes.modulo(codes.add(seats.index, places), n)))
    mask = function.named(seats.only)
    everybody = (1 << n) - 1
    if isinstance(mask, int):
        return known_bits((mask << places | mask >> n - places) & everybody, 1)
    return Bits((f"(({mask} << {places} | {mask} >> {n - places}) & {everybody})",))


def _partner_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    seats = function.kept(formulas.bits(node.args[0], function, scope))
    return difference(formulas.team(seats, function), seats)


def _team_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return formulas.team(formulas.bits(node.args[0], function, scope), function)


def _opponents_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    seats = function.kept(formulas.bits(node.args[0], function, scope))
    everybody = formulas.program.rules.seating.everybody
    others = codes.without(everybody, formulas.team(seats, function).only)
    if seats.index is not None:
        return Bits((others,))
    return Bits((codes.if_else(codes.compare("!=", seats.only, 0), others, 0),))


def alone(seats: Code) -> Code:
    """Whether some of these seats play while partners of theirs sit out; who takes no part is no partner."""
    sitting, playing = f"({seats} & ~s[ABSENT] & s[SITTING])", f"({seats} & ~s[ABSENT] & ~s[SITTING])"
    return f"({sitting} != 0 and {playing} != 0)"


def _alone_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    return Truth(alone(function.named(formulas.bits(node.args[0], function, scope).only)))


def _lone_player_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    seats = function.named(formulas.bits(node.args[0], function, scope).only)
    playing = function.named(f"({seats} & ~s[SITTING])")
    is_lone = f"({alone(seats)} and popcount({playing}) == 1)"
    return Bits((f"({playing} if {is_lone} else 0)",))


def _forced_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    seats = formulas.bits(node.args[0], function, scope).only
    return Truth(f"(s[FORCED] != 0 and ({seats} & (1 << s[DECLARER] + 1 >> 1)) != 0)")


def _who_has(which: str) -> Lower:
    """The seats that have any of the cards."""

    def lower(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
        cards = function.kept(formulas.bits(node.args[0], function, scope))
        where: Code = which
        if which == "OWNED":
            where = function.named("(OWNED if s[HAS_OWNED] else HANDS)")
        found: Code = 0
        for seat in range(formulas.program.seats):
            hand = Bits(
                tuple(
                    f"s[{place(str(where), seat, formulas.program.width, word)}]"
                    for word in range(formulas.program.width)
                )
            )
            has = is_some(meet(hand, Bits(wide(cards, formulas.program.width))))
            found = codes.either(found, codes.if_else(has, 1 << seat, 0))
        return Bits((found,))

    return lower


def _player_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """Who was the first to play one of the cards."""
    cards = function.kept(formulas.bits(node.args[0], function, scope))
    found, number = function.fresh(), function.fresh()
    function.line(f"{found} = 0")
    with function.block(f"for {number} in range(s[PLAYED_COUNT]):"):
        played = function.named(f"s[PLAYED_CARD + {number}]")
        has = is_some(meet(cards, one_of(played, formulas.program.width)))
        with function.block(f"if {has}:"):
            function.line(f"{found} = 1 << s[PLAYED_BY + {number}]")
            function.line("break")
    return Bits((found,))


def _taker_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """Who won the first trick in which one of the cards lay."""
    cards, width = function.kept(formulas.bits(node.args[0], function, scope)), formulas.program.width
    found, number = function.fresh(), function.fresh()
    function.line(f"{found} = 0")
    with function.block(f"for {number} in range(s[TRICK_COUNT]):"):
        trick = Bits(tuple(f"s[TRICK_CARDS + {number} * {width} + {word}]" for word in range(width)))
        with function.block(f"if {is_some(meet(cards, trick))}:"):
            function.line(f"{found} = 1 << s[TRICK_WINNER + {number}]")
            function.line("break")
    return Bits((found,))


def _winner_of(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    """`winner of trick` (-1), `winner of last trick` (0), `winner of trick 3` (3)."""
    which = function.named(formulas.whole(node.args[0], function, scope))
    last = "1 << s[TRICK_WINNER + s[TRICK_COUNT] - 1]"
    there = codes.compare(">", "s[TRICK_COUNT]", 0)
    if not isinstance(which, int):
        raise refuse("the winner of a trick whose number is worked out", node.place)
    if which > 0:
        return Bits((f"(1 << s[TRICK_WINNER + {which - 1}] if s[TRICK_COUNT] >= {which} else 0)",))
    found: Code = f"({last} if {there} else 0)" if which == 0 or scope.closing else 0
    if which == -1:
        found = codes.if_else(codes.compare(">", function.on_table, 0), "(1 << s[BEST_SEAT])", found)
    return Bits((function.named(found),))


def _best_melder(formulas: Formulas, node: Typed, function: Function, scope: Scope) -> Value:
    if not formulas.program.rules.meldings:
        return Bits((0,))
    return Bits((function.named("best_melders(s, k)"),))


def _to_the_left(formulas: Formulas) -> int:
    return 1


def _to_the_right(formulas: Formulas) -> int:
    return -1


def _across(formulas: Formulas) -> int:
    return formulas.program.seats // 2


def _next(formulas: Formulas) -> int:
    return 1 if formulas.program.rules.seating.clockwise else -1


WORDS: Mapping[str, Lower] = {
    "seats": _seats,
    "teams": _teams,
    "dealer": _dealer,
    "declarer": _declarer,
    "declarers": _declarers,
    "defenders": _defenders,
    "partner": _partner,
    "survivor": _survivor,
    "best melder": _best_melder,
    "left": _moved_on(_to_the_left, of_me=True),
    "right": _moved_on(_to_the_right, of_me=True),
    "across": _moved_on(_across, of_me=True),
    "left of SEATS": _moved_on(_to_the_left, of_me=False),
    "right of SEATS": _moved_on(_to_the_right, of_me=False),
    "across of SEATS": _moved_on(_across, of_me=False),
    "next of SEATS": _moved_on(_next, of_me=False),
    "partner of SEATS": _partner_of,
    "team of SEATS": _team_of,
    "opponents of SEATS": _opponents_of,
    "lone player of SEATS": _lone_player_of,
    "alone of SEATS": _alone_of,
    "forced of SEATS": _forced_of,
    "holder of CARDS": _who_has("HANDS"),
    "holders of CARDS": _who_has("HANDS"),
    "owner of CARDS": _who_has("OWNED"),
    "owners of CARDS": _who_has("OWNED"),
    "player of CARDS": _player_of,
    "taker of CARDS": _taker_of,
    "winner of NUMBER": _winner_of,
}
